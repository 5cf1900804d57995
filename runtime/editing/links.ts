/** Links between documents of the draft: what leads to a page, and what a link may lead to. */
import { ANCHOR_LABEL_CHARS, BACK_LINKS_LISTED, LINK_ANCHORS_LISTED } from "../../manifests/bounds/documents.ts";
import type { Section } from "../documents/content.ts";
import { eachSection } from "../documents/content.ts";
import type { Documents } from "../documents/documents.ts";
import { RedirectTable } from "../documents/redirectTable.ts";
import { pathAllowed } from "../documents/unreachable.ts";
import type { PageIndex } from "../documents/pageIndex.ts";
import type { BackLinksView, CatalogueView, LinkTargetsView } from "./views.ts";

type LinkTarget = LinkTargetsView["items"][number];

/** Signs that follow a link in a document: the end of a field or of a Markdown link, or the rest of the address. */
const ENDS = ['"', ")", "#", "?", " ", "\\"];

/** Documents of the draft that link to a page, by its id or its path; the page itself is none of them. */
export function backLinks(
  index: PageIndex,
  site: string,
  { id, path }: { readonly id: string; readonly path: string },
): BackLinksView {
  const byId = ENDS.map((end) => `page:${id}${end}`);
  const byPath = ['"', "("].flatMap((start) => ENDS.map((end) => start + path + end));
  // A page has its own path in its content, which is no link.
  const found = index
    .naming(site, [`page:${id}`, path], [...byId, ...byPath], BACK_LINKS_LISTED + 2)
    .filter((one) => one.kind !== "page" || one.id !== id);
  return { items: found.slice(0, BACK_LINKS_LISTED), more: found.length > BACK_LINKS_LISTED };
}

/** The target of a link: the page it names, null where it leads nowhere on this site; absent for other addresses. */
export interface LinkedPage {
  readonly link: string;
  readonly page?: { readonly id: string; readonly path: string; readonly title: string } | null;
}

/** Says of each link to this site whether something is there in the draft. */
export function linkedPages(documents: Documents, site: string, links: readonly string[]): LinkedPage[] {
  const redirects = new RedirectTable(documents.only(site, "redirects").body);
  return links.map((link): LinkedPage => {
    const id = /^page:([a-z0-9-]+)/.exec(link)?.[1];
    if (id !== undefined) {
      const entry = documents.pageEntry(site, id);
      return { link, page: entry ? { id, ...entry } : null };
    }
    const path = /^\/[^?#]*/.exec(link)?.[0];
    if (path === undefined || pathAllowed(path) !== undefined) return { link };
    const found = documents.pageAtPath(site, path, documents.change(site));
    if (found) return { link, page: { id: found.id, path, title: found.body.title } };
    return redirects.match(path) === undefined ? { link, page: null } : { link };
  });
}

/** Titles of section types, by type. */
export const sectionTitles = ({ sections }: CatalogueView): ReadonlyMap<string, string> =>
  new Map(sections.map(({ type, title }) => [type, title]));

export function linkTarget(
  documents: Documents,
  site: string,
  { id, path, title }: { readonly id: string; readonly path: string; readonly title: string },
  types: ReadonlyMap<string, string>,
): LinkTarget {
  const link = `page:${id}`;
  const sections = [...eachSection(documents.get(site, "page", id)?.body.sections ?? [])].slice(0, LINK_ANCHORS_LISTED);
  return {
    page: id,
    path,
    title,
    link,
    anchors: sections.map(({ section }) => ({ link: `${link}#${section.id}`, label: labelOf(section, types) })),
  };
}

/** The first text of a section says more than its type, which several have. */
function labelOf({ type, fields }: Section, types: ReadonlyMap<string, string>): string {
  const kind = types.get(type) ?? type;
  const text = Object.values(fields).find((value): value is string => typeof value === "string" && value.trim() !== "");
  return text === undefined ? kind : `${kind}: ${text.trim().replaceAll(/\s+/g, " ").slice(0, ANCHOR_LABEL_CHARS)}`;
}
