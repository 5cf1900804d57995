/** Makes a plan from a site that moves in, for the site that it moves to. */
import type { Page, Redirect } from "../../../runtime/documents/content/content.ts";
import { relinked } from "../text/relinked.ts";
import { movedPath, plainPart } from "../tree/addresses.ts";
import type { MoveLoss, MovedPage, MovedSite, PagePart, Term, TermKind } from "../tree/moved.ts";
import { type InLanguage, pageLanguages } from "./languages.ts";
import { Links } from "./links.ts";
import { plannedMenus } from "./menus.ts";
import { type Named, Names } from "./names.ts";
import { OldAddresses, type RedirectTarget } from "./oldAddresses.ts";
import type { MovePlan, PlannedPage } from "./plan.ts";
import { pageSections } from "./sections.ts";
import type { PresentSite } from "./site.ts";

export const ARTICLE = "drawbridge.journal/article";

/** The page of each kind of term: its content type, and the section that lists its articles. */
const TERM_PAGES: Readonly<
  Record<TermKind, { readonly type?: string; readonly list: string; readonly field: string; readonly folder: string }>
> = {
  topic: { list: "drawbridge.journal/topic-articles", field: "topics", folder: "topics" },
  author: {
    type: "drawbridge.people/person",
    list: "drawbridge.journal/author-articles",
    field: "authors",
    folder: "people",
  },
  series: { list: "drawbridge.journal/series-articles", field: "series", folder: "series" },
};

interface Making {
  readonly site: PresentSite;
  readonly moved: MovedSite;
  readonly names: Names;
  readonly links: Links;
  readonly losses: MoveLoss[];
  /** Ids of terms by their sources. */
  readonly terms: ReadonlyMap<string, { readonly id: string; readonly term: Term }>;
  readonly languages: ReadonlyMap<string, InLanguage>;
}

export function movePlan(moved: MovedSite, site: PresentSite): MovePlan {
  const losses = [...moved.losses];
  const sources = new Set([...moved.terms, ...moved.pages].map(({ source }) => source));
  const names = new Names(site, sources);
  const links = new Links(moved);
  const named = moved.pages.map((page) => ({ page, at: placed(page, names, links, losses) }));
  const terms = new Map(moved.terms.map((term) => [term.source, { term, ...termPlace(term, names, links) }]));
  const languages = pageLanguages(named, site.languages, losses);
  const making: Making = { site, moved, names, links, losses, terms, languages };
  const pages = [
    ...[...terms.values()].map((one) => termPage(one.term, one, making)),
    ...named.map(({ page, at }) => pageOf(page, at, making)),
  ];
  const menus = plannedMenus(moved.menus ?? [], { links, settings: site.languages, losses });
  const redirects = redirectsOf(making, named, [...terms.values()]);
  return { pages, files: links.files, redirects, menus, losses, extras: moved.extras ?? new Map() };
}

function placed(page: MovedPage, names: Names, links: Links, losses: MoveLoss[]): Named {
  const wanted = movedPath(page.address);
  const at = names.take(page.source, wanted);
  if (at.moved)
    losses.push({
      place: page.place,
      what: `the address ${wanted}, which another page has; the page is at ${at.path}`,
    });
  links.place([page.address, at.path, ...page.aliases], at.id, page.place);
  return at;
}

function termPlace(term: Term, names: Names, links: Links): Named {
  const { folder } = TERM_PAGES[term.kind];
  const at = names.take(term.source, movedPath(term.address ?? `/${folder}/${plainPart(term.title) || term.title}`));
  links.place([...(term.address === undefined ? [] : [term.address]), at.path], at.id);
  return at;
}

/** Members without the undefined ones, which no document has. */
const given = <T extends object>(members: T): T =>
  Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined)) as T;

function termPage(term: Term, { id, path }: Named, { site }: Making): PlannedPage {
  const { type, list } = TERM_PAGES[term.kind];
  const has = type !== undefined && site.contentTypes.has(type);
  const sections = site.sections.has(list) ? [{ id: "s1", type: list, fields: {} }] : [];
  const body: Page = given({
    path,
    title: term.title,
    description: term.description,
    type: has ? type : undefined,
    values: has ? {} : undefined,
    source: term.source,
    sections,
  });
  return { source: term.source, place: term.source, id, body };
}

function pageOf(page: MovedPage, { id, path }: Named, making: Making): PlannedPage {
  const { site, links, losses } = making;
  const addresses = links.of(page, losses);
  const parts = page.parts.map((part): PagePart =>
    part.kind === "text" ? { ...part, markdown: relinked(part.markdown, addresses) } : part,
  );
  const { sections, lost } = pageSections(parts, site.sections);
  losses.push(...lost.map((what) => ({ place: page.place, what })));
  if (page.held !== undefined)
    losses.push({ place: page.place, what: `${HELD_SAYS[page.held]}; it is held until you release it` });
  const picture = page.image && links.picture(page.image.address, page, losses);
  const body: Page = given({
    path,
    title: page.title,
    description: page.description,
    collection: collectionOf(page),
    date: page.date,
    updated: page.updated,
    noindex: page.noindex,
    held: page.held === undefined ? undefined : true,
    ...making.languages.get(page.source),
    ...entryOf(page, making),
    source: page.source,
    sections,
  });
  const image =
    page.image && picture !== undefined
      ? { file: Number(picture.split(":")[1]), alt: page.image.alt, caption: page.image.caption }
      : undefined;
  return { source: page.source, place: page.place, id, body, image };
}

const HELD_SAYS = {
  draft: "a draft",
  private: "a private page",
  future: "a page of the future",
  password: "a page behind a password, which is gone",
  members: "a page for subscribers alone",
} as const;

const collectionOf = ({ isArticle, collection }: MovedPage): string | undefined => {
  const name = plainPart(collection ?? "").replaceAll(/[_~]/g, "-");
  if (!isArticle) return undefined;
  return /^[a-z][a-z0-9-]*$/.test(name) ? name.slice(0, 64) : "journal";
};

/** An article with its terms as references. Without the type, a page with the name of its author. */
function entryOf(page: MovedPage, { site, terms, losses }: Making): Pick<Page, "type" | "values" | "author"> {
  const named = page.terms.flatMap((source) => terms.get(source) ?? []);
  const authors = named.filter(({ term }) => term.kind === "author");
  const author =
    authors
      .map(({ term }) => term.title)
      .join(", ")
      .slice(0, 200) || undefined;
  const of = (kind: TermKind): string[] => named.filter(({ term }) => term.kind === kind).map(({ id }) => id);
  if (!page.isArticle || !site.contentTypes.has(ARTICLE)) {
    if (named.length > authors.length)
      losses.push({
        place: page.place,
        what: `its topics: ${named
          .filter(({ term }) => term.kind !== "author")
          .map(({ term }) => term.title)
          .join(", ")}`,
      });
    return { author };
  }
  const people = site.contentTypes.has("drawbridge.people/person");
  const values = given({
    authors: people && authors.length > 0 ? of("author") : undefined,
    topics: of("topic").length > 0 ? [...new Set(of("topic"))].slice(0, TOPICS_MAX) : undefined,
    series: of("series")[0],
  });
  return { type: ARTICLE, values, author };
}

/** Most references of one field. */
const TOPICS_MAX = 50;

/** The lasting redirect to a page. */
const to = (path: string): RedirectTarget => ({ to: path, status: 301 });

/** A redirect for each old address that is no address of its page. */
function redirectsOf(
  { moved, links, losses }: Making,
  named: readonly { readonly page: MovedPage; readonly at: Named }[],
  terms: readonly (Named & { readonly term: Term })[],
): Redirect[] {
  const found = new OldAddresses([...named.map(({ at }) => at.path), ...terms.map(({ path }) => path)], losses);
  for (const { page, at } of named)
    for (const address of [page.address, ...page.aliases]) found.add(address, to(at.path), page.place);
  for (const { term, path } of terms) if (term.address !== undefined) found.add(term.address, to(path), term.source);
  const paths = new Map(named.map(({ at }) => [at.id, at.path]));
  for (const one of moved.redirects) {
    const target = links.of({ address: "/", place: one.place }, []).link(one.to) ?? "";
    const path = target.startsWith("page:") ? paths.get(target.slice(5).split("#")[0] ?? "") : undefined;
    found.addRedirect(one, path);
  }
  return found.all();
}
