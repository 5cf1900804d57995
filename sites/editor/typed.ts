/** Texts that are handed on in pauses of typing, and at once when the page is about to go. */
const writing = new Set<() => void>();

/** Remembers how a text that is open hands on what is typed in it. Answers what forgets it. */
export function handsOn(tell: () => void): () => void {
  writing.add(tell);
  return () => void writing.delete(tell);
}

/** Hands on what was typed a moment ago: the page may be about to go. */
export function handOnTyped(): void {
  for (const tell of writing) tell();
}
