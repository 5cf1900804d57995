/** Characters of a UUID that hold its time in version 7: 48 bits, with a hyphen between. */
const TIME_DIGITS = 12;

/**
 * A UUID of version 7 (RFC 9562, section 5.7): the time in milliseconds since the epoch, then 74 random bits.
 * A table that has it as its key grows at one end; a random key would change another page with each row.
 */
export function timeOrderedId(ms: number): string {
  const time = ms.toString(16).padStart(TIME_DIGITS, "0");
  // The 15th character of any UUID is its version; what follows is random in version 4, as version 7 wants it.
  return `${time.slice(0, 8)}-${time.slice(8)}-7${crypto.randomUUID().slice(15)}`;
}
