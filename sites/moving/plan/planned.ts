/** Makes a plan from a site that moves in, for the site that it moves to. */
import type { Page, Redirect } from "../../../runtime/documents/content/content.ts";
import { relinked } from "../text/relinked.ts";
import { plainPart } from "../tree/addresses.ts";
import type { MoveLoss, MovedPage, MovedSite, PagePart, TermKind } from "../tree/moved.ts";
import { withAnchors } from "./anchors.ts";
import { withExactLinks } from "./exactLinks.ts";
import { plannedFeeds } from "./feeds.ts";
import { withFormerPaths } from "./formerPaths.ts";
import { type Grouped, type InLanguage, languageMembers, type SpokenPage, spokenPages } from "./languages.ts";
import { keyOf, Links } from "./links.ts";
import { plannedMenus } from "./menus.ts";
import { type Named, Names } from "./names.ts";
import { OldAddresses, type RedirectTarget } from "./oldAddresses.ts";
import type { MovePlan, PlannedPage } from "./plan.ts";
import { pageSections } from "./sections.ts";
import type { PresentSite } from "./site.ts";
import { given, PlacedTerms, termPage, termUses } from "./terms.ts";

export const ARTICLE = "drawbridge.journal/article";
const ARCHIVE = "drawbridge.journal/article-archive";

interface Making {
  readonly site: PresentSite;
  readonly moved: MovedSite;
  readonly links: Links;
  readonly losses: MoveLoss[];
  readonly terms: PlacedTerms;
  /** The members for languages, by sources of pages and terms. */
  readonly languages: ReadonlyMap<string, InLanguage>;
}

/** A page of the source where the site will have it. */
interface PlacedPage extends SpokenPage {
  readonly at: Named;
}

export function movePlan(moved: MovedSite, site: PresentSite): MovePlan {
  const losses = [...moved.losses];
  const spoken = spokenPages(moved.pages, site.languages, losses);
  const uses = termUses(moved.terms, spoken, site.languages);
  const all = [...moved.pages, ...uses];
  const names = new Names(site, new Set(all.map(({ source }) => source)), ownersOf(all));
  const links = new Links(moved);
  const placed = spoken.map((one) => ({ ...one, at: placePage(one, names, links, losses) }));
  const terms = new PlacedTerms(uses, { names, links, settings: site.languages });
  const languages = languageMembers([...terms.grouped(), ...placed.map(groupedPage)], site.languages);
  const making: Making = { site, moved, links, losses, terms, languages };
  const pages = withExactLinks([
    ...terms.all().map((one) => termPage(one, site, languages.get(one.source) ?? {})),
    ...withAnchors(placed.map((one) => pageOf(one, making))),
  ]);
  const menus = plannedMenus(moved.menus ?? [], { links, settings: site.languages, losses });
  const redirects = redirectsOf(making, placed);
  const paths = pages.map(({ body }) => body.path);
  const files = withFormerPaths(links.files, paths, losses);
  return { pages, files, redirects, menus, losses, extras: moved.extras ?? new Map() };
}

/** The first page or term at each path of the source. */
function ownersOf(all: readonly { readonly source: string; readonly address: string | undefined }[]) {
  const owners = new Map<string, string>();
  for (const { source, address } of all) {
    const path = keyOf(address ?? "");
    if (address !== undefined && !owners.has(path)) owners.set(path, source);
  }
  return owners;
}

const groupedPage = ({ page, tag, isKnown, at }: PlacedPage): Grouped => ({
  source: page.source,
  id: at.id,
  tag,
  group: isKnown ? page.translation : undefined,
});

function placePage({ page, wanted }: SpokenPage, names: Names, links: Links, losses: MoveLoss[]): Named {
  const at = names.take(page.source, wanted);
  if (at.moved)
    losses.push({
      place: page.place,
      what: `the address ${wanted}, which another page has; the page is at ${at.path}`,
      kind: "an address that another page has",
    });
  links.place([page.address, at.path, ...page.aliases], at.id, page.place);
  return at;
}

function pageOf({ page, tag, at: { id, path } }: PlacedPage, making: Making): PlannedPage {
  const { site, links, losses } = making;
  const addresses = links.of(page, losses);
  const parts = page.parts.map((part): PagePart =>
    part.kind === "text" ? { ...part, markdown: relinked(part.markdown, addresses) } : part,
  );
  const { sections, lost } = pageSections([...parts, ...archiveOf(page, making)], site.sections);
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
    ...entryOf(page, tag, making),
    source: page.source,
    sections,
  });
  const image =
    page.image && picture !== undefined
      ? { file: Number(picture.split(":")[1]), alt: page.image.alt, caption: page.image.caption }
      : undefined;
  return { source: page.source, place: page.place, id, body, image };
}

/** The list of articles that the source showed on a page. Empty where the list would be. */
function archiveOf({ lists }: MovedPage, { site, moved }: Making): PagePart[] {
  if (lists === undefined || !site.sections.has(ARCHIVE)) return [];
  const collection = lists === "" ? "" : collectionNamed(lists);
  const isFilled = moved.pages.some((page) => page.isArticle && (lists === "" || collectionOf(page) === collection));
  return isFilled ? [{ kind: "section", type: ARCHIVE, fields: lists === "" ? {} : { collection } }] : [];
}

const HELD_SAYS = {
  draft: "a draft",
  private: "a private page",
  future: "a page of the future",
  password: "a page behind a password, which is gone",
  members: "a page for subscribers alone",
} as const;

const collectionOf = ({ isArticle, collection }: MovedPage): string | undefined =>
  isArticle ? collectionNamed(collection ?? "") : undefined;

/** A name as collections may have it. */
function collectionNamed(written: string): string {
  const name = plainPart(written).replaceAll(/[_~]/g, "-");
  return /^[a-z][a-z0-9-]*$/.test(name) ? name.slice(0, 64) : "journal";
}

/** An article with its terms as references. Without the type, a page with the name of its author. */
function entryOf(
  page: MovedPage,
  tag: string,
  { site, terms, losses }: Making,
): Pick<Page, "type" | "values" | "author"> {
  const named = terms.of(page.terms, tag);
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
        kind: "the topics of a page, for which the site has no type of articles",
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
function redirectsOf({ site, moved, links, losses, terms }: Making, placed: readonly PlacedPage[]): Redirect[] {
  const pages = placed.map(({ at }) => at);
  const found = new OldAddresses(
    [...pages, ...terms.all()].map(({ path }) => path),
    (site.languages.languages ?? []).flatMap(({ prefix }) => prefix ?? []),
    losses,
  );
  for (const { page, at } of placed)
    for (const address of [page.address, ...page.aliases]) found.add(address, to(at.path), page.place);
  for (const { address, path, source } of terms.all()) if (address !== undefined) found.add(address, to(path), source);
  addFeeds(found, { site, moved, losses, terms });
  const paths = new Map(pages.map(({ id, path }) => [id, path]));
  for (const one of moved.redirects) {
    const target = links.of({ address: "/", place: one.place }, []).link(one.to) ?? "";
    const path = target.startsWith("page:") ? paths.get(target.slice(5).split("#")[0] ?? "") : undefined;
    found.addRedirect(one, path);
  }
  return found.all();
}

/** Feeds lead to those of the site, so that readers who subscribed stay. */
function addFeeds(found: OldAddresses, { site, moved, losses, terms }: Omit<Making, "links" | "languages">): void {
  const { ofSite, ofTerms } = moved.feeds ?? { ofSite: [], ofTerms: [] };
  const feeds = plannedFeeds({ ofSite, ofTerms }, site, terms.all());
  for (const { from, to: path } of feeds ?? []) found.add(from, to(path), "feeds");
  if (!feeds && ofSite.length > 0 && moved.pages.some(({ isArticle }) => isArticle))
    losses.push({ place: "feeds", what: `${ofSite.join(", ")}, because no active plugin makes feeds` });
}
