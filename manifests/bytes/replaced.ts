/**
 * Replaces bytes within bytes, in time that grows with the length alone (Knuth, Morris and Pratt). A plain search takes
 * thousands of times longer if an attacker chose the bytes.
 */
import { joinedBytes } from "../joinedBytes.ts";

/** For each beginning of `sought`, the length of its longest end that is a beginning of `sought`, too. */
function overlaps(sought: Uint8Array): Uint32Array {
  const lengths = new Uint32Array(sought.length);
  for (let at = 1, length = 0; at < sought.length; at += 1) {
    while (length > 0 && sought[at] !== sought[length]) length = lengths[length - 1] ?? 0;
    if (sought[at] === sought[length]) length += 1;
    lengths[at] = length;
  }
  return lengths;
}

/** The places of `sought`, first to last, of which no two overlap. */
function placesOf(sought: Uint8Array, bytes: Uint8Array): number[] {
  const [lengths, places]: [Uint32Array, number[]] = [overlaps(sought), []];
  for (let at = 0, length = 0; at < bytes.length; at += 1) {
    while (length > 0 && bytes[at] !== sought[length]) length = lengths[length - 1] ?? 0;
    if (bytes[at] === sought[length]) length += 1;
    if (length < sought.length) continue;
    places.push(at + 1 - length);
    length = 0;
  }
  return places;
}

/** The bytes with `other` wherever `sought` was, or undefined if they would then be more than `most`. */
export function replacedBytes(
  bytes: Uint8Array,
  [sought, other]: readonly [sought: Uint8Array, other: Uint8Array],
  most: number,
): Uint8Array | undefined {
  const places = sought.length === 0 ? [] : placesOf(sought, bytes);
  if (places.length === 0) return bytes;
  if (bytes.length + places.length * (other.length - sought.length) > most) return undefined;
  const starts = [0, ...places.map((place) => place + sought.length)];
  const pieces = starts.map((start, index) => bytes.subarray(start, places[index]));
  return joinedBytes(pieces.flatMap((piece, index) => (index === 0 ? [piece] : [other, piece])));
}
