const LINE_END = new Uint8Array([13, 10]);
const HEAD_END = new Uint8Array([13, 10, 13, 10]);

/**
 * The bytes of the only part of a multipart form (RFC 2046, 5.1); undefined for another number of parts or another
 * format. The boundary is the form's own first line.
 */
export function onlyModule(form: Uint8Array): Uint8Array | undefined {
  const bytes = Buffer.from(form.buffer, form.byteOffset, form.byteLength);
  const first = bytes.indexOf(LINE_END);
  const delimiter = bytes.subarray(0, Math.max(first, 0));
  if (!delimiter.subarray(0, 2).equals(Buffer.from("--"))) return undefined;
  const next = Buffer.concat([LINE_END, delimiter]);
  const begin = bytes.indexOf(HEAD_END);
  const end = begin === -1 ? -1 : bytes.indexOf(next, begin + HEAD_END.length);
  const isLast = end !== -1 && bytes.subarray(end + next.length, end + next.length + 2).equals(Buffer.from("--"));
  return isLast ? bytes.subarray(begin + HEAD_END.length, end) : undefined;
}
