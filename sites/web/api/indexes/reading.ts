/** Reads the listed indexes: from the network if the copy is stale, and otherwise from the stored copy. */
import { INDEX_FRESH_MS, INDEX_MAX_BYTES, INDEX_WAIT_MS } from "../../../../manifests/bounds/packages.ts";
import type { Index } from "../../../../manifests/distribution/indexShape.ts";
import { holdsUntil, judgeIndex, stillHolds } from "../../../../manifests/distribution/judgeIndex.ts";
import type { ListedIndex } from "../../../../manifests/distribution/listedIndexes.ts";
import type { RefusedIndex } from "../../../../manifests/distribution/refusedIndex.ts";
import { readBefore, computeKids } from "../../../../manifests/distribution/remembered.ts";
import type { Result } from "../../../../manifests/result.ts";
import type { Env } from "../../powers/env.ts";
import { fetchBounded } from "./reach.ts";
import { type StoredIndex, IndexStore } from "../../../control/operators/pluginIndexes.ts";

export interface IndexState {
  readonly name: string;
  readonly version: number | null;
  /** When the version expires, in milliseconds since the epoch; null if there is none. */
  readonly expires: number | null;
  readonly checkedAt: number | null;
  /** The reason why the last fetched version was refused; null if it was accepted. */
  readonly refusal: RefusedIndex | null;
}

export interface ReadIndex {
  readonly entry: ListedIndex;
  readonly state: IndexState;
  /** The accepted version; undefined if none is valid now. */
  readonly index: Index | undefined;
}

const sha256 = (bytes: Uint8Array): Promise<ArrayBuffer> => crypto.subtle.digest("SHA-256", bytes as BufferSource);

/** The hosts that an index and its packages may come from. */
export const indexHosts = ({ url, hosts = [] }: ListedIndex): ReadonlySet<string> =>
  new Set([new URL(url).hostname, ...hosts]);

export const reached = (address: string, entry: ListedIndex, maxBytes: number) =>
  fetchBounded(address, {
    hosts: indexHosts(entry),
    maxBytes,
    late: AbortSignal.timeout(INDEX_WAIT_MS),
    fetch: (url, init) => fetch(url, init),
  });

/** Reads all listed indexes in parallel. An index that does not answer delays the caller by one timeout at most. */
export async function readIndexes({ DB }: Pick<Env, "DB">, now: number): Promise<ReadIndex[]> {
  const store = new IndexStore(DB);
  const stored = await store.listed();
  const stale = stored.filter(({ checkedAt }) => checkedAt === null || !isFresh(checkedAt, now));
  await Promise.all(stale.map((index) => refresh(store, index, now)));
  const present = stale.length === 0 ? stored : await store.listed();
  return Promise.all(present.map((index) => readStored(index, now)));
}

/** A check in the future means that the clock was set back, so it does not count as fresh. */
const isFresh = (checkedAt: number, now: number): boolean => checkedAt <= now && now < checkedAt + INDEX_FRESH_MS;

async function refresh(store: IndexStore, stored: StoredIndex, now: number): Promise<void> {
  const { entry, remembered } = stored;
  const judged = await judge(entry, stored, now);
  if (!judged.ok) return store.note(stored, judged.error, now);
  const { digest, index } = judged.value;
  const text = digest === remembered?.digest ? remembered.text : JSON.stringify(index);
  await store.take(stored, { listed: await computeKids(entry.keys), digest, text }, now);
}

async function judge(entry: ListedIndex, { remembered }: StoredIndex, now: number) {
  const fetched = await reached(entry.url, entry, INDEX_MAX_BYTES);
  if (!fetched.ok) return fetched;
  return judgeIndex(fetched.value, entry, await readBefore(entry.keys, remembered), now, sha256);
}

async function readStored(
  { name, entry, remembered, checkedAt, refusal }: StoredIndex,
  now: number,
): Promise<ReadIndex> {
  const { seen } = await readBefore(entry.keys, remembered);
  const held: Result<{ readonly index: Index }, RefusedIndex> | undefined = seen && stillHolds(seen, entry, now);
  const index = held?.ok ? held.value.index : undefined;
  return {
    entry,
    index,
    state: {
      name,
      version: seen?.index.version ?? null,
      expires: seen ? holdsUntil(seen.index) : null,
      checkedAt,
      refusal: refusal ?? (held && !held.ok ? held.error : null),
    },
  };
}
