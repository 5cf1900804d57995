/** The page with the form for a new page. */
import { html } from "hono/html";
import { PATH_MAX_CHARS, TITLE_MAX_CHARS } from "../../../../manifests/bounds/documents.ts";
import { isPagePath } from "../../../../manifests/shapes/pagePath.ts";
import { WORDS } from "../../../words/words.ts";
import type { Desk } from "../desk/desk.ts";
import type { DeskPageState } from "../desk/page.ts";
import { DrawnFields, type SelectOption } from "../drawing/fields.ts";
import { alert, drawnForm } from "../drawing/form.ts";
import { editorPage } from "../drawing/editorPage.ts";
import { NEW_PAGE, PAGES_AREA } from "./area.ts";
import { beginnings } from "./beginnings.ts";

const { pages: words } = WORDS;

const POINTERS = { title: "/body/title", path: "/body/path" };

export async function newPage(desk: Desk, { failure }: DeskPageState): Promise<Response> {
  const fields = new DrawnFields("create", failure, POINTERS);
  const presets = await beginnings(desk);
  const content = html`${fields.text("title", words.pageTitle, "", { required: true, max: TITLE_MAX_CHARS })}
${fields.text("path", words.path, folderIn(desk.request), { max: PATH_MAX_CHARS, help: words.pathHelp })}
${presets.length === 0 ? "" : fields.choice("begin", words.begin, begunIn(desk.request, presets), [["", words.blank], ...presets])}
${fields.tick("menu", words.menu, false)}
<button type="submit">${words.create}</button>`;
  return editorPage(desk, {
    title: words.newTitle,
    content: html`<p><a href="${PAGES_AREA.path}">${words.all}</a></p>
<h1>${words.newTitle}</h1>
<div class="work narrow"><section>${alert(failure, "create")}${drawnForm("create", NEW_PAGE, content)}</section></div>`,
    refusal: failure?.refusal,
  });
}

/** The beginning that the link's query names; empty if there is none. */
function begunIn({ url }: Request, presets: readonly SelectOption[]): string {
  const asked = new URL(url).searchParams.get("begin") ?? "";
  return presets.some(([one]) => one === asked) ? asked : "";
}

/** The folder of the new page, from the link's query; empty if there is none. */
function folderIn({ url }: Request): string {
  const under = new URL(url).searchParams.get("under") ?? "";
  return isPagePath(under) && under !== "/" ? `${under}/` : "";
}
