import { hexOf } from "../../../manifests/bytes/hex.ts";
import { BODY_TIMEOUT_MS } from "../../../manifests/bounds/api.ts";
import { DRAWING_MAX_BYTES, MEDIA_MAX_BYTES } from "../../../manifests/bounds/media.ts";
import { cleanDrawing } from "../../../runtime/media/drawings/cleanDrawing.ts";
import type { UploadBegun } from "../../../runtime/media/library.ts";
import { type MediaFacts, Inspection } from "../../../runtime/media/inspection.ts";
import { mediaRow } from "../../../manifests/shapes/mediaTypes.ts";
import { unfitFile } from "../../../runtime/media/formats/unfit.ts";
import { Refusal } from "../../../manifests/refusals/refusal.ts";
import { tooManyBytes } from "../../requests/bytes.ts";
import { joinedBytes } from "../../../manifests/joinedBytes.ts";
import { nextBytes } from "../../requests/nextBytes.ts";

export interface Received extends MediaFacts {
  /** SHA-256 of the bytes, in hexadecimal. */
  readonly digest: string;
}

export interface Pipe {
  write(chunk: Uint8Array): Promise<void>;
  end(): Promise<void>;
  abandon(reason: unknown): Promise<void>;
}

/** The destination of a file, with the rules that admit it once its type is known. */
export interface Destination {
  /** The most bytes for each accepted type. */
  readonly takes: UploadBegun["takes"];
  /** Throws a refusal if a file of this type is not accepted. */
  admit(type: MediaFacts["type"]): void;
  /** Throws a refusal if a finished file of this length is not accepted. */
  ended(bytes: number): void;
  open(): Pipe;
}

/** Declared types that say nothing about the bytes. */
const NO_CLAIM: ReadonlySet<string> = new Set(["", "application/octet-stream"]);

/**
 * Receives a file as a stream: detects its type, hashes and stores it chunk by chunk. Nothing is stored before the type
 * is accepted.
 */
export async function receive(body: ReadableStream<Uint8Array> | null, destination: Destination): Promise<Received> {
  const intake = new Intake(destination);
  const reader = body?.getReader({ mode: "byob" });
  try {
    await readInto((chunk) => intake.push(chunk), reader);
    return await intake.end();
  } catch (error) {
    await intake.abandon(error);
    if (error instanceof Refusal) await readOn(reader);
    throw error;
  }
}

/**
 * Reads and drops the rest of a refused file. A client that is still sending would otherwise lose the answer with its
 * connection.
 */
async function readOn(reader: ReadableStreamBYOBReader | undefined): Promise<void> {
  let left = MEDIA_MAX_BYTES;
  const drop = async ({ byteLength }: Uint8Array): Promise<void> => {
    left -= byteLength;
    if (left < 0) throw new Refusal("TOO_LARGE");
  };
  await readInto(drop, reader).catch(() => undefined);
}

/** Reads into one reused buffer, so that a file of any length needs the memory of one chunk. */
async function readInto(
  push: (chunk: Uint8Array) => Promise<void>,
  reader: ReadableStreamBYOBReader | undefined,
): Promise<void> {
  let buffer = new Uint8Array(CHUNK_BYTES);
  for (;;) {
    const read = reader && (await nextBytes(reader, buffer, BODY_TIMEOUT_MS, READ_MIN_BYTES));
    if (read?.value?.length) await push(read.value);
    if (!read?.value || read.done) return;
    buffer = new Uint8Array(read.value.buffer);
  }
}

/** Each read has a timer and a turn of the thread, so a fast sender's bytes are taken together. */
const CHUNK_BYTES = 128 * 1024;
/** The bytes that a slow sender must send in BODY_TIMEOUT_MS. */
const READ_MIN_BYTES = 32 * 1024;

/** The type whose files are written anew before they are stored. */
const DRAWING = "image/svg+xml";

/**
 * Detects, hashes and passes on a file chunk by chunk. A chunk's memory may be reused after `push` has settled. A
 * drawing is held as a whole, and what is stored of it is its clean text.
 */
export class Intake {
  readonly #destination: Destination;
  readonly #inspection: Inspection;
  readonly #hashing = new crypto.DigestStream("SHA-256");
  readonly #hash = this.#hashing.getWriter();
  /** Copies of chunks that wait for the type. */
  #held: Uint8Array[] = [];
  #storage: Pipe | undefined;
  /** The bytes of a drawing so far. */
  #drawn = 0;

  constructor(destination: Destination) {
    this.#destination = destination;
    this.#inspection = new Inspection(namesOf(destination.takes));
  }

  async push(chunk: Uint8Array): Promise<void> {
    this.#inspection.push(chunk);
    this.#held.push(this.#storage ? chunk : chunk.slice());
    const { type } = this.#inspection;
    if (type === DRAWING) this.#admitDrawing(chunk.length);
    else if (type) await this.#store(type);
  }

  async end(): Promise<Received> {
    const sent = this.#inspection.end();
    this.#destination.ended(sent.bytes);
    const facts = sent.type === DRAWING ? this.#cleaned(sent) : sent;
    await this.#store(facts.type);
    await Promise.all([this.#storage?.end(), this.#hash.close()]);
    return { ...facts, digest: hexOf(await this.#hashing.digest) };
  }

  /** Refuses a drawing that is not accepted, or is longer than any, before more of it is held. */
  #admitDrawing(more: number): void {
    if (this.#drawn === 0) this.#destination.admit(DRAWING);
    this.#drawn += more;
    if (this.#drawn > DRAWING_MAX_BYTES) throw tooManyBytes(DRAWING_MAX_BYTES);
  }

  #cleaned(sent: MediaFacts): MediaFacts {
    const { text, size } = cleanDrawing(joinedBytes(this.#held));
    const bytes = new TextEncoder().encode(text);
    this.#held = [bytes];
    return { ...sent, bytes: bytes.length, size };
  }

  async abandon(reason: unknown): Promise<void> {
    // After an abort nothing awaits the digest, so its rejection is handled here.
    this.#hashing.digest.catch(() => undefined);
    await Promise.all([this.#storage?.abandon(reason), this.#hash.abort(reason).catch(() => undefined)]);
  }

  async #store(type: MediaFacts["type"]): Promise<void> {
    if (!this.#storage) this.#destination.admit(type);
    const storage = (this.#storage ??= this.#destination.open());
    const held = this.#held;
    this.#held = [];
    for (const chunk of held) {
      await this.#hash.write(chunk);
      await storage.write(chunk);
    }
  }
}

/** The accepted files by their endings, which people know. */
const namesOf = (takes: UploadBegun["takes"]): string =>
  (Object.keys(takes) as MediaFacts["type"][]).map((type) => `.${mediaRow(type).ending}`).join(", ") ||
  "nothing: no plugin of this site takes files";

/**
 * The most bytes of a file of this type. Throws a refusal if the type is not accepted or contradicts the declared type.
 */
export function mostOf(type: MediaFacts["type"], claimed: string, takes: UploadBegun["takes"]): number {
  const most = takes[type];
  if (most === undefined) throw unfitFile(type, namesOf(takes));
  if (!NO_CLAIM.has(claimed) && claimed !== type && !(mediaRow(type).aliases ?? []).includes(claimed))
    throw unfitFile(`a file of ${type}`, `what Content-Type says, or ${[...NO_CLAIM][1]}`);
  return most;
}

/**
 * Reads the declared type. We never trust it, but a wrong one means the client sent something it did not intend, so we
 * refuse it.
 */
export const declaredType = (header: string | null): string => (header ?? "").split(";")[0]?.trim().toLowerCase() ?? "";
