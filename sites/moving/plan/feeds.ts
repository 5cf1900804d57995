/** The redirects of a source's feeds to those of the site, so that readers who subscribed stay. */
import { pageSuffix } from "../../../manifests/manifest/document.ts";
import type { LanguageSettings } from "../../../runtime/documents/content/languages.ts";
import type { MovedFeeds } from "../tree/moved.ts";
import { keyOf } from "./links.ts";
import type { PresentSite } from "./site.ts";
import { articleListOf, type PlacedTerm } from "./terms.ts";

export interface FeedAddress {
  readonly from: string;
  readonly to: string;
}

const isFeed = ({ type }: PresentSite["files"][number]): boolean => /^application\/(?:atom|rss)\+xml\b/.test(type);

/** Undefined if no active plugin makes a feed. */
export function plannedFeeds(
  { ofSite, ofTerms }: MovedFeeds,
  { files, languages, sections }: Pick<PresentSite, "files" | "languages" | "sections">,
  terms: readonly Pick<PlacedTerm, "term" | "address" | "path">[],
): FeedAddress[] | undefined {
  const feeds = files.filter(isFeed);
  const whole = feeds.find((file) => pageSuffix(file) === undefined)?.path;
  const below = feeds.map(pageSuffix).find((suffix) => suffix !== undefined);
  if (whole === undefined) return undefined;
  const ofLists = terms.flatMap((term) => {
    const { address, path } = term;
    const to =
      below !== undefined && sections.has(articleListOf(term)) ? path + below : prefixOf(path, languages) + whole;
    return address === undefined ? [] : ofTerms.map((end) => ({ from: address.replace(/\/?$/, end), to }));
  });
  const all = [...ofSite.map((from) => ({ from, to: prefixOf(from, languages) + whole })), ...ofLists];
  return all.filter(({ from, to }) => keyOf(from) !== to);
}

/** The prefix of the language that an address is in. Empty for the first language. */
const prefixOf = (address: string, { languages = [] }: LanguageSettings): string =>
  languages.flatMap(({ prefix }) => prefix ?? []).find((prefix) => address.startsWith(`${prefix}/`)) ?? "";
