/** A list of a plugin's page, or one entry of it. */
import { html } from "hono/html";
import { Refusal } from "../../../../manifests/refusals/refusal.ts";
import { expectValue } from "../../../../runtime/commands/answer.ts";
import type { MemberPageEntry, MemberPageView, ShownValue } from "../../../../runtime/plugins/pages/views.ts";
import { storageKeyShape } from "../../../../manifests/shapes/storageKey.ts";
import { nameShape } from "../../../../manifests/shapes/shape.ts";
import { reader } from "../../../words/reader.ts";
import { WORDS } from "../../../words/words.ts";
import { say } from "../../../words/shape/say.ts";
import { withQuery } from "../desk/address.ts";
import type { Desk } from "../desk/desk.ts";
import type { FormFailure } from "../desk/failure.ts";
import type { DeskPageState } from "../desk/page.ts";
import { alert, drawnForm } from "../drawing/form.ts";
import { editorPage } from "../drawing/editorPage.ts";
import type { Html } from "../drawing/html.ts";
import { searchIn, searchText } from "../drawing/keptSearch.ts";
import { pager, searching } from "../drawing/lists.ts";
import { doneIn, status } from "../drawing/status.ts";
import { oneWay, untrustedText } from "../library/untrustedText.ts";
import { ACTION_FIELD, confirmField, ENTRY_FIELD } from "./actions.ts";
import { countText, pluginPageAt } from "./area.ts";
import { drawnForms, unplaced } from "./forms.ts";
import { drawnValue } from "./values.ts";

interface Shown {
  readonly view: MemberPageView;
  readonly failure: FormFailure | undefined;
  /** The id of a search and its text; the text is empty without one. */
  readonly search: string | null;
  readonly text: string;
}

/** A part of the query or of a form, unless it has another form. */
const asked = (
  given: { get(name: string): string | null | undefined } | undefined,
  name: string,
  shape: typeof nameShape | typeof storageKeyShape,
): string | undefined => shape.safeParse(given?.get(name)).data;

/** An entry; its list instead if a form of the entry was refused and the entry is gone. */
export async function viewOf(
  failure: FormFailure | undefined,
  entry: string | undefined,
  read: (entry: string | undefined) => Promise<MemberPageView>,
): Promise<{ readonly view: MemberPageView; readonly entry: string | undefined }> {
  try {
    return { view: await read(entry), entry };
  } catch (error) {
    if (!failure || entry === undefined || !(error instanceof Refusal) || error.code !== "NOT_FOUND") throw error;
    return { view: await read(undefined), entry: undefined };
  }
}

export async function pluginPageView(desk: Desk, { failure }: DeskPageState): Promise<Response> {
  const { workspace, member, request } = desk;
  const query = new URL(request.url).searchParams;
  const list = asked(failure?.typed, "list", nameShape) ?? asked(query, "list", nameShape);
  const chosen = asked(failure?.typed, "entry", storageKeyShape) ?? asked(query, "entry", storageKeyShape);
  const search = searchIn(query);
  const text = search === null ? "" : searchText(request, search);
  const wanted = {
    page: desk.subject ?? "",
    role: member.role,
    language: reader().language,
    list,
    after: asked(query, "after", storageKeyShape),
    ...(text === "" ? {} : { text }),
  };
  const { view, entry } = await viewOf(failure, chosen, async (key) =>
    expectValue(await workspace.read("plugin.page", member.site, { ...wanted, entry: key })),
  );
  const shown = { view, failure, search, text };
  const content = html`${entry === undefined ? heading(shown) : html`<p><a href="${pluginPageAt(view.page, { list: view.list })}">${untrustedText(view.title)}</a></p>`}
${status(doneIn(query, WORDS.pluginPages.done))}${alert(failure, "run", asking(shown))}${unplaced(view, failure)}${searchOver(shown)}
${entry === undefined ? listed(shown) : whole(shown)}${drawnForms(view, entry, failure)}`;
  return editorPage(desk, { title: oneWay(view.title), content, refusal: failure?.refusal });
}

/** The question of the action that was pressed without its box. */
function asking({ view: { actions }, failure }: Shown): Html | string {
  const pressed = actions.find(({ name }) => name === failure?.typed.get(ACTION_FIELD));
  const isAsked = failure?.refusal.detail["conflict"] === "confirmation_missing";
  return isAsked && pressed?.asks ? html`<p>${untrustedText(pressed.asks)}</p>` : "";
}

/** A browser keeps the words of its last search alone. */
const searchOver = ({ search, text }: Shown): Html | string =>
  search !== null && text === "" ? html`<p class="none">${WORDS.forms.searchOver}</p>` : "";

function heading({ view: { title, description, lists, list, page }, text }: Shown): Html {
  const links = lists.map(
    (one) =>
      html`<a href="${pluginPageAt(page, { list: one.name })}"${one.name === list ? html` aria-current="true"` : ""}>${untrustedText(one.title)} (${countText(one.total)})</a> `,
  );
  const find = searching({
    method: "post",
    path: pluginPageAt(page),
    label: WORDS.pluginPages.find,
    text,
    all: pluginPageAt(page, { list }),
    kept: html`<input type="hidden" name="do" value="search"><input type="hidden" name="list" value="${list}">`,
  });
  const csv = withQuery(`/api/plugin-pages/${page}/entries.csv`, { list });
  return html`<div><h1>${untrustedText(title)}</h1>${description === "" ? "" : html`<p class="lead">${untrustedText(description)}</p>`}
<p class="facts"><a href="${csv}" download>${WORDS.forms.export}</a></p></div>
<div class="tools"><nav class="filter" aria-label="${WORDS.pluginPages.lists}">${links}</nav>${find}</div>`;
}

function listed({ view, failure, search, text }: Shown): Html {
  const { pluginPages: words } = WORDS;
  const { entries, actions, page, list, next, look } = view;
  const chosen = chosenIn(failure);
  const drawn = look === "cards" ? cards(view, chosen) : table(view, chosen);
  const content = html`<input type="hidden" name="list" value="${list}">${drawn}${buttons(view, failure)}`;
  const none = text === "" ? words.empty : say(words.notFound, { text: oneWay(text) });
  return html`${entries.length === 0 ? html`<p class="none">${none}</p>` : actions.length === 0 ? drawn : drawnForm("run", pluginPageAt(page), content)}
${pager(words.lists, null, next === null ? null : { address: pluginPageAt(page, { list, after: next, search: text === "" ? null : search }), words: words.further })}`;
}

/** Each entry with the titles of its values. */
function cards({ page, list, actions, entries }: MemberPageView, chosen: ReadonlySet<string>): Html {
  const drawn = entries.map(({ key, values: [first, ...others] }, index) => {
    const name = first ? nameIn(first) : "";
    const facts = others.map((one) => html`<div><dt>${untrustedText(one.title)}</dt><dd>${drawnValue(one)}</dd></div>`);
    return html`<li class="row">${actions.length === 0 ? "" : box(key, index, chosen)}<div class="what"><p id="entry-${index}"><a href="${pluginPageAt(page, { list, entry: key })}">${name}</a></p><dl class="facts">${facts}</dl></div></li>`;
  });
  return html`<ul class="rows">${drawn}</ul>`;
}

function table(view: MemberPageView, chosen: ReadonlySet<string>): Html {
  const { columns, entries, actions } = view;
  const heads = columns.map((title) => html`<th scope="col">${untrustedText(title)}</th>`);
  return html`<div class="tabled" role="region" tabindex="0" aria-label="${oneWay(view.title)}"><table class="entries"><thead><tr>${actions.length === 0 ? "" : html`<td></td>`}${heads}</tr></thead><tbody>${entries.map((entry, index) => row(view, entry, index, chosen))}</tbody></table></div>`;
}

/** The keys of the entries that a refused form had chosen. */
const chosenIn = (failure: FormFailure | undefined): ReadonlySet<string> =>
  new Set([...(failure?.typed ?? [])].flatMap(([name, key]) => (name.startsWith(ENTRY_FIELD) ? [key] : [])));

/** The first value of an entry, which leads to it. A link inside of a link would lead elsewhere. */
const nameIn = (value: ShownValue): Html | string =>
  drawnValue(value.as === "mail" || value.as === "link" ? { ...value, as: "text" } : value);

const box = (key: string, index: number, chosen: ReadonlySet<string>): Html =>
  html`<input type="checkbox" name="${ENTRY_FIELD}${index}" value="${key}" aria-labelledby="entry-${index}"${chosen.has(key) ? " checked" : ""}>`;

function row(
  { page, list, actions }: MemberPageView,
  { key, values }: MemberPageEntry,
  index: number,
  chosen: ReadonlySet<string>,
): Html {
  const [first, ...others] = values;
  const name = first ? nameIn(first) : "";
  return html`<tr>${actions.length === 0 ? "" : html`<td>${box(key, index, chosen)}</td>`}<th scope="row" id="entry-${index}"><a href="${pluginPageAt(page, { list, entry: key })}">${name}</a></th>${others.map((value) => html`<td>${drawnValue(value)}</td>`)}</tr>`;
}

/** The buttons of actions. Each that asks first has a box of its own, so a tick confirms no other action. */
function buttons({ actions }: MemberPageView, failure: FormFailure | undefined): Html {
  const ticks = actions.flatMap(({ name, title, asks }) => {
    if (asks === null) return [];
    const field = confirmField(name);
    return html`<p class="tick"><input type="checkbox" id="${field}" name="${field}" value="true"${failure?.typed.get(field) === "true" ? " checked" : ""}> <label for="${field}"><b>${untrustedText(title)}</b> ${untrustedText(asks)}</label></p>`;
  });
  return html`<p class="acts">${actions.map(({ name, title, asks }) => html`<button type="submit" name="${ACTION_FIELD}" value="${name}"${asks === null ? "" : html` class="danger"`}>${untrustedText(title)}</button> `)}</p>${ticks}`;
}

function whole({ view, failure }: Shown): Html {
  const { page, list, actions, entries } = view;
  const facts = entries.flatMap(({ values }) =>
    values.map((value) => html`<div><dt>${untrustedText(value.title)}</dt><dd>${drawnValue(value)}</dd></div>`),
  );
  const [first] = entries;
  const content = html`<input type="hidden" name="list" value="${list}"><input type="hidden" name="${ENTRY_FIELD}0" value="${first?.key ?? ""}">${buttons(view, failure)}`;
  return html`<h1>${first?.values[0] ? nameIn(first.values[0]) : ""}</h1><dl class="facts">${facts}</dl>
${actions.length === 0 ? "" : drawnForm("run", pluginPageAt(page), content)}`;
}
