import type { Issue } from "../manifests/refusal.ts";
import type { Page, Redirects, Section, Theme } from "./content.ts";
import { eachSection, sectionPointer } from "./content.ts";
import type { DocumentWrite, Documents } from "./documents.ts";
import { ONLY } from "./documents.ts";
import { redirectLoops } from "./editing/redirectLoops.ts";
import type { PluginShelf } from "./sitePlugins.ts";
import type { Sites } from "./sites.ts";

export interface CheckParts {
  readonly documents: Documents;
  readonly plugins: PluginShelf;
  readonly sites: Sites;
}

/**
 * What is wrong with a document of the right shape, in the eyes of the plugins and the rest of the site. Pointers
 * start at the body. `earlier` is a version of the page whose sections are known as well as those of the present one.
 */
export function documentIssues(parts: CheckParts, site: string, write: DocumentWrite, earlier?: Page): Issue[] {
  if (write.body === null) return [];
  switch (write.kind) {
    case "page":
      return pageIssues(parts, site, write.id, write.body as Page, earlier);
    case "redirects":
      return redirectLoops(write.body as Redirects, parts.sites.get(site).hostnames);
    case "theme":
      return themeIssues(parts, site, write.body as Theme);
    case "navigation":
    case "settings":
      return [];
    default:
      return write.kind satisfies never;
  }
}

function pageIssues(
  { plugins, documents }: CheckParts,
  site: string,
  id: string,
  body: Page,
  earlier: Page | undefined,
): Issue[] {
  const { issues, unknown } = plugins.forSite(site).renderer.checkPage(body);
  if (unknown.length === 0) return issues;
  const kept = keptSections([documents.get(site, "page", id)?.body, earlier]);
  const added = unknown.filter(({ section }) => !kept.has(textOf(body, section)));
  return [
    ...issues,
    ...added.map(({ section, type }) => ({
      pointer: `${sectionPointer(body.sections, section) ?? "/sections"}/type`,
      found: type,
      allowed: "a section type of an active plugin",
    })),
  ];
}

/** A theme whose plugin is away may stay as it is, so that a write of other things beside it is not held up. */
function themeIssues({ plugins, documents }: CheckParts, site: string, body: Theme): Issue[] {
  const issues = plugins.forSite(site).renderer.checkTheme(body);
  const unchanged = issues.length > 0 && documents.get(site, "theme", ONLY)?.body.theme === body.theme;
  return unchanged ? issues.filter(({ pointer }) => pointer !== "/theme") : issues;
}

/** Sections whose plugin is away stay as they are: an editor may move them, not add or change them unchecked. */
function keptSections(pages: readonly (Page | undefined)[]): Set<string> {
  const sections = pages.flatMap((page) => [...eachSection(page?.sections ?? [])]);
  return new Set(sections.map(({ section }) => JSON.stringify(section)));
}

function textOf(body: Page, id: string): string {
  const found: Section | undefined = [...eachSection(body.sections)].find(({ section }) => section.id === id)?.section;
  return JSON.stringify(found);
}
