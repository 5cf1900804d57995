/**
 * A choice: the documents of a publication, if it is not the whole draft. All other documents stay as visitors see
 * them.
 */
import * as z from "zod/mini";
import { PUBLISH_CHOSEN_MAX, SCHEDULE_REASONS_LISTED } from "../../manifests/bounds/publishing.ts";
import { type Issue, Refusal } from "../../manifests/refusals/refusal.ts";
import { described } from "../commands/described.ts";
import { documentId } from "../documents/content/section.ts";
import { type DocumentRef, type Documents, ONLY } from "../documents/documents.ts";
import type { ChangedDocument, History } from "../documents/history.ts";
import { documentName, type ChosenMoment, type Timeline } from "../documents/timeline.ts";
import type { Sites } from "../tenancy/sites.ts";
import type { Releases } from "./releases/releases.ts";

const EVERY_DOCUMENT = Number.MAX_SAFE_INTEGER;

const some = <T extends z.ZodMiniType>(item: T) =>
  z.optional(z.array(item).check(z.minLength(1), z.maxLength(PUBLISH_CHOSEN_MAX)));

export const choice = z
  .strictObject({
    pages: described(some(documentId), "Ids of pages. A page deleted in the draft is removed."),
    documents: described(
      some(z.enum(["navigation", "redirects", "theme", "settings", "types"])),
      "Documents that a site has once.",
    ),
  })
  .check(z.refine(({ pages, documents }) => (pages ?? documents) !== undefined, "at least one page or document"));
export type Choice = z.infer<typeof choice>;

export interface ChoiceParts {
  readonly documents: Documents;
  readonly history: History;
  readonly timeline: Timeline;
  readonly releases: Releases;
  readonly sites: Sites;
}

/** Lists the chosen documents, each once. Throws for a document that the site never had. */
export function chosenIn({ history }: Pick<ChoiceParts, "history">, site: string, chosen: Choice): DocumentRef[] {
  const pages = (chosen.pages ?? []).map((id): DocumentRef => ({ kind: "page", id }));
  const issues = pages.flatMap(({ kind, id }, index): Issue[] =>
    history.latestVersion(site, kind, id) > 0
      ? []
      : [{ pointer: `/only/pages/${index}`, found: id, allowed: "the id of a page of this site" }],
  );
  if (issues.length > 0) throw new Refusal("INVALID_REQUEST", { issues });
  const others = (chosen.documents ?? []).map((kind): DocumentRef => ({ kind, id: ONLY }));
  return [...new Map([...pages, ...others].map((ref) => [documentName(ref), ref])).values()];
}

/** Documents written after a value of the change counter. */
interface Changed {
  /** The last changes first, at most SCHEDULE_REASONS_LISTED. */
  readonly changed: readonly ChangedDocument[];
  readonly total: number;
}

/**
 * Finds documents written after a value of the change counter, among the chosen ones or all. What was written and taken
 * back counts, too: nobody has seen this version.
 */
export function writtenSince(
  { history }: Pick<ChoiceParts, "history">,
  site: string,
  change: number,
  chosen?: readonly DocumentRef[],
): Changed {
  if (!chosen)
    return {
      changed: history.writtenSince(site, change, SCHEDULE_REASONS_LISTED),
      total: history.countWrittenSince(site, change),
    };
  const names = new Set(chosen.map(documentName));
  const found = history.writtenSince(site, change, EVERY_DOCUMENT).filter((ref) => names.has(documentName(ref)));
  return { changed: found.slice(0, SCHEDULE_REASONS_LISTED), total: found.length };
}

/**
 * Throws if documents to publish have changed since the caller saw them. With a choice, only chosen documents count.
 */
export function requireSeen(
  parts: Pick<ChoiceParts, "documents" | "history">,
  site: string,
  change: number,
  chosen?: readonly DocumentRef[],
): void {
  const current = parts.documents.change(site);
  if (change > current) throw new Refusal("STALE_VERSION", { kind: "draft", current });
  const found = writtenSince(parts, site, change, chosen);
  if (found.total > 0) throw new Refusal("STALE_VERSION", { kind: "draft", current, ...(chosen ? found : {}) });
}

/** Throws while another publication of the site is built. */
export function requireIdle({ releases }: Pick<ChoiceParts, "releases">, site: string): void {
  const building = releases.building(site);
  if (building)
    throw new Refusal("CONFLICT", {
      conflict: "publication_running",
      reason: "Another publication is running. Wait until it ends.",
      release: building.id,
    });
}

/** The moment that visitors see now, beside which the chosen documents can be published. Throws if they cannot. */
export function shownFor(parts: Omit<ChoiceParts, "timeline">, site: string, chosen: readonly DocumentRef[]): number {
  const shown = parts.releases.find(site, parts.sites.get(site).release);
  if (!shown)
    throw new Refusal("CONFLICT", {
      conflict: "first_publication_partial",
      reason: "The first publication of a site must publish everything.",
    });
  const missing = missingFrom(parts.documents, site, shown.change, chosen);
  if (missing.length > 0) {
    throw new Refusal("CONFLICT", {
      conflict: "path_still_published",
      reason: "Another published page still has that path. Publish that page too.",
      missing,
    });
  }
  return shown.change;
}

/** Makes a moment with the chosen documents as in the draft, and all others as published. */
export const momentOf = (parts: ChoiceParts, site: string, chosen: readonly DocumentRef[]): ChosenMoment =>
  parts.timeline.choose(site, shownFor(parts, site, chosen), parts.documents.change(site), chosen);

/** A page that must be published together with a chosen one, because it is published at the chosen page's path. */
export interface MissingPage {
  readonly id: string;
  readonly title: string;
  readonly path: string;
  /** The chosen page that needs the path. */
  readonly for: string;
}

/** Lists published pages at paths of chosen pages. Two pages cannot share a path. */
export function missingFrom(
  documents: Documents,
  site: string,
  shown: number,
  chosen: readonly DocumentRef[],
): MissingPage[] {
  const names = new Set(chosen.map(documentName));
  return chosen.flatMap(({ kind, id }): MissingPage[] => {
    const path = kind === "page" ? documents.get(site, kind, id)?.body.path : undefined;
    const other = path === undefined ? undefined : documents.pageAtPath(site, path, shown);
    if (path === undefined || !other || other.id === id || names.has(documentName(other))) return [];
    return [{ id: other.id, title: other.body.title, path, for: id }];
  });
}
