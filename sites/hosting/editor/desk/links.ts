import { PATH_MAX_CHARS } from "../../../../manifests/bounds/documents.ts";
import { expectValue } from "../../../../runtime/commands/answer.ts";
import type { LinkedPage } from "../../../../runtime/editing/links.ts";
import { say } from "../../../shared/editor/words/say.ts";
import { WORDS } from "../../../shared/editor/words/words.ts";
import type { Desk } from "./desk.ts";

const {
  frame: { link: words },
} = WORDS;

/** Pages that a field offers; the address of any other can be typed. */
const OFFERED = 200;

export interface Offered {
  readonly path: string;
  readonly title: string;
}

export const offeredPages = async ({ workspace, member }: Desk): Promise<readonly Offered[]> =>
  expectValue(await workspace.read("pages", member.site, { order: "tree", limit: OFFERED })).items;

/** The target of each of these links, by link. */
export async function menuTargets(
  { workspace, member }: Desk,
  links: readonly string[],
): Promise<ReadonlyMap<string, LinkedPage>> {
  const found = expectValue(await workspace.read("linkedPages", member.site, { links: [...new Set(links)] }));
  return new Map(found.map((one) => [one.link, one]));
}

/** A link from what was typed: an address of a page is written by the page's id, so that it stays when the page moves. */
export async function linkFrom(desk: Desk, typed: string): Promise<string> {
  const link = typed.trim();
  if (/^[\w-]+(?:\.[\w-]+)+(?:\/\S*)?$/.test(link)) return `https://${link}`;
  if (!link.startsWith("/") || link.length > PATH_MAX_CHARS) return link;
  const [path = "", anchor] = link.split("#", 2);
  const page = (await menuTargets(desk, [path])).get(path)?.page;
  return page ? `page:${page.id}${anchor === undefined ? "" : `#${anchor}`}` : link;
}

/** A link as a field shows it: a page by its address, a deleted one by the address it had, an unknown one as nothing. */
export function typedFor(link: string, known: ReadonlyMap<string, LinkedPage>): string {
  const { page, deleted } = known.get(link) ?? {};
  const path = (page ?? deleted)?.path;
  if (!link.startsWith("page:")) return link;
  if (path === undefined) return "";
  const anchor = link.indexOf("#");
  return anchor === -1 ? path : path + link.slice(anchor);
}

/** The target of a link in words, for people. */
export interface Target {
  readonly text: string;
  /** True where no page is there. */
  readonly isLost: boolean;
}

export function shownTarget(link: string, known: ReadonlyMap<string, LinkedPage>): Target {
  const { page, deleted } = known.get(link) ?? {};
  if (deleted) return { text: say(words.deleted, { title: deleted.title }), isLost: true };
  if (page === null) return { text: link.startsWith("page:") ? words.lost : `${words.lost} ${link}`, isLost: true };
  return { text: page ? withAnchor(page.title, page.anchor) : link, isLost: false };
}

const withAnchor = (title: string, anchor: string | undefined): string =>
  anchor === undefined ? title : `${title} › ${anchor}`;

/** The titles of the draft's pages at these paths, by path. A path without a page has none. */
export async function titlesAt(desk: Desk, paths: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const known = await menuTargets(desk, paths);
  return new Map([...known].flatMap(([path, { page }]) => (page ? [[path, page.title] as const] : [])));
}
