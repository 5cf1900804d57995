import { html } from "hono/html";
import type { Refusal } from "../../../manifests/refusal.ts";
import { refusalStatus } from "../../../manifests/refusal.ts";
import { WORDS } from "../../shared/editor/words.ts";
import { headersOf } from "../api/refusals.ts";
import { draftOf } from "./address.ts";
import type { Area } from "./areas.ts";
import { areasFor } from "./areas.ts";
import type { Desk } from "./desk.ts";
import type { Html } from "./html.ts";
import { sheet } from "./sheet.ts";

interface Framed {
  /** Of the browser's tab: it stays in the history of whoever has been here, so nothing a visitor wrote belongs in it. */
  readonly title: string;
  readonly content: Html;
  /** What became of the form that was sent, unless it did what it should. */
  readonly refusal?: Refusal | null | undefined;
}

/** What every page of the editor has around its content. */
export function framed(desk: Desk, { title, content, refusal }: Framed): Promise<Response> {
  const main = html`<main id="main" data-words="${JSON.stringify(WORDS.script)}">
${content}
</main>`;
  const page = { title: `${title} · ${desk.context.name}`, bar: bar(desk), main };
  return sheet(desk.place.origin, refusal ? refusalStatus(refusal.code) : 200, page, refusal ? headersOf(refusal) : {});
}

function bar({ area, member: { role }, context: { name } }: Desk): Html {
  const link = ({ path, title }: Area): Html => html`<li><a href="${path}"${path === area.path ? html` aria-current="true"` : ""}>${title}</a></li>`;
  return html`<header class="bar"><p class="brand"><bdi>${name}</bdi></p>
<nav aria-label="${WORDS.areas}"><ul>${areasFor(role).map(link)}<li><a href="${draftOf("/")}">${WORDS.draft}</a></li></ul></nav>
<form class="leave" method="post" action="/api/auth/logout"><button type="submit" class="link">${WORDS.logout}</button></form></header>`;
}
