/** Open texts that report typing only after a pause. The editor flushes them when the tab closes or is hidden. */
const open = new Set<() => void>();

/** Registers the function that reports an open text's latest typing. Returns a function that removes it. */
export function registerTyped(flush: () => void): () => void {
  open.add(flush);
  return () => void open.delete(flush);
}

/** Reports the latest typing of every open text at once. */
export function flushTyped(): void {
  for (const flush of open) flush();
}
