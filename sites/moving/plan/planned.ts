/** Makes a plan from a site that moves in, for the site that it moves to. */
import { REDIRECTS_MAX_ENTRIES } from "../../../manifests/bounds/documents.ts";
import { patternAllowed } from "../../../runtime/documents/content/redirectSource.ts";
import { redirectAllowed } from "../../../runtime/documents/unreachable.ts";
import { type Page, redirect } from "../../../runtime/documents/content/content.ts";
import { relinked } from "../text/relinked.ts";
import { movedPath, plainPart } from "../tree/addresses.ts";
import type { MoveLoss, MovedPage, MovedSite, PagePart, Term, TermKind } from "../tree/moved.ts";
import { type InLanguage, pageLanguages } from "./languages.ts";
import { keyOf, Links } from "./links.ts";
import { type Named, Names } from "./names.ts";
import type { MovePlan, PlannedPage, PlannedRedirect } from "./plan.ts";
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
  const redirects = redirectsOf(making, named, [...terms.values()]);
  return { pages, files: links.files, redirects, losses, extras: moved.extras ?? new Map() };
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
    page.image && picture !== undefined ? { file: Number(picture.split(":")[1]), alt: page.image.alt } : undefined;
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

/** A redirect for each old address that is no address of its page. */
function redirectsOf(
  { moved, links, losses }: Making,
  named: readonly { readonly page: MovedPage; readonly at: Named }[],
  terms: readonly (Named & { readonly term: Term })[],
): PlannedRedirect[] {
  const found = new OldAddresses([...named.map(({ at }) => at.path), ...terms.map(({ path }) => path)], losses);
  for (const { page, at } of named)
    for (const address of [page.address, ...page.aliases]) found.add(address, at.path, page.place);
  for (const { term, path } of terms) if (term.address !== undefined) found.add(term.address, path, term.source);
  const paths = new Map(named.map(({ at }) => [at.id, at.path]));
  for (const { from, to, place } of moved.redirects) {
    const target = links.of({ address: "/", place }, []).link(to) ?? "";
    const path = target.startsWith("page:") ? paths.get(target.slice(5).split("#")[0] ?? "") : undefined;
    if (isPlain(from, to)) found.add(from, path ?? to, place);
    else if (!found.addRule(from, to))
      losses.push({ place, what: `the redirect from ${from} to ${to}, which is a pattern` });
  }
  return found.all();
}

/** True for a redirect between two addresses. Those of patterns name several. */
const isPlain = (from: string, to: string): boolean =>
  !/[:*]/.test(from) && (to.startsWith("/") || to.startsWith("https://")) && !/[*]|:\w/.test(to.replace(/^https:/, ""));

class OldAddresses {
  readonly #taken: ReadonlySet<string>;
  readonly #losses: MoveLoss[];
  readonly #found = new Map<string, PlannedRedirect>();

  /** No redirect leads away from the paths of pages. */
  constructor(paths: readonly string[], losses: MoveLoss[]) {
    this.#taken = new Set(paths);
    this.#losses = losses;
  }

  add(address: string, to: string, place: string): void {
    const url = URL.parse(address, "http://source.invalid");
    if (!url) return lostAddress(address, place, this.#losses);
    // The home page has many addresses with parameters, and each was a page of its own.
    if (url.search !== "" && url.pathname === "/") {
      if (!this.addRule(`/${url.search}`, to)) lostAddress(address, place, this.#losses);
      return;
    }
    const from = keyOf(url.pathname);
    if (this.#taken.has(from) || this.#found.has(from) || from === "/") return;
    const isRefused = redirectAllowed(from) !== undefined || /[\s\\*]/.test(from);
    if (isRefused) lostAddress(from, place, this.#losses);
    else this.#found.set(from, { from, to });
  }

  /** Adds a rule for several addresses. False for one that a site cannot have. */
  addRule(from: string, to: string): boolean {
    const isRule =
      redirect.safeParse({ from, to, status: 301 }).success &&
      (patternAllowed(from) ?? redirectAllowed(from)) === undefined;
    if (isRule && !this.#found.has(from)) this.#found.set(from, { from, to });
    return isRule;
  }

  /** As many as a site may have. */
  all(): PlannedRedirect[] {
    const all = [...this.#found.values()];
    const beyond = all.length - REDIRECTS_MAX_ENTRIES;
    if (beyond > 0)
      this.#losses.push({
        place: "redirects",
        what: `${beyond} redirects beyond ${REDIRECTS_MAX_ENTRIES}, the most of a site`,
      });
    return all.slice(0, REDIRECTS_MAX_ENTRIES);
  }
}

const lostAddress = (address: string, place: string, losses: MoveLoss[]): void =>
  void losses.push({ place, what: `the old address ${address}, from which no redirect can lead` });
