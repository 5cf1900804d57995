/** The list of translations of the draft, by language and state. */
import { html } from "hono/html";
import { expectValue } from "../../../../runtime/commands/answer.ts";
import {
  TRANSLATION_STATES,
  type TranslationState,
  type TranslationsView,
} from "../../../../runtime/editing/languages/views.ts";
import { say } from "../../../words/shape/say.ts";
import { WORDS } from "../../../words/words.ts";
import { withQuery } from "../desk/address.ts";
import type { Desk } from "../desk/desk.ts";
import { settingsOf } from "../desk/documentAddress.ts";
import type { DeskPageState } from "../desk/page.ts";
import { alert } from "../drawing/form.ts";
import { editorPage } from "../drawing/editorPage.ts";
import type { Html } from "../drawing/html.ts";
import { lineTextIn, pager, searching } from "../drawing/lists.ts";
import { publishBar } from "../drawing/publishBar.ts";
import { doneIn, status } from "../drawing/status.ts";
import { oneWay } from "../library/untrustedText.ts";
import { editing, editingBeside, sourceChangesAt, TRANSLATION_FILES, TRANSLATIONS } from "./addresses.ts";
import { changedText } from "./changed.ts";
import { changesOfSource, type GroupTranslation, type TranslatedGroup } from "./group.ts";
import { translationsOf } from "./panel.ts";
import { stillRight } from "./stillRight.ts";

const { translations: words } = WORDS;
/** Rows of one page. The changes of each outdated translation are counted. */
const ROWS = 50;

interface Looking {
  readonly language: string | null;
  readonly state: TranslationState | null;
  readonly text: string;
  readonly cursor: string | null;
}

export async function translationList(desk: Desk, { failure }: DeskPageState): Promise<Response> {
  const { workspace, member } = desk;
  const query = new URL(desk.request.url).searchParams;
  const all = expectValue(await workspace.read("translations", member.site, { limit: 1 }));
  const language = languageIn(query, all);
  const state = TRANSLATION_STATES.find((one) => one === query.get("state")) ?? null;
  const looking: Looking = { language, state, text: lineTextIn(query), cursor: query.get("cursor") };
  const list = expectValue(
    await workspace.read("translations", member.site, {
      limit: ROWS,
      text: looking.text,
      cursor: looking.cursor,
      ...(language !== null && { language }),
      ...(state !== null && { state }),
    }),
  );
  const here = addressOf(looking);
  const rows = await Promise.all(list.items.map((group) => row(desk, here, group, language)));
  const content = html`<h1>${words.title}</h1>
<p class="help"><bdi>${say(words.intro, { source: nameIn(all, all.source) })}</bdi></p>
${status(doneIn(query, words.done))}
${publishBar(desk, TRANSLATIONS, failure)}${alert(failure, "still-right")}
${language === null ? html`<p class="none">${words.none}</p>` : html`<p class="acts"><a class="button quiet" href="${withQuery(TRANSLATION_FILES, { language })}">${WORDS.xliff.title}</a></p>${toolbar(all, looking)}${listed(rows, looking)}${paging(list.next, looking)}`}`;
  return editorPage(desk, { title: words.title, content, refusal: failure?.refusal });
}

/** The language in the address, or the first that is translated. Null if the site has one language. */
function languageIn(query: URLSearchParams, { languages, source }: TranslationsView): string | null {
  const others = languages.map(({ tag }) => tag).filter((tag) => tag !== source);
  return others.find((tag) => tag === query.get("language")) ?? others[0] ?? null;
}

const nameIn = ({ languages }: TranslationsView, tag: string): string =>
  languages.find((one) => one.tag === tag)?.name ?? tag;

const addressOf = (looking: Partial<Looking>): string => withQuery(TRANSLATIONS, { ...looking });

function toolbar({ languages, source }: TranslationsView, { language, state, text }: Looking): Html {
  const link = (address: string, title: string, isHere: boolean): Html =>
    html`<a href="${address}"${isHere ? html` aria-current="true"` : ""}><bdi>${title}</bdi></a> `;
  const tongues = languages.filter(({ tag }) => tag !== source);
  const counts = languages.find(({ tag }) => tag === language)?.counts;
  const states = TRANSLATION_STATES.map((one) => {
    const title = say(words.counted, { state: words.states[one], n: counts?.[one] ?? 0 });
    return link(addressOf({ language, state: one, text }), title, one === state);
  });
  const kept = html`<input type="hidden" name="language" value="${language}">${state === null ? "" : html`<input type="hidden" name="state" value="${state}">`}`;
  return html`<div class="tools"><nav class="filter" aria-label="${words.language}">${tongues.map(({ tag, name }) => link(addressOf({ language: tag, state, text }), name, tag === language))}</nav>
<nav class="filter" aria-label="${words.show}">${link(addressOf({ language, text }), words.everything, state === null)}${states}</nav>
${searching({ method: "get", path: TRANSLATIONS, label: words.searchFor, text, all: addressOf({ language, state }), kept })}</div>`;
}

function listed(rows: readonly Html[], { text }: Looking): Html {
  if (rows.length > 0) return html`<ul class="rows">${rows}</ul>`;
  return html`<p class="none">${text === "" ? words.none : say(words.noneFound, { text: oneWay(text) })}</p>`;
}

async function row(desk: Desk, here: string, group: TranslatedGroup, language: string | null): Promise<Html> {
  const found = group.translations.find((one) => one.language === language);
  const state = found?.state ?? "missing";
  const badge = html`<span class="badge is-${state}">${words.states[state]}</span>`;
  const source = html`<p class="name"><a href="${settingsOf(group.id)}"><bdi lang="${group.language}">${group.title}</bdi></a> ${found?.isSource === true ? html`<span class="badge">${words.source}</span>` : badge}</p>`;
  return html`<li class="row"><div class="what">${source}<p class="facts"><bdi class="path">${group.path}</bdi>${found?.page ? html` · <bdi lang="${found.language}">${found.page.title}</bdi> · <bdi class="path">${found.page.path}</bdi>` : ""}</p></div>
${await acts(desk, here, group, found)}</li>`;
}

async function acts(
  desk: Desk,
  here: string,
  group: TranslatedGroup,
  found: GroupTranslation | undefined,
): Promise<Html> {
  const link = (address: string, text: string): Html =>
    html`<a href="${address}" aria-label="${say(words.ofPage, { what: text, title: group.title })}">${text}</a> `;
  if (!found?.page) return html`<div class="acts">${link(translationsOf(group.id), words.translateShort)}</div>`;
  const { id } = found.page;
  if (found.isSource) return html`<div class="acts">${link(editing(id), words.edit)}</div>`;
  const links = html`${link(editing(id), words.edit)}${link(editingBeside(id), words.beside)}`;
  if (found.state !== "outdated") return html`<div class="acts">${links}</div>`;
  const changes = await changesOfSource(desk, id);
  return html`<div class="acts">${links}${changes.source ? stillRight(here, found.page, changes.source.version) : ""}</div>
<p class="warning wide">${changedText(changes)} ${link(sourceChangesAt(id), words.compare)}</p>`;
}

function paging(next: string | null, looking: Looking): Html | string {
  const first =
    looking.cursor === null ? null : { address: addressOf({ ...looking, cursor: null }), words: words.newest };
  const further = next === null ? null : { address: addressOf({ ...looking, cursor: next }), words: words.older };
  return pager(words.list, first, further);
}
