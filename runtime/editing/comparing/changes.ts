import { CHANGES_LISTED } from "../../../manifests/bounds/documents.ts";
import type { DocumentBody, DocumentKind, Page } from "../../documents/content/content.ts";
import { groupOf, tagOf } from "../../documents/content/languages.ts";
import { bodyBefore } from "../../documents/content/beginnings.ts";
import { type Documents, type StoredDocument, ONLY } from "../../documents/documents.ts";
import { EVERYTHING, isWhole, type Selection, takes } from "../../publishing/choice.ts";
import type { Releases } from "../../publishing/releases/releases.ts";
import type { Sites } from "../../tenancy/sites.ts";
import { isDifferent, pageDifference } from "../operations/difference.ts";
import type { ChangedDocument, History } from "../../documents/history.ts";
import { differingMembers } from "../operations/sameJson.ts";
import type { ChangesView } from "./views.ts";

export interface ChangesParts {
  readonly documents: Documents;
  readonly history: History;
  readonly releases: Releases;
  readonly sites: Sites;
}

type PageChange = ChangesView["pages"][number];
type SiteChange = ChangesView["documents"][number];
type SiteKind = Exclude<DocumentKind, "page">;

/** The moment of the draft that visitors see, or 0 before the first release. */
export function publishedChange({ releases, sites }: Pick<ChangesParts, "releases" | "sites">, site: string): number {
  return releases.find(site, sites.get(site).release)?.change ?? 0;
}

/** Lists the changes that a publication of a selection would publish. Default: all changes, even those held back. */
export function changesOf(parts: ChangesParts, site: string, selection = EVERYTHING): ChangesView {
  const base = publishedChange(parts, site);
  const { changed, total } = changedIn(parts, site, base, selection);
  return {
    change: parts.documents.change(site),
    release: parts.sites.get(site).release,
    total,
    pages: changed.flatMap((ref) => (ref.kind === "page" ? pageChange(parts, site, base, ref) : [])),
    documents: changed.flatMap((ref) => (ref.kind === "page" ? [] : siteChange(parts, site, base, ref, ref.kind))),
  };
}

interface Changed {
  readonly changed: readonly ChangedDocument[];
  readonly total: number;
}

function changedIn({ history }: ChangesParts, site: string, base: number, selection: Selection): Changed {
  if (isWhole(selection))
    return { changed: history.changedSince(site, base, CHANGES_LISTED), total: history.countChangedSince(site, base) };
  const found = history.changedSince(site, base, Number.MAX_SAFE_INTEGER).filter(takes(selection));
  return { changed: found.slice(0, CHANGES_LISTED), total: found.length };
}

const NOWHERE = { path: "", title: "", sections: [] };

function pageChange({ documents }: ChangesParts, site: string, base: number, ref: ChangedDocument): PageChange[] {
  const [before, after] = [documents.published(site, "page", ref.id, base), documents.get(site, "page", ref.id)];
  const shown = after ?? before;
  if (!shown) return [];
  const difference = pageDifference(before?.body ?? NOWHERE, after?.body ?? NOWHERE);
  const change = kindOfChange(before, after);
  if (change === "changed" && !isDifferent(difference)) return [];
  const { path, title } = shown.body;
  return [
    {
      id: ref.id,
      change,
      path,
      title,
      ...amongLanguages(documents, site, ref.id, shown.body),
      version: ref.version,
      published: before?.version ?? 0,
      held: after?.body.held === true,
      ...whoAndWhen(ref),
      ...difference,
    },
  ];
}

/** The language and the group of a page, on a site with several languages. */
function amongLanguages(
  documents: Documents,
  site: string,
  id: string,
  page: Page,
): Pick<PageChange, "language" | "group"> {
  const settings = documents.only(site, "settings").body;
  return settings.languages ? { language: tagOf(page, settings), group: groupOf(id, page) } : {};
}

function kindOfChange(before: unknown, after: unknown): PageChange["change"] {
  if (!before) return "added";
  return after ? "changed" : "removed";
}

function siteChange<K extends SiteKind>(
  { documents }: ChangesParts,
  site: string,
  base: number,
  ref: ChangedDocument,
  kind: K,
): SiteChange[] {
  const before: StoredDocument<K> | undefined = documents.get(site, kind, ONLY, base);
  const after = documents.only(site, kind);
  const members = differingMembers(membersOf(before?.body ?? bodyBefore(kind)), membersOf(after.body));
  return members.length === 0
    ? []
    : [{ kind, version: ref.version, published: before?.version ?? 0, ...whoAndWhen(ref), members }];
}

/** The members that differ. Those of a navigation are its menus. */
function membersOf(body: DocumentBody<SiteKind> | undefined): object {
  if (!body) return {};
  return "menus" in body ? { ...body.menus, ...(body.languages && { languages: body.languages }) } : body;
}

const whoAndWhen = ({ changedBy, changedAt }: ChangedDocument): { changedBy: string; changedAt: number } => ({
  changedBy,
  changedAt,
});
