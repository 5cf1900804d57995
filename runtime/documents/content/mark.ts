/** Thirty-two bits of a text, by FNV-1a. */
export function markOf(text: string, seed: number): number {
  let mark = 0x811c9dc5 ^ seed;
  for (let index = 0; index < text.length; index++) mark = Math.imul(mark ^ text.charCodeAt(index), 0x01000193);
  return mark >>> 0;
}
