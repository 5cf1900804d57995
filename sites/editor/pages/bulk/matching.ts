/** All pages that a list matches, however many pages of the list that are. */
import { LIST_MAX_ROWS } from "../../../../manifests/bounds/api.ts";
import { expectValue } from "../../../../runtime/commands/answer.ts";
import type { PagesView } from "../../../../runtime/editing/views.ts";
import type { Desk } from "../desk/desk.ts";
import { readEntries } from "../entries/entriesPage.ts";
import { listedType } from "../entries/listedType.ts";
import { lookingIn } from "../entries/looking.ts";
import { pagesLooking } from "../pages/looking.ts";
import { requireBulk } from "./chosen.ts";

type Listed = PagesView["items"][number];

/** The pages that the address chooses. It names the list, with its filters. */
export async function allMatching(desk: Desk, query: URLSearchParams): Promise<readonly Listed[]> {
  const read = query.get("all") === "entries" ? await entriesReader(desk, query) : await pagesReader(desk, query);
  const found: Listed[] = [];
  for (let cursor: string | null = ""; cursor !== null;) {
    const { items, next }: PagesView = await read(cursor);
    found.push(...items.filter(({ state }) => state !== "deleted"));
    requireBulk(found);
    cursor = next;
  }
  return found;
}

type Reader = (cursor: string) => Promise<PagesView>;

async function entriesReader(desk: Desk, query: URLSearchParams): Promise<Reader> {
  const type = await listedType(desk);
  const looking = lookingIn(query, type.type, type.columns);
  return (cursor) => readEntries(desk, type, { ...looking, cursor }, LIST_MAX_ROWS);
}

async function pagesReader(desk: Desk, query: URLSearchParams): Promise<Reader> {
  const { workspace, member } = desk;
  const { wanted } = await pagesLooking(desk, query);
  return async (cursor) =>
    expectValue(await workspace.read("pages", member.site, { ...wanted, cursor, limit: LIST_MAX_ROWS }));
}
