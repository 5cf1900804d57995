/** The values that templates see, made once for a page and shared by all its templates. They are read-only. */
import { NO_HOST, absoluteUrl, addressFrom, hostOfPath } from "../documents/content/languageHosts.ts";
import type { NavigationItem, Page, PageSummary } from "../documents/content/content.ts";
import { fieldsToShow } from "../templates/fitting.ts";
import { UNNAMED_ZONE } from "../documents/content/timeZone.ts";
import { asciiAddress } from "../../manifests/shapes/normalPath.ts";
import { homeIn, languageScope } from "./localized.ts";
import { resolveLink } from "../templates/links.ts";
import { HTML_MARKDOWN } from "./markdown/markdown.ts";
import type { Contributions } from "../contributions/points.ts";
import { widthsOf } from "./widths.ts";
import type { Surroundings } from "../templates/surroundings.ts";
import type { PageInput, SiteView } from "./view.ts";

export interface NavigationEntry {
  readonly label: string;
  readonly href: string;
  readonly current: boolean;
  /** The language of the page that the item leads to, if it is not the reader's. */
  readonly language?: string | undefined;
  readonly children: readonly NavigationEntry[];
}

const hrefOf = (link: string, site: SiteView): string | undefined => resolveLink(link, (id) => site.link(id));

/** The language of the page that a link leads to, if it is not the reader's. */
function languageOfTarget(link: string, site: SiteView): { language?: string } {
  let language: string | undefined;
  if (site.target) resolveLink(link, (id) => ((language = site.target?.(id)?.language), undefined));
  return language === undefined ? {} : { language };
}

/** Navigation entries for templates. An item that leads nowhere is replaced by its children. */
function entries(items: readonly NavigationItem[], site: SiteView, path: string): NavigationEntry[] {
  return items.flatMap(({ label, link, children = [] }) => {
    const below = entries(children, site, path);
    const href = hrefOf(link, site);
    return href === undefined
      ? below
      : [
          {
            label,
            href,
            current: asciiAddress(href) === asciiAddress(path),
            ...languageOfTarget(link, site),
            children: below,
          },
        ];
  });
}

export const navigationScope = ({ menus }: SiteView["navigation"], site: SiteView, path: string) => ({
  header: entries(menus.header, site, path),
  footer: entries(menus.footer, site, path),
});

/** The address of the site, or of a language that has a hostname. */
const urlOfSite = ({ origin, hosts, settings }: SiteView): string =>
  `${hosts?.find(({ tag }) => tag === settings.language)?.origin ?? origin}/`;

export function siteScope(site: SiteView): object {
  const {
    settings: { editorEntry: _, visits: _visits, timeZone: _zone, languages: _languages, ...settings },
    origin,
    firstOrigin,
  } = site;
  const social = (settings.social ?? []).map(({ label, link }) => ({ label, link, href: hrefOf(link, site) ?? link }));
  const home = homeIn(site, settings.language) ?? "/";
  return { ...settings, social, origin, firstOrigin, url: urlOfSite(site), home };
}

export function pageScope(
  input: PageInput,
  { sections: types }: Pick<Contributions, "sections">,
): Readonly<Record<string, unknown>> {
  const { id, page, site } = input;
  const {
    sections: _sections,
    values = {},
    translationOf: _group,
    translatedFrom: _from,
    ...rest
  } = page satisfies Page;
  const type = page.type === undefined ? undefined : types.get(page.type)?.item;
  return {
    ...rest,
    ...(type && { values: fieldsToShow(type, values) }),
    id,
    url: absoluteUrl(page.path, site),
    ...languageScope(input),
  };
}

/** The addresses of links as visitors of a page need them. Nothing on a site whose languages have no hostnames. */
export function linksOf({ page, site, mode, banner, isAnywhere = false }: PageInput): Pick<Surroundings, "hrefOf"> {
  const isPublished = mode === "published" && banner === undefined;
  if (!site.hosts || !isPublished) return {};
  const from = isAnywhere ? NO_HOST : hostOfPath(site, page.path);
  return { hrefOf: (href) => addressFrom(from, href, site) };
}

/** The pages with these ids, or their translations in the reader's language, by the given ids. */
export function pagesById(named: readonly string[], site: SiteView): ReadonlyMap<string, PageSummary> {
  if (named.length === 0) return new Map();
  const asked = named.map((id) => [id, site.target?.(id)?.id ?? id] as const);
  const ids = asked.map(([, id]) => id).toSorted();
  const found = new Map(site.query({ ids, order: "path" }).map((page) => [page.id, page]));
  return new Map(
    asked.flatMap(([name, id]) => {
      const page = found.get(id);
      return page ? [[name, page] as const] : [];
    }),
  );
}

function pagesOf(named: readonly string[], site: SiteView): readonly PageSummary[] {
  const found = pagesById(named, site);
  return named.flatMap((id) => found.get(id) ?? []);
}

export function surroundingsOf(site: SiteView, { media }: Pick<Contributions, "media">): Surroundings {
  return {
    ...(site.hosts && { hosts: site.hosts }),
    pathOf: (id) => site.link(id),
    ...(site.target && { languageOf: (link: string) => languageOfTarget(link, site).language }),
    pagesOf: (ids) => pagesOf(ids, site),
    origin: site.origin,
    language: site.settings.language,
    timeZone: site.settings.timeZone ?? UNNAMED_ZONE,
    level: 1,
    markdown: HTML_MARKDOWN,
    routeOf: () => undefined,
    widths: widthsOf(media),
    pictureSize: (path) => site.pictureSize?.(path),
  };
}
