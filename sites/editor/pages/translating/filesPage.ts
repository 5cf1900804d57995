/** The page that exchanges texts with translators. Its script writes and reads the files in the member's browser. */
import { html } from "hono/html";
import { Refusal } from "../../../../manifests/refusals/refusal.ts";
import { expectValue } from "../../../../runtime/commands/answer.ts";
import { languageNamed, sourceTag } from "../../../../runtime/documents/content/languages.ts";
import { WORDS } from "../../../words/words.ts";
import { withQuery } from "../desk/address.ts";
import type { Desk } from "../desk/desk.ts";
import { builtFiles, builtPath } from "../drawing/builtFiles.ts";
import { editorPage } from "../drawing/editorPage.ts";
import { TRANSLATIONS } from "./addresses.ts";

const { xliff: words } = WORDS;

export async function filesPage(desk: Desk): Promise<Response> {
  const { body } = expectValue(await desk.workspace.read("settings", desk.member.site));
  const language = new URL(desk.request.url).searchParams.get("language") ?? "";
  const found = languageNamed(body, language);
  if (!found || language === sourceTag(body)) throw new Refusal("NOT_FOUND");
  const { xliff } = await builtFiles(desk.env);
  const list = withQuery(TRANSLATIONS, { language });
  const content = html`<p><a href="${list}">${words.list}</a></p><h1>${words.title}${WORDS.everyPage.colon}<bdi lang="${language}">${found.name}</bdi></h1>
<p class="help">${words.lead}</p>
<div id="xliff" data-language="${language}" data-list="${list}" data-words="${JSON.stringify(words)}"><p class="unscripted none">${words.needs}</p></div>`;
  const script = { path: builtPath(xliff.name), integrity: xliff.integrity };
  return editorPage(desk, { title: words.title, content, scripts: [script] });
}
