import { hexOf } from "../../../manifests/bytes/hex.ts";
import { BODY_TIMEOUT_MS } from "../../../manifests/bounds/api.ts";
import { MEDIA_MAX_BYTES } from "../../../manifests/bounds/media.ts";
import type { UploadBegun } from "../../../runtime/media/library.ts";
import type { MediaFacts } from "../../../runtime/media/inspection.ts";
import { Inspection } from "../../../runtime/media/inspection.ts";
import { mediaRow } from "../../../manifests/shapes/mediaTypes.ts";
import { unfitFile } from "../../../runtime/media/formats/unfit.ts";
import { Refusal } from "../../../manifests/refusals/refusal.ts";
import { nextBytes } from "../../shared/nextBytes.ts";

export interface Received extends MediaFacts {
  /** SHA-256 of the bytes, in hexadecimal. */
  readonly digest: string;
}

export interface Pipe {
  write(chunk: Uint8Array): Promise<void>;
  end(): Promise<void>;
  abandon(reason: unknown): Promise<void>;
}

/** The place of a file once its type is known, with the rules that admit it. */
export interface Destination {
  /** Most bytes of each type it takes. */
  readonly takes: UploadBegun["takes"];
  /** Throws the refusal of a file of that type. */
  admit(type: MediaFacts["type"]): void;
  /** The same of one of that length, when it has ended. */
  ended(bytes: number): void;
  open(): Pipe;
}

/** Types with which a sender claims nothing about the bytes. */
const NO_CLAIM: ReadonlySet<string> = new Set(["", "application/octet-stream"]);

/**
 * Receives a file while it is sent: recognises, hashes and stores it chunk by chunk, and keeps no chunk. It stores
 * nothing before it knows that the site takes the type.
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

/** A sender who is answered while it sends loses the answer with its connection. So it may send on, for a file's length. */
async function readOn(reader: ReadableStreamBYOBReader | undefined): Promise<void> {
  let left = MEDIA_MAX_BYTES;
  const drop = async ({ byteLength }: Uint8Array): Promise<void> => {
    left -= byteLength;
    if (left < 0) throw new Refusal("TOO_LARGE");
  };
  await readInto(drop, reader).catch(() => undefined);
}

/** Into one buffer, again and again, so that a file of any length costs the memory of one chunk. */
async function readInto(
  push: (chunk: Uint8Array) => Promise<void>,
  reader: ReadableStreamBYOBReader | undefined,
): Promise<void> {
  let buffer = new Uint8Array(CHUNK_BYTES);
  for (;;) {
    const read = reader && (await nextBytes(reader, buffer, BODY_TIMEOUT_MS));
    if (read?.value?.length) await push(read.value);
    if (!read?.value || read.done) return;
    buffer = new Uint8Array(read.value.buffer);
  }
}

const CHUNK_BYTES = 64 * 1024;

/**
 * A file on its way, recognised, hashed and passed on chunk by chunk. It does not use a chunk after `push` has settled.
 */
export class Intake {
  readonly #destination: Destination;
  readonly #inspection: Inspection;
  readonly #hashing = new crypto.DigestStream("SHA-256");
  readonly #hash = this.#hashing.getWriter();
  /** Copies of the chunks that wait until the type is known. */
  #held: Uint8Array[] = [];
  #storage: Pipe | undefined;

  constructor(destination: Destination) {
    this.#destination = destination;
    this.#inspection = new Inspection(namesOf(destination.takes));
  }

  async push(chunk: Uint8Array): Promise<void> {
    this.#inspection.push(chunk);
    await this.#hash.write(chunk);
    this.#held.push(this.#storage ? chunk : chunk.slice());
    if (this.#inspection.type) await this.#store(this.#inspection.type);
  }

  async end(): Promise<Received> {
    const facts = this.#inspection.end();
    this.#destination.ended(facts.bytes);
    await this.#store(facts.type);
    await Promise.all([this.#storage?.end(), this.#hash.close()]);
    return { ...facts, digest: hexOf(await this.#hashing.digest) };
  }

  async abandon(reason: unknown): Promise<void> {
    // No caller waits for the digest any more, so nobody else would handle its rejection.
    this.#hashing.digest.catch(() => undefined);
    await Promise.all([this.#storage?.abandon(reason), this.#hash.abort(reason).catch(() => undefined)]);
  }

  async #store(type: MediaFacts["type"]): Promise<void> {
    if (!this.#storage) this.#destination.admit(type);
    const storage = (this.#storage ??= this.#destination.open());
    const held = this.#held;
    this.#held = [];
    for (const chunk of held) await storage.write(chunk);
  }
}

const namesOf = (takes: UploadBegun["takes"]): string =>
  Object.keys(takes).join(", ") || "nothing: no plugin of this site takes files";

/** Most bytes of a file of that type; it is refused where none are taken, and where its sender said something else. */
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
