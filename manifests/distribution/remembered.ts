/** The memory of one index: what of it still counts after the operator has listed the index with other keys. */
import { accepted, refused, type Result } from "../result.ts";
import type { Before, SeenIndex } from "./judgeIndex.ts";
import { indexKeys, readIndexText } from "./openIndex.ts";
import type { RefusedIndex } from "./refusedIndex.ts";

/** An index as it is kept. */
export interface RememberedIndex {
  /** Thumbprints of the keys with which the operator listed it then. */
  readonly listed: readonly string[];
  readonly digest: string;
  readonly text: string;
}

export const kidsOf = async (keys: readonly unknown[]): Promise<string[]> =>
  [...(await indexKeys(keys)).keys()].toSorted();

function seenIn({ text, digest }: RememberedIndex): Result<SeenIndex, RefusedIndex> {
  const index = readIndexText(text);
  return index.ok ? accepted({ digest, index: index.value }) : refused(index.error);
}

/**
 * Reads what the next version is compared with. The keys of the last version count, and not those the operator listed, so
 * that a key which was rotated away signs nothing any more. An operator who lists other keys begins with these. If none
 * of them was known before, they begin anew, also with a lower number: a stolen key may have used up the numbers.
 */
export async function beforeOf(
  listedKeys: readonly unknown[],
  remembered: RememberedIndex | undefined,
): Promise<Before> {
  const seen = remembered && seenIn(remembered);
  if (!remembered || !seen?.ok) return { keys: listedKeys, seen: undefined };
  const kids = await kidsOf(listedKeys);
  const { index } = seen.value;
  if (kids.join(" ") === remembered.listed.join(" ")) return { keys: index.keys, seen: seen.value };
  const known = new Set([...remembered.listed, ...(await kidsOf(index.keys))]);
  return { keys: listedKeys, seen: kids.some((kid) => known.has(kid)) ? seen.value : undefined };
}
