/** The page of the site's languages. */
import { html } from "hono/html";
import {
  LANGUAGE_TAG_MAX_CHARS,
  PATH_MAX_CHARS,
  SITE_MAX_LANGUAGES,
  TITLE_MAX_CHARS,
} from "../../../../manifests/bounds/documents.ts";
import { expectValue } from "../../../../runtime/commands/answer.ts";
import type { Settings } from "../../../../runtime/documents/content/settings.ts";
import { homeOf, tagOf } from "../../../../runtime/documents/content/languages.ts";
import { say } from "../../../words/shape/say.ts";
import { WORDS } from "../../../words/words.ts";
import type { Desk } from "../desk/desk.ts";
import { menuTargets } from "../desk/links.ts";
import type { FormFailure } from "../desk/failure.ts";
import type { DeskPageState } from "../desk/page.ts";
import { DrawnFields, drawnSuggestions } from "../drawing/fields.ts";
import { alert, drawnForm } from "../drawing/form.ts";
import { editorPage } from "../drawing/editorPage.ts";
import type { Html } from "../drawing/html.ts";
import { publishBar } from "../drawing/publishBar.ts";
import { doneIn, status } from "../drawing/status.ts";
import { suggestedLanguages } from "../../../words/suggestions.ts";
import { versionField } from "../drawing/versionField.ts";
import { LANGUAGES_AREA } from "./area.ts";
import { usualName } from "../drawing/usualName.ts";
import { editedLanguages } from "./changes.ts";
import { languageRow, type ShownLanguages } from "./row.ts";

const { siteLanguages: words } = WORDS;
const HERE = LANGUAGES_AREA.path;

export async function languagesPage(desk: Desk, { failure }: DeskPageState): Promise<Response> {
  const { version, body } = expectValue(await desk.workspace.read("settings", desk.member.site));
  const languages = editedLanguages(body);
  const shown: ShownLanguages = {
    settings: body,
    languages,
    version,
    failure,
    here: HERE,
    homes: await homes(),
    outside: await outside(),
  };

  async function outside(): Promise<ReadonlyMap<string, number>> {
    const list = expectValue(await desk.workspace.read("translations", desk.member.site, { limit: 1 }));
    return new Map(list.languages.map(({ tag, outside: n }) => [tag, n]));
  }

  /** The languages whose home page is in the draft. */
  async function homes(): Promise<ReadonlySet<string>> {
    const known = await menuTargets(desk, languages.map(homeOf));
    const pages = await Promise.all(
      languages.map(async (one) => {
        const id = known.get(homeOf(one))?.page?.id;
        if (id === undefined) return [];
        const page = expectValue(await desk.workspace.read("page", desk.member.site, { page: id }));
        return tagOf(page.body, body) === one.tag ? [one.tag] : [];
      }),
    );
    return new Set(pages.flat());
  }

  const list = body.languages
    ? html`<ol class="rows">${languages.map((_, index) => languageRow(shown, index))}</ol>`
    : html`<p>${say(words.one, { name: usualName(body.language) })}</p>`;
  const content = html`<h1>${words.title}</h1><p class="help">${words.intro}</p>
${status(doneIn(new URL(desk.request.url).searchParams, words.done))}
${publishBar(desk, HERE, failure)}${alert(failure, "shift")}
<section aria-labelledby="list-title"><h2 id="list-title">${words.list}</h2>${list}</section>
${body.languages && languages.length > 1 ? html`<div class="work narrow">${choosing(body, version, failure)}</div>` : ""}
${languages.length < SITE_MAX_LANGUAGES ? html`<div class="work narrow">${adding(version, languages.length, failure)}</div>` : ""}`;
  return editorPage(desk, { title: words.title, content, refusal: failure?.refusal });
}

/** The form that decides whether / leads visitors to their language. */
function choosing({ languageChoice }: Settings, version: number, failure: FormFailure | undefined): Html {
  const fields = new DrawnFields("choose", failure, { chooses: "/body/languageChoice" });
  const content = html`${versionField(version)}
${fields.tick("chooses", words.chooses, languageChoice === "browser", words.choosesHelp)}
<button type="submit">${WORDS.everyPage.save}</button>`;
  return html`<section aria-labelledby="choose-title"><h2 id="choose-title">${words.chooseTitle}</h2>${alert(failure, "choose")}${drawnForm("choose", HERE, content)}</section>`;
}

/** The id of the list of suggested languages. */
const SUGGESTED = "languages";

/** The form for one more language, which is written after the `present` ones. */
function adding(version: number, present: number, failure: FormFailure | undefined): Html {
  const at = `/body/languages/${present}`;
  const pointers = { tag: `${at}/tag`, name: `${at}/name`, prefix: `${at}/prefix` };
  const fields = new DrawnFields("add", failure, pointers);
  const content = html`${versionField(version)}
${fields.text("tag", words.tag, "", { required: true, max: LANGUAGE_TAG_MAX_CHARS, help: words.tagHelp, list: SUGGESTED })}
${fields.text("name", words.name, "", { max: TITLE_MAX_CHARS, help: words.nameHelp })}
${fields.text("prefix", words.prefix, "", { max: PATH_MAX_CHARS, help: words.prefixHelp })}
<button type="submit">${words.add}</button>${drawnSuggestions(SUGGESTED, suggestedLanguages())}`;
  return html`<section aria-labelledby="add-title"><h2 id="add-title">${words.addTitle}</h2>${alert(failure, "add")}${drawnForm("add", HERE, content)}</section>`;
}
