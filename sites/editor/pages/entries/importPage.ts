/** The page that brings entries in from a file. Its script reads the file in the member's browser. */
import { html } from "hono/html";
import { say } from "../../../words/shape/say.ts";
import { WORDS } from "../../../words/words.ts";
import type { Desk } from "../desk/desk.ts";
import { builtFiles, builtPath } from "../drawing/builtFiles.ts";
import { editorPage } from "../drawing/editorPage.ts";
import type { ImportPageWords } from "../../looks/importPageWords.ts";
import { entriesAt } from "./addresses.ts";
import { listedType } from "./listedType.ts";

const { entries: words } = WORDS;

export async function importPage(desk: Desk): Promise<Response> {
  const type = await listedType(desk);
  const { importing } = await builtFiles(desk.env);
  const list = entriesAt(type.type);
  const scriptWords: ImportPageWords = { importing: WORDS.importing, fields: WORDS.fields };
  const title = say(words.importTitle, { plural: type.plural });
  const content = html`<p><a href="${list}"><bdi>${type.plural}</bdi></a></p><h1><bdi>${title}</bdi></h1>
<div id="importing" data-type="${type.type}" data-list="${list}" data-zone="${desk.context.timeZone}" data-words="${JSON.stringify(scriptWords)}"><p class="unscripted none">${words.importNeeds}</p></div>`;
  const script = { path: builtPath(importing.name), integrity: importing.integrity };
  return editorPage(desk, { title, content, scripts: [script] });
}
