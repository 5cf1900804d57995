/**
 * A temporary place for an upload whose final address is unknown. Its parts are complete before they are stored. If a
 * stream breaks off, the file store of one machine otherwise keeps a partial file that no table names.
 */
import { UPLOAD_PART_BYTES } from "../../../../manifests/bounds/media.ts";
import { Refusal } from "../../../../manifests/refusals/refusal.ts";
import type { UploadBegun } from "../../../../runtime/media/library.ts";
import { unfitFile } from "../../../../runtime/media/formats/unfit.ts";
import { PartedStorage, intoParts, readParts } from "./parts.ts";
import { type Destination, mostOf } from "../../intake/receive.ts";
import type { MediaStore } from "../../powers/powers.ts";

type Begun = Pick<UploadBegun, "key" | "takes">;

export interface Staging {
  readonly destination: Destination;
  /** Streams the whole upload, after it has been received. */
  read(): Promise<ReadableStream<Uint8Array>>;
}

/**
 * Prepares storage for a file. `length` is in bytes, or null if unknown; `claimed` is the type that the sender
 * declares.
 */
export function stagingOf(bucket: MediaStore, { key, takes }: Begun, claimed: string, length: number | null): Staging {
  const storage = new PartedStorage(bucket, key, Math.min(UPLOAD_PART_BYTES, Math.max(1, length ?? UPLOAD_PART_BYTES)));
  const parts = intoParts(storage, takes, claimed);
  return {
    destination: length === null ? parts : ofLength(parts, claimed, length),
    read: async () => readParts(bucket, storage, gone),
  };
}

/** Refuses a file that is longer than its type allows before storing any of it. */
const ofLength = (parts: Destination, claimed: string, length: number): Destination => ({
  ...parts,
  admit(type) {
    if (length > mostOf(type, claimed, parts.takes)) throw new Refusal("TOO_LARGE", { maxBytes: parts.takes[type] });
    parts.admit(type);
  },
  ended(bytes) {
    if (bytes !== length) throw unfitFile(`${bytes} bytes`, `${length} bytes, as Content-Length says`);
  },
});

/**
 * Tells whether storage has the bytes. The workspace may list files without bytes: a restore lists files that no backup
 * contained.
 */
export const isThere = async (bucket: Pick<MediaStore, "head">, key: string): Promise<boolean> =>
  (await bucket.head(key)) !== null;

const gone = (): Error => new Error("an upload that was stored is not there");
