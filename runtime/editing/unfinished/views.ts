import * as z from "zod/mini";
import { documentId } from "../../documents/content/section.ts";
import { type UnfinishedParts, requirePage } from "./unfinishedCommands.ts";
import type { UnfinishedRef } from "./unfinishedEdits.ts";

const count = z.int().check(z.gte(0));

/** `version` is 0 if nothing is stored. `base` is the version of the page that the operations build on. */
export const unfinishedView = z.strictObject({
  version: count,
  base: z.nullable(count),
  operations: z.array(z.record(z.string(), z.unknown())),
  savedAt: z.nullable(z.int()),
});
export type UnfinishedView = z.infer<typeof unfinishedView>;

export const unfinishedSavedView = z.strictObject({ version: count });

export const unfinishedListView = z.strictObject({
  items: z.array(
    z.strictObject({ page: documentId, path: z.string(), title: z.string(), version: count, savedAt: z.int() }),
  ),
});
export type UnfinishedListView = z.infer<typeof unfinishedListView>;

/** Lists the pages on which a member has unfinished work. */
export function unfinishedListOf(
  { documents, unfinished }: Pick<UnfinishedParts, "documents" | "unfinished">,
  site: string,
  member: string,
): UnfinishedListView {
  const items = unfinished.listOf(site, member).flatMap(({ page, version, at }) => {
    const found = documents.get(site, "page", page)?.body;
    return found ? [{ page, path: found.path, title: found.title, version, savedAt: at }] : [];
  });
  return { items };
}

export function unfinishedOf(
  { documents, unfinished }: Pick<UnfinishedParts, "documents" | "unfinished">,
  ref: UnfinishedRef,
): UnfinishedView {
  requirePage(documents, ref.site, ref.page);
  const found = unfinished.find(ref);
  if (!found) return { version: 0, base: null, operations: [], savedAt: null };
  const { version, base, operations, at } = found;
  return { version, base, operations: JSON.parse(operations) as UnfinishedView["operations"], savedAt: at };
}
