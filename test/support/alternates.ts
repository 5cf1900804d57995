/**
 * A check of `hreflang` as search engines make it: it reads published HTML and sitemaps alone. Each pair must be mutual,
 * each named address a page, and each page that names others must name itself.
 */

/** The addresses that a document names for each language, in one place of it. */
export type Alternates = ReadonlyMap<string, string>;

export interface ReadPage {
  readonly status: number;
  readonly body: string;
}

const attribute = (element: string, name: string): string | undefined =>
  new RegExp(`\\s${name}="([^"]*)"`).exec(element)?.[1]?.replaceAll("&amp;", "&");

const elements = (text: string, name: string): string[] =>
  [...text.matchAll(new RegExp(`<${name}\\s[^>]*>`, "g"))].map(([element]) => element);

const namedBy = (links: readonly string[]): Alternates =>
  new Map(
    links.flatMap((link) => {
      const [tag, href] = [attribute(link, "hreflang"), attribute(link, "href")];
      return attribute(link, "rel") === "alternate" && tag !== undefined && href !== undefined ? [[tag, href]] : [];
    }),
  );

/** The alternates in the head of a page. */
export const alternatesOf = (html: string): Alternates => namedBy(elements(html.split("<body", 1)[0] ?? "", "link"));

/** The pages of a sitemap, each with its alternates. */
export const sitemapOf = (xml: string): ReadonlyMap<string, Alternates> =>
  new Map(
    [...xml.matchAll(/<url>([^]*?)<\/url>/g)].flatMap(([, entry = ""]) => {
      const address = /<loc>([^<]+)<\/loc>/.exec(entry)?.[1]?.replaceAll("&amp;", "&");
      return address === undefined ? [] : [[address, namedBy(elements(entry, "xhtml:link"))]];
    }),
  );

const asText = (alternates: Alternates): string => JSON.stringify([...alternates].toSorted());

const languageOf = (html: string): string => /<html[^>]*\slang="([^"]+)"/.exec(html)?.[1] ?? "";

const canonicalOf = (html: string): string | undefined =>
  elements(html, "link")
    .filter((link) => attribute(link, "rel") === "canonical")
    .map((link) => attribute(link, "href"))[0];

/** Faults of the alternates of a site: of the pages in its sitemap, and of every address that they name. */
export async function alternateFaults(
  sitemap: string,
  read: (address: string) => Promise<ReadPage>,
): Promise<string[]> {
  const listed = sitemapOf(sitemap);
  const pages = new Map<string, ReadPage>();
  for (const address of new Set([...listed].flatMap(([page, named]) => [page, ...named.values()])))
    pages.set(address, await read(address));
  const site = { listed, pages, first: firstLanguages([...listed.values()]) };
  const several = site.first.size > 1 ? [`x-default is ${[...site.first].join(" and ")}`] : [];
  return [...several, ...[...pages].flatMap(([address, page]) => pageFaults(address, page, site))];
}

interface ReadSite {
  readonly listed: ReadonlyMap<string, Alternates>;
  readonly pages: ReadonlyMap<string, ReadPage>;
  /** The languages that x-default leads to. A site has one. */
  readonly first: ReadonlySet<string>;
}

const firstLanguages = (groups: readonly Alternates[]): ReadonlySet<string> =>
  new Set(
    groups.flatMap((named) =>
      [...named].flatMap(([tag, href]) => (tag !== "x-default" && href === named.get("x-default") ? [tag] : [])),
    ),
  );

function pageFaults(address: string, { status, body }: ReadPage, site: ReadSite): string[] {
  const { listed } = site;
  if (status !== 200) return [`${address} answers ${status}`];
  const named = alternatesOf(body);
  const inSitemap = listed.get(address);
  const canonical = canonicalOf(body);
  return [
    ...(inSitemap ? [] : [`${address} is not in the sitemap`]),
    ...(canonical === address ? [] : [`${address} names ${canonical} as canonical`]),
    ...(asText(named) === asText(inSitemap ?? new Map()) ? [] : [`${address} differs from the sitemap`]),
    ...(named.size === 0 ? [] : groupFaults(address, languageOf(body), named, site)),
  ];
}

function groupFaults(address: string, language: string, named: Alternates, { pages, first }: ReadSite): string[] {
  const others = [...named].filter(([tag]) => tag !== "x-default");
  // A group without a page in the first language has none to lead all others to.
  const needsDefault = named.has("x-default") || first.size === 0 || others.some(([tag]) => first.has(tag));
  const hasDefault = others.some(([, href]) => href === named.get("x-default"));
  return [
    ...(named.get(language) === address ? [] : [`${address} does not name itself as ${language}`]),
    ...(needsDefault && !hasDefault ? [`${address} has no x-default of its group`] : []),
    ...others.flatMap(([tag, href]) => {
      const other = pages.get(href);
      if (!other) return [`${address} names ${href}, which nobody lists`];
      const isMutual = asText(alternatesOf(other.body)) === asText(named);
      return [
        ...(isMutual ? [] : [`${href} does not name what ${address} names`]),
        ...(languageOf(other.body) === tag ? [] : [`${href} is in ${languageOf(other.body)}, not in ${tag}`]),
      ];
    }),
  ];
}
