/**
 * A choice: the documents of a publication, if it is not the whole draft. All other documents stay as visitors see
 * them. A publication of everything leaves out the pages that members hold back.
 */
import { SCHEDULE_REASONS_LISTED } from "../../manifests/bounds/publishing.ts";
import type { ConflictName } from "../../manifests/refusals/conflicts.ts";
import { type Issue, Refusal } from "../../manifests/refusals/refusal.ts";
import { LATEST_CHANGE } from "../documents/content/forever.ts";
import { tagOf } from "../documents/content/languages.ts";
import { type DocumentRef, type Documents, ONLY } from "../documents/documents.ts";
import type { ChangedDocument, History } from "../documents/history.ts";
import { documentName, type ChosenMoment, type Timeline } from "../documents/timeline.ts";
import { isOwnPage } from "../documents/languageReach.ts";
import type { Envelope } from "../area/command.ts";
import { type MemberLanguages, outsideLanguages } from "../commands/memberLanguages.ts";
import type { Sites } from "../tenancy/sites.ts";
import type { ReleaseRow } from "./releases/releaseRow.ts";
import type { Releases } from "./releases/releases.ts";
import type { ChosenMembers, Choice } from "./publishInputs.ts";
import type { PlacingTypes } from "../documents/content/placing.ts";
import { placedLeft } from "./placedLeft.ts";
import { languagesLeft } from "./languagesLeft.ts";
import { valuesLeft } from "./valuesLeft.ts";

const EVERY_DOCUMENT = Number.MAX_SAFE_INTEGER;

/** The documents of a publication: the named ones, or all others. */
export interface Selection {
  readonly named: readonly DocumentRef[];
  readonly isExcept: boolean;
}

/** All documents, even those that members hold back. */
export const EVERYTHING: Selection = { named: [], isExcept: true };

export interface ChoiceParts {
  readonly documents: Documents;
  readonly history: History;
  readonly timeline: Timeline;
  readonly releases: Releases;
  readonly sites: Sites;
  readonly plugins: { forSite(site: string): { readonly renderer: { readonly placing: PlacingTypes } } };
}

export interface LimitParts {
  readonly memberLanguages: Pick<MemberLanguages, "of">;
}

/** Lists the named documents, each once. Throws for a document that the site never had. */
function namedIn(parts: SelectionParts, site: string, member: string, choice: Choice): DocumentRef[] {
  const issues = (["pages", "groups"] as const).flatMap((list) =>
    (choice[list] ?? []).flatMap((id, index): Issue[] =>
      parts.history.latestVersion(site, "page", id) > 0
        ? []
        : [{ pointer: `/${member}/${list}/${index}`, found: id, allowed: "the id of a page of this site" }],
    ),
  );
  if (issues.length > 0) throw new Refusal("INVALID_REQUEST", { issues });
  const others = (choice.documents ?? []).map((kind): DocumentRef => ({ kind, id: ONLY }));
  const chosen = [
    ...(choice.pages ?? []).map((id): DocumentRef => ({ kind: "page", id })),
    ...inChosenLanguages(parts, site, choice.languages ?? []),
    ...withTranslations(parts, site, choice.groups ?? []),
    ...others,
  ];
  return [...new Map(chosen.map((ref) => [documentName(ref), ref])).values()];
}

type SelectionParts = Pick<ChoiceParts, "history" | "documents" | "releases" | "sites">;

/** The changed pages of languages. A deleted page has the language that it had last. */
function inChosenLanguages(parts: SelectionParts, site: string, languages: readonly string[]): DocumentRef[] {
  if (languages.length === 0) return [];
  const { documents, history } = parts;
  const shown = shownChange(parts, site);
  const settings = documents.only(site, "settings").body;
  const isIn = (id: string): boolean => {
    const language = documents.translations.lastLanguage(site, id)?.language ?? undefined;
    return languages.includes(tagOf({ language }, settings));
  };
  return history
    .writtenSince(site, shown, EVERY_DOCUMENT)
    .flatMap(({ kind, id }) => (kind === "page" && isIn(id) ? [{ kind, id }] : []));
}

const shownChange = ({ releases, sites }: Pick<ChoiceParts, "releases" | "sites">, site: string): number =>
  releases.find(site, sites.get(site).release)?.change ?? 0;

/** Pages with all pages of their groups: those of the draft, and those that visitors see, because one may be deleted. */
function withTranslations(parts: SelectionParts, site: string, ids: readonly string[]): DocumentRef[] {
  if (ids.length === 0) return [];
  const { translations } = parts.documents;
  const moments = [LATEST_CHANGE, shownChange(parts, site)];
  const groups = new Set(ids.flatMap((id) => [id, ...moments.flatMap((at) => translations.group(site, id, at) ?? [])]));
  const pages = [...groups].flatMap((group) => moments.flatMap((at) => translations.pages(site, group, at)));
  return [...ids, ...pages.map(({ id }) => id)].map((id) => ({ kind: "page", id }));
}

/** The documents that a publication takes. Throws for a document that the site never had. */
export function selectionOf(parts: SelectionParts, site: string, { only, except }: ChosenMembers): Selection {
  if (only && except)
    throw new Refusal("INVALID_REQUEST", {
      issues: [{ pointer: "/except", found: "only and except", allowed: "one of both" }],
    });
  return withoutHeld(parts, site, {
    named: only ? namedIn(parts, site, "only", only) : except ? namedIn(parts, site, "except", except) : [],
    isExcept: !only,
  });
}

/** A selection of everything, without the pages that members hold back now. */
export const withoutHeld = (
  { documents }: Pick<ChoiceParts, "documents">,
  site: string,
  selection: Selection,
): Selection =>
  selection.isExcept ? { ...selection, named: [...selection.named, ...documents.heldBack(site)] } : selection;

/**
 * Names a document of a selection that is beyond the languages to which a member is limited. Undefined if none is. The
 * documents that visitors see now must be in them, too, because the publication replaces them.
 */
export function chosenBeyond(
  parts: Pick<ChoiceParts, "documents" | "releases" | "sites">,
  site: string,
  languages: readonly string[],
  { named, isExcept }: Selection,
): string | undefined {
  if (isExcept) return "a publication without a choice of pages";
  const { documents } = parts;
  const shown = shownChange(parts, site);
  const beyond = named.find(({ kind, id }) => kind !== "page" || !isOwnPage({ documents, site, languages }, id, shown));
  return beyond && documentName(beyond);
}

/** Refuses a selection beyond the languages to which a member is limited. */
export function requireChosenInLanguages(
  { memberLanguages, ...parts }: Pick<ChoiceParts, "documents" | "releases" | "sites"> & LimitParts,
  { site, actor }: Pick<Envelope, "site" | "actor">,
  selection: Selection,
): void {
  const languages = memberLanguages.of(site, actor);
  const beyond = languages && chosenBeyond(parts, site, languages, selection);
  if (languages && beyond !== undefined) throw outsideLanguages(languages, beyond);
}

/** Tells of each document whether a publication takes it. */
export function takes({ named, isExcept }: Selection): (ref: DocumentRef) => boolean {
  const names = new Set(named.map(documentName));
  return (ref) => names.has(documentName(ref)) !== isExcept;
}

/** Takes every document that one of the selections takes. */
export function unionOf(selections: readonly Selection[]): Selection {
  const named = new Map(
    selections.flatMap((one) => (one.isExcept ? [] : one.named.map((ref) => [documentName(ref), ref] as const))),
  );
  const [left, ...others] = selections.filter(({ isExcept }) => isExcept);
  if (!left) return { named: [...named.values()], isExcept: false };
  const isTaken = others.map(takes);
  const isLeft = (ref: DocumentRef): boolean => !named.has(documentName(ref)) && !isTaken.some((take) => take(ref));
  return { named: left.named.filter(isLeft), isExcept: true };
}

export const isWhole = ({ named, isExcept }: Selection): boolean => isExcept && named.length === 0;

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
  selection: Selection,
): Changed {
  if (isWhole(selection))
    return {
      changed: history.writtenSince(site, change, SCHEDULE_REASONS_LISTED),
      total: history.countWrittenSince(site, change),
    };
  const found = history.writtenSince(site, change, EVERY_DOCUMENT).filter(takes(selection));
  return { changed: found.slice(0, SCHEDULE_REASONS_LISTED), total: found.length };
}

/**
 * Throws if documents to publish have changed since the caller saw them. With a choice, only chosen documents count.
 */
export function requireSeen(
  parts: Pick<ChoiceParts, "documents" | "history">,
  site: string,
  change: number,
  selection: Selection,
): void {
  const current = parts.documents.change(site);
  if (change > current) throw new Refusal("STALE_VERSION", { kind: "draft", current });
  const found = writtenSince(parts, site, change, selection);
  if (found.total > 0)
    throw new Refusal("STALE_VERSION", { kind: "draft", current, ...(selection.isExcept ? {} : found) });
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

/**
 * The moment that visitors see now, beside which a selection can be published, or 0 for a first publication of
 * everything. Throws if it cannot.
 */
export function shownFor(parts: Omit<ChoiceParts, "timeline">, site: string, selection: Selection): number {
  const shown = parts.releases.find(site, parts.sites.get(site).release);
  if (!shown && !selection.isExcept)
    throw new Refusal("CONFLICT", {
      conflict: "first_publication_partial",
      reason: "The first publication of a site must publish everything.",
    });
  for (const { conflict, reason, find } of LEFT) {
    const missing = find(parts, site, shown?.change ?? 0, selection);
    if (missing.length > 0) throw new Refusal("CONFLICT", { conflict, reason, missing });
  }
  return shown?.change ?? 0;
}

/** Every way in which published pages beside a choice refuse it, with the conflict's name and reason. */
const LEFT = [
  {
    conflict: "path_still_published",
    reason: "Another published page still has that path. Publish that page too.",
    find: missingFrom,
  },
  {
    conflict: "language_still_published",
    reason: "Another published page still has that language in its group. Publish that page too.",
    find: ({ documents }, site, shown, selection) =>
      languagesLeft({ documents, site, shown }, selection, takes(selection)),
  },
  {
    conflict: "placed_entry_left",
    reason: "A published page still shows the entry that goes. Publish that page too.",
    find: ({ documents, history, plugins }, site, shown, selection) =>
      placedLeft(
        { documents, history, site, shown, types: plugins.forSite(site).renderer.placing },
        selection,
        takes(selection),
      ),
  },
  {
    conflict: "shared_values_left",
    reason: "A published translation shows values of the page that goes. Publish the translation, too.",
    find: ({ documents }, site, shown, selection) =>
      valuesLeft({ documents, site, shown }, selection, takes(selection)),
  },
] as const satisfies readonly {
  readonly conflict: ConflictName;
  readonly reason: string;
  readonly find: (parts: LeftParts, site: string, shown: number, selection: Selection) => MissingPage[];
}[];

type LeftParts = Pick<ChoiceParts, "documents" | "history" | "plugins">;

/** Lists the published pages that must be published together with a choice. */
export const leftBeside = (parts: LeftParts, site: string, shown: number, selection: Selection): MissingPage[] =>
  LEFT.flatMap(({ find }) => find(parts, site, shown, selection));

/** Makes a moment with the selected documents as in the draft, and all others as published. */
export function momentOf(parts: ChoiceParts, site: string, selection: Selection, time: number): ChosenMoment {
  const base = shownFor(parts, site, selection);
  const now = parts.documents.change(site);
  if (isWhole(selection) && !parts.timeline.hasTimes(site)) return { moment: now, held: [] };
  return parts.timeline.choose(site, { base, now, isChosen: takes(selection), time });
}

/** Makes the moment of a release again, for another time. Without a release, it is one of a first publication. */
export function momentAgain(
  parts: ChoiceParts,
  site: string,
  shown: ReleaseRow | undefined,
  time: number,
): ChosenMoment {
  if (!shown) return momentOf(parts, site, withoutHeld(parts, site, EVERYTHING), time);
  if (!parts.timeline.hasTimes(site)) return { moment: shown.change, held: [] };
  const now = parts.documents.change(site);
  return parts.timeline.choose(site, { base: shown.change, now, isChosen: () => false, time });
}

/** A published page that must be published together with a chosen one, because it has the chosen page's place. */
export interface MissingPage {
  readonly id: string;
  readonly title: string;
  readonly path: string;
  /** The chosen page that needs the place. */
  readonly for: string;
  /** Set if the menus must be published instead of a page, because their regions show the chosen page's sections. */
  readonly kind?: "navigation";
}

/** Lists published pages at paths of selected pages. Two pages cannot share a path. */
function missingFrom(
  { documents }: Pick<ChoiceParts, "documents">,
  site: string,
  shown: number,
  selection: Selection,
): MissingPage[] {
  const isTaken = takes(selection);
  const pages = selection.named.filter(({ kind }) => kind === "page");
  return selection.isExcept
    ? pages.flatMap(({ id }) => leftAtPath(documents, site, shown, id))
    : pages.flatMap(({ id }): MissingPage[] => {
        const path = documents.get(site, "page", id)?.body.path;
        const other = path === undefined ? undefined : documents.publishedAtPath(site, path, shown);
        if (path === undefined || !other || other.id === id || isTaken(other)) return [];
        return [{ id: other.id, title: other.body.title, path, for: id }];
      });
}

/** A page that stays behind at the path of another page, which is published. */
function leftAtPath(documents: Documents, site: string, shown: number, id: string): MissingPage[] {
  const left = documents.published(site, "page", id, shown)?.body;
  const other = left && documents.pageAtPath(site, left.path, documents.change(site));
  return left && other && other.id !== id ? [{ id, title: left.title, path: left.path, for: other.id }] : [];
}
