/** Parses the editor's forms. */
import { IDEMPOTENCY_KEY_MAX_CHARS } from "../../../../manifests/bounds/commands.ts";
import {
  EDITOR_FIELD_NAME_MAX_CHARS,
  EDITOR_FIELDS_MAX,
  EDITOR_FORM_MAX_BYTES,
  EDITOR_RECEIVE_MS,
  EDITOR_UPLOAD_MAX_BYTES,
} from "../../../../manifests/bounds/editor.ts";
import { Refusal } from "../../../../manifests/refusals/refusal.ts";
import { joinedBytes } from "../../../../manifests/joinedBytes.ts";
import { FORM_TYPE, readForm, requirePlain } from "../../../web/intake/body.ts";
import { boundaryOf, malformedBody, Multipart, readPartText } from "../../../web/api/request/multipart.ts";

export type Fields = ReadonlyMap<string, string>;
export const NOTHING_SENT: Fields = new Map();

/** The words in a field without the space around them. Empty for a field that was not sent. */
export const typedIn = (fields: Fields, name: string): string => (fields.get(name) ?? "").trim();

/** The prefix of fields that hold a secret. Pages never show their input again. */
export const SECRET_FIELD = "secret.";

const BOUNDS = {
  maxFields: EDITOR_FIELDS_MAX,
  maxNameChars: EDITOR_FIELD_NAME_MAX_CHARS,
};

/** Reads a form. A repeated field is refused, because one of the values would be lost silently. */
export async function readSentFields(request: Request, maxBytes = EDITOR_FORM_MAX_BYTES): Promise<Fields> {
  if (!FORM_TYPE.test(request.headers.get("content-type") ?? ""))
    throw new Refusal("UNSUPPORTED_MEDIA_TYPE", { allowed: "a form" });
  const sent = await readForm(request, { ...BOUNDS, maxBytes });
  const fields = new Map(sent);
  if (fields.size < sent.length) throw malformedBody("a field that is given twice", "each field once");
  return fields;
}

/** Tells whether a form has files. */
export const holdsFiles = (request: Request): boolean => boundaryOf(request) !== undefined;

export interface SentFile {
  readonly name: string;
  /** A stream that is read along with the form; null for an empty file. */
  readonly body: ReadableStream<Uint8Array> | null;
}

/** The parts of a form with files, in order: the idempotency key, then the files. */
export type SentPart = { readonly key: string } | { readonly file: SentFile };

/** Yields the parts of a form. The next step skips the unread rest of a file. */
export async function* sentParts(request: Request, maxBytes = EDITOR_UPLOAD_MAX_BYTES): AsyncGenerator<SentPart> {
  requirePlain(request);
  const parts = new Multipart(request.body, boundaryOf(request) ?? "", { maxBytes, maxMs: EDITOR_RECEIVE_MS });
  let count = 0;
  for (let part = await parts.next(); part; part = await parts.next()) {
    if ((count += 1) > EDITOR_FIELDS_MAX) throw malformedBody("more fields", `at most ${EDITOR_FIELDS_MAX} fields`);
    if (part.filename === null && part.name === "key") yield { key: await keyIn(parts) };
    if (part.filename !== null && part.name === "file") yield* fileIn(parts, part.filename);
  }
}

/** The idempotency key; empty if it is longer than allowed. */
async function keyIn(parts: Multipart): Promise<string> {
  const chunks: Uint8Array[] = [];
  let left = IDEMPOTENCY_KEY_MAX_CHARS;
  for (let chunk = await parts.chunk(); chunk; chunk = await parts.chunk()) {
    if ((left -= chunk.length) < 0) return "";
    chunks.push(chunk.slice());
  }
  return readPartText(joinedBytes(chunks));
}

/** A file field without a file is a part without a name and content, which is skipped. */
async function* fileIn(parts: Multipart, name: string): AsyncGenerator<SentPart> {
  const first = await parts.chunk();
  if (first === undefined && name === "") return;
  const body = new PartBody(parts, first);
  yield { file: { name, body: first ? body.stream : null } };
  await body.end();
}

/** A part of a form as a stream, which reads the form only on demand. */
class PartBody {
  readonly stream: ReadableStream<Uint8Array>;
  readonly #parts: Multipart;
  #reading: Promise<Uint8Array | undefined>;
  #isFirst = true;
  #isOver = false;

  constructor(parts: Multipart, first: Uint8Array | undefined) {
    this.#parts = parts;
    this.#reading = Promise.resolve(first);
    this.stream = new ReadableStream({ type: "bytes", pull: (controller) => this.#pull(controller) });
  }

  /** Ends the stream, because the next bytes belong to the next part. Throws if the form is malformed. */
  async end(): Promise<void> {
    this.#isOver = true;
    await this.#reading;
  }

  async #pull(controller: ReadableByteStreamController): Promise<void> {
    if (this.#isOver) throw new Error("a part of a form is read after its time");
    if (!this.#isFirst) this.#reading = this.#parts.chunk();
    this.#isFirst = false;
    const chunk = await this.#reading;
    if (chunk) return controller.enqueue(chunk.slice());
    controller.close();
    controller.byobRequest?.respond(0);
  }
}
