/** The digests that the indexes of stores have for their files. */
import { existsSync } from "node:fs";
import { basename, join } from "node:path";
import * as z from "zod/mini";
import { blobsNamedIn, bucketsIn, indexOf } from "../state/buckets.ts";
import { type ReadDatabase, databaseNames, readDatabase, rowsOfDatabase } from "../state/databases.ts";
import { objectId } from "../state/objectId.ts";
import { PLACES } from "../state/places.ts";

/** The digest that a file must have, in hexadecimal. */
export interface BlobProof {
  readonly algorithm: "md5" | "sha256";
  readonly digest: string;
  /** The bucket or namespace, and the key that leads to the file. */
  readonly store: string;
  readonly key: string;
}

/** Proofs by the path below the state folder. Files without a known digest are left out. */
export const proofsIn = (state: string, reading: ReadDatabase = readDatabase): Map<string, BlobProof> =>
  new Map([...bucketProofs(state, reading), ...namespaceProofs(state, reading)]);

const MD5 = /^[0-9a-f]{32}$/;

const bucketProofs = (state: string, reading: ReadDatabase): [string, BlobProof][] =>
  bucketsIn(state)
    .filter((bucket) => existsSync(indexOf(state, bucket)))
    .flatMap((store) =>
      reading(indexOf(state, store), blobsNamedIn)
        .filter(({ md5 }) => MD5.test(md5))
        .map(({ blob, key, md5 }): [string, BlobProof] => [
          join(PLACES.buckets, store, "blobs", blob),
          { algorithm: "md5", digest: md5, store, key },
        ]),
    );

interface Entry {
  readonly key: string;
  readonly blob: string;
  readonly metadata: string | null;
}

const ENTRIES = "SELECT key, blob_id AS blob, metadata FROM _mf_entries";

function namespaceProofs(state: string, reading: ReadDatabase): [string, BlobProof][] {
  const indexes = databaseNames(join(state, PLACES.stores)).map((store) => ({
    store,
    index: join(state, PLACES.storeIndex, `${objectId(basename(PLACES.storeIndex), store)}.sqlite`),
  }));
  return indexes
    .filter(({ index }) => existsSync(index))
    .flatMap(({ store, index }) =>
      reading(index, (database) => rowsOfDatabase<Entry>(database, "_mf_entries", ENTRIES)).flatMap((entry) => {
        const digest = digestIn(entry);
        if (digest === undefined) return [];
        const proof: BlobProof = { algorithm: "sha256", digest, store, key: entry.key };
        return [[join(PLACES.stores, store, "blobs", entry.blob), proof] satisfies [string, BlobProof]];
      }),
    );
}

const metadataShape = z.object({ sha256: z.string().check(z.regex(/^[0-9a-f]{64}$/)) });

const digestIn = ({ metadata }: Entry): string | undefined =>
  metadata === null ? undefined : metadataShape.safeParse(JSON.parse(metadata)).data?.sha256;
