/**
 * Looks words up in a site's index for a visitor. A rare word counts more than a common one, and a word counts most in
 * a title, then in headings, description, path and text.
 */
import { SEARCH_PLACES_MAX } from "../../manifests/bounds/search.ts";
import { WHOLE } from "./nearness.ts";
import { type Spellings, meantBy, spellingsOf } from "./spellings.ts";
import { TERM_TAGS, TO_COME_TAG, TYPE_TAGS, languageTagOf, termTagOf, typeTagOf } from "./tags.ts";
import { type WordPlace, WORD_PLACES, gradeOf, letterNumber, wordPlaceOf } from "./wordList.ts";
import type { WordIndex } from "./wordIndex.ts";
import type { WordPart } from "./wordPart.ts";

/** A search of a visitor. */
export interface WordQuery {
  /** Folded words, each once. */
  readonly words: readonly string[];
  /** The language of the results, and whether pages that name none have it. Undefined for all. */
  readonly language?: { readonly tag: string; readonly isOwn: boolean } | undefined;
  readonly type?: string | undefined;
  readonly term?: string | undefined;
  /** Tells whether a page with a date of the future is still to come. */
  readonly isToCome: (page: string) => boolean;
}

export interface Hit {
  readonly page: string;
  readonly score: number;
}

export interface LookupResult {
  /** The pages that match, in no order. */
  readonly hits: readonly Hit[];
  /** `all` if the pages have all words, `some` if no page has. */
  readonly match: "all" | "some";
  /** Words that no page has, with the words of the index that were looked up instead. */
  readonly instead: Spellings;
  /** Words that a visitor may have meant by shorter ones that no page has. */
  readonly meant: ReadonlyMap<string, string>;
  /** The number of pages that match, by the tag of their type, and by those of their terms within the chosen type. */
  readonly types: ReadonlyMap<string, number>;
  readonly terms: ReadonlyMap<string, number>;
  /** False if the search stopped at its limit of matches. */
  readonly isWhole: boolean;
}

const WEIGHTS = { title: 16, headings: 6, description: 3, path: 2, text: 1 } as const satisfies Record<
  WordPlace,
  number
>;
const WEIGHT_AT = WORD_PLACES.map((name) => WEIGHTS[name]);
const TITLE = WORD_PLACES.indexOf("title");
/** The weight that each doubling of a word's occurrences adds, for at most three doublings. */
const EACH_DOUBLING = 0.25;
const TITLE_IS_IT = 8;
/** The weight of a word that is spelt otherwise. */
const OTHERWISE = 0.5;

/** The matches in one part. */
interface Matches {
  readonly part: WordPart;
  /** For each place 1 if its page may be found. */
  readonly open: Uint8Array;
  /** For each word, the weight at each place. */
  readonly weights: readonly Float32Array[];
  /** The number of words that are whole in the title. */
  readonly inTitle: Uint8Array;
}

const weighed = (near: number, letter: number): number =>
  near * ((WEIGHT_AT[wordPlaceOf(letter)] ?? 1) + EACH_DOUBLING * gradeOf(letter));

/** The pages of a part that have the language and have not left it. */
function openIn(part: WordPart, moved: ReadonlySet<string>, { language, isToCome }: WordQuery): Uint8Array {
  const open = new Uint8Array(part.pages.length);
  if (language) {
    part.exactly(languageTagOf(language.tag), (place) => (open[place] = 1));
    if (language.isOwn) part.exactly(languageTagOf(), (place) => (open[place] = 1));
  } else open.fill(1);
  part.exactly(TO_COME_TAG, (place) => isToCome(part.pages[place] ?? "") && (open[place] = 0));
  if (moved.size > 0) part.pages.forEach((page, place) => moved.has(page) && (open[place] = 0));
  return open;
}

/** The lengths of titles in words, by place. 0 where the index does not know it. */
function titleLengths(part: WordPart, language: WordQuery["language"]): Uint8Array {
  const lengths = new Uint8Array(part.pages.length);
  const note = (place: number, letter: number): void => void (lengths[place] = letterNumber(letter));
  part.exactly(languageTagOf(), note);
  if (language) part.exactly(languageTagOf(language.tag), note);
  return lengths;
}

class Lookup {
  readonly #index: WordIndex;
  readonly #search: WordQuery;
  readonly #matches: Matches[] = [];
  #left = SEARCH_PLACES_MAX;

  constructor(index: WordIndex, search: WordQuery) {
    this.#index = index;
    this.#search = search;
  }

  async run(): Promise<LookupResult> {
    const { words } = this.#search;
    await this.#index.each((part, moved) => {
      const open = openIn(part, moved, this.#search);
      const weights = words.map(() => new Float32Array(part.pages.length));
      const matches = { part, open, weights, inTitle: new Uint8Array(part.pages.length) };
      words.forEach((word, at) => this.#match(matches, at, word, 1));
      this.#matches.push(matches);
    });
    return this.#ranked(this.#otherwise());
  }

  #match({ part, open, weights, inTitle }: Matches, at: number, word: string, factor: number): void {
    const weightAt = weights[at];
    if (!weightAt) return;
    this.#left = part.search(word, this.#left, (place, near, letter) => {
      if (open[place] === 0) return;
      const weight = factor * weighed(near, letter);
      if (weight > (weightAt[place] ?? 0)) weightAt[place] = weight;
      if (near === WHOLE && wordPlaceOf(letter) === TITLE) inTitle[place] = (inTitle[place] ?? 0) + 1;
    });
  }

  #count(at: number): number {
    let count = 0;
    for (const { weights } of this.#matches) for (const weight of weights[at] ?? []) count += Number(weight > 0);
    return count;
  }

  /** Looks the words that no page has up in other spellings. */
  #otherwise(): Spellings {
    const lacking = this.#search.words.filter((_, at) => this.#left > 0 && this.#count(at) === 0);
    const instead = spellingsOf(lacking, this.#matches);
    for (const [word, others] of instead) {
      const at = this.#search.words.indexOf(word);
      for (const matches of this.#matches) for (const other of others) this.#exact(matches, at, other);
    }
    return instead;
  }

  #exact({ part, open, weights }: Matches, at: number, word: string): void {
    const weightAt = weights[at];
    part.exactly(word, (place, letter) => {
      if (weightAt && open[place] === 1)
        weightAt[place] = Math.max(weightAt[place] ?? 0, OTHERWISE * weighed(WHOLE, letter));
    });
  }

  #ranked(instead: Spellings): LookupResult {
    const { words } = this.#search;
    const counts = words.map((_, at) => this.#count(at));
    const pages = this.#matches.reduce((sum, { part }) => sum + part.pages.length, 0);
    const rarity = counts.map((count) => Math.log(1 + pages / Math.max(1, count)));
    const isAll = this.#matches.some((one) => placesWith(one, words.length).length > 0);
    const types = new Map<string, number>();
    const terms = new Map<string, number>();
    const hits = this.#matches.flatMap((one) => {
      const places = isAll ? placesWith(one, words.length) : placesWith(one, 1);
      const kept = this.#filtered(one, places, { types, terms });
      const lengths = kept.length === 0 ? undefined : titleLengths(one.part, this.#search.language);
      return kept.map((place) => ({
        page: one.part.pages[place] ?? "",
        score: one.weights.reduce(
          (sum, weightAt, at) => sum + (weightAt[place] ?? 0) * (rarity[at] ?? 0),
          one.inTitle[place] === words.length && lengths?.[place] === words.length ? TITLE_IS_IT : 0,
        ),
      }));
    });
    const isWhole = this.#left > 0;
    return {
      hits,
      match: isAll ? "all" : "some",
      instead,
      meant: new Map(
        words.flatMap((word, at): [string, string][] => {
          const other = isWhole && counts[at] === 0 ? meantBy(word, this.#matches) : undefined;
          return other === undefined ? [] : [[word, other]];
        }),
      ),
      types,
      terms,
      isWhole,
    };
  }

  /** The places that fit the filters. Counts the pages of each type, and of each term within the type. */
  #filtered({ part }: Matches, places: readonly number[], counted: Pick<Counts, "types" | "terms">): readonly number[] {
    if (places.length === 0) return places;
    const { type, term } = this.#search;
    const matching = marked(part, places);
    count(part, TYPE_TAGS, matching, counted.types);
    const ofType = type === undefined ? places : within(part, typeTagOf(type), matching);
    const typed = type === undefined ? matching : marked(part, ofType);
    count(part, TERM_TAGS, typed, counted.terms);
    return term === undefined ? ofType : within(part, termTagOf(term), typed);
  }
}

interface Counts {
  readonly types: Map<string, number>;
  readonly terms: Map<string, number>;
}

function count(part: WordPart, kind: string, matching: Uint8Array, counts: Map<string, number>): void {
  part.tags(kind, (tag, place) => {
    if (matching[place] === 1) counts.set(tag, (counts.get(tag) ?? 0) + 1);
  });
}

function marked(part: WordPart, places: readonly number[]): Uint8Array {
  const all = new Uint8Array(part.pages.length);
  for (const place of places) all[place] = 1;
  return all;
}

function within(part: WordPart, tag: string, matching: Uint8Array): number[] {
  const found: number[] = [];
  part.exactly(tag, (place) => matching[place] === 1 && found.push(place));
  return found;
}

/** The places with at least so many of the words. */
function placesWith({ weights, part }: Matches, least: number): number[] {
  const found: number[] = [];
  for (let place = 0; place < part.pages.length; place += 1) {
    let has = 0;
    for (const weightAt of weights) has += Number((weightAt[place] ?? 0) > 0);
    if (has >= least && least > 0) found.push(place);
  }
  return found;
}

/** Looks up a search. The words must not be empty. */
export const lookUp = (index: WordIndex, search: WordQuery): Promise<LookupResult> => new Lookup(index, search).run();

/** The best hits from one place on. Hits with the same score are in the order of their pages' ids. */
export function bestHits(hits: readonly Hit[], from: number, most: number): Hit[] {
  const wanted = from + most;
  const best: Hit[] = [];
  for (const hit of hits) {
    if (best.length === wanted && !isBefore(hit, best[wanted - 1])) continue;
    let at = best.length;
    while (at > 0 && isBefore(hit, best[at - 1])) at -= 1;
    best.splice(at, 0, hit);
    if (best.length > wanted) best.pop();
  }
  return best.slice(from);
}

const isBefore = (one: Hit, other: Hit | undefined): boolean =>
  other === undefined || one.score > other.score || (one.score === other.score && one.page < other.page);
