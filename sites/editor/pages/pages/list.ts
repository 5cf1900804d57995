/** The page of all draft pages: as a tree by path, one level of the tree, or the results of a search. */
import { reader } from "../../../words/reader.ts";
import { html } from "hono/html";
import { expectValue } from "../../../../runtime/commands/answer.ts";
import type { SiteLanguage } from "../../../../runtime/documents/content/languages.ts";
import { PAGE_STATES } from "../../../../runtime/editing/pageList.ts";
import type { CatalogueView, PagesView } from "../../../../runtime/editing/views.ts";
import { say } from "../../../words/shape/say.ts";
import { WORDS } from "../../../words/words.ts";
import { withQuery } from "../desk/address.ts";
import type { Desk } from "../desk/desk.ts";
import { type NameOf, namesFor } from "../desk/names.ts";
import type { DeskPageState } from "../desk/page.ts";
import { CHANGE_MANY, choosingBar } from "../drawing/choosing.ts";
import { alert } from "../drawing/form.ts";
import { editorPage } from "../drawing/editorPage.ts";
import type { Html } from "../drawing/html.ts";
import { pager, searching, emptyList } from "../drawing/lists.ts";
import { publishBar } from "../drawing/publishBar.ts";
import { doneIn, status } from "../drawing/status.ts";
import { oneWay } from "../library/untrustedText.ts";
import { type FilteredList, savedFilters, savedFor } from "../saved/savedFilters.ts";
import { TRANSLATIONS } from "../translating/addresses.ts";
import { ENTRIES, MOVE_IN, NEW_PAGE, PAGES_AREA, REPLACE_PATH } from "./area.ts";
import { elsewhere } from "./elsewhere.ts";
import { type PageLooking, pageLookingIn, pagesLooking, ROWS } from "./looking.ts";
import { pageRow } from "./row.ts";

const { pages: words } = WORDS;
const HERE = PAGES_AREA.path;

type TypeChoice = CatalogueView["contentTypes"][number];

/** The types that have an entry. A type of an inactive plugin is only named if it has some. */
async function withEntries({ workspace, member }: Desk, types: readonly TypeChoice[]): Promise<readonly TypeChoice[]> {
  const asked = types.map(async (one) => {
    const { items } = expectValue(await workspace.read("entries", member.site, { type: one.type, limit: 1 }));
    return items.length > 0 ? [one] : [];
  });
  return (await Promise.all(asked)).flat();
}

export async function pageList(desk: Desk, { failure }: DeskPageState): Promise<Response> {
  const { workspace, member } = desk;
  const query = new URL(desk.request.url).searchParams;
  const { looking, wanted, languages } = await pagesLooking(desk, query);
  const list = expectValue(
    await workspace.read("pages", member.site, { ...wanted, cursor: looking.cursor, limit: ROWS }),
  );
  const { contentTypes: types, inactiveTypes } = expectValue(
    await workspace.read("catalogue", member.site, { language: reader().language }),
  );
  const withLists = [...types, ...(await withEntries(desk, inactiveTypes))];
  const isTree = wanted.order === "tree" && wanted.parent === undefined;
  const content = html`<div class="heading"><h1>${words.title}</h1>
<p class="acts"><a class="button" href="${withQuery(NEW_PAGE, { under: looking.under })}">${words.add}</a>${types.map(({ type, title }) => html` <a class="button quiet" href="${withQuery(NEW_PAGE, { begin: type })}">${say(WORDS.entries.newOf, { title })}</a>`)} <a href="${REPLACE_PATH}">${WORDS.replacing.title}</a> <a href="${MOVE_IN}">${WORDS.entries.moveTitle}</a></p></div>
${withLists.length === 0 ? "" : html`<nav class="filter" aria-label="${WORDS.entries.lists}">${withLists.map(({ type, plural }) => html`<a href="${withQuery(ENTRIES, { type })}"><bdi>${plural}</bdi></a> `)}</nav>`}
${status(doneIn(query, { ...words.done, ...WORDS.saved.done }))}
${publishBar(desk, HERE, failure)}${alert(failure, "restore")}${elsewhere(failure, "restore", `${HERE}?state=deleted`, ["page", "from"])}
${languageFilter(looking, languages)}${toolbar(looking)}${savedFilters(desk, await savedFor(desk, LIST), filteredList(looking, languages), failure)}${level(looking)}
${looking.state === "deleted" || list.items.length === 0 ? "" : choosingBar({ type: null, all: list.total === undefined ? null : { address: allAt(looking), n: list.total } })}
${listed({ list, looking, isTree, nameOf: await namesFor(desk) })}`;
  return editorPage(desk, { title: words.title, content, refusal: failure?.refusal });
}

/** The name of this list among those with saved filters. */
const LIST = "pages";

const filteredList = (
  { cursor: _cursor, ...looking }: PageLooking,
  languages: readonly SiteLanguage[],
): FilteredList => ({
  name: LIST,
  here: addressOf(looking),
  addressOf: (query) => addressOf({ ...pageLookingIn(query, languages), cursor: null }),
});

/** The address that chooses everything the list matches. */
const allAt = ({ cursor: _cursor, ...looking }: PageLooking): string =>
  withQuery(CHANGE_MANY, { all: "pages", ...looking });

const addressOf = (looking: Partial<PageLooking>): string => withQuery(HERE, { ...looking });

/** Links to the pages of each language, and to the list of translations. Nothing on a site with one language. */
function languageFilter({ text, state, language }: PageLooking, languages: readonly SiteLanguage[]): Html | string {
  if (languages.length === 0) return "";
  const link = (tag: string | null, title: string): Html =>
    html`<a href="${addressOf({ text, state, language: tag })}"${tag === language ? html` aria-current="true"` : ""}><bdi>${title}</bdi></a> `;
  return html`<div class="tools"><nav class="filter" aria-label="${WORDS.translations.language}">${link(null, words.everything)}${languages.map(({ tag, name }) => link(tag, name))}</nav>
<a href="${TRANSLATIONS}">${WORDS.translations.title}</a></div>`;
}

function toolbar({ text, state, language }: PageLooking): Html {
  const link = (one: PageLooking["state"], title: string): Html =>
    html`<a href="${addressOf({ text, language, state: one })}"${one === state ? html` aria-current="true"` : ""}>${title}</a>`;
  const kept = html`${state === null ? "" : html`<input type="hidden" name="state" value="${state}">`}${language === null ? "" : html`<input type="hidden" name="language" value="${language}">`}`;
  return html`<div class="tools"><nav class="filter" aria-label="${words.show}">${link(null, words.everything)} ${PAGE_STATES.map((one) => html`${link(one, words.states[one])} `)}</nav>
${searching({ method: "get", path: HERE, label: words.searchFor, text, all: addressOf({ state, language }), kept })}</div>`;
}

function level({ under }: PageLooking): Html | string {
  if (under === null || under === "/") return "";
  const above = under.slice(0, under.lastIndexOf("/"));
  return html`<p><a href="${addressOf({ under: above === "" ? null : above })}">${words.levelUp}</a> · ${say(words.under, { path: under })}</p>`;
}

interface Listing {
  readonly list: PagesView;
  readonly looking: PageLooking;
  readonly isTree: boolean;
  readonly nameOf: NameOf;
}

function listed({ list: { items, next }, looking, isTree, nameOf }: Listing): Html {
  if (items.length === 0) return emptyList(nothing(looking), { address: HERE, words: WORDS.everyPage.clear });
  const rows = items.map((item) => pageRow(item, { here: HERE, nameOf, isTree, below: belowOf(item, isTree) }));
  return html`<ul class="rows">${rows}</ul>${paging(next, looking)}`;
}

const belowOf = ({ path, below }: PagesView["items"][number], isTree: boolean): string | null =>
  below === 0 || isTree ? null : addressOf({ under: path });

function nothing({ text, state }: PageLooking): string {
  if (text !== "" || state === null) return say(words.noneFound, { text: oneWay(text) });
  return words.none[state];
}

function paging(next: string | null, looking: PageLooking): Html | string {
  const first =
    looking.cursor === null ? null : { address: addressOf({ ...looking, cursor: null }), words: words.newest };
  const further = next === null ? null : { address: addressOf({ ...looking, cursor: next }), words: words.older };
  return pager(words.list, first, further);
}
