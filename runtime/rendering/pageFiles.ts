/** Files that each page of a type, or each page of a list, has beside it, such as /events/jazz.ics or /journal/feed.xml. */
import { pageSuffix } from "../../manifests/manifest/document.ts";
import type { FileEntry } from "../contributions/points.ts";
import type { Page } from "../documents/content/content.ts";

/** A file at an address, if the page at `page` has such a file. */
export interface PageFile {
  readonly page: string;
  readonly entry: FileEntry;
}

/** The address of a page's file. The home page has /index.ics as it has /index.md. */
export const fileOfPage = (suffix: string, page: string): string =>
  page === "/" ? (suffix.startsWith("/") ? suffix : `/index${suffix}`) : page + suffix;

function pageOf(suffix: string, address: string): string | undefined {
  if (!address.endsWith(suffix)) return undefined;
  const page = address.slice(0, -suffix.length) || "/";
  const path = page === "/index" && !suffix.startsWith("/") ? "/" : page;
  return fileOfPage(suffix, path) === address ? path : undefined;
}

/** Addresses that readers take for statements of the whole site. Only a file of the site, which an owner has read, is there. */
const OF_SITE = /^\/(?:robots\.txt|sitemap[^/]*\.xml|llms[^/]*\.txt)$/i;

/** The files that an address may mean. Those of a type come first, because they know its values. */
export function pageFilesAt(entries: readonly FileEntry[], address: string): PageFile[] {
  if (OF_SITE.test(address)) return [];
  const found = entries.flatMap((entry): PageFile[] => {
    const page = pageOf(pageSuffix(entry.item) ?? "", address);
    return page === undefined ? [] : [{ page, entry }];
  });
  const [ofTypes, ofLists] = [true, false].map((isTyped) =>
    found.filter(({ entry }) => (entry.item.each?.type !== undefined) === isTyped),
  );
  return [...(ofTypes ?? []), ...(ofLists ?? [])];
}

/** Tells whether a page has a file. */
export const hasFile = ({ item: { each } }: FileEntry, page: Page, hasPages: boolean): boolean =>
  each?.type === undefined ? hasPages : page.type === each.type;
