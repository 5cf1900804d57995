/** The page of one type's entries: filtered, ordered, page by page. */
import { html } from "hono/html";
import { expectValue } from "../../../../runtime/commands/answer.ts";
import type { PagesView } from "../../../../runtime/editing/views.ts";
import { say } from "../../../words/shape/say.ts";
import { WORDS } from "../../../words/words.ts";
import { withQuery } from "../desk/address.ts";
import type { Desk } from "../desk/desk.ts";
import { namesFor } from "../desk/names.ts";
import type { DeskPageState } from "../desk/page.ts";
import { editorPage } from "../drawing/editorPage.ts";
import { alert } from "../drawing/form.ts";
import type { Html } from "../drawing/html.ts";
import { pager, emptyList } from "../drawing/lists.ts";
import { publishBar } from "../drawing/publishBar.ts";
import { doneIn, status } from "../drawing/status.ts";
import { CALENDAR_PATH, ENTRIES, PAGES_AREA } from "../pages/area.ts";
import { entriesAt, importAt, newEntryAt } from "./addresses.ts";
import type { ListedType } from "./columns.ts";
import { type FilteredList, columnsForm, savedFilters, savedFor, shownColumns } from "../saved/savedFilters.ts";
import { listedType } from "./listedType.ts";
import { filtering, type OfferedPages } from "./filters.ts";
import { lookingAddress, type EntryLooking, lookingIn, whereOf } from "./looking.ts";
import { entryTable } from "./table.ts";
import { offeredFor, titlesFor } from "./titles.ts";

const { entries: words, pages: pageWords } = WORDS;

/** Rows of one page of the list. */
const ROWS = 50;

export async function entriesPage(desk: Desk, { failure }: DeskPageState): Promise<Response> {
  const query = new URL(desk.request.url).searchParams;
  const type = await listedType(desk);
  const looking = lookingIn(query, type.type, type.columns);
  const list = await readEntries(desk, type, looking, ROWS);
  const titles = await titlesFor(desk, list.items, type.columns);
  const saved = await savedFor(desk, `entries:${type.type}`);
  const filtered = filteredList(looking, type);
  const columns = shownColumns(type.columns, saved.columns);
  const table = {
    type: { ...type, columns },
    looking,
    titles,
    items: list.items,
    total: list.total,
    nameOf: await namesFor(desk),
  };
  const content = html`<p><a href="${PAGES_AREA.path}">${pageWords.all}</a></p>
${typeHeading(type)}${status(doneIn(query, { ...words.done, ...WORDS.saved.done }))}
${publishBar(desk, entriesAt(type.type), failure)}
${filtering({ here: ENTRIES, looking, columns: type.columns, offered: await offeredIn(desk, type) })}
${savedFilters(desk, saved, filtered, failure)}${alert(failure, "columns")}${columnsForm(filtered, type.columns, saved.columns)}
<p class="facts">${type.isActive ? html`<a href="${importAt(type.type)}">${words.import}</a> · ` : ""}<a href="${csvAt(desk, type, looking)}" download>${words.export}</a></p>
${list.total === undefined ? "" : html`<p class="facts" role="status">${say(words.found, { n: list.total })}</p>`}
${list.items.length === 0 ? nothingListed(type, looking) : entryTable(table)}${paging(list.next, looking, type)}`;
  return editorPage(desk, { title: type.plural, content, refusal: failure?.refusal });
}

function nothingListed({ type, title, isActive }: ListedType, looking: EntryLooking): Html {
  const all = entriesAt(type);
  if (lookingAddress(ENTRIES, { ...looking, cursor: null }) !== all)
    return emptyList(words.none, { address: all, words: WORDS.everyPage.clear });
  const adding = { address: newEntryAt(type), words: say(words.newOf, { title }) };
  return emptyList(words.noneYet, isActive ? adding : null);
}

const filteredList = (looking: EntryLooking, { type, columns }: ListedType): FilteredList => ({
  name: `entries:${type}`,
  here: lookingAddress(ENTRIES, { ...looking, cursor: null }),
  addressOf: (query) => lookingAddress(ENTRIES, { ...lookingIn(query, type, columns), cursor: null }),
});

/** The download of the entries that an address chooses. */
function csvAt({ context }: Desk, { type, columns }: ListedType, looking: EntryLooking): string {
  const where = whereOf(looking, columns, context.timeZone);
  return withQuery(`/api/content-types/${type}/entries.csv`, {
    text: looking.text === "" ? null : looking.text,
    state: looking.state,
    where: where ? JSON.stringify(where) : null,
  });
}

/** The entries that an address chooses. */
export async function readEntries(
  { workspace, member, context }: Desk,
  { columns }: ListedType,
  looking: EntryLooking,
  limit: number,
): Promise<PagesView> {
  const { type, text, state, cursor, order } = looking;
  const where = whereOf(looking, columns, context.timeZone);
  return expectValue(
    await workspace.read("entries", member.site, {
      type,
      cursor,
      limit,
      ...(order === null ? {} : { order }),
      ...(text === "" ? {} : { text }),
      ...(state === null ? {} : { state }),
      ...(where ? { where } : {}),
    }),
  );
}

export async function offeredIn(desk: Desk, { columns }: ListedType): Promise<OfferedPages> {
  const references = columns.filter(({ kind }) => kind === "page");
  return new Map(
    await Promise.all(references.map(async (column) => [column.name, await offeredFor(desk, column)] as const)),
  );
}

/** The heading of a type's list, with the way to its calendar. */
function typeHeading({ type, title, plural, columns, plugin, isActive }: ListedType): Html {
  const hasDays = columns.some(({ kind, isList }) => !isList && (kind === "date" || kind === "dateTime"));
  const ways = hasDays ? html`<a href="${withQuery(CALENDAR_PATH, { show: type })}">${WORDS.calendar.title}</a> ` : "";
  const adding = isActive ? html`<a class="button" href="${newEntryAt(type)}">${say(words.newOf, { title })}</a>` : "";
  const warning = isActive ? "" : html`<p class="warning">${say(words.inactive, { plugin: plugin.id })}</p>`;
  return html`<div class="heading"><h1><bdi>${plural}</bdi></h1><p class="acts">${ways}${adding}</p></div>${warning}`;
}

function paging(next: string | null, looking: EntryLooking, { plural }: ListedType): Html | string {
  const at = (cursor: string | null): string => lookingAddress(ENTRIES, { ...looking, cursor });
  return pager(
    plural,
    looking.cursor === null ? null : { address: at(null), words: words.first },
    next === null ? null : { address: at(next), words: words.further },
  );
}
