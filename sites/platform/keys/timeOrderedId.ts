/** The characters of a version 7 UUID with the time: 48 bits, without the hyphen. */
const TIME_DIGITS = 12;

/**
 * A version 7 UUID (RFC 9562, 5.7): the time in milliseconds since the epoch, then 74 random bits. As a primary key it
 * appends rows at one end of the index; random keys would change a different page for each row.
 */
export function timeOrderedId(ms: number): string {
  const time = ms.toString(16).padStart(TIME_DIGITS, "0");
  // Takes everything after the version digit, which is random, from a version 4 UUID.
  return `${time.slice(0, 8)}-${time.slice(8)}-7${crypto.randomUUID().slice(15)}`;
}
