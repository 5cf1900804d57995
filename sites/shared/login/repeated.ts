/** Tells whether a parameter is repeated (RFC 6749, 3.1). Two readers of one request could each take another value. */
export function isRepeated(given: URLSearchParams, except: readonly string[] = []): boolean {
  const names = [...given.keys()].filter((name) => !except.includes(name));
  return new Set(names).size !== names.length;
}
