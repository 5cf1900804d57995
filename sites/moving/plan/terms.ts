/** The pages of terms. A term has a page in each language of its articles, because lists show one language. */
import type { Page } from "../../../runtime/documents/content/content.ts";
import { type LanguageSettings, sourceTag, withPrefix } from "../../../runtime/documents/content/languages.ts";
import { movedPath, plainPart } from "../tree/addresses.ts";
import type { MovedPage, Term, TermKind } from "../tree/moved.ts";
import { foreignPrefix, type Grouped, type InLanguage, pathInLanguage, type SpokenPage } from "./languages.ts";
import type { Links } from "./links.ts";
import type { Named, Names } from "./names.ts";
import type { PlannedPage } from "./plan.ts";
import type { PresentSite } from "./site.ts";

/** The page of each kind of term: its content type, and the section that lists its articles. */
const TERM_PAGES: Readonly<
  Record<TermKind, { readonly type?: string; readonly list: string; readonly folder: string }>
> = {
  topic: { list: "drawbridge.journal/topic-articles", folder: "topics" },
  author: { type: "drawbridge.people/person", list: "drawbridge.journal/author-articles", folder: "people" },
  series: { list: "drawbridge.journal/series-articles", folder: "series" },
};

/** The section type that lists the articles of a term. */
export const articleListOf = ({ term }: { readonly term: Term }): string => TERM_PAGES[term.kind].list;

/** A term in one language of its articles. */
interface TermUse {
  readonly term: Term;
  readonly tag: string;
  /** The address of its page in the source. Undefined if it had none. */
  readonly address: string | undefined;
  /** The path below which the source has the language. */
  readonly foreign: string | undefined;
  readonly source: string;
}

export type PlacedTerm = TermUse & Named;

/** The terms in each language of their articles. One without articles is in the first language. */
export function termUses(
  terms: readonly Term[],
  pages: readonly SpokenPage[],
  settings: LanguageSettings,
): readonly TermUse[] {
  const first = sourceTag(settings);
  const uses = usesIn(pages);
  return terms.flatMap((term) =>
    [...(uses.get(term.source) ?? new Map([[first, undefined]]))].map(([tag, page]) => ({
      term,
      tag,
      foreign: page && foreignPrefix(page),
      address: term.addresses?.get(page?.language ?? "") ?? term.address,
      source: tag === first ? term.source : `${term.source}@${tag}`,
    })),
  );
}

/** The languages in which articles have a term, each with its first article. */
function usesIn(pages: readonly SpokenPage[]): Map<string, Map<string, MovedPage>> {
  const uses = new Map<string, Map<string, MovedPage>>();
  for (const { page, tag } of pages)
    for (const source of page.terms) {
      const tags = uses.get(source) ?? new Map<string, MovedPage>();
      uses.set(source, tags.set(tag, tags.get(tag) ?? page));
    }
  return uses;
}

interface Placing {
  readonly names: Names;
  readonly links: Links;
  readonly settings: LanguageSettings;
}

export class PlacedTerms {
  readonly #all: ReadonlyMap<string, PlacedTerm>;

  constructor(uses: readonly TermUse[], placing: Placing) {
    this.#all = new Map(uses.map((use) => [keyOf(use.term.source, use.tag), placeTerm(use, placing)]));
  }

  all = (): readonly PlacedTerm[] => [...this.#all.values()];

  /** The terms of an article, in its language. */
  of = (sources: readonly string[], tag: string): readonly PlacedTerm[] =>
    sources.flatMap((source) => this.#all.get(keyOf(source, tag)) ?? []);

  grouped = (): Grouped[] => this.all().map(({ source, id, tag, term }) => ({ source, id, tag, group: term.source }));
}

const keyOf = (source: string, tag: string): string => `${tag} ${source}`;

function placeTerm(use: TermUse, { names, links, settings }: Placing): PlacedTerm {
  const { term, tag, foreign, address, source } = use;
  const { folder } = TERM_PAGES[term.kind];
  const path = movedPath(address ?? `/${folder}/${plainPart(term.title) || term.title}`);
  const isLater = !settings.languages && address === undefined && tag !== sourceTag(settings);
  const wanted = isLater ? withPrefix(path, { prefix: foreign }) : pathInLanguage(path, tag, foreign, settings);
  const at = names.take(source, wanted);
  links.place([...(address === undefined ? [] : [address]), at.path], at.id);
  return { ...use, ...at };
}

/** Members without the undefined ones, which no document has. */
export const given = <T extends object>(members: T): T =>
  Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined)) as T;

export function termPage({ id, path, term, source }: PlacedTerm, site: PresentSite, members: InLanguage): PlannedPage {
  const { type, list } = TERM_PAGES[term.kind];
  const has = type !== undefined && site.contentTypes.has(type);
  const sections = site.sections.has(list) ? [{ id: "s1", type: list, fields: {} }] : [];
  const body: Page = given({
    path,
    title: term.title,
    description: term.description,
    type: has ? type : undefined,
    values: has ? {} : undefined,
    ...members,
    source,
    sections,
  });
  return { source, place: source, id, body };
}
