import { BODY_TIMEOUT_MS } from "../../../manifests/bounds/api.ts";
import { Refusal } from "../../../manifests/refusals/refusal.ts";
import { parseStrictJson } from "../../../manifests/json/strictJson.ts";
import { readBytes, tooManyBytes } from "../../requests/bytes.ts";
import { inTime } from "../../requests/inTime.ts";

const JSON_TYPE = /^application\/json(?:\s*;\s*charset="?utf-8"?)?\s*$/i;

export interface Body {
  readonly value: unknown;
  readonly text: string;
}

/** Reads a JSON body. A body that the headers already disqualify is refused unread. */
export async function readJson(request: Request, maxBytes: number): Promise<Body> {
  if (!JSON_TYPE.test(request.headers.get("content-type") ?? "") || request.headers.has("content-encoding")) {
    throw new Refusal("UNSUPPORTED_MEDIA_TYPE", { allowed: "application/json in UTF-8, not compressed" });
  }
  const text = decoded(await readWhole(request, maxBytes));
  const parsed = parseStrictJson(text);
  if (!parsed.ok) throw new Refusal("INVALID_REQUEST", { issues: [parsed.error.issue] });
  return { value: parsed.value, text };
}

/** Reads a body of any type as text, exactly as it was sent. */
export async function readSentText(request: Request, maxBytes: number): Promise<string> {
  requirePlain(request);
  return decoded(await readWhole(request, maxBytes), "text in UTF-8");
}

export const FORM_TYPE = /^application\/x-www-form-urlencoded(?:\s*;\s*charset="?utf-8"?)?\s*$/i;
export interface FormBounds {
  readonly maxBytes: number;
  readonly maxFields: number;
  readonly maxNameChars: number;
}

/** The fields of a form in the order they were sent. */
export async function readForm(request: Request, bounds: FormBounds): Promise<[string, string][]> {
  return boundedFields([...new URLSearchParams(decoded(await readPlain(request, bounds)))], bounds);
}

function readPlain(request: Request, { maxBytes }: FormBounds): Promise<Uint8Array> {
  requirePlain(request);
  return readWhole(request, maxBytes);
}

export function requirePlain({ headers }: Request): void {
  if (headers.has("content-encoding"))
    throw new Refusal("UNSUPPORTED_MEDIA_TYPE", { allowed: "a body as it is, not compressed" });
}

function boundedFields(fields: [string, string][], bounds: FormBounds): [string, string][] {
  requireFew(
    fields.map(([name]) => name),
    bounds,
  );
  return fields;
}

export function requireFew(names: readonly string[], { maxFields, maxNameChars }: Omit<FormBounds, "maxBytes">): void {
  if (names.length <= maxFields && names.every((name) => name.length <= maxNameChars)) return;
  const allowed = `${maxFields} fields with names of at most ${maxNameChars} characters`;
  throw new Refusal("INVALID_REQUEST", { issues: [{ pointer: "", found: "more or longer fields", allowed }] });
}

/** Reads a body of announced length at once, because HTTP guarantees that it is not longer. */
async function readWhole(request: Request, maxBytes: number): Promise<Uint8Array> {
  const { headers } = request;
  const contentLength = headers.get("content-length");
  if (contentLength === null || headers.has("transfer-encoding")) return readBytes(request.body, maxBytes);
  if (Number(contentLength) > maxBytes) throw tooManyBytes(maxBytes);
  const bytes = new Uint8Array(await inTime(request.arrayBuffer(), BODY_TIMEOUT_MS));
  if (bytes.byteLength > maxBytes) throw tooManyBytes(maxBytes);
  return bytes;
}

const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

function decoded(bytes: Uint8Array, allowed = "JSON in UTF-8"): string {
  try {
    return decoder.decode(bytes);
  } catch {
    throw new Refusal("INVALID_REQUEST", {
      issues: [{ pointer: "", found: "bytes that are not UTF-8", allowed }],
    });
  }
}
