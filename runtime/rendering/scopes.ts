/** The values that templates see, made once for a page and shared by all its templates. They are read-only. */
import type { FixedQuery, Query } from "../../manifests/shapes/query.ts";
import type { NavigationItem, Page, PageQuery, PageSummary } from "../documents/content.ts";
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
  readonly children: readonly NavigationEntry[];
}

const hrefOf = (link: string, site: SiteView): string | undefined => resolveLink(link, (id) => site.link(id));

/** Navigation entries for templates. An item that leads nowhere is replaced by its children. */
function entries(items: readonly NavigationItem[], site: SiteView, path: string): NavigationEntry[] {
  return items.flatMap(({ label, link, children = [] }) => {
    const below = entries(children, site, path);
    const href = hrefOf(link, site);
    return href === undefined ? below : [{ label, href, current: href === path, children: below }];
  });
}

export const navigationScope = ({ menus }: SiteView["navigation"], site: SiteView, path: string) => ({
  header: entries(menus.header, site, path),
  footer: entries(menus.footer, site, path),
});

export function siteScope(site: SiteView): object {
  const {
    settings: { editorEntry: _, timeZone: _zone, ...settings },
    origin,
    firstOrigin,
  } = site;
  const social = (settings.social ?? []).map(({ label, link }) => ({ label, link, href: hrefOf(link, site) ?? link }));
  return { ...settings, social, origin, firstOrigin, url: `${origin}/` };
}

export function pageScope({ id, page, site }: PageInput): Readonly<Record<string, unknown>> {
  const { sections: _sections, ...rest } = page satisfies Page;
  return { ...rest, id, url: site.origin + page.path };
}

export function surroundingsOf(site: SiteView, { media }: Pick<Contributions, "media">): Surroundings {
  return {
    pathOf: (id) => site.link(id),
    origin: site.origin,
    language: site.settings.language,
    level: 1,
    markdown: HTML_MARKDOWN,
    routeOf: () => undefined,
    widths: widthsOf(media),
  };
}

const ORDERS: ReadonlySet<unknown> = new Set(["newest", "oldest", "title", "path"]);

/** Checks for each member of a query. A member that fails is ignored. */
const FITS: Readonly<Record<keyof PageQuery, (value: unknown) => boolean>> = {
  collection: (value) => typeof value === "string" && value !== "",
  under: (value) => typeof value === "string" && value.startsWith("/"),
  order: (value) => ORDERS.has(value),
  limit: (value) => Number.isInteger(value) && Number(value) > 0,
};

function pageQuery(query: Query | FixedQuery, fields: Readonly<Record<string, unknown>>, most: number): PageQuery {
  const given = Object.entries(query).map(([part, value]) => [part, fieldValue(value, fields)] as const);
  const fitting = given.filter(([part, value]) => FITS[part as keyof PageQuery](value));
  const asked = Object.fromEntries(fitting) as PageQuery;
  return { ...asked, limit: Math.min(asked.limit ?? most, most) };
}

const fieldValue = (value: unknown, fields: Readonly<Record<string, unknown>>): unknown =>
  typeof value === "object" && value !== null && "field" in value ? fields[String(value.field)] : value;

/** The results of a contribution's queries, by name. */
export function queriesScope(
  queries: Readonly<Record<string, Query | FixedQuery>> | undefined,
  fields: Readonly<Record<string, unknown>>,
  site: SiteView,
  most: number,
): Readonly<Record<string, readonly PageSummary[]>> {
  const answers = Object.entries(queries ?? {}).map(([name, query]) => [
    name,
    site.query(pageQuery(query, fields, most)),
  ]);
  return Object.fromEntries(answers);
}
