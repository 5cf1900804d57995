/** The place of the remarks in a page. The script reads and draws them. */
import { html } from "hono/html";
import type { Desk } from "../desk/desk.ts";
import { builtFiles, builtPath } from "../drawing/builtFiles.ts";
import { editorPage } from "../drawing/editorPage.ts";
import type { Html } from "../drawing/html.ts";
import type { PageScript } from "../drawing/sheet.ts";
import { WORDS } from "../../../words/words.ts";

/** The remarks of a page of the site, or of all pages, with their script. */
export async function drawnRemarks({ env }: Desk, page?: string): Promise<{ content: Html; script: PageScript }> {
  const { remarks } = await builtFiles(env);
  const which = page === undefined ? "" : html` data-page="${page}"`;
  return {
    content: html`<div id="remarks"${which}><p class="unscripted none">${WORDS.reviews.remarksNeed}</p></div>`,
    script: { path: builtPath(remarks.name), integrity: remarks.integrity, parts: remarks.parts.map(builtPath) },
  };
}

export async function remarkList(desk: Desk): Promise<Response> {
  const title = WORDS.reviews.remarks;
  const { content, script } = await drawnRemarks(desk);
  return editorPage(desk, { title, content: html`<h1>${title}</h1>${content}`, scripts: [script] });
}
