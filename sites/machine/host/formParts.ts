/** The parts of a multipart form that workerd writes. */

/** The boundary, as workerd writes it in the content type. */
const BOUNDARY = /;\s*boundary="?([^";]+)"?/;
const NAME = /^content-disposition:[^\r\n]*;\s*name="([^"\r\n]*)"/im;
const [LINE, HEAD_END] = ["\r\n", "\r\n\r\n"];

/**
 * The parts of a form by name, each a view of the body. Node's own parser copies a body five times, and the entrance
 * waits for it meanwhile. Undefined if the body is no complete form.
 */
export function formParts(body: Buffer, contentType: string): ReadonlyMap<string, Buffer> | undefined {
  const [, boundary] = BOUNDARY.exec(contentType) ?? [];
  // The first delimiter has no line break before it.
  if (boundary === undefined || !startsWith(body, 0, `--${boundary}`)) return undefined;
  const delimiter = `${LINE}--${boundary}`;
  const parts = new Map<string, Buffer>();
  let from = delimiter.length - LINE.length;
  while (startsWith(body, from, LINE)) {
    const end = body.indexOf(delimiter, from);
    const part = end === -1 ? undefined : partIn(body.subarray(from, end));
    if (part === undefined) return undefined;
    parts.set(...part);
    from = end + delimiter.length;
  }
  return startsWith(body, from, "--") ? parts : undefined;
}

function partIn(part: Buffer): [name: string, content: Buffer] | undefined {
  const head = part.indexOf(HEAD_END);
  const [, name] = NAME.exec(part.subarray(0, Math.max(0, head)).toString()) ?? [];
  return name === undefined ? undefined : [name, part.subarray(head + HEAD_END.length)];
}

const startsWith = (body: Buffer, at: number, text: string): boolean =>
  body.subarray(at, at + text.length).toString("latin1") === text;
