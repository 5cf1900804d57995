/** The page that changes several pages alike: what is chosen, and what can be done with it. */
import { html } from "hono/html";
import { LINKED_PAGES_READ, PATH_MAX_CHARS } from "../../../../manifests/bounds/documents.ts";
import { expectValue } from "../../../../runtime/commands/answer.ts";
import { say } from "../../../words/shape/say.ts";
import { WORDS } from "../../../words/words.ts";
import { withQuery } from "../desk/address.ts";
import type { Desk } from "../desk/desk.ts";
import type { DeskPageState } from "../desk/page.ts";
import { CHANGE_MANY, TICKED } from "../drawing/choosing.ts";
import { editorPage } from "../drawing/editorPage.ts";
import { DrawnFields, type SelectOption } from "../drawing/fields.ts";
import { alert, drawnForm } from "../drawing/form.ts";
import type { Html } from "../drawing/html.ts";
import { entriesAt } from "../entries/addresses.ts";
import type { Column, ListedType } from "../entries/columns.ts";
import { listedType } from "../entries/listedType.ts";
import { offeredFor } from "../entries/titles.ts";
import { canvasAt, PAGES_AREA } from "../pages/area.ts";
import { pageToken, publishOnly } from "../publish/chosen.ts";
import { type ChangeName, commonPath } from "./changing.ts";
import { type ChosenPage, chosenField, chosenPagesIn, chosenSent } from "./chosen.ts";
import { allMatching } from "./matching.ts";
import { drawUses } from "./uses.ts";

const { bulk: words, pages: pageWords } = WORDS;

/** Chosen pages that are named. The others are counted. */
const NAMED = 12;
/** The most pages whose publication an address can name. */
const PUBLISHED_TOGETHER = 50;

export const pagesCount = (n: number): string => say(words.pages, { n });

interface NamedPage {
  readonly id: string;
  readonly title: string;
  readonly path: string;
}

/** The pages that a member chose, and those that the page names. */
interface Choice {
  readonly all: readonly ChosenPage[];
  readonly named: readonly NamedPage[];
  readonly type: ListedType | null;
}

/** The type of the list from which the member came; null for the list of all pages. */
export async function listTypeOf(desk: Desk): Promise<ListedType | null> {
  return new URL(desk.request.url).searchParams.has("type") ? listedType(desk) : null;
}

export const listAt = (type: ListedType | null): string => (type === null ? PAGES_AREA.path : entriesAt(type.type));
export const hereAt = (type: ListedType | null): string => withQuery(CHANGE_MANY, { type: type?.type });

export const backToList = (type: ListedType | null): Html =>
  html`<p><a href="${listAt(type)}"><bdi>${type?.plural ?? pageWords.all}</bdi></a></p>`;

export async function bulkPage(desk: Desk, { failure }: DeskPageState): Promise<Response> {
  const type = await listTypeOf(desk);
  const choice = await chosenFor(desk, type, failure?.typed.get("pages"));
  const title = say(words.title, { pages: pagesCount(choice.all.length) });
  const alerts = ["look", "change", "back"].map((form) => alert(failure, form));
  const content = html`${backToList(type)}<h1>${title}</h1>${alerts}
${choice.all.length === 0 ? html`<p class="none">${words.noneChosen}</p>` : html`${namedPages(choice)}${await ways(desk, choice)}`}`;
  return editorPage(desk, { title, content, refusal: failure?.refusal });
}

async function chosenFor(desk: Desk, type: ListedType | null, sent: string | undefined): Promise<Choice> {
  const query = new URL(desk.request.url).searchParams;
  if (sent === undefined && query.has("all")) {
    const all = await allMatching(desk, query);
    return { all, named: all, type };
  }
  const all = sent === undefined ? chosenPagesIn(query.getAll(TICKED)) : chosenSent(sent);
  return { all, named: await namesOf(desk, all), type };
}

/** Titles and paths of the first pages. One that is gone has none. */
async function namesOf({ workspace, member }: Desk, pages: readonly ChosenPage[]): Promise<readonly NamedPage[]> {
  const links = pages.slice(0, LINKED_PAGES_READ).map(({ id }) => pageToken(id));
  const found = expectValue(await workspace.read("linkedPages", member.site, { links }));
  return found.flatMap(({ page }) => (page ? [{ id: page.id, title: page.title, path: page.path }] : []));
}

function namedPages({ all, named }: Choice): Html {
  const rows = named
    .slice(0, NAMED)
    .map(
      ({ id, title, path }) =>
        html`<li class="row"><div class="what"><p class="name"><a href="${canvasAt(id)}"><bdi>${title}</bdi></a></p><p class="facts"><bdi class="path">${path}</bdi></p></div></li>`,
    );
  const more = all.length - rows.length;
  return html`<ul class="rows">${rows}</ul>${more > 0 ? html`<p class="facts">${say(words.more, { pages: pagesCount(more) })}</p>` : ""}`;
}

async function ways(desk: Desk, choice: Choice): Promise<Html> {
  const { all, type } = choice;
  const form = (content: Html): Html =>
    drawnForm("look", hereAt(type), html`<input type="hidden" name="pages" value="${chosenField(all)}">${content}`);
  const ids = all.slice(0, PUBLISHED_TOGETHER).map(({ id }) => pageToken(id));
  const publishing =
    all.length > PUBLISHED_TOGETHER ? "" : html`<p><a href="${publishOnly(ids)}">${words.publishThese}</a></p>`;
  return html`<div class="work narrow">${part("state", words.state, html`${publishing}${form(html`<p class="acts">${button("hold", words.hold)}${button("release", words.release)}</p>`)}`)}
${type === null ? part("collect", pageWords.collection, form(collecting())) : await terms(desk, type, form)}
${part("move", words.moveTitle, form(moving(choice)))}
${part("delete", words.deleteTitle, html`${all.length > PUBLISHED_TOGETHER ? "" : await drawUses(desk, all)}<p class="help">${pageWords.removeHelp}</p>${form(html`<p class="acts">${button("delete", say(words.looks.delete, { pages: pagesCount(all.length) }), "danger")}</p>`)}`)}</div>`;
}

const part = (name: string, title: string, content: Html): Html =>
  html`<section aria-labelledby="${name}-title"><h2 id="${name}-title"><bdi>${title}</bdi></h2>${content}</section>`;

const button = (what: ChangeName, said: string, look = "quiet"): Html =>
  html`<button type="submit" name="what" value="${what}" class="${look}">${said}</button> `;

function collecting(): Html {
  const fields = new DrawnFields("collect", undefined);
  return html`${fields.text("collection", pageWords.collection, "", { max: 64, help: words.collectionHelp })}<p class="acts">${button("collect", words.set)}</p>`;
}

function moving({ named }: Choice): Html {
  const fields = new DrawnFields("move", undefined);
  const common = commonPath(named.map(({ path }) => path));
  return html`${fields.text("from", words.from, common, { max: PATH_MAX_CHARS, help: words.fromHelp })}
${fields.text("to", words.to, common, { max: PATH_MAX_CHARS, help: words.toHelp })}
${fields.tick("redirect", pageWords.redirect, true)}<p class="acts">${button("move", words.move)}</p>`;
}

/** The fields of the type whose values are chosen among some: pages, or choices. */
async function terms(desk: Desk, type: ListedType, form: (content: Html) => Html): Promise<Html[]> {
  const columns = type.columns.filter(({ kind, choices }) => kind === "page" || choices.length > 0);
  return Promise.all(
    columns.map(async (column) => {
      const offered = column.kind === "page" ? await offeredFor(desk, column) : column.choices;
      return part(`term-${column.name}`, column.title, form(term(column, offered)));
    }),
  );
}

/** The choice of a value for one field: a list gets or loses it, another field is set to it. */
function term({ name, title, isList }: Column, offered: readonly SelectOption[]): Html {
  const none: readonly SelectOption[] = isList ? [] : [["", words.noValue]];
  const options = [...none, ...offered].map(([value, said]) => html`<option value="${value}">${said}</option>`);
  const acts = isList
    ? html`${button("put", words.put)}${button("take", words.take)}`
    : html`${button("set", words.set)}`;
  return html`<input type="hidden" name="field" value="${name}"><p class="field"><label for="value-${name}">${title}</label> <select id="value-${name}" name="value">${options}</select></p><p class="acts">${acts}</p>`;
}
