import { isBucketEmpty } from "../state/buckets.ts";
import type { ObjectStore } from "../provider/state.ts";
import { ADDRESS } from "../process/listening.ts";
import { Problem } from "../process/problem.ts";

/** The bucket whose objects the stand-in can read and write. Tenants' buckets it only creates and removes. */
const BUCKET = "drawbridge-releases";
const WORD = "x-drawbridge-store-word";

export interface ReleaseStoreInput {
  readonly port: number;
  readonly word: string;
  /** The simulators' data folder. */
  readonly state: string;
}

/** Accesses the release bucket of a run through a worker, and tells of any bucket whether it is empty. */
export function releaseStore({ port, word, state }: ReleaseStoreInput): ObjectStore {
  const ask = (bucket: string, key: string, init: RequestInit): Promise<Response> => {
    if (bucket !== BUCKET) throw new Problem(`On one machine, the only release bucket is ${BUCKET}, not ${bucket}.`);
    return fetch(`http://${ADDRESS}:${port}/${encodeURIComponent(key)}`, { ...init, headers: { [WORD]: word } });
  };
  return {
    isEmpty: async (bucket) => isBucketEmpty(state, bucket),
    async put(bucket, key, bytes) {
      const { status } = await ask(bucket, key, { method: "PUT", body: bytes as Uint8Array<ArrayBuffer> });
      if (status !== 204) throw new Problem(`The release bucket refused the artifact (${status}).`);
    },
    async get(bucket, key) {
      const found = await ask(bucket, key, {});
      return found.status === 200 ? new Uint8Array(await found.arrayBuffer()) : undefined;
    },
  };
}
