/** The part of a page's settings with its language and its translations. */
import { html } from "hono/html";
import { PATH_MAX_CHARS, TITLE_MAX_CHARS } from "../../../../manifests/bounds/documents.ts";
import { expectValue } from "../../../../runtime/commands/answer.ts";
import type { Settings } from "../../../../runtime/documents/content/settings.ts";
import { languageNamed, tagOf } from "../../../../runtime/documents/content/languages.ts";
import type { PageView } from "../../../../runtime/editing/views.ts";
import { say } from "../../../words/shape/say.ts";
import { WORDS } from "../../../words/words.ts";
import { withQuery } from "../desk/address.ts";
import type { Desk } from "../desk/desk.ts";
import { settingsOf } from "../desk/documentAddress.ts";
import type { FormFailure } from "../desk/failure.ts";
import { DrawnFields } from "../drawing/fields.ts";
import { alert, drawnForm } from "../drawing/form.ts";
import type { Html } from "../drawing/html.ts";
import { versionField } from "../drawing/versionField.ts";
import { editing, editingBeside, sourceChangesAt, TRANSLATIONS } from "./addresses.ts";
import { changedText } from "./changed.ts";
import { changesOfSource, groupOfPage, type GroupTranslation, likelyPath, type TranslatedGroup } from "./group.ts";

const { translations: words } = WORDS;

interface Panel {
  readonly desk: Desk;
  readonly page: PageView;
  readonly settings: Settings;
  readonly group: TranslatedGroup;
  readonly here: string;
  readonly failure: FormFailure | undefined;
}

/** Nothing on a site with one language. */
export async function translationPanel(
  desk: Desk,
  page: PageView,
  here: string,
  failure: FormFailure | undefined,
): Promise<Html | string> {
  const settings = expectValue(await desk.workspace.read("settings", desk.member.site)).body;
  const group = settings.languages && (await groupOfPage(desk, page.id));
  if (!group) return "";
  const panel: Panel = { desk, page, settings, group, here, failure };
  const rows = await Promise.all(group.translations.map((one) => row(panel, one)));
  return html`<section aria-labelledby="languages-title" id="translations"><h2 id="languages-title">${words.heading}</h2>
<ul class="rows">${rows}</ul>${languageForm(panel)}<p><a href="${TRANSLATIONS}">${words.all}</a></p></section>`;
}

const nameOf = ({ settings }: Panel, tag: string): string => languageNamed(settings, tag)?.name ?? tag;

async function row(panel: Panel, one: GroupTranslation): Promise<Html> {
  const name = nameOf(panel, one.language);
  const isThis = one.page?.id === panel.page.id;
  const state = one.isSource ? words.source : words.states[one.state];
  const facts = html`<p class="name"><bdi lang="${one.language}">${name}</bdi> <span class="badge is-${one.isSource ? "source" : one.state}">${state}</span>${isThis ? html` <span class="badge">${words.this}</span>` : ""}</p>`;
  if (!one.page)
    return html`<li class="row"><div class="what">${facts}</div>${await translating(panel, one.language)}</li>`;
  const { id, title, path } = one.page;
  const link = (address: string, text: string): Html =>
    html`<a href="${address}" aria-label="${say(words.ofPage, { what: text, title })}">${text}</a> `;
  const outdated = one.state === "outdated" ? await changed(panel, id) : "";
  const others = isThis ? "" : html`${link(settingsOf(id), words.settings)}${link(editing(id), words.edit)}`;
  return html`<li class="row"><div class="what">${facts}<p class="facts"><bdi lang="${one.language}">${title}</bdi> · <bdi class="path">${path}</bdi></p>${outdated}</div>
<div class="acts">${others}${one.isSource ? "" : link(editingBeside(id), words.beside)}</div></li>`;
}

async function changed({ desk }: Panel, id: string): Promise<Html> {
  const changes = await changesOfSource(desk, id);
  return html`<p class="warning">${changedText(changes)} <a href="${sourceChangesAt(id)}">${words.compare}</a></p>`;
}

/** The form for a translation. Its first button copies the page, and its second begins an empty one. */
async function translating(panel: Panel, tag: string): Promise<Html> {
  const { desk, page, settings, here, failure } = panel;
  const form = failure?.typed.get("language") === tag ? failure : undefined;
  const path = await likelyPath(desk, settings, page.body.path, tag);
  const shown = (["translate", "translate-empty"] as const).map((name) => {
    const fields = new DrawnFields(name, form, {}, tag);
    const content = html`${versionField(page.version)}<input type="hidden" name="language" value="${tag}">
${fields.text("title", words.pageTitle, page.body.title, { required: true, max: TITLE_MAX_CHARS })}
${fields.text("path", words.path, path, { required: true, max: PATH_MAX_CHARS })}
<button type="submit">${name === "translate" ? words.copy : words.empty}</button>`;
    return html`<div>${alert(form, name)}${drawnForm(name, here, content)}</div>`;
  });
  const isOpen = form?.form.startsWith("translate") === true;
  return html`<details class="wide"${isOpen ? " open" : ""}><summary>${say(words.translate, { language: nameOf(panel, tag) })}</summary><div class="work columns">${shown}</div></details>`;
}

function languageForm(panel: Panel): Html {
  const { page, settings, group, here, failure } = panel;
  const pointers = { language: "/changes/language", translates: "/changes/translationOf" };
  const form = failure?.form === "language" ? failure : undefined;
  const fields = new DrawnFields("language", form, pointers);
  const tag = tagOf(page.body, settings);
  const known = (settings.languages ?? []).map((one) => [one.tag, one.name] as const);
  const choices = known.some(([one]) => one === tag) ? known : [...known, [tag, tag] as const];
  const source = page.body.translationOf === undefined ? "" : sourcePath(group, page.id);
  const content = html`${versionField(page.version)}
${fields.choice("language", words.pageLanguage, tag, choices, words.pageLanguageHelp)}
${fields.text("translates", words.translates, source, { max: PATH_MAX_CHARS, help: words.translatesHelp })}
<button type="submit">${WORDS.everyPage.save}</button>`;
  return html`<details class="wide"${form ? " open" : ""}><summary>${words.onePage}</summary><div class="work">${alert(form, "language")}${drawnForm("language", here, content)}</div></details>`;
}

/** The path of another page of the group: the one that began it, if it is there. */
function sourcePath({ group, translations }: TranslatedGroup, own: string): string {
  const others = translations.flatMap(({ page }) => (page && page.id !== own ? [page] : []));
  return (others.find(({ id }) => id === group) ?? others[0])?.path ?? "";
}

/** The address of the settings of a page at its translations. */
export const translationsOf = (id: string): string => `${withQuery(settingsOf(id), {})}#translations`;
