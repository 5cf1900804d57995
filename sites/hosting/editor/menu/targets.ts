import { PATH_MAX_CHARS } from "../../../../manifests/bounds/documents.ts";
import { expectValue } from "../../../../runtime/commands/answer.ts";
import type { LinkedPage } from "../../../../runtime/editing/links.ts";
import type { Desk } from "../desk/desk.ts";

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

/** A link as a field shows it: a page by its address. */
export function typedFor(link: string, known: ReadonlyMap<string, LinkedPage>): string {
  const page = known.get(link)?.page;
  if (!page || !link.startsWith("page:")) return link;
  const anchor = link.indexOf("#");
  return anchor === -1 ? page.path : page.path + link.slice(anchor);
}
