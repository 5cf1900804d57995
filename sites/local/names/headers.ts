/** The headers of a request as they came: a name may come twice, and none is joined to another. */

/** The name in lower case, as it was written, and the value. */
export type HttpHeader = readonly [name: string, written: string, value: string];

export const pairsOf = (raw: readonly string[]): HttpHeader[] =>
  raw.flatMap((written, at): HttpHeader[] =>
    at % 2 === 0 ? [[written.toLowerCase(), written, raw[at + 1] ?? ""]] : [],
  );

export const valuesIn =
  (headers: readonly HttpHeader[]) =>
  (wanted: string): readonly string[] =>
    headers.filter(([name]) => name === wanted).map(([, , value]) => value);
