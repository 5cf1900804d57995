/** The stored state of one index, and how much of it is valid after the operator has changed the keys. */
import { accepted, refused, type Result } from "../result.ts";
import type { Before, SeenIndex } from "./judgeIndex.ts";
import { indexKeys, readIndexText } from "./openIndex.ts";
import type { RefusedIndex } from "./refusedIndex.ts";

/** An accepted index as it is stored. */
export interface RememberedIndex {
  /** Thumbprints of the keys that the operator's entry had at that time. */
  readonly listed: readonly string[];
  readonly digest: string;
  readonly text: string;
}

export const computeKids = async (keys: readonly unknown[]): Promise<string[]> =>
  [...(await indexKeys(keys)).keys()].toSorted();

function seenIn({ text, digest }: RememberedIndex): Result<SeenIndex, RefusedIndex> {
  const index = readIndexText(text);
  return index.ok ? accepted({ digest, index: index.value }) : refused(index.error);
}

/**
 * Reads what the next version is compared with. The keys of the last version count, not those in the operator's entry,
 * so a key that was rotated out cannot sign. If the operator changes the entry's keys, these count. If none of them was
 * known before, the version numbers start again, because a stolen key may have used them up.
 */
export async function readBefore(
  listedKeys: readonly unknown[],
  remembered: RememberedIndex | undefined,
): Promise<Before> {
  const seen = remembered && seenIn(remembered);
  if (!remembered || !seen?.ok) return { keys: listedKeys, seen: undefined };
  const kids = await computeKids(listedKeys);
  const { index } = seen.value;
  if (kids.join(" ") === remembered.listed.join(" ")) return { keys: index.keys, seen: seen.value };
  const known = new Set([...remembered.listed, ...(await computeKids(index.keys))]);
  return { keys: listedKeys, seen: kids.some((kid) => known.has(kid)) ? seen.value : undefined };
}
