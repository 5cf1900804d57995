import { Refusal } from "../../../manifests/refusal.ts";
import { parseStrictJson } from "../../../manifests/strictJson.ts";
import { readBytes, tooLarge } from "../../shared/bytes.ts";

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

export const FORM_TYPE = /^application\/x-www-form-urlencoded(?:\s*;\s*charset="?utf-8"?)?\s*$/i;
/** As browsers write it: the boundary and nothing else. */
const MULTIPART_TYPE = /^multipart\/form-data\s*;\s*boundary=(?:"[^"\r\n]{1,70}"|[A-Za-z0-9'()+_,./:=?-]{1,70})\s*$/i;

export interface FormBounds {
  readonly maxBytes: number;
  readonly maxFields: number;
  readonly maxNameChars: number;
}

/** The fields of a form in the order they were sent. */
export async function readForm(request: Request, bounds: FormBounds): Promise<[string, string][]> {
  return few([...new URLSearchParams(decoded(await readPlain(request, bounds)))], bounds);
}

export const isMultipart = ({ headers }: Request): boolean => MULTIPART_TYPE.test(headers.get("content-type") ?? "");

/** The same of a form that may hold files. None are taken. */
export async function readMultipart(request: Request, bounds: FormBounds): Promise<[string, string][]> {
  const bytes = await readPlain(request, bounds);
  decoded(bytes);
  const parts = [...(await parsed(bytes, request.headers.get("content-type") ?? ""))];
  const fields = parts.filter((part): part is [string, string] => typeof part[1] === "string");
  if (fields.length < parts.length) throw malformed("a file", "text only");
  return few(fields, bounds);
}

async function parsed(bytes: Uint8Array, type: string): Promise<FormData> {
  try {
    return await new Response(bytes as Uint8Array<ArrayBuffer>, { headers: { "content-type": type } }).formData();
  } catch {
    throw malformed("a body that is not what its type says", "multipart/form-data");
  }
}

function readPlain(request: Request, { maxBytes }: FormBounds): Promise<Uint8Array> {
  if (request.headers.has("content-encoding")) throw new Refusal("UNSUPPORTED_MEDIA_TYPE", { allowed: "a form as it is, not compressed" });
  return readWhole(request, maxBytes);
}

const malformed = (found: string, allowed: string): Refusal => new Refusal("INVALID_REQUEST", { issues: [{ pointer: "", found, allowed }] });

function few(fields: [string, string][], { maxFields, maxNameChars }: FormBounds): [string, string][] {
  if (fields.length > maxFields || fields.some(([name]) => name.length > maxNameChars)) {
    throw malformed("more or longer fields", `${maxFields} fields with names of at most ${maxNameChars} characters`);
  }
  return fields;
}

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
