import { REDIRECT_MAX_FORMS } from "../../../manifests/bounds/documents.ts";
import { instantOf } from "../../../manifests/shapes/calendar.ts";
import { decodePointer, quote } from "../../../manifests/refusals/pointer.ts";
import { type OwnTypes } from "../../../manifests/ownTypes/ownTypes.ts";
import { ownTypesIssues } from "../../../manifests/ownTypes/rules.ts";
import type { Issue } from "../../../manifests/refusals/refusal.ts";
import type { Navigation, Page, Redirect, Redirects, Theme } from "../../documents/content/content.ts";
import type { Settings } from "../../documents/content/settings.ts";
import type { Section } from "../../documents/content/section.ts";
import { ENTRY, shownSections } from "../../documents/content/entry.ts";
import { eachSection, sectionPointer } from "../../documents/content/sectionWalk.ts";
import { type DocumentWrite, type Documents, ONLY } from "../../documents/documents.ts";
import { patternAllowed, redirectSource } from "../../documents/content/redirectSource.ts";
import { groupIssues, languagesIssues, ownLanguageIssues } from "../languages/checks.ts";
import { withSharedValues } from "../languages/sharedChecks.ts";
import { listAddressIssues } from "../comparing/listAddresses.ts";
import { draftTypes, referenceIssues } from "../comparing/typedReferences.ts";
import { placingIssues, regionIssues } from "../comparing/placingChecks.ts";
import { ruleKey } from "../../documents/content/ruleFacts.ts";
import { differingRules, type RuleChanges } from "../../documents/redirectRules.ts";
import type { RedirectTable } from "../../documents/redirectTable.ts";
import { publicPlace } from "../../documents/content/languageHosts.ts";
import { loopsBetweenHosts } from "../../documents/hostRedirects.ts";
import { sameJson } from "../operations/sameJson.ts";
import type { PluginShelf } from "../../plugins/states/shelf.ts";
import type { Renderer } from "../../rendering/renderer.ts";
import { templateIssues } from "./typeTemplates.ts";
import type { PageCheck } from "../../rendering/view.ts";
import type { Sites } from "../../tenancy/sites.ts";
import { pathAllowed, redirectAllowed } from "../../documents/unreachable.ts";

export interface DocumentCheckParts {
  readonly documents: Documents;
  readonly plugins: PluginShelf;
  readonly sites: Sites;
}

/** The circumstances that decide about a write, besides the draft. */
export interface AroundWrite {
  readonly earlier?: Page | undefined;
  /** All writes of the change. */
  readonly beside?: readonly DocumentWrite[];
  /** True if the caller wrote all values as it had read them. Those that it left alone may be older. */
  readonly isWhole?: boolean | undefined;
}

/**
 * Lists faults of a well-shaped document with regard to plugins and the rest of the site. Pointers start at the body.
 * `earlier` is a version of the page whose sections are accepted like those of the current one.
 */
export function documentIssues(
  parts: DocumentCheckParts,
  site: string,
  write: DocumentWrite,
  { earlier, beside = [], isWhole = false }: AroundWrite = {},
): Issue[] {
  if (write.body === null) return [];
  switch (write.kind) {
    case "page": {
      const replaces = write.replaces as Page | undefined;
      const current = (): Page | undefined => replaces ?? parts.documents.get(site, "page", write.id)?.body;
      const around = { beside, current, ...(isWhole && { readAs: write.id }) };
      const { body, issues } = withSharedValues(parts.documents, site, write.body as Page, around);
      const versions = { body, replaces, earlier, beside };
      return [...issues, ...pageIssues(parts, site, write.id, versions)];
    }
    case "redirects":
      return redirectIssues(parts, site, write);
    case "theme":
      return themeIssues(parts, site, write.body as Theme);
    case "types":
      return ownTypesIssues(write.body as OwnTypes);
    case "settings":
      return settingsIssues(parts, site, write.body as Settings);
    case "navigation":
      return regionIssues(parts, site, write.body as Navigation, beside);
    default:
      return write.kind satisfies never;
  }
}

const settingsIssues = (parts: DocumentCheckParts, site: string, body: Settings): Issue[] => [
  ...languagesIssues({ documents: parts.documents, site }, body, parts.sites.get(site).hostnames),
  ...templateIssues(parts, site, body),
];

interface WrittenPage {
  readonly body: Page;
  readonly replaces: Page | undefined;
  readonly earlier: Page | undefined;
  readonly beside: readonly DocumentWrite[];
}

function pageIssues(
  { plugins, documents }: DocumentCheckParts,
  site: string,
  id: string,
  { body, replaces, earlier, beside }: WrittenPage,
): Issue[] {
  const { renderer } = plugins.forSite(site);
  const check = renderer.checkPage(body);
  const [all, unknown] = [faultsOf(check), check.unknown];
  const misplaced = replaces?.path === body.path ? [] : pathIssues(body, renderer);
  const untyped = [...typeIssues(body), ...timeIssues(body), ...placingIssues(body, renderer.placing)];
  // The current page is read only if the new one has faults that may be older. Most writes have none.
  const current = (): Page | undefined => replaces ?? documents.get(site, "page", id)?.body;
  const clashing = [
    ...listAddressIssues({ documents, renderer, site }, body, current),
    ...languageIssues(documents, site, id, body, current),
    ...referenceIssues(
      { body, before: () => [current(), earlier].filter((page) => page !== undefined) },
      renderer,
      draftTypes(documents, site, beside),
    ),
  ];
  if (misplaced.length === 0 && untyped.length === 0 && unknown.length === 0 && all.length === 0) return clashing;
  const before = current();
  const versions = [before, earlier].filter((page) => page !== undefined);
  const found = newIssues(body, all, versions, (page) => faultsOf(renderer.checkPage(page)));
  const issues = [...untyped, ...(before?.path === body.path ? [] : misplaced), ...clashing, ...found];
  const had = versions.flatMap((page) => [...eachSection(shownSections(page))]);
  const added = unknown.filter(({ section }) => {
    const found = sectionOf(body, section);
    if (!found) return true;
    const mayChange = renderer.idleSections.has(found.type);
    return !had.some(({ section: one }) => isKept(one, found, mayChange)) && !documents.hasHeld(site, id, found);
  });
  return [
    ...issues,
    ...added.map(({ section, type }) =>
      section === ENTRY
        ? { pointer: "/type", found: type, allowed: "a content type of an active plugin" }
        : {
            pointer: `${sectionPointer(body.sections, section) ?? "/sections"}/type`,
            found: type,
            allowed: "a section type of an active plugin",
          },
    ),
  ];
}

/**
 * Faults of the page's language. Most saves leave a page at its place among paths and translations, where it was checked
 * when it came. They cost no query.
 */
function languageIssues(
  documents: Documents,
  site: string,
  id: string,
  body: Page,
  current: () => Page | undefined,
): Issue[] {
  const before = current();
  if (before && isSamePlace(before, body)) return [];
  const settings = documents.only(site, "settings").body;
  if (!settings.languages && body.translationOf === undefined) return [];
  const issues = ownLanguageIssues(body, settings, before);
  return issues.length > 0 ? issues : groupIssues({ documents, site }, id, body, settings);
}

const isSamePlace = (before: Page, { path, language, translationOf }: Page): boolean =>
  before.path === path && before.language === language && before.translationOf === translationOf;

const faultsOf = ({ issues, idleIssues }: PageCheck): Issue[] => [...issues, ...idleIssues];

/**
 * Checks the path of a page that is new at that path. A page that already has a reserved path may stay and be edited.
 */
export function pathIssues({ path }: Pick<Page, "path">, renderer: SiteFiles): Issue[] {
  const isFile = renderer.filePaths().includes(path) || renderer.pageFilesAt(path).length > 0;
  const allowed = pathAllowed(path) ?? (isFile ? FILE_SAYS : undefined);
  return allowed === undefined ? [] : [{ pointer: "/path", found: path, allowed }];
}

type SiteFiles = Pick<Renderer, "filePaths" | "pageFilesAt">;

const FILE_SAYS = "another path, because a plugin serves a file there";

/** Values without a type would be kept and never shown. */
const typeIssues = ({ type, values }: Page): Issue[] =>
  type === undefined && values !== undefined
    ? [{ pointer: "/values", found: "values", allowed: "no values without a type" }]
    : [];

/** A page that ends before it begins would never be seen. */
const timeIssues = ({ from, until }: Page): Issue[] =>
  from !== undefined && until !== undefined && (instantOf(until) ?? 0) <= (instantOf(from) ?? 0)
    ? [{ pointer: "/until", found: until, allowed: `a time after ${from}` }]
    : [];

function redirectIssues({ documents, sites }: DocumentCheckParts, site: string, write: DocumentWrite): Issue[] {
  const body = write.body as Redirects;
  const before = (write.replaces as Redirects | undefined) ?? documents.only(site, "redirects").body;
  const changes = differingRules(before.entries, body.entries);
  const row = sites.get(site);
  const { hostnames } = row;
  const place = publicPlace(documents.only(site, "settings").body, row);
  const earlier = documents.redirects.table(site, undefined, before);
  const table = documents.redirects.tableOf(site, body);
  return [
    ...changedSourceIssues(body, changes, earlier),
    ...hostIssues(body, hostnames),
    ...formIssues(table),
    ...loopsBetweenHosts(body, hostnames, place, { table, changes }),
  ];
}

/** Faults of rules from addresses that the draft did not have as they are written. */
function changedSourceIssues(body: Redirects, { removed, added }: RuleChanges, earlier: RedirectTable): Issue[] {
  // By the texts of addresses: the table may be of another reading of the same redirects.
  const gone = new Set(removed.map(({ from }) => from));
  const fresh = added.filter(({ from }) => !gone.has(from));
  const kept = fresh.flatMap(({ from }) => earlier.find(from) ?? []).filter(({ from }) => !gone.has(from));
  return sourceIssues(body, fresh, [...kept, ...added.filter(({ from }) => gone.has(from))]);
}

const NO_ISSUES: Issue[] = [];

/** Faults of redirects from a hostname that is not the site's. Those of the main one need no hostname. */
const hostIssues = ({ entries }: Redirects, hostnames: readonly string[]): Issue[] =>
  entries.flatMap(({ from }, index) => {
    if (from.startsWith("/")) return NO_ISSUES;
    const { host } = redirectSource(from);
    if (hostnames.slice(1).includes(host)) return NO_ISSUES;
    const allowed =
      host === hostnames[0]
        ? "a path, which is on the main hostname already"
        : "a path, or a further hostname of the site";
    return [{ pointer: `/entries/${index}/from`, found: from, allowed }];
  });

function formIssues({ forms }: RedirectTable): Issue[] {
  if (forms <= REDIRECT_MAX_FORMS) return [];
  return [
    {
      pointer: "/entries",
      found: `${forms} forms of patterns`,
      allowed: `at most ${REDIRECT_MAX_FORMS} forms of patterns`,
    },
  ];
}

/**
 * Faults of redirects that no visitor could follow, because the platform serves their paths, or another entry has the
 * same path in another spelling. Only `fresh` rules have faults. `others` are rules that may have such a path.
 */
export function sourceIssues(
  { entries }: Redirects,
  fresh: readonly Redirect[] = entries,
  others: readonly Redirect[] = [],
): Issue[] {
  if (fresh.length === 0) return [];
  const first = new Map<string, Redirect>();
  for (const rule of [...others, ...fresh]) if (!first.has(ruleKey(rule))) first.set(ruleKey(rule), rule);
  const isFresh = new Set(fresh);
  return entries.flatMap((rule, index): Issue[] => {
    const allowed = isFresh.has(rule) ? sourceAllowed(rule, first.get(ruleKey(rule)) ?? rule) : undefined;
    return allowed === undefined ? NO_ISSUES : [{ pointer: `/entries/${index}/from`, found: rule.from, allowed }];
  });
}

/** Describes the allowed old addresses if the rule has none of them. `first` is the rule to which its address belongs. */
const sourceAllowed = (rule: Redirect, first: Redirect): string | undefined =>
  patternAllowed(rule.from) ??
  redirectAllowed(rule.from) ??
  (first === rule ? undefined : `another path: ${quote(first.from)} is the same address`);

/**
 * Checks the theme. If its plugin is inactive and the theme is unchanged, it stays, so that other settings can be
 * written.
 */
function themeIssues({ plugins, documents }: DocumentCheckParts, site: string, body: Theme): Issue[] {
  const issues = plugins.forSite(site).renderer.checkTheme(body);
  const unchanged = issues.length > 0 && documents.get(site, "theme", ONLY)?.body.theme === body.theme;
  return unchanged ? issues.filter(({ pointer }) => pointer !== "/theme") : issues;
}

/**
 * Leaves out issues that the page already had. After a plugin's update, a page may contain values that the new version
 * refuses. Editors may keep and move such content, and change the rest, but add no more of it.
 */
function newIssues(body: Page, issues: readonly Issue[], pages: readonly Page[], check: CheckPage): Issue[] {
  if (issues.length === 0) return [];
  const had = new Map(pages.flatMap(sectionsById));
  const known = new Set(pages.flatMap((page) => check(page).map((issue) => textOfIssue(page, issue))));
  return issues.filter((issue) => {
    const [id, within] = placeOf(body, issue.pointer);
    const [part, name = ""] = decodePointer(within);
    if (part !== "fields") return !known.has(textOfIssue(body, issue));
    const now = sectionsById(body).find(([present]) => present === id)?.[1];
    const before = had.get(id);
    return !before || !now || before.type !== now.type || !sameJson(before.fields[name], now.fields[name]);
  });
}

type CheckPage = (page: Page) => readonly Issue[];

const sectionsById = (page: Page): [string, Section][] =>
  [...eachSection(page.sections)].map(({ section }) => [section.id, section]);

/** The innermost section that a pointer leads into, and the rest of the pointer. */
function placeOf(page: Page, pointer: string): [section: string, within: string] {
  const around = sectionsById(page).flatMap(([id]): [string, string][] => {
    const at = sectionPointer(page.sections, id);
    return at !== undefined && `${pointer}/`.startsWith(`${at}/`) ? [[id, pointer.slice(at.length)]] : [];
  });
  return around.toSorted(([, one], [, other]) => one.length - other.length)[0] ?? ["", pointer];
}

const textOfIssue = (page: Page, { pointer, found, allowed }: Issue): string =>
  JSON.stringify([...placeOf(page, pointer), found, allowed]);

/**
 * Tells whether a section of an inactive plugin may stay. An editor may move or remove it, change the sections inside,
 * and restore it from an earlier version. Its own content may change only while the package is available to validate
 * it.
 */
const isKept = (before: Section, now: Section, mayChange: boolean): boolean =>
  before.id === now.id && before.type === now.type && (mayChange || sameJson(alone(before), alone(now)));

const alone = ({ children: _children, ...withoutChildren }: Section): Omit<Section, "children"> => withoutChildren;

const sectionOf = (body: Page, id: string): Section | undefined =>
  [...eachSection(shownSections(body))].find(({ section }) => section.id === id)?.section;
