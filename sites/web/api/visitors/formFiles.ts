/** Receives browsers' forms with files: texts are collected, and each file is streamed to the quarantine. */
import {
  FORM_BODY_MAX_BYTES,
  FORM_FILE_PART_BYTES,
  FORM_FILES_MAX,
  FORM_NAME_MAX_CHARS,
  FORM_POST_MAX_BYTES,
  FORM_RECEIVE_MS,
  FORM_VALUES_MAX,
} from "../../../../manifests/bounds/forms.ts";
import { Refusal } from "../../../../manifests/refusals/refusal.ts";
import type { ArrivedFiles, FaultyFile, FilesBegun, TakesFiles } from "../../../../runtime/submissions/arriving.ts";
import type { ReceivedFile } from "../../../../runtime/submissions/files.ts";
import { joinedBytes } from "../../../../manifests/joinedBytes.ts";
import { cleanName } from "../../../../runtime/media/names.ts";
import { tooManyBytes } from "../../../requests/bytes.ts";
import { requireFew } from "../../intake/body.ts";
import { PartedStorage, intoParts } from "../media/parts.ts";
import { Intake, declaredType } from "../../intake/receive.ts";
import { type PartHead, Multipart, readPartText } from "../request/multipart.ts";
import type { MediaStore } from "../../powers/powers.ts";

export interface SentForm {
  readonly fields: [string, string][];
  readonly files: ArrivedFiles | null;
}

export interface FileQuarantine {
  readonly bucket: Pick<MediaStore, "put">;
  /** Called when the first file arrives. */
  begin(): Promise<FilesBegun>;
  /** Called if a post that has begun will not be completed. */
  abandon(post: string): Promise<unknown>;
}

const BOUNDS = { maxFields: FORM_VALUES_MAX, maxNameChars: FORM_NAME_MAX_CHARS };

export async function readFormWithFiles(
  body: ReadableStream<Uint8Array> | null,
  boundary: string,
  quarantine: FileQuarantine,
): Promise<SentForm> {
  const [parts, texts] = [
    new Multipart(body, boundary, { maxBytes: FORM_POST_MAX_BYTES, maxMs: FORM_RECEIVE_MS }),
    new Texts(),
  ];
  const files = new FilesIntake(parts, quarantine);
  const names: string[] = [];
  try {
    for (let part = await parts.next(); part; part = await parts.next()) {
      names.push(part.name);
      requireFew(names, BOUNDS);
      await (part.filename === null ? texts.take(parts, part) : files.take(part));
    }
    return { fields: texts.fields, files: files.arrived };
  } catch (error) {
    await files.abandon();
    throw error;
  }
}

/** Collects the texts of a form. Together they may be as long as the body of a form without files. */
class Texts {
  readonly fields: [string, string][] = [];
  #left = FORM_BODY_MAX_BYTES;

  async take(parts: Multipart, { name }: PartHead): Promise<void> {
    const chunks: Uint8Array[] = [];
    this.#spend(name.length);
    for (let chunk = await parts.chunk(); chunk; chunk = await parts.chunk()) {
      this.#spend(chunk.length);
      chunks.push(chunk.slice());
    }
    this.fields.push([name, readPartText(joinedBytes(chunks))]);
  }

  #spend(bytes: number): void {
    if ((this.#left -= bytes) < 0) throw tooManyBytes(FORM_BODY_MAX_BYTES);
  }
}

class FilesIntake {
  readonly #parts: Multipart;
  readonly #quarantine: FileQuarantine;
  readonly #taken: ReceivedFile[] = [];
  readonly #faulty: FaultyFile[] = [];
  #begun: FilesBegun | undefined;
  #stored = 0;

  constructor(parts: Multipart, quarantine: FileQuarantine) {
    this.#parts = parts;
    this.#quarantine = quarantine;
  }

  get arrived(): ArrivedFiles | null {
    return this.#begun ? { post: this.#begun.post, taken: this.#taken, faulty: this.#faulty } : null;
  }

  /** A file field without a file is a part without a name and content, which is skipped. */
  async take(part: PartHead): Promise<void> {
    const first = await this.#parts.chunk();
    if (first === undefined && part.filename === "") return;
    const begun = (this.#begun ??= await this.#quarantine.begin());
    const takes = Object.hasOwn(begun.takes, part.name) ? begun.takes[part.name] : undefined;
    const number = this.#taken.length + this.#faulty.length + 1;
    const fault = takes ? this.#without(takes, part, begun) : "stranger";
    if (fault || !takes) this.#faulty.push({ number, field: part.name, bytes: 0, fault: fault ?? "stranger" });
    else await this.#receive({ part, number, takes, begun }, first);
  }

  async abandon(): Promise<void> {
    if (this.#begun)
      await this.#quarantine
        .abandon(this.#begun.post)
        .catch((error: unknown) => console.warn("files of a form were not abandoned", String(error)));
  }

  /** Finds a fault that is known before the file's bytes arrive; undefined if there is none. */
  #without({ most }: TakesFiles, { name }: PartHead, { maxBytes }: FilesBegun): FaultyFile["fault"] | undefined {
    if (maxBytes === 0) return "full";
    const sameField = [...this.#taken, ...this.#faulty].filter(({ field }) => field === name).length;
    return sameField >= most || this.#taken.length + this.#faulty.length >= FORM_FILES_MAX ? "count" : undefined;
  }

  async #receive(one: Arriving, first: Uint8Array | undefined): Promise<void> {
    const {
      part: { name: field, filename, type: claimed },
      number,
      takes,
      begun,
    } = one;
    const storage = new PartedStorage(this.#quarantine.bucket, `${begun.key}/${number}`, FORM_FILE_PART_BYTES);
    const room = begun.maxBytes - this.#stored;
    const intake = new Intake(intoParts(storage, takes.types, declaredType(claimed), room));
    const refusal = await this.#pass(intake, first);
    const ended = refusal ?? (await orRefusal(intake.end()));
    this.#stored += storage.bytes;
    if (ended instanceof Refusal) {
      await intake.abandon(ended);
      this.#faulty.push({ number, field, bytes: storage.bytes, fault: ended.code === "TOO_LARGE" ? "size" : "type" });
      return;
    }
    const { type, bytes, size, digest } = ended;
    const name = cleanName(filename ?? "", type);
    this.#taken.push({
      number,
      field,
      name,
      type,
      bytes,
      width: size?.width ?? null,
      height: size?.height ?? null,
      digest,
      parts: storage.parts,
    });
  }

  /** Reads all of a file, also after a refusal, because the parts behind it must still be read. */
  async #pass(intake: Intake, first: Uint8Array | undefined): Promise<Refusal | undefined> {
    let refusal: Refusal | undefined;
    for (let chunk = first; chunk; chunk = await this.#parts.chunk()) {
      const pushed = refusal ?? (await orRefusal(intake.push(chunk)));
      if (pushed instanceof Refusal) refusal = pushed;
    }
    return refusal;
  }
}

interface Arriving {
  readonly part: PartHead;
  readonly number: number;
  readonly takes: TakesFiles;
  readonly begun: FilesBegun;
}

/** Turns a file's refusal into a value, because a faulty file is no fault of the form around it. */
async function orRefusal<T>(doing: Promise<T>): Promise<T | Refusal> {
  try {
    return await doing;
  } catch (error) {
    if (error instanceof Refusal) return error;
    throw error;
  }
}
