/** The header lines of a request in their order. Equal names are not merged. */

/** The name in lower case, the name as the client wrote it, and the value. */
export type HttpHeader = readonly [name: string, written: string, value: string];

export const pairsOf = (raw: readonly string[]): HttpHeader[] =>
  raw.flatMap((written, at): HttpHeader[] =>
    at % 2 === 0 ? [[written.toLowerCase(), written, raw[at + 1] ?? ""]] : [],
  );

export const valuesIn =
  (headers: readonly HttpHeader[]) =>
  (wanted: string): readonly string[] =>
    headers.filter(([name]) => name === wanted).map(([, , value]) => value);
