/** Adds, replaces, edits and deletes several pages: all or none, as imports need it. */
import type * as z from "zod/mini";
import type { Command } from "../area/command.ts";
import type { Page } from "../documents/content/content.ts";
import type { DocumentWrite } from "../documents/documents.ts";
import { pathTaken } from "../documents/writeChecks.ts";
import { editCommand, pageToEdit, requireTheme } from "./edit.ts";
import { batchPages } from "./inputs.ts";
import { createdPage, type PageParts } from "./pageCommands.ts";
import { editedPage, refused } from "./pageEdit.ts";
import type { WriteOutput } from "./writeCommand.ts";

type Input = z.infer<typeof batchPages>;
type Item = Input["items"][number];
type Creation = Extract<Item, { readonly do: "create" }>;

interface BatchPage {
  readonly page: string;
  /** The page's path. Null for a deleted page. */
  readonly path: string | null;
}

/** The ids and paths of the pages that a batch writes, as far as it is read. */
interface Batch {
  readonly site: string;
  readonly ids: Set<string>;
  readonly paths: Set<string>;
  /** Pages of the draft whose paths the batch frees or keeps itself. */
  readonly named: ReadonlySet<string>;
}

export function pagesBatch(parts: PageParts): Command<Input, WriteOutput & { readonly pages: readonly BatchPage[] }> {
  return editCommand(parts, {
    input: batchPages,
    edit(site, { items, expectedTheme }) {
      requireTheme(parts, site, expectedTheme);
      const named = new Set(items.flatMap((item) => (item.do === "create" ? [] : [item.page])));
      const batch: Batch = { site, ids: new Set(), paths: new Set(), named };
      const writes = items.map((item, index) => written(parts, batch, item, `/items/${index}`));
      return {
        writes,
        more: { pages: writes.map(({ id, body }) => ({ page: id, path: (body as Page | null)?.path ?? null })) },
        pointerOf: (index, inBody) => `/items/${index}/body${inBody}`,
      };
    },
  });
}

function written(parts: PageParts, batch: Batch, item: Item, pointer: string): DocumentWrite {
  const { site, ids, paths } = batch;
  const write =
    item.do === "create" ? createdPage(parts, site, item, batch, pointer) : changed(parts, site, item, pointer);
  if (ids.has(write.id)) throw refused(`${pointer}/page`, write.id, "each page once");
  ids.add(write.id);
  const path = (write.body as Page | null)?.path;
  if (path === undefined) return write;
  requireFree(parts, batch, path, pointer);
  paths.add(path);
  return write;
}

function changed(parts: PageParts, site: string, item: Exclude<Item, Creation>, pointer: string): DocumentWrite {
  const { page, expected } = item;
  if (item.do === "edit") {
    const [write, beside] = editedPage(parts, site, item).writes;
    if (!write || beside) throw refused(`${pointer}/operations`, "redirects", "edits without redirects");
    return write;
  }
  const { id } = pageToEdit(parts, site, { page, expected });
  return { kind: "page", id, expected, body: item.do === "replace" ? item.body : null };
}

/** Names the item whose path another page has. A page that the batch names itself may give its path to another. */
function requireFree({ documents }: PageParts, { site, paths, named }: Batch, path: string, pointer: string): void {
  const other = documents.pageAtPath(site, path, documents.change(site));
  if (paths.has(path) || (other !== undefined && !named.has(other.id))) throw pathTaken(path, `${pointer}/body/path`);
}
