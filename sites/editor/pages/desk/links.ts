import { PATH_MAX_CHARS } from "../../../../manifests/bounds/documents.ts";
import { expectValue } from "../../../../runtime/commands/answer.ts";
import type { LinkedPage } from "../../../../runtime/editing/links.ts";
import { say } from "../../../words/shape/say.ts";
import { WORDS } from "../../../words/words.ts";
import type { Desk } from "./desk.ts";

const {
  everyPage: { link: words },
} = WORDS;

/** The most pages that a field suggests; addresses of other pages can be typed. */
const OFFERED = 200;

export interface Offered {
  readonly path: string;
  readonly title: string;
}

/** The first pages that a menu may lead to: none of the entries that live in lists alone. */
export async function offeredPages({ workspace, member }: Desk): Promise<readonly Offered[]> {
  const { items } = expectValue(await workspace.read("pages", member.site, { order: "tree", limit: OFFERED }));
  return items.filter(({ pageless }) => pageless !== true);
}

/** The page behind each link, by link. */
export async function menuTargets(
  { workspace, member }: Desk,
  links: readonly string[],
): Promise<ReadonlyMap<string, LinkedPage>> {
  const found = expectValue(await workspace.read("linkedPages", member.site, { links: [...new Set(links)] }));
  return new Map(found.map((one) => [one.link, one]));
}

/**
 * Converts a typed address to a link. A page's path becomes a link by the page's id, which stays valid when the page
 * moves.
 */
export async function linkFrom(desk: Desk, typed: string): Promise<string> {
  const link = typed.trim();
  if (/^[\w-]+(?:\.[\w-]+)+(?:\/\S*)?$/.test(link)) return `https://${link}`;
  if (!link.startsWith("/") || link.length > PATH_MAX_CHARS) return link;
  const [path = "", anchor] = link.split("#", 2);
  const page = (await menuTargets(desk, [path])).get(path)?.page;
  return page ? `page:${page.id}${anchor === undefined ? "" : `#${anchor}`}` : link;
}

/** A link as a field shows it: a page's path, the last path of a deleted page, or an empty text for an unknown page. */
export function typedFor(link: string, known: ReadonlyMap<string, LinkedPage>): string {
  const { page, deleted } = known.get(link) ?? {};
  const path = (page ?? deleted)?.path;
  if (!link.startsWith("page:")) return link;
  if (path === undefined) return "";
  const anchor = link.indexOf("#");
  return anchor === -1 ? path : path + link.slice(anchor);
}

/** A link's target, as text for people. */
export interface Target {
  readonly text: string;
  /** True if the page is gone. */
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

/** The titles of the draft's pages at these paths, by path. Paths without a page are left out. */
export async function titlesAt(desk: Desk, paths: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const known = await menuTargets(desk, paths);
  return new Map([...known].flatMap(([path, { page }]) => (page ? [[path, page.title] as const] : [])));
}
