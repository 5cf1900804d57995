import { createHash } from "node:crypto";
import { createReadStream, statSync } from "node:fs";
import { join } from "node:path";
import type { Aside } from "../damage/aside.ts";
import type { DamagedBlob } from "./damagedBlob.ts";
import type { BlobProof } from "./proofs.ts";
import { BlobSync } from "./syncing.ts";

export interface KeeperInput {
  /** The state folder. */
  readonly state: string;
  /** Reads the proofs of the present files. */
  readonly proofs: () => ReadonlyMap<string, BlobProof>;
  readonly aside: Pick<Aside, "move">;
  readonly onDamage: (damaged: DamagedBlob) => void;
  readonly sync?: BlobSync;
}

/**
 * Keeps the files of the stores: brings new ones to the disk, and compares each older one with its digest, once a round. Paths
 * are below the state folder.
 */
export class BlobKeeper {
  readonly #input: KeeperInput;
  readonly #sync: BlobSync;
  /** Files that were not compared yet in this round. */
  #open: Map<string, BlobProof>;
  readonly #running = new Map<string, Promise<boolean>>();

  constructor(input: KeeperInput) {
    this.#input = input;
    this.#sync = input.sync ?? new BlobSync(input.state);
    this.#open = new Map(input.proofs());
  }

  /** Begins another round: all files that there are now are to compare. */
  again(): void {
    this.#open = new Map(this.#input.proofs());
  }

  /** Files that are still to compare, oldest entry first. */
  get open(): IterableIterator<string> {
    return this.#open.keys();
  }

  /** The size of a file in bytes; 0 if it is gone. */
  sizeOf(path: string): number {
    return statSync(join(this.#input.state, path), { throwIfNoEntry: false })?.size ?? 0;
  }

  /** Resolves once a new file is on the disk. */
  keep(path: string): Promise<void> {
    return this.#sync.keep(join(this.#input.state, path));
  }

  /** False if the file is damaged. It is set aside then. A file that is gone, or has no proof, counts as sound. */
  isSound(path: string): Promise<boolean> {
    const proof = this.#open.get(path);
    if (proof === undefined) return Promise.resolve(true);
    const running = this.#running.get(path) ?? this.#compare(path, proof).finally(() => this.#running.delete(path));
    this.#running.set(path, running);
    return running;
  }

  async #compare(path: string, proof: BlobProof): Promise<boolean> {
    const digest = await fileDigest(join(this.#input.state, path), proof.algorithm);
    const isSound = digest === undefined || digest === proof.digest;
    if (!isSound) this.#input.onDamage({ ...proof, path, kept: this.#input.aside.move(path) });
    this.#open.delete(path);
    return isSound;
  }
}

/** Reads a file in parts, so that other requests go on. Undefined if it is gone. */
async function fileDigest(path: string, algorithm: BlobProof["algorithm"]): Promise<string | undefined> {
  const digest = createHash(algorithm);
  try {
    for await (const part of createReadStream(path) as AsyncIterable<Buffer>) digest.update(part);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
  return digest.digest("hex");
}
