/** True if a parameter is repeated, which RFC 6749 (3.1) forbids. Two parsers could otherwise read different values. */
export function isRepeated(given: URLSearchParams, except: readonly string[] = []): boolean {
  const names = [...given.keys()].filter((name) => !except.includes(name));
  return new Set(names).size !== names.length;
}
