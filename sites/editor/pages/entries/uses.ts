/** The uses of entries: documents that link to them, and entries that refer to them. */
import { reader } from "../../../words/reader.ts";
import { html } from "hono/html";
import { expectValue } from "../../../../runtime/commands/answer.ts";
import type { PageView } from "../../../../runtime/editing/views.ts";
import { say } from "../../../words/shape/say.ts";
import { WORDS } from "../../../words/words.ts";
import type { Desk } from "../desk/desk.ts";
import type { Html } from "../drawing/html.ts";
import { canvasAt } from "../pages/area.ts";
import { listedColumns } from "./columns.ts";

const { entries: words, pages: pageWords } = WORDS;

/** Referring entries that are named. The rest are counted. */
const NAMED = 5;

/** A place, as an address and words; without an address if it is no page. */
type Use = readonly [address: string | null, said: string];

export async function usesOf(desk: Desk, chosen: readonly PageView[]): Promise<Html> {
  const uses = new Map<string, Use>();
  const ids = new Set(chosen.map(({ id }) => id));
  let unnamed = 0;
  for (const { id } of chosen) {
    const { items, more } = expectValue(await desk.workspace.read("page.backLinks", desk.member.site, { page: id }));
    for (const { kind, id: from, title } of items)
      if (kind !== "page") uses.set(kind, [null, pageWords.kinds[kind]]);
      else if (!ids.has(from)) uses.set(from, [canvasAt(from), title ?? from]);
    if (more) unnamed += 1;
    unnamed += await referring(desk, id, ids, uses);
  }
  if (uses.size === 0) return html`<p>${words.unused}</p>`;
  return html`<p class="warning">${words.used}</p><ul class="uses">${[...uses.values()].map(
    ([address, said]) => html`<li>${address === null ? said : html`<a href="${address}"><bdi>${said}</bdi></a>`}</li>`,
  )}</ul>${unnamed > 0 ? html`<p>${say(words.usedMore, { n: unnamed })}</p>` : ""}`;
}

/** Adds the entries that refer to a page. Answers the number of those that it does not name. */
async function referring(
  { workspace, member: { site } }: Desk,
  id: string,
  ids: ReadonlySet<string>,
  uses: Map<string, Use>,
): Promise<number> {
  let unnamed = 0;
  const { contentTypes } = expectValue(await workspace.read("catalogue", site, { language: reader().language }));
  const references = contentTypes.flatMap((type) =>
    listedColumns(type)
      .filter(({ kind }) => kind === "page")
      .map(({ name, isList }) => ({ type: type.type, where: { [name]: isList ? { has: id } : { eq: id } } })),
  );
  for (const asked of references) {
    const found = expectValue(await workspace.read("entries", site, { ...asked, limit: NAMED }));
    for (const { id: from, title } of found.items) if (!ids.has(from)) uses.set(from, [canvasAt(from), title]);
    unnamed += Math.max(0, (found.total ?? 0) - NAMED);
  }
  return unnamed;
}
