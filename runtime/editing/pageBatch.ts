/** Adds, replaces, edits and deletes several pages: all or none, for imports and for changes of many entries. */
import type * as z from "zod/mini";
import type { Command } from "../area/command.ts";
import type { Page } from "../documents/content/content.ts";
import type { DocumentWrite } from "../documents/documents.ts";
import { pathTaken } from "../documents/writeChecks.ts";
import { editCommand, pageToEdit, requireTheme } from "./edit.ts";
import { batchPages } from "./inputs.ts";
import type { PageOperation } from "./operations/pageOperation.ts";
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
  /** The operations that undo an edit. Null for any other item. */
  readonly inverse: readonly PageOperation[] | null;
  readonly isNew?: true;
}

/** A write, and what takes it back. */
interface WrittenPage extends Omit<BatchPage, "page" | "path"> {
  readonly write: DocumentWrite;
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
      const done = items.map((item, index) => written(parts, batch, item, `/items/${index}`));
      return {
        writes: done.map(({ write }) => write),
        more: { pages: done.map(({ write, ...back }) => ({ page: write.id, path: pathIn(write), ...back })) },
        pointerOf: (index, inBody) => `/items/${index}${items[index]?.do === "edit" ? "" : "/body"}${inBody}`,
      };
    },
  });
}

const pathIn = ({ body }: DocumentWrite): string | null => (body as Page | null)?.path ?? null;

function written(parts: PageParts, batch: Batch, item: Item, pointer: string): WrittenPage {
  const { site, ids, paths } = batch;
  const done: WrittenPage =
    item.do === "create"
      ? { write: createdPage(parts, site, item, batch, pointer), inverse: null, isNew: true }
      : changed(parts, site, item, pointer);
  const { write } = done;
  if (ids.has(write.id)) throw refused(`${pointer}/page`, write.id, "each page once");
  ids.add(write.id);
  const path = pathIn(write);
  if (path === null) return done;
  requireFree(parts, batch, path, pointer);
  paths.add(path);
  return done;
}

function changed(parts: PageParts, site: string, item: Exclude<Item, Creation>, pointer: string): WrittenPage {
  const { page, expected } = item;
  if (item.do === "edit") {
    const { writes, inverse } = editedPage(parts, site, item);
    const [write, beside] = writes;
    // Each page would build on the redirects before all of them, and the last would win.
    if (!write || beside) throw refused(`${pointer}/operations`, "redirects", "edits without redirects");
    return { write, inverse };
  }
  const { id } = pageToEdit(parts, site, { page, expected });
  return { write: { kind: "page", id, expected, body: item.do === "replace" ? item.body : null }, inverse: null };
}

/** Names the item whose path another page has. A page that the batch names itself may give its path to another. */
function requireFree({ documents }: PageParts, { site, paths, named }: Batch, path: string, pointer: string): void {
  const other = documents.pageAtPath(site, path, documents.change(site));
  if (paths.has(path) || (other !== undefined && !named.has(other.id))) throw pathTaken(path, `${pointer}/body/path`);
}
