/** An upload in storage before it is known where it belongs: as one object where its length was said, in parts where nobody knows it. */
import { UPLOAD_PART_BYTES } from "../../../../manifests/bounds.ts";
import { Refusal } from "../../../../manifests/refusal.ts";
import type { UploadBegun } from "../../../../runtime/media/library.ts";
import { unfit } from "../../../../runtime/media/unfit.ts";
import { PartedStorage, intoParts, readParts } from "./parts.ts";
import type { Destination, Pipe } from "./receive.ts";
import { mostOf } from "./receive.ts";

type Begun = Pick<UploadBegun, "key" | "takes">;

export interface Staging {
  readonly destination: Destination;
  /** All of it, once it has been received. */
  read(): Promise<ReadableStream<Uint8Array>>;
}

/** `length` in bytes, null where nobody knows it. `claimed`: the type its sender says it is of. */
export const stagingOf = (bucket: R2Bucket, begun: Begun, claimed: string, length: number | null): Staging =>
  length === null ? inParts(bucket, begun, claimed) : asOne(bucket, begun, claimed, length);

/** A file a workspace knows may be lost all the same: a restore lists also those of which no backup had the bytes. */
export const isThere = async (bucket: Pick<R2Bucket, "head">, key: string): Promise<boolean> => (await bucket.head(key)) !== null;

const gone = (): Error => new Error("an upload that was stored is not there");

function inParts(bucket: R2Bucket, { key, takes }: Begun, claimed: string): Staging {
  const storage = new PartedStorage(bucket, key, UPLOAD_PART_BYTES);
  return { destination: intoParts(storage, takes, claimed), read: async () => readParts(bucket, storage, gone) };
}

const asOne = (bucket: R2Bucket, { key, takes }: Begun, claimed: string, length: number): Staging => ({
  destination: {
    takes,
    admit(type) {
      if (length > mostOf(type, claimed, takes)) throw new Refusal("TOO_LARGE", { maxBytes: takes[type] });
    },
    ended(bytes) {
      if (bytes !== length) throw unfit(`${bytes} bytes`, `${length} bytes, as Content-Length says`);
    },
    open: () => store(bucket, key, length),
  },
  async read() {
    const stored = await bucket.get(key);
    if (!stored) throw gone();
    return stored.body;
  },
});

function store(bucket: R2Bucket, key: string, length: number): Pipe {
  const { readable, writable } = new FixedLengthStream(length);
  const writer = writable.getWriter();
  const storing = bucket.put(key, readable);
  // Looked at when it is waited for; until then a failure of it shows in the writing.
  storing.catch(() => undefined);
  return {
    write: (chunk) => writer.write(chunk),
    async end() {
      await writer.close();
      await storing;
    },
    async abandon(reason) {
      await writer.abort(reason).catch(() => undefined);
      await storing.catch(() => undefined);
    },
  };
}
