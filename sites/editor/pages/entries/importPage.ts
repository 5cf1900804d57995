/** The pages that bring content in from files. Their scripts read the files in the member's browser. */
import { html } from "hono/html";
import { say } from "../../../words/shape/say.ts";
import { WORDS } from "../../../words/words.ts";
import type { CanvasFile } from "../../looks/canvasFiles.ts";
import type { ImportPageWords } from "../../looks/importPageWords.ts";
import type { Desk } from "../desk/desk.ts";
import { builtFiles, builtPath } from "../drawing/builtFiles.ts";
import { editorPage } from "../drawing/editorPage.ts";
import { ENTRIES, PAGES_AREA } from "../pages/area.ts";
import { entriesAt } from "./addresses.ts";
import { listedType } from "./listedType.ts";

const { entries: words } = WORDS;

export async function importPage(desk: Desk): Promise<Response> {
  const { type, plural } = await listedType(desk);
  const { importing } = await builtFiles(desk.env);
  const title = say(words.importTitle, { plural });
  return filePage(desk, { script: importing, title, list: entriesAt(type), all: plural, type });
}

/** The page for whole sites of other software. */
export async function movePage(desk: Desk): Promise<Response> {
  const { moving } = await builtFiles(desk.env);
  return filePage(desk, {
    script: moving,
    title: words.moveTitle,
    list: PAGES_AREA.path,
    all: WORDS.pages.all,
    type: "",
  });
}

interface FilePage {
  readonly script: CanvasFile & { readonly parts?: readonly string[] };
  readonly title: string;
  /** The list that the page belongs to, and its name. */
  readonly list: string;
  readonly all: string;
  readonly type: string;
}

function filePage(desk: Desk, { script, title, list, all, type }: FilePage): Response | Promise<Response> {
  const scriptWords: ImportPageWords = { importing: WORDS.importing, fields: WORDS.fields };
  const content = html`<p><a href="${list}"><bdi>${all}</bdi></a></p><h1><bdi>${title}</bdi></h1>
<div id="importing" data-type="${type}" data-list="${list}" data-entries="${ENTRIES}" data-zone="${desk.context.timeZone}" data-words="${JSON.stringify(scriptWords)}"><p class="unscripted none">${words.importNeeds}</p></div>`;
  const { name, integrity, parts = [] } = script;
  return editorPage(desk, {
    title,
    content,
    scripts: [{ path: builtPath(name), integrity, parts: parts.map(builtPath) }],
  });
}
