/** Titles of the pages that entries refer to. */
import { LINKED_PAGES_READ } from "../../../../manifests/bounds/documents.ts";
import { expectValue } from "../../../../runtime/commands/answer.ts";
import type { PagesView } from "../../../../runtime/editing/views.ts";
import type { Desk } from "../desk/desk.ts";
import type { SelectOption } from "../drawing/fields.ts";
import type { Column } from "./columns.ts";

type Listed = PagesView["items"][number];

const idsIn = (items: readonly Listed[], columns: readonly Column[]): string[] => [
  ...new Set(
    items.flatMap(({ values = {} }) =>
      columns.flatMap(({ name, kind }) => (kind === "page" ? [values[name] ?? []].flat().map(String) : [])),
    ),
  ),
];

/** The title of each page that these entries refer to, by its id. A deleted page has none. */
export async function titlesFor(
  { workspace, member }: Desk,
  items: readonly Listed[],
  columns: readonly Column[],
): Promise<ReadonlyMap<string, string>> {
  const ids = idsIn(items, columns);
  const titles = new Map<string, string>();
  for (let at = 0; at < ids.length; at += LINKED_PAGES_READ) {
    const links = ids.slice(at, at + LINKED_PAGES_READ).map((id) => `page:${id}`);
    for (const { page } of expectValue(await workspace.read("linkedPages", member.site, { links })))
      if (page) titles.set(page.id, page.title);
  }
  return titles;
}

/** Pages that a reference may name in a filter. */
const OFFERED = 200;

/** The pages that a filter by a reference offers, by title. */
export async function offeredFor({ workspace, member }: Desk, { of }: Column): Promise<readonly SelectOption[]> {
  const asked = { order: "title", limit: OFFERED } as const;
  const { items } = expectValue(
    of === null
      ? await workspace.read("pages", member.site, asked)
      : await workspace.read("entries", member.site, { ...asked, type: of }),
  );
  return items.map(({ id, title }) => [id, title]);
}
