/** Inspects a publication before it happens: pages that a choice lacks, and faults that visitors would notice. */
import { IMPORT_MARKS_LISTED, PUBLISH_WARNINGS_LISTED } from "../../../manifests/bounds/publishing.ts";
import type { Navigation, NavigationItem, Page } from "../../documents/content/content.ts";
import { publicPlace } from "../../documents/content/languageHosts.ts";
import { pathOfPage } from "../../documents/lists/pagelessTypes.ts";
import { type DocumentRef, ONLY } from "../../documents/documents.ts";
import { leftBeside, selectionOf, takes } from "../../publishing/choice.ts";
import type { ChosenMembers } from "../../publishing/publishInputs.ts";
import { UPLOADED } from "../../templates/image.ts";
import { publishedChange, type ChangesParts } from "./changes.ts";
import { listAround } from "./listAddresses.ts";
import type { Powers } from "../../powers/powers.ts";
import type { Renderer } from "../../rendering/renderer.ts";
import { remembering } from "../../../manifests/memory/remembering.ts";
import { draftTypes } from "./typedReferences.ts";
import { textAnchors } from "./textAnchors.ts";
import { LeftEntries } from "./leftEntries.ts";
import { LinkCheck } from "./linkCheck.ts";
import { pageFaults } from "./pageFaults.ts";
import { TextReading, type Prospect, type SectionTypes } from "./prospect.ts";
import type { PublicationView } from "./views.ts";

type Warning = PublicationView["warnings"][number];
type About = Pick<Warning, "kind" | "id" | "path" | "title">;

/** The media files, of which this module only asks whether they exist. */
export interface KeptFiles {
  isKept(digest: string, object: string): boolean;
}

/** The readers who get a file. Null for everybody. */
export interface FileAudiences {
  find(site: string, digest: string): { readonly audience: readonly string[] | null } | undefined;
}

export interface PublicationParts extends ChangesParts {
  readonly mediaFiles: FileAudiences;
  readonly powers: Pick<Powers, "now">;
  readonly mediaObjects: KeptFiles;
  readonly plugins: {
    forSite(site: string): { readonly renderer: SectionTypes & Pick<Renderer, "hasPages" | "lists" | "placing"> };
  };
}

/** Pages whose content type one look before a publication remembers. */
const TYPES_REMEMBERED = 10_000;

/** A page that visitors have now, at its path. */
type Left = ReturnType<Prospect["documents"]["sitePages"]["entriesOf"]>[number];

/** A publication with all of its warnings. */
type Inspected = Omit<PublicationView, "total">;

/** Inspects a publication of the whole draft, or of a choice. */
export function publicationOf(parts: PublicationParts, site: string, chosen: ChosenMembers = {}): PublicationView {
  const { warnings, ...inspected } = inspectedPublication(parts, site, chosen);
  return { ...inspected, warnings: listedWarnings(warnings), total: warnings.length };
}

/** Tells whether a warning is about something that the pages show and the publication leaves behind. */
export const leavesBehind = ({ unpublished }: Warning): boolean => unpublished !== null;

const isMark = ({ code }: Warning): boolean => code === "import_marked";

/**
 * As many warnings as are listed, in their order. No smaller fault takes the place of what stays behind, or of what an
 * import could not bring.
 */
export function listedWarnings(found: readonly Warning[]): Warning[] {
  const others = found.filter((one) => !isMark(one));
  const first = [...others.filter(leavesBehind), ...others.filter((one) => !leavesBehind(one))];
  const listed = new Set([
    ...first.slice(0, PUBLISH_WARNINGS_LISTED),
    ...found.filter(isMark).slice(0, IMPORT_MARKS_LISTED),
  ]);
  return found.filter((one) => listed.has(one));
}

/** Inspects a publication, and answers every warning. */
export function inspectedPublication(parts: PublicationParts, site: string, chosen: ChosenMembers): Inspected {
  const { documents, history, sites } = parts;
  const shown = publishedChange(parts, site);
  const selection = selectionOf(parts, site, chosen);
  const isChosen = takes(selection);
  const changed = history.changedSince(site, shown, Number.MAX_SAFE_INTEGER);
  const refs = changed.filter(isChosen);
  const prospect = prospectOf(parts, site, changed, isChosen);
  const warnings = [
    ...refs.flatMap((ref) => warningsOf(prospect, ref)),
    ...takenOff(prospect, refs).map(({ id, path, title }) => whole({ kind: "page", id, path, title }, "address_left")),
  ];
  return {
    change: documents.change(site),
    release: sites.get(site).release,
    documents: refs.length,
    missing: leftBeside(parts, site, shown, selection),
    warnings,
    unread: prospect.reading.unread,
    unreadLists: prospect.left.unread,
  };
}

function prospectOf(
  parts: PublicationParts,
  site: string,
  changed: readonly DocumentRef[],
  isChosen: Prospect["isChosen"],
): Prospect {
  const { documents, sites, releases, mediaFiles, mediaObjects, plugins } = parts;
  const shown = publishedChange(parts, site);
  const row = sites.get(site);
  const { release, hostnames } = row;
  const isKept = (src: string): boolean => {
    const [, , digest = "", object = ""] = UPLOADED.test(src) ? src.split("/") : [];
    return mediaObjects.isKept(digest, object);
  };
  const shownHtml = (page: string): string | undefined => releases.shownOf(site, release, page);
  const { renderer } = plugins.forSite(site);
  const isOfList = (address: string): boolean => listAround({ documents, renderer, site }, address) !== undefined;
  const pageless = documents.pageless.at(site, isChosen({ kind: "types", id: ONLY }) ? undefined : shown);
  const reading = new TextReading();
  const headingsOf = (body: Page): ReadonlySet<string> | undefined => textAnchors(renderer, reading, body);
  return {
    documents,
    site,
    shown,
    pageless,
    hadAt: (paths) => releases.pagesAt(site, release, paths),
    types: renderer,
    links: new LinkCheck({
      documents,
      site,
      hostnames,
      hosts: publicPlace(documents.only(site, "settings").body, row).hosts,
      shown,
      isChosen,
      isKept,
      isOfList,
      headingsOf,
      shownHtml,
      pageless,
    }),
    left: new LeftEntries({ documents, site, renderer, shown, now: parts.powers.now(), pageless, changed, isChosen }),
    reading,
    typeOf: remembering(TYPES_REMEMBERED, draftTypes(documents, site)),
    isChosen,
    isKept,
    isOpen: (digest) => mediaFiles.find(site, digest)?.audience === null,
  };
}

function warningsOf(prospect: Prospect, { kind, id }: DocumentRef): Warning[] {
  if (kind === "navigation") return menuWarnings(prospect, prospect.documents.only(prospect.site, kind).body);
  if (kind !== "page") return [];
  return pageWarnings(prospect, id, prospect.documents.get(prospect.site, kind, id)?.body);
}

/** A warning about a document as a whole, from which the others differ in some members. */
const whole = (about: About, code: Warning["code"]): Warning => ({
  ...about,
  code,
  target: null,
  link: null,
  section: null,
  sectionTitle: null,
  unpublished: null,
});

const menuLinks = (items: readonly NavigationItem[]): string[] =>
  items.flatMap(({ link, children = [] }) => [link, ...menuLinks(children)]);

function menuWarnings({ links }: Prospect, { menus: own, languages = {} }: Navigation): Warning[] {
  const menus = [own, ...Object.values(languages)].flatMap((one) => Object.values(one));
  const about = { kind: "navigation", id: ONLY, path: null, title: null } as const;
  return [...new Set(menus.flatMap(menuLinks))].flatMap((link) => {
    const fault = links.faultOf(link, undefined);
    return fault ? [{ ...whole(about, fault.code), ...fault, link }] : [];
  });
}

function pageWarnings(prospect: Prospect, id: string, body: Page | undefined): Warning[] {
  const about = { kind: "page", id, path: body?.path ?? null, title: body?.title ?? null } as const;
  const faults = body ? pageFaults(prospect, id, body) : [];
  return [
    ...faults.map(({ section, ...fault }) => ({
      ...whole(about, fault.code),
      ...fault,
      section: section?.id ?? null,
      sectionTitle: (section && prospect.types.sectionType(section.type)?.title) ?? null,
    })),
    ...(leavesAddress(prospect, id, body) ? [whole(about, "address_left")] : []),
  ];
}

/** True if a published path would become a dead link: the page moves or goes, and no redirect replaces its path. */
function leavesAddress(prospect: Prospect, id: string, body: Page | undefined): boolean {
  const { documents, site, shown, pageless } = prospect;
  const before = documents.pathOf(site, id, shown);
  if (before === undefined || before === pathOfPage(body, pageless)) return false;
  return prospect.hadAt([before]).get(before) === id && !isTakenOver(prospect, before);
}

/** True if a path that a page leaves leads on, or has another page. */
function isTakenOver({ documents, site, links, pageless, isChosen }: Prospect, path: string): boolean {
  if (links.leadsOn(path)) return true;
  const taken = documents.pageAtPath(site, path, documents.change(site));
  return (
    taken !== undefined && pathOfPage(taken.body, pageless) !== undefined && isChosen({ kind: "page", id: taken.id })
  );
}

/** Pages that nobody changed, and whose content type loses its address or its plugin's version that gave it one. */
function takenOff(prospect: Prospect, changed: readonly DocumentRef[]): Left[] {
  const { documents, site, shown, pageless } = prospect;
  const entries = documents.sitePages.entriesOf(site, pageless, shown);
  const had = prospect.hadAt(entries.map(({ path }) => path));
  const isChanged = new Set(changed.map(({ id }) => id));
  return entries.filter(({ id, path }) => !isChanged.has(id) && had.get(path) === id && !isTakenOver(prospect, path));
}
