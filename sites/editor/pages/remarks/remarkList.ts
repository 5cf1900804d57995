/** The place of the remarks in a page. The script reads and draws them. */
import { html } from "hono/html";
import { can } from "../../../../runtime/commands/permissions.ts";
import { documentId } from "../../../../runtime/documents/content/section.ts";
import { say } from "../../../words/shape/say.ts";
import { WORDS } from "../../../words/words.ts";
import { draftOf } from "../desk/address.ts";
import type { Desk } from "../desk/desk.ts";
import { builtFiles, builtPath } from "../drawing/builtFiles.ts";
import { editorPage } from "../drawing/editorPage.ts";
import type { Html } from "../drawing/html.ts";
import type { PageScript } from "../drawing/sheet.ts";
import { REMARKS_AREA } from "./area.ts";

/** The remarks of a page of the site, or of all pages, with their script. */
export async function drawnRemarks(
  { env, member }: Desk,
  page?: string,
): Promise<{ content: Html; script: PageScript }> {
  const { remarks } = await builtFiles(env);
  const which = page === undefined ? "" : html` data-page="${page}"`;
  const viewer = can(member.role, "content.edit") ? "" : html` data-viewer`;
  return {
    content: html`<div id="remarks"${which}${viewer}><p class="unscripted none">${WORDS.reviews.remarksNeed}</p></div>`,
    script: { path: builtPath(remarks.name), integrity: remarks.integrity, parts: remarks.parts.map(builtPath) },
  };
}

export async function remarkList(desk: Desk): Promise<Response> {
  const page = await pageIn(desk);
  const title = WORDS.reviews.remarks;
  const { content, script } = await drawnRemarks(desk, page?.id);
  return editorPage(desk, {
    title,
    content: html`${page ? ofPage(page) : html`<h1>${title}</h1>`}${content}`,
    scripts: [script],
  });
}

interface NamedPage {
  readonly id: string;
  readonly title: string;
  readonly path: string;
}

/** The page that an address names. Undefined for an address without one, or of a page that has gone. */
async function pageIn({ workspace, member, request }: Desk): Promise<NamedPage | undefined> {
  const id = documentId.safeParse(new URL(request.url).searchParams.get("page"));
  const found = id.success ? await workspace.read("page", member.site, { page: id.data }) : undefined;
  if (!id.success || !found?.ok) return undefined;
  const { title, path } = found.value.body;
  return { id: id.data, title, path };
}

const ofPage = ({ title, path }: NamedPage): Html =>
  html`<p><a href="${REMARKS_AREA.path}">${WORDS.reviews.allRemarks}</a></p>
<h1><bdi>${say(WORDS.reviews.remarksOn, { title })}</bdi></h1>
<p><a href="${draftOf(path)}">${WORDS.reviews.toDraft}</a></p>`;
