/** Reads the listed indexes: from the network if the copy is stale, and otherwise from the stored copy. */
import { INDEX_FRESH_MS, INDEX_MAX_BYTES, INDEX_WAIT_MS } from "../../../../manifests/bounds/packages.ts";
import type { Index } from "../../../../manifests/distribution/indexShape.ts";
import { holdsUntil, judgeIndex, stillHolds } from "../../../../manifests/distribution/judgeIndex.ts";
import { type ListedIndex, besideLocalIndex, isLocalIndex } from "../../../../manifests/distribution/listedIndexes.ts";
import { type RefusedIndex, refusedIndex } from "../../../../manifests/distribution/refusedIndex.ts";
import { readBefore, computeKids } from "../../../../manifests/distribution/remembered.ts";
import { refused, type Result } from "../../../../manifests/result.ts";
import type { Env } from "../../powers/env.ts";
import { fetchBounded } from "./reach.ts";
import { type FirstSeen, type StoredIndex, IndexStore } from "../../../control/operators/pluginIndexes.ts";

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
  /** When each version was first read in this index, by digest. */
  readonly seen: FirstSeen;
}

const sha256 = (bytes: Uint8Array): Promise<ArrayBuffer> => crypto.subtle.digest("SHA-256", bytes as BufferSource);

/** The hosts that an index and its packages may come from. */
export const indexHosts = ({ url, hosts = [] }: ListedIndex): ReadonlySet<string> =>
  new Set([new URL(url).hostname, ...hosts]);

type IndexEnv = Pick<Env, "DB" | "INSECURE_LOCALHOST">;

/** True on a machine that lets its author try an index at http://localhost. */
export const mayBeLocal = ({ INSECURE_LOCALHOST }: Pick<Env, "INSECURE_LOCALHOST">): boolean =>
  INSECURE_LOCALHOST === "yes";

/** Fetches an index, or a package that it lists. */
export async function reached(
  env: Pick<Env, "INSECURE_LOCALHOST">,
  address: string,
  entry: ListedIndex,
  maxBytes: number,
): Promise<Result<Uint8Array<ArrayBuffer>, RefusedIndex>> {
  const isLocal = isLocalIndex(entry);
  if (isLocal && !mayBeLocal(env)) return refused(refusedIndex("insecure"));
  return fetchBounded(isLocal ? besideLocalIndex(entry, address) : address, {
    hosts: indexHosts(entry),
    isLocal,
    maxBytes,
    late: AbortSignal.timeout(INDEX_WAIT_MS),
    fetch: (url, init) => fetch(url, init),
  });
}

/** Reads all listed indexes in parallel. An index that does not answer delays the caller by one timeout at most. */
export async function readIndexes(env: IndexEnv, now: number): Promise<ReadIndex[]> {
  const store = new IndexStore(env.DB);
  const stored = await store.listed();
  const stale = stored.filter(({ checkedAt }) => checkedAt === null || !isFresh(checkedAt, now));
  await Promise.all(stale.map((index) => refresh(env, store, index, now)));
  const present = stale.length === 0 ? stored : await store.listed();
  return Promise.all(present.map((index) => readStored(index, now)));
}

/** A check in the future means that the clock was set back, so it does not count as fresh. */
const isFresh = (checkedAt: number, now: number): boolean => checkedAt <= now && now < checkedAt + INDEX_FRESH_MS;

async function refresh(env: IndexEnv, store: IndexStore, stored: StoredIndex, now: number): Promise<void> {
  const { entry, remembered } = stored;
  const judged = await judge(env, stored, now);
  if (!judged.ok) return store.note(stored, judged.error, now);
  const { digest, index } = judged.value;
  const text = digest === remembered?.digest ? remembered.text : JSON.stringify(index);
  const seen = firstSeen(stored.seen, index, now);
  await store.take(stored, { listed: await computeKids(entry.keys), digest, text, seen }, now);
}

/** An index cannot say when a version was published, because its publisher may lie. So its first reading counts. */
const firstSeen = (before: FirstSeen, { plugins }: Index, now: number): FirstSeen =>
  Object.fromEntries(
    Object.values(plugins)
      .flatMap(({ versions }) => Object.values(versions))
      .map(({ digest }) => [digest, Object.hasOwn(before, digest) ? (before[digest] ?? now) : now]),
  );

async function judge(env: IndexEnv, { entry, remembered }: StoredIndex, now: number) {
  const fetched = await reached(env, entry.url, entry, INDEX_MAX_BYTES);
  if (!fetched.ok) return fetched;
  return judgeIndex(fetched.value, entry, await readBefore(entry.keys, remembered), now, sha256);
}

async function readStored(
  { name, entry, remembered, seen: firstRead, checkedAt, refusal }: StoredIndex,
  now: number,
): Promise<ReadIndex> {
  const { seen } = await readBefore(entry.keys, remembered);
  const held: Result<{ readonly index: Index }, RefusedIndex> | undefined = seen && stillHolds(seen, entry, now);
  const index = held?.ok ? held.value.index : undefined;
  return {
    entry,
    index,
    seen: firstRead,
    state: {
      name,
      version: seen?.index.version ?? null,
      expires: seen ? holdsUntil(seen.index) : null,
      checkedAt,
      refusal: refusal ?? (held && !held.ok ? held.error : null),
    },
  };
}
