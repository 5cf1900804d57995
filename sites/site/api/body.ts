import { Refusal } from "../../../manifests/refusal.ts";
import { parseStrictJson } from "../../../manifests/strictJson.ts";

const JSON_TYPE = /^application\/json(?:\s*;\s*charset="?utf-8"?)?\s*$/i;

export interface Body {
  readonly value: unknown;
  readonly text: string;
}

/** The JSON body of a request, refused before it is read when its headers already say it cannot be accepted. */
export async function readJson(request: Request, maxBytes: number): Promise<Body> {
  if (!JSON_TYPE.test(request.headers.get("content-type") ?? "") || request.headers.has("content-encoding")) {
    throw new Refusal("UNSUPPORTED_MEDIA_TYPE", { allowed: "application/json in UTF-8, not compressed" });
  }
  const text = decoded(await readWhole(request, maxBytes));
  const parsed = parseStrictJson(text);
  if (!parsed.ok) throw new Refusal("INVALID_REQUEST", { issues: [parsed.issue] });
  return { value: parsed.value, text };
}

export interface FormBounds {
  readonly maxBytes: number;
  readonly maxFields: number;
  readonly maxNameChars: number;
}

/** The fields of a form in the order they were sent. */
export async function readForm(request: Request, { maxBytes, maxFields, maxNameChars }: FormBounds): Promise<[string, string][]> {
  if (Number(request.headers.get("content-length")) > maxBytes) throw tooLarge(maxBytes);
  const fields = [...new URLSearchParams(decoded(await readBytes(request.body, maxBytes)))];
  if (fields.length > maxFields || fields.some(([name]) => name.length > maxNameChars)) {
    const allowed = `${maxFields} fields with names of at most ${maxNameChars} characters`;
    throw new Refusal("INVALID_REQUEST", { issues: [{ pointer: "", found: "more or longer fields", allowed }] });
  }
  return fields;
}

const tooLarge = (maxBytes: number): Refusal => new Refusal("TOO_LARGE", { maxBytes });

/** A body whose length was said is read in one go, because HTTP itself lets no more of it through than that. */
async function readWhole(request: Request, maxBytes: number): Promise<Uint8Array> {
  const { headers } = request;
  const said = headers.get("content-length");
  if (said === null || headers.has("transfer-encoding")) return readBytes(request.body, maxBytes);
  if (Number(said) > maxBytes) throw tooLarge(maxBytes);
  const bytes = new Uint8Array(await request.arrayBuffer());
  if (bytes.byteLength > maxBytes) throw tooLarge(maxBytes);
  return bytes;
}

/** Counts while reading: a length header may be missing or wrong. */
export async function readBytes(stream: ReadableStream<Uint8Array> | null, maxBytes: number): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of stream ?? []) {
    length += chunk.byteLength;
    if (length > maxBytes) throw tooLarge(maxBytes);
    chunks.push(chunk);
  }
  return joined(chunks, length);
}

function joined(chunks: readonly Uint8Array[], length: number): Uint8Array {
  const bytes = new Uint8Array(length);
  let offset = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, offset);
    offset += chunk.byteLength;
  }
  return bytes;
}

const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

function decoded(bytes: Uint8Array): string {
  try {
    return decoder.decode(bytes);
  } catch {
    throw new Refusal("INVALID_REQUEST", {
      issues: [{ pointer: "", found: "bytes that are not UTF-8", allowed: "JSON in UTF-8" }],
    });
  }
}
