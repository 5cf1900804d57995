/**
 * Decides whether a new version of an index may replace the last accepted one. A valid signature is not enough. An
 * attacker between a site and its index can withhold a new version, replay an old one, or send nothing.
 */
import { INDEX_LIFETIME_MS } from "../bounds/packages.ts";
import { pluginId, publisherOf } from "../shapes/id.ts";
import { accepted, refused, type Result } from "../result.ts";
import { type Sha256, textDigest } from "../trust/digest.ts";
import { strictText } from "../trust/exactText.ts";
import { momentText } from "../trust/moment.ts";
import type { Index } from "./indexShape.ts";
import type { ListedIndex } from "./listedIndexes.ts";
import { indexKeys, openIndex, readIndexDocument } from "./openIndex.ts";
import { type RefusedIndex, refusedIndex } from "./refusedIndex.ts";

/** The members of the operator's entry that an index is checked against. */
export type AllowedIndex = Pick<ListedIndex, "name" | "publishers">;

/** An accepted index with its digest. */
export interface SeenIndex {
  readonly digest: string;
  readonly index: Index;
}

/** The last accepted index, and the keys that may sign the next one. */
export interface Before {
  readonly keys: readonly unknown[];
  readonly seen: SeenIndex | undefined;
}

type Comparison = (index: Index, digest: string, seen: SeenIndex | undefined) => RefusedIndex | undefined;

/** The expiry of an index in milliseconds since the epoch. */
export const holdsUntil = ({ expires }: Index): number => expires * 1000;

const order: Comparison = ({ version }, digest, seen) => {
  if (!seen || version > seen.index.version) return undefined;
  if (version < seen.index.version)
    return refusedIndex("rolled_back", `version ${version}, but version ${seen.index.version} was read before`);
  return digest === seen.digest ? undefined : refusedIndex("changed", `version ${version}`);
};

function lifetime(index: Index, now: number): RefusedIndex | undefined {
  const until = holdsUntil(index);
  if (!(now < until)) return refusedIndex("expired", momentText(until));
  return until - now > INDEX_LIFETIME_MS ? refusedIndex("holds_too_long", momentText(until)) : undefined;
}

/** Every listed version must stay, with the same digest. A version can only be marked as withdrawn. */
const whole: Comparison = ({ plugins }, _digest, seen) => {
  for (const [id, { versions }] of Object.entries(seen?.index.plugins ?? {}))
    for (const [version, { digest }] of Object.entries(versions)) {
      const found = plugins[id]?.versions[version];
      if (!found) return refusedIndex("shrunk", `${id} ${version}`);
      if (found.digest !== digest) return refusedIndex("rewritten", `${id} ${version}`);
    }
  return undefined;
};

function foreignName({ publishers }: AllowedIndex, { plugins }: Index): RefusedIndex | undefined {
  if (publishers === undefined) return undefined;
  const foreign = Object.keys(plugins).find(
    (id) => !publishers.includes(id) && !publishers.includes(publisherOf(pluginId(id))),
  );
  return foreign === undefined ? undefined : refusedIndex("foreign_name", foreign);
}

/** The reason why an index may not follow the last one that was read; undefined if it may. */
export const successionFault: Comparison = (index, digest, seen) =>
  order(index, digest, seen) ?? whole(index, digest, seen);

/**
 * Checks an accepted index again, without its signature. The signature may no longer verify: a version that names new
 * keys is signed with the old ones.
 */
export function stillHolds(seen: SeenIndex, listed: AllowedIndex, now: number): Result<SeenIndex, RefusedIndex> {
  const fault = foreignName(listed, seen.index) ?? lifetime(seen.index, now);
  return fault ? refused(fault) : accepted(seen);
}

async function payloadDigest(bytes: Uint8Array, sha256: Sha256): Promise<string | undefined> {
  const document = readIndexDocument(bytes);
  const text = document.ok ? strictText(document.value.jws.payload) : undefined;
  return text === undefined ? undefined : textDigest(text, sha256);
}

/** The index in a document, if it may replace the last accepted one. `now` is in milliseconds since the epoch. */
export async function judgeIndex(
  bytes: Uint8Array,
  listed: AllowedIndex,
  { keys, seen }: Before,
  now: number,
  sha256: Sha256,
): Promise<Result<SeenIndex, RefusedIndex>> {
  const repeated = seen && (await payloadDigest(bytes, sha256)) === seen.digest ? seen : undefined;
  if (repeated) return stillHolds(repeated, listed, now);
  const opened = await openIndex(bytes, await indexKeys(keys), now);
  if (!opened.ok) return opened;
  const { index, text } = opened.value;
  if (index.index !== listed.name) return refused(refusedIndex("wrong_name", index.index));
  if ((await indexKeys(index.keys)).size !== index.keys.length)
    return refused(refusedIndex("malformed", "/keys: found an invalid key; allowed: public keys"));
  const digest = await textDigest(text, sha256);
  const fault = foreignName(listed, index) ?? lifetime(index, now) ?? successionFault(index, digest, seen);
  return fault ? refused(fault) : accepted({ digest, index });
}
