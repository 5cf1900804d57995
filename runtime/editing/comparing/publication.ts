/** Inspects a publication before it happens: pages that a choice lacks, and faults that visitors would notice. */
import { PUBLISH_WARNINGS_LISTED } from "../../../manifests/bounds/publishing.ts";
import type { SectionContribution } from "../../../manifests/manifest/section.ts";
import type { Page, Section } from "../../documents/content.ts";
import { eachSection } from "../../documents/sectionWalk.ts";
import type { DocumentRef, Documents } from "../../documents/documents.ts";
import { ONLY } from "../../documents/documents.ts";
import { RedirectTable } from "../../documents/redirectTable.ts";
import { documentName } from "../../documents/timeline.ts";
import type { Choice } from "../../publishing/choice.ts";
import { UPLOADED } from "../../templates/image.ts";
import { chosenIn, missingFrom } from "../../publishing/choice.ts";
import { publishedChange } from "./changes.ts";
import type { ChangesParts } from "./changes.ts";
import type { PublicationView } from "./views.ts";

type Warning = PublicationView["warnings"][number];
type Code = Warning["code"];

/** The media files, of which this module only asks whether they exist. */
export interface KeptFiles {
  isKept(digest: string, object: string): boolean;
}

/** The section types of a site. */
interface SectionTypes {
  sectionType(type: string): SectionContribution | undefined;
}

export interface PublicationParts extends ChangesParts {
  readonly mediaObjects: KeptFiles;
  readonly plugins: { forSite(site: string): { readonly renderer: SectionTypes } };
}

/** A possible publication: its documents, and whether each is in it or stays as visitors see it. */
interface Prospect {
  readonly documents: Documents;
  readonly site: string;
  /** The moment of the draft that visitors see. */
  readonly shown: number;
  readonly refs: readonly DocumentRef[];
  readonly mediaObjects: KeptFiles;
  readonly types: SectionTypes;
  isChosen(ref: DocumentRef): boolean;
}

/** Inspects a publication of the whole draft, or of a choice. */
export function publicationOf(parts: PublicationParts, site: string, only?: Choice): PublicationView {
  const { documents, history, sites, mediaObjects, plugins } = parts;
  const shown = publishedChange(parts, site);
  const chosen = only && chosenIn(parts, site, only);
  const names = chosen && new Set(chosen.map(documentName));
  const isChosen = (ref: DocumentRef): boolean => names?.has(documentName(ref)) ?? true;
  const refs = history.changedSince(site, shown, Number.MAX_SAFE_INTEGER).filter(isChosen);
  const types = plugins.forSite(site).renderer;
  const prospect: Prospect = { documents, site, shown, refs, mediaObjects, types, isChosen };
  const found = refs.flatMap((ref) => warningsOf(prospect, ref));
  return {
    change: documents.change(site),
    release: sites.get(site).release,
    documents: refs.length,
    missing: chosen ? missingFrom(documents, site, shown, chosen) : [],
    warnings: found.slice(0, PUBLISH_WARNINGS_LISTED),
    total: found.length,
  };
}

function warningsOf(prospect: Prospect, { kind, id }: DocumentRef): Warning[] {
  if (kind === "navigation")
    return brokenLinks(prospect, prospect.documents.only(prospect.site, kind).body, kind, ONLY);
  if (kind !== "page") return [];
  return pageWarnings(prospect, id, prospect.documents.get(prospect.site, kind, id)?.body);
}

function pageWarnings(prospect: Prospect, id: string, body: Page | undefined): Warning[] {
  const kind = "page" as const;
  const about = { kind, id, path: body?.path ?? null, title: body?.title ?? null };
  const at = (code: Code, section: Section | undefined): Warning => ({
    ...about,
    code,
    target: null,
    section: section?.id ?? null,
    sectionTitle: (section && prospect.types.sectionType(section.type)?.title) ?? null,
  });
  const pictures = (code: Code, isWrong: (picture: Picture) => boolean): Warning[] =>
    body ? sectionsWith(body, isWrong).map((section) => at(code, section)) : [];
  return [
    ...(body ? emptyHeadings(prospect, body).map((section) => at("heading_empty", section)) : []),
    ...(body ? brokenLinks(prospect, body, kind, id).map((warning) => ({ ...warning, ...about })) : []),
    ...(body?.image && !isThere(prospect, body.image.src) ? [at("picture_missing", undefined)] : []),
    ...pictures("picture_missing", ({ src }) => !isThere(prospect, src)),
    ...pictures("picture_undescribed", ({ alt, decorative }) => alt === "" && !decorative),
    ...addressLeft(prospect, id, body).map((code) => at(code, undefined)),
  ];
}

/**
 * The first section, if it shows the main heading of the page and a text that it requires is blank. Drafts may be
 * half-finished, so no schema refuses that.
 */
function emptyHeadings({ types }: Prospect, { sections: [first] }: Page): Section[] {
  const type = first && types.sectionType(first.type);
  if (!first || type?.providesTitle !== true) return [];
  const { required = [] } = type.fields as { readonly required?: readonly string[] };
  const isBlank = (value: unknown): boolean => typeof value === "string" && value.trim() === "";
  return required.some((name) => isBlank(first.fields[name])) ? [first] : [];
}

/** A link to a page by its id, in a field or in Markdown. */
const LINK = /(?:"|\()page:([a-z0-9][a-z0-9-]*)/g;

/** Links to pages that do not exist, or that visitors would not see. */
function brokenLinks(
  { documents, site, shown, isChosen }: Prospect,
  body: object,
  kind: "page" | "navigation",
  id: string,
): Warning[] {
  const targets = new Set([...JSON.stringify(body).matchAll(LINK)].map(([, target]) => target ?? ""));
  return [...targets].flatMap((target): Warning[] => {
    const ref: DocumentRef = { kind: "page", id: target };
    const draft = documents.pageEntry(site, target);
    const isShown = isChosen(ref) ? draft !== undefined : documents.pathOf(site, target, shown) !== undefined;
    if (isShown) return [];
    const code: Code = draft ? "link_unpublished" : "link_broken";
    const at = { id: target, path: draft?.path ?? null, title: draft?.title ?? null };
    return [{ code, kind, id, path: null, title: null, target: at, section: null, sectionTitle: null }];
  });
}

/** Tells whether a picture is in the media. False for an example's picture, and for a file that was removed since. */
function isThere({ mediaObjects }: Prospect, src: string): boolean {
  const [, , digest = "", object = ""] = UPLOADED.test(src) ? src.split("/") : [];
  return mediaObjects.isKept(digest, object);
}

interface Picture {
  readonly src: string;
  readonly alt: string;
  readonly decorative: boolean;
}

const pictureOf = (value: { src: unknown; alt: unknown; decorative?: unknown }): Picture => ({
  src: String(value.src),
  alt: String(value.alt),
  decorative: value.decorative === true,
});

/** Sections with a faulty picture: without a description, or with a file that is not in the media. */
const sectionsWith = (page: Page, isWrong: (picture: Picture) => boolean): Section[] =>
  [...eachSection(page.sections)].map(({ section }) => section).filter(({ fields }) => holds(fields, isWrong));

function holds(value: unknown, isWrong: (picture: Picture) => boolean): boolean {
  if (typeof value !== "object" || value === null) return false;
  if ("src" in value && "alt" in value && isWrong(pictureOf(value))) return true;
  return Object.values(value).some((inner) => holds(inner, isWrong));
}

/** A published path that would become a dead link: the page moves or goes, and no redirect replaces its path. */
function addressLeft({ documents, site, shown, isChosen }: Prospect, id: string, body: Page | undefined): Code[] {
  const before = documents.pathOf(site, id, shown);
  if (before === undefined || before === body?.path) return [];
  const moment = isChosen({ kind: "redirects", id: ONLY }) ? undefined : shown;
  const redirects = documents.get(site, "redirects", ONLY, moment)?.body;
  if (redirects && new RedirectTable(redirects).match(before)) return [];
  const taken = documents.pageAtPath(site, before, documents.change(site));
  return taken && isChosen({ kind: "page", id: taken.id }) ? [] : ["address_left"];
}
