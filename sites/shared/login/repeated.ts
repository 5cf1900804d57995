/** Whether a parameter stands there twice (RFC 6749, 3.1): two readers of one request could each take another of them. */
export function isRepeated(given: URLSearchParams, except: readonly string[] = []): boolean {
  const names = [...given.keys()].filter((name) => !except.includes(name));
  return new Set(names).size !== names.length;
}
