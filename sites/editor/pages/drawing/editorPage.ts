import { html } from "hono/html";
import { type Refusal, refusalStatus } from "../../../../manifests/refusals/refusal.ts";
import { can } from "../../../../runtime/commands/permissions.ts";
import { WORDS } from "../../../words/words.ts";
import { headersOf } from "../../../web/api/pipeline/refusals.ts";
import { draftOf } from "../desk/address.ts";
import { type BarLink, type EditorArea, EDIT } from "../desk/area.ts";
import type { Desk } from "../desk/desk.ts";
import type { Html } from "./html.ts";
import { type PageScript, sheet } from "./sheet.ts";

interface DrawnPage {
  /** The title of the browser's tab. Browsers store it in their history, so it must not contain a visitor's text. */
  readonly title: string;
  readonly content: Html;
  /** True if the page shows the site's pages in frames. */
  readonly framesDraft?: boolean;
  readonly scripts?: readonly PageScript[];
  /** The refusal of the sent form, if it failed. */
  readonly refusal?: Refusal | null | undefined;
}

/** The layout around every editor page. */
export async function editorPage(
  desk: Desk,
  { title, content, refusal, framesDraft = false, scripts = [] }: DrawnPage,
): Promise<Response> {
  const links = await linksIn(desk);
  const main = html`<main id="main" data-member="${desk.member.identity}" data-words="${JSON.stringify(WORDS.script)}">
${content}
</main>`;
  const page = { title: `${title} · ${desk.context.name}`, bar: bar(desk, links), main, framesDraft, scripts };
  return sheet(desk.place.origin, refusal ? refusalStatus(refusal.code) : 200, page, refusal ? headersOf(refusal) : {});
}

/** The links of each area, by its path: one to the area, or those that it lists itself. */
const linksIn = async (desk: Desk): Promise<ReadonlyMap<string, readonly BarLink[]>> =>
  new Map(await Promise.all(desk.areas.map(async (one) => [one.path, await readBarLinks(one, desk)] as const)));

const readBarLinks = async (area: EditorArea, desk: Desk): Promise<readonly BarLink[]> =>
  (await area.links?.(desk)) ?? [{ path: area.path, title: area.title, waiting: (await area.waiting?.(desk)) ?? null }];

/** The list of areas beside the content. On a narrow window a button opens it, without a script. */
function bar(
  { area, areas, member: { role }, context: { name }, request }: Desk,
  links: ReadonlyMap<string, readonly BarLink[]>,
): Html {
  const here = new URL(request.url).pathname;
  const link = ({ path, title, waiting }: BarLink): Html =>
    html`<li><a href="${path}"${path === area.path || path === here ? html` aria-current="true"` : ""}><bdi>${title}</bdi>${waiting === null ? "" : html` <span class="badge">${waiting}</span>`}</a></li>`;
  const group = ([groupName, title]: [string, string]): Html | string => {
    const shown = areas
      .filter((one) => one.group === groupName)
      .flatMap(({ path }) => links.get(path) ?? [])
      .map(link);
    return shown.length === 0
      ? ""
      : html`<p class="group" id="group-${groupName}">${title}</p><ul aria-labelledby="group-${groupName}">${shown}</ul>`;
  };
  return html`<header class="bar"><p class="brand"><bdi>${name}</bdi></p>
<button type="button" class="quiet scripted" data-palette aria-keyshortcuts="Control+K">${WORDS.script.palette.button}</button>
<button type="button" class="quiet opener" popovertarget="areas">${WORDS.everyPage.menu}</button>
<nav id="areas" popover aria-label="${WORDS.everyPage.areas}"><ul class="first">${can(role, "content.edit") ? html`<li><a href="${EDIT}">${WORDS.everyPage.canvas}</a></li>` : ""}<li><a href="${draftOf("/")}">${WORDS.everyPage.draft}</a></li></ul>
${Object.entries(WORDS.everyPage.groups).map(group)}
<form class="leave" method="post" action="/api/auth/logout"><button type="submit" class="link">${WORDS.everyPage.logout}</button></form></nav></header>`;
}
