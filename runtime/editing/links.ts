/** Links between documents of the draft: back links of a page, and possible link targets. */
import { ANCHOR_LABEL_CHARS, BACK_LINKS_LISTED, LINK_ANCHORS_LISTED } from "../../manifests/bounds/documents.ts";
import { normalPath } from "../../manifests/shapes/normalPath.ts";
import type { Section } from "../documents/content/section.ts";
import { eachSection } from "../documents/content/sectionWalk.ts";
import type { Documents } from "../documents/documents.ts";
import { pathOfLink } from "../documents/redirectTable.ts";
import { type ListDraft, listAround } from "./comparing/listAddresses.ts";
import { pathAllowed } from "../documents/unreachable.ts";
import type { PageIndex } from "../documents/pageIndex.ts";
import { fieldsIn, referring } from "../documents/references.ts";
import { draftPages } from "./comparing/draftPages.ts";
import { sourceInstead } from "../documents/content/sourceInstead.ts";
import type { BackLinksView, CatalogueView, LinkTargetsView } from "./views.ts";

type LinkTarget = LinkTargetsView["items"][number];

/**
 * Characters that follow a link in a document: the end of a field or Markdown link, or the start of a fragment, query
 * or title.
 */
const ENDS = ['"', ")", "#", "?", " ", "\\"];

/**
 * Documents of the draft that link to a page by its id or path, or refer to it in a field. The page itself is left out.
 */
export function backLinks(
  index: PageIndex,
  site: string,
  { id, path }: { readonly id: string; readonly path: string },
  { sections, inactive, contentTypes, inactiveTypes }: CatalogueView,
): BackLinksView {
  const byId = ENDS.map((end) => `page:${id}${end}`);
  const byPath = ['"', "("].flatMap((start) => ENDS.map((end) => start + path + end));
  // A page's own path in its body is no link.
  const found = index
    .naming(site, [`page:${id}`, path], [...byId, ...byPath], BACK_LINKS_LISTED + 2)
    .filter((one) => one.kind !== "page" || one.id !== id);
  const fields = fieldsIn([...sections, ...inactive, ...contentTypes, ...inactiveTypes]);
  const references = referring(index, site, id, fields, BACK_LINKS_LISTED);
  const linking = new Set(found.flatMap((one) => (one.kind === "page" ? [one.id] : [])));
  const others = references.items.filter((one) => !linking.has(one.id));
  const all = [...found, ...others.map((one) => ({ kind: "page" as const, ...one }))];
  return { items: all.slice(0, BACK_LINKS_LISTED), more: references.more || all.length > BACK_LINKS_LISTED };
}

/** A page as link dialogs show it. */
interface Named {
  readonly path: string;
  readonly title: string;
}

/** The target of a link. `page` is null if the link leads nowhere on this site, and absent for other addresses. */
export interface LinkedPage {
  readonly link: string;
  readonly page?:
    | (Named & {
        readonly id: string;
        /** The section that the link leads to, in words. */
        readonly anchor?: string;
        /** An entry that a field may refer to, and to which no link leads. */
        readonly pageless?: true;
      })
    | null;
  /** The page that the link led to, if it was deleted. */
  readonly deleted?: Named;
}

/** Titles of section types, by type. */
type Types = ReadonlyMap<string, string>;

/** Looks up the target of each link to this site in the draft. */
export function linkedPages(
  { documents, renderer, site }: ListDraft,
  links: readonly string[],
  types: Types,
): LinkedPage[] {
  const redirects = documents.redirects.table(site);
  const pageless = documents.pageless.at(site);
  return links.map((link): LinkedPage => {
    const [, id, anchor] = /^page:([a-z0-9-]+)(?:#(.+))?/.exec(link) ?? [];
    if (id !== undefined) return { link, ...pageOfId({ documents, site, pageless }, id, anchor, types) };
    if (!link.startsWith("/")) return { link };
    const path = normalPath(pathOfLink(link));
    if (pathAllowed(path) !== undefined) return { link };
    const found = documents.pageAtPath(site, path, documents.change(site));
    if (found)
      return { link, page: { id: found.id, path, title: found.body.title, ...withoutPage(found.body, pageless) } };
    if (redirects.match(path) ?? listAround({ documents, renderer, site }, path)) return { link };
    return { link, page: pageShownAt(documents, site, path) };
  });
}

/** The page that a language shows at an address without a page. */
function pageShownAt(documents: Documents, site: string, path: string): (Named & { readonly id: string }) | null {
  const reader = draftPages(documents, site);
  const found = sourceInstead(reader, path);
  const page = found?.is === "translation" ? reader.at(found.path) : found?.page;
  return page ? { id: page.id, path: page.body.path, title: page.body.title } : null;
}

interface DraftLinks {
  readonly documents: Documents;
  readonly site: string;
  readonly pageless: ReadonlySet<string>;
}

const withoutPage = (
  { type }: { readonly type?: string | null | undefined } = {},
  pageless: ReadonlySet<string>,
): { readonly pageless?: true } => (type != null && pageless.has(type) ? { pageless: true } : {});

function pageOfId(
  { documents, site, pageless }: DraftLinks,
  id: string,
  anchor: string | undefined,
  types: Types,
): Omit<LinkedPage, "link"> {
  const entry = documents.pageEntry(site, id);
  if (!entry) {
    const deleted = documents.deletedPage(site, id);
    return { page: null, ...(deleted && { deleted }) };
  }
  const section = anchor === undefined ? undefined : sectionsOf(documents, site, id).find((one) => one.id === anchor);
  const place = documents.placeOf(site, id, documents.change(site));
  return {
    page: { id, ...entry, ...withoutPage(place, pageless), ...(section && { anchor: labelOf(section, types) }) },
  };
}

const sectionsOf = (documents: Documents, site: string, id: string): Section[] =>
  [...eachSection(documents.get(site, "page", id)?.body.sections ?? [])].map(({ section }) => section);

export const sectionTitles = ({ sections }: CatalogueView): Types =>
  new Map(sections.map(({ type, title }) => [type, title]));

export function linkTarget(
  documents: Documents,
  site: string,
  { id, path, title }: { readonly id: string; readonly path: string; readonly title: string },
  types: Types,
): LinkTarget {
  const link = `page:${id}`;
  const sections = sectionsOf(documents, site, id).slice(0, LINK_ANCHORS_LISTED);
  return {
    page: id,
    path,
    title,
    link,
    anchors: sections.map((section) => ({ link: `${link}#${section.id}`, label: labelOf(section, types) })),
  };
}

/** Labels a section by its type and its first text, because several sections may have the same type. */
function labelOf({ type, fields }: Section, types: Types): string {
  const kind = types.get(type) ?? type;
  const text = Object.values(fields).find((value): value is string => typeof value === "string" && value.trim() !== "");
  return text === undefined ? kind : `${kind}: ${text.trim().replaceAll(/\s+/g, " ").slice(0, ANCHOR_LABEL_CHARS)}`;
}
