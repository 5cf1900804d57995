/** What a form of the editor holds. */
import {
  EDITOR_FIELD_NAME_MAX_CHARS, EDITOR_FIELDS_MAX, EDITOR_FORM_MAX_BYTES, EDITOR_RECEIVE_MS, EDITOR_UPLOAD_MAX_BYTES, EDITOR_UPLOADED_FILE_MAX_BYTES, IDEMPOTENCY_KEY_MAX_CHARS,
} from "../../../manifests/bounds.ts";
import { Refusal } from "../../../manifests/refusal.ts";
import { joinedBytes } from "../../../runtime/joinedBytes.ts";
import { FORM_TYPE, readForm, requirePlain } from "../api/body.ts";
import type { PartHead } from "../api/multipart.ts";
import { boundaryOf, malformed, Multipart, textOf } from "../api/multipart.ts";

export type Fields = ReadonlyMap<string, string>;
export const NOTHING_SENT: Fields = new Map();

const BOUNDS = { maxBytes: EDITOR_FORM_MAX_BYTES, maxFields: EDITOR_FIELDS_MAX, maxNameChars: EDITOR_FIELD_NAME_MAX_CHARS };

/** Each name once: a second value of one would be silently another. */
export async function readFields(request: Request): Promise<Fields> {
  if (!FORM_TYPE.test(request.headers.get("content-type") ?? "")) throw new Refusal("UNSUPPORTED_MEDIA_TYPE", { allowed: "a form" });
  const sent = await readForm(request, BOUNDS);
  const fields = new Map(sent);
  if (fields.size < sent.length) throw malformed("a field that is given twice", "each field once");
  return fields;
}

/** A form with files: its boundary. */
export const holdsFiles = (request: Request): boolean => boundaryOf(request) !== undefined;

export interface SentFile {
  readonly name: string;
  /** Null for one that is larger than one may be here. */
  readonly content: Uint8Array<ArrayBuffer> | null;
}

/** What a form with files holds, as it comes: first its number, then one file after the other. */
export type SentPart = { readonly key: string } | { readonly file: SentFile };

/** A form does not say how long a file is, and storage wants to know: each is held whole until it is stored, and only one at a time. */
export async function* partsOf(request: Request, most = { form: EDITOR_UPLOAD_MAX_BYTES, file: EDITOR_UPLOADED_FILE_MAX_BYTES }): AsyncGenerator<SentPart> {
  requirePlain(request);
  const parts = new Multipart(request.body, boundaryOf(request) ?? "", { maxBytes: most.form, maxMs: EDITOR_RECEIVE_MS });
  let count = 0;
  for (let part = await parts.next(); part; part = await parts.next()) {
    if ((count += 1) > EDITOR_FIELDS_MAX) throw malformed("more fields", `at most ${EDITOR_FIELDS_MAX} fields`);
    const content = await contentOf(parts, part.filename === null ? IDEMPOTENCY_KEY_MAX_CHARS : most.file);
    const sent = partOf(part, content);
    if (sent) yield sent;
  }
}

/** Undefined for what nobody asked for, and for a field in which no file was chosen: that is sent as one without name and content. */
function partOf({ name, filename }: PartHead, content: Uint8Array<ArrayBuffer> | null): SentPart | undefined {
  if (filename === null) return name === "key" ? { key: content ? textOf(content) : "" } : undefined;
  const isChosen = name === "file" && (filename !== "" || content?.length !== 0);
  return isChosen ? { file: { name: filename, content } } : undefined;
}

/** All of a part; null, and read to its end all the same, when it is longer: others stand behind it. */
async function contentOf(parts: Multipart, most: number): Promise<Uint8Array<ArrayBuffer> | null> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for (let chunk = await parts.chunk(); chunk; chunk = await parts.chunk()) {
    length += chunk.length;
    if (length <= most) chunks.push(chunk.slice());
    else chunks.length = 0;
  }
  return length > most ? null : joinedBytes(chunks);
}
