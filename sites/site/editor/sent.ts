/** What a form of the editor holds. */
import { EDITOR_FIELD_NAME_MAX_CHARS, EDITOR_FIELDS_MAX, EDITOR_FORM_MAX_BYTES, EDITOR_UPLOAD_MAX_BYTES } from "../../../manifests/bounds.ts";
import { Refusal } from "../../../manifests/refusal.ts";
import { tooLarge } from "../../shared/bytes.ts";
import { FORM_TYPE, readForm } from "../api/body.ts";

export type Fields = ReadonlyMap<string, string>;

const BOUNDS = { maxBytes: EDITOR_FORM_MAX_BYTES, maxFields: EDITOR_FIELDS_MAX, maxNameChars: EDITOR_FIELD_NAME_MAX_CHARS };

/** Each name once: a second value of one would be silently another. */
export async function readFields(request: Request): Promise<Fields> {
  if (!FORM_TYPE.test(request.headers.get("content-type") ?? "")) throw new Refusal("UNSUPPORTED_MEDIA_TYPE", { allowed: "a form" });
  const sent = await readForm(request, BOUNDS);
  const fields = new Map(sent);
  if (fields.size < sent.length) throw malformed("a field that is given twice", "each field once");
  return fields;
}

export const holdsFiles = ({ headers }: Request): boolean => /^multipart\/form-data\s*;/i.test(headers.get("content-type") ?? "");

export interface SentFiles {
  readonly key: string;
  readonly files: readonly File[];
}

/** Held in memory while it is read, which is why it is no larger: with a script each file is a request of its own. */
export async function readFiles(request: Request): Promise<SentFiles> {
  const length = Number(request.headers.get("content-length") ?? Number.NaN);
  if (request.headers.has("content-encoding")) throw new Refusal("UNSUPPORTED_MEDIA_TYPE", { allowed: "a form as it is, not compressed" });
  if (!(length > 0)) throw malformed("a form of unknown length", "a form with its Content-Length");
  if (length > EDITOR_UPLOAD_MAX_BYTES) throw tooLarge(EDITOR_UPLOAD_MAX_BYTES);
  return chosen(await parsed(request));
}

/** A field in which no file was chosen is sent as one without name and content. */
function chosen(form: FormData): SentFiles {
  const parts = [...form];
  if (parts.length > EDITOR_FIELDS_MAX) throw malformed("more fields", `at most ${EDITOR_FIELDS_MAX} fields`);
  const key = form.get("key");
  const files = parts.flatMap(([name, part]) => (name === "file" && part instanceof File && (part.name !== "" || part.size > 0) ? [part] : []));
  return { key: typeof key === "string" ? key : "", files };
}

async function parsed(request: Request): Promise<FormData> {
  try {
    return await request.formData();
  } catch {
    throw malformed("a body that is not what its type says", "multipart/form-data");
  }
}

const malformed = (found: string, allowed: string): Refusal => new Refusal("INVALID_REQUEST", { issues: [{ pointer: "", found, allowed }] });
