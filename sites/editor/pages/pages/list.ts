/** The page of all draft pages: as a tree by path, one level of the tree, or the results of a search. */
import { reader } from "../../../words/reader.ts";
import { html } from "hono/html";
import { expectValue } from "../../../../runtime/commands/answer.ts";
import type { SiteLanguage } from "../../../../runtime/documents/content/languages.ts";
import { isPagePath } from "../../../../manifests/shapes/pagePath.ts";
import { type PagesWanted, PAGE_STATES } from "../../../../runtime/editing/pageList.ts";
import type { CatalogueView, PagesView } from "../../../../runtime/editing/views.ts";
import { say } from "../../../words/shape/say.ts";
import { WORDS } from "../../../words/words.ts";
import { withQuery } from "../desk/address.ts";
import type { Desk } from "../desk/desk.ts";
import { type NameOf, namesFor } from "../desk/names.ts";
import type { DeskPageState } from "../desk/page.ts";
import { alert } from "../drawing/form.ts";
import { editorPage } from "../drawing/editorPage.ts";
import type { Html } from "../drawing/html.ts";
import { pager, searching, lineTextIn } from "../drawing/lists.ts";
import { publishBar } from "../drawing/publishBar.ts";
import { doneIn, status } from "../drawing/status.ts";
import { oneWay } from "../library/untrustedText.ts";
import { TRANSLATIONS } from "../translating/addresses.ts";
import { ENTRIES, MOVE_IN, NEW_PAGE, PAGES_AREA, REPLACE_PATH } from "./area.ts";
import { elsewhere } from "./elsewhere.ts";
import { pageRow } from "./row.ts";

const { pages: words } = WORDS;
const HERE = PAGES_AREA.path;
const ROWS = 100;

type State = NonNullable<PagesWanted["state"]>;

/** The choice of pages in the address. */
interface Looking {
  readonly text: string;
  readonly state: State | null;
  /** The path of the page whose children are shown; null for all. */
  readonly under: string | null;
  /** A language of the site; null for all. */
  readonly language: string | null;
  readonly cursor: string | null;
}

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
  const { workspace, member, context } = desk;
  const query = new URL(desk.request.url).searchParams;
  const { languages = [] } = expectValue(await workspace.read("settings", member.site)).body;
  const looking = lookingIn(query, languages);
  const wanted = wantedBy(looking, context.pages);
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
${status(doneIn(query, words.done))}
${publishBar(desk, HERE, failure)}${alert(failure, "restore")}${elsewhere(failure, "restore", `${HERE}?state=deleted`, ["page", "from"])}
${languageFilter(looking, languages)}${toolbar(looking)}${level(looking)}
${listed({ list, looking, isTree, nameOf: await namesFor(desk) })}`;
  return editorPage(desk, { title: words.title, content, refusal: failure?.refusal });
}

function lookingIn(query: URLSearchParams, languages: readonly SiteLanguage[]): Looking {
  const under = query.get("under");
  return {
    text: lineTextIn(query),
    state: PAGE_STATES.find((one) => one === query.get("state")) ?? null,
    language: languages.find(({ tag }) => tag === query.get("language"))?.tag ?? null,
    under: under !== null && isPagePath(under) ? under : null,
    cursor: query.get("cursor"),
  };
}

/** Chooses what to read: a small site shows its whole tree, and a large one shows one level at a time. */
function wantedBy({ text, state, under, language }: Looking, pages: number): PagesWanted {
  if (state === "deleted") return { state, text };
  if (language !== null) return { text, order: "tree", language, ...(state === null ? {} : { state }) };
  if (text !== "" || state !== null) return { text, order: "tree", ...(state === null ? {} : { state }) };
  if (under !== null) return { parent: under, order: "tree" };
  return pages > ROWS ? { parent: "/", order: "tree" } : { order: "tree" };
}

const addressOf = (looking: Partial<Looking>): string => withQuery(HERE, { ...looking });

/** Links to the pages of each language, and to the list of translations. Nothing on a site with one language. */
function languageFilter({ text, state, language }: Looking, languages: readonly SiteLanguage[]): Html | string {
  if (languages.length === 0) return "";
  const link = (tag: string | null, title: string): Html =>
    html`<a href="${addressOf({ text, state, language: tag })}"${tag === language ? html` aria-current="true"` : ""}><bdi>${title}</bdi></a> `;
  return html`<div class="tools"><nav class="filter" aria-label="${WORDS.translations.language}">${link(null, words.everything)}${languages.map(({ tag, name }) => link(tag, name))}</nav>
<a href="${TRANSLATIONS}">${WORDS.translations.title}</a></div>`;
}

function toolbar({ text, state, language }: Looking): Html {
  const link = (one: State | null, title: string): Html =>
    html`<a href="${addressOf({ text, language, state: one })}"${one === state ? html` aria-current="true"` : ""}>${title}</a>`;
  const kept = html`${state === null ? "" : html`<input type="hidden" name="state" value="${state}">`}${language === null ? "" : html`<input type="hidden" name="language" value="${language}">`}`;
  return html`<div class="tools"><nav class="filter" aria-label="${words.show}">${link(null, words.everything)} ${PAGE_STATES.map((one) => html`${link(one, words.states[one])} `)}</nav>
${searching({ method: "get", path: HERE, label: words.searchFor, text, all: addressOf({ state, language }), kept })}</div>`;
}

function level({ under }: Looking): Html | string {
  if (under === null || under === "/") return "";
  const above = under.slice(0, under.lastIndexOf("/"));
  return html`<p><a href="${addressOf({ under: above === "" ? null : above })}">${words.levelUp}</a> · ${say(words.under, { path: under })}</p>`;
}

interface Listing {
  readonly list: PagesView;
  readonly looking: Looking;
  readonly isTree: boolean;
  readonly nameOf: NameOf;
}

function listed({ list: { items, next }, looking, isTree, nameOf }: Listing): Html {
  if (items.length === 0) return html`<p class="none">${nothing(looking)}</p>`;
  const rows = items.map((item) => pageRow(item, { here: HERE, nameOf, isTree, below: belowOf(item, isTree) }));
  return html`<ul class="rows">${rows}</ul>${paging(next, looking)}`;
}

const belowOf = ({ path, below }: PagesView["items"][number], isTree: boolean): string | null =>
  below === 0 || isTree ? null : addressOf({ under: path });

function nothing({ text, state }: Looking): string {
  if (text !== "" || state === null) return say(words.noneFound, { text: oneWay(text) });
  return words.none[state];
}

function paging(next: string | null, looking: Looking): Html | string {
  const first =
    looking.cursor === null ? null : { address: addressOf({ ...looking, cursor: null }), words: words.newest };
  const further = next === null ? null : { address: addressOf({ ...looking, cursor: next }), words: words.older };
  return pager(words.list, first, further);
}
