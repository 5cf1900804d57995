import { BODY_TIMEOUT_MS } from "../../../../manifests/bounds.ts";
import type { UploadBegun } from "../../../../runtime/media/library.ts";
import type { MediaFacts } from "../../../../runtime/media/inspection.ts";
import { Inspection } from "../../../../runtime/media/inspection.ts";
import { unfit } from "../../../../runtime/media/unfit.ts";
import { nextBytes } from "../../../shared/nextBytes.ts";

export interface Received extends MediaFacts {
  /** SHA-256 of the bytes, in hexadecimal. */
  readonly digest: string;
}

export interface Pipe {
  write(chunk: Uint8Array): Promise<void>;
  end(): Promise<void>;
  abandon(reason: unknown): Promise<void>;
}

/** Where a file goes once its type is known, and whether it may. */
export interface Destination {
  /** Most bytes of each type it takes. */
  readonly takes: UploadBegun["takes"];
  /** Throws what is wrong with a file of that type here. */
  admit(type: MediaFacts["type"]): void;
  /** The same of one of that length, when it has ended. */
  ended(bytes: number): void;
  open(): Pipe;
}

/** What a sender may say of bytes it knows nothing of. */
const NO_CLAIM: ReadonlySet<string> = new Set(["", "application/octet-stream"]);

/**
 * Takes a file in while it is being sent: recognised, hashed and stored chunk by chunk, each of which is gone when the
 * next one comes. Nothing is stored before the type is known to be one this site takes.
 */
export async function receive(body: ReadableStream<Uint8Array> | null, destination: Destination): Promise<Received> {
  const intake = new Intake(destination);
  try {
    await readInto(intake, body);
    return await intake.end();
  } catch (error) {
    await intake.abandon(error);
    throw error;
  }
}

/** Into one buffer, again and again, so that a file of any length costs the memory of one chunk. */
async function readInto(intake: Intake, body: ReadableStream<Uint8Array> | null): Promise<void> {
  const reader = body?.getReader({ mode: "byob" });
  let buffer = new Uint8Array(CHUNK_BYTES);
  for (;;) {
    const read = reader && (await nextBytes(reader, buffer, BODY_TIMEOUT_MS));
    if (read?.value?.length) await intake.push(read.value);
    if (!read?.value || read.done) return;
    buffer = new Uint8Array(read.value.buffer);
  }
}

const CHUNK_BYTES = 64 * 1024;

/** A file on its way, recognised, hashed and passed on chunk by chunk. A chunk is not looked at any more when `push` has settled. */
export class Intake {
  readonly #destination: Destination;
  readonly #inspection: Inspection;
  readonly #hashing = new crypto.DigestStream("SHA-256");
  readonly #hash = this.#hashing.getWriter();
  /** What is not stored yet: copies, while the type is not known. */
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
    // Whoever waits for the digest is told below; nobody does.
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

const namesOf = (takes: UploadBegun["takes"]): string => Object.keys(takes).join(", ") || "nothing: no plugin of this site takes files";

/** Most bytes of a file of that type; it is refused where none are taken, and where its sender said something else. */
export function mostOf(type: MediaFacts["type"], claimed: string, takes: UploadBegun["takes"]): number {
  const most = takes[type];
  if (most === undefined) throw unfit(type, namesOf(takes));
  if (!NO_CLAIM.has(claimed) && claimed !== type) throw unfit(`a file of ${type}`, `what Content-Type says, or ${[...NO_CLAIM][1]}`);
  return most;
}

/** What the sender says it is: believed of nothing, but whoever says what is not so has not sent what they meant to. */
export function claimOf(header: string | null): string {
  const claimed = (header ?? "").split(";")[0]?.trim().toLowerCase() ?? "";
  return claimed === "image/jpg" ? "image/jpeg" : claimed;
}

export const hexOf = (bytes: ArrayBuffer): string =>
  [...new Uint8Array(bytes)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
