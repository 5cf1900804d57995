import { SEARCH_PLACES_MAX } from "../../../manifests/bounds/search.ts";
import type { PublicPage } from "../../search/publicIndex.ts";
import { nearestIn } from "../../search/nearness.ts";
import type { WordIndex } from "../../search/wordIndex.ts";
import { gradeOf } from "../../search/wordList.ts";
import { type PublicPageIndex, type SearchablePage, FIELDS, fieldsOf } from "./pageIndex.ts";

export interface Ranking {
  /** Pages, the best match first. */
  readonly pages: readonly PublicPage[];
  /** `all` if the pages contain all words, `some` if no page does. */
  readonly match: "all" | "some";
  /** Words that occur nowhere on the site. */
  readonly missing: readonly string[];
  /** False if the search stopped at its limit of matches. */
  readonly isWhole: boolean;
}

const WEIGHTS = { title: 16, headings: 6, description: 3, path: 2, text: 1 } as const;
/** The weight that each doubling of a word's occurrences in a text adds, for at most three doublings. */
const EACH_DOUBLING = 0.25;
/** The weight of a word outside of the title. Small enough that a match in the title beats all others together. */
const ELSEWHERE = 0.1;
const TITLE_IS_IT = 8;

/** For each page, the weight of its text for each word. */
type TextWeights = ReadonlyMap<string, readonly number[]>;

/**
 * Ranks the pages that contain the words. A rare word counts more than a common one. A word counts most in the title,
 * then in headings, description, path and text.
 */
export async function rank(
  index: PublicPageIndex,
  words: WordIndex | undefined,
  asked: readonly string[],
  isWanted: (page: PublicPage) => boolean,
): Promise<Ranking> {
  const { weights: texts, isWhole } = await textWeights(words, asked);
  const some = index.searchable.flatMap((found) => weighed(found, asked, texts.get(found.page.id)));
  const counts = asked.map((_, at) => some.filter(({ weights }) => (weights[at] ?? 0) > 0).length);
  const rarity = counts.map((count) => Math.log(1 + index.all.length / Math.max(1, count)));
  const wanted = some.filter(({ page }) => isWanted(page));
  const all = wanted.filter(({ weights }) => weights.every((weight) => weight > 0));
  const phrase = asked.join(" ");
  const scored = (all.length > 0 ? all : wanted).map(({ page, title, weights }) => ({
    page,
    title,
    score: weights.reduce((sum, weight, at) => sum + weight * (rarity[at] ?? 0), title === phrase ? TITLE_IS_IT : 0),
  }));
  return {
    pages: scored.toSorted(better).map(({ page }) => page),
    match: all.length > 0 ? "all" : "some",
    missing: isWhole ? asked.filter((_, at) => counts[at] === 0) : [],
    isWhole,
  };
}

async function textWeights(
  words: WordIndex | undefined,
  asked: readonly string[],
): Promise<{ weights: TextWeights; isWhole: boolean }> {
  const weights = new Map<string, number[]>();
  let left = SEARCH_PLACES_MAX;
  await words?.each((part, moved) => {
    asked.forEach((word, at) => {
      left = part.search(word, left, (place, near, letter) => {
        const page = part.pages[place] ?? "";
        if (moved.has(page)) return;
        const known = weights.get(page) ?? asked.map(() => 0);
        known[at] = Math.max(known[at] ?? 0, near * (1 + EACH_DOUBLING * gradeOf(letter)));
        weights.set(page, known);
      });
    });
  });
  return { weights, isWhole: left > 0 };
}

interface Weighed {
  readonly page: PublicPage;
  readonly title: string;
  /** Weights in the order of the searched words. */
  readonly weights: readonly number[];
}

/** The weights of a page. Empty if the page contains none of the words. */
function weighed(found: SearchablePage, asked: readonly string[], texts: readonly number[] | undefined): Weighed[] {
  if (!texts && !asked.some((word) => found.words.includes(word))) return [];
  const fields = fieldsOf(found);
  const weights = asked.map((word, at) => weightOf(fields, word, texts?.[at] ?? 0));
  return weights.some((weight) => weight > 0) ? [{ page: found.page, title: fields[0] ?? "", weights }] : [];
}

function weightOf(fields: readonly string[], word: string, text: number): number {
  const here = FIELDS.map((name, at) =>
    name === "text" && text > 0 ? text : WEIGHTS[name] * nearestIn(fields[at] ?? "", word),
  );
  const best = Math.max(...here);
  return best + ELSEWHERE * (here.reduce((sum, weight) => sum + weight, 0) - best);
}

interface Scored extends Pick<Weighed, "page" | "title"> {
  readonly score: number;
}

/** For equal scores, the page with the shorter title comes first, because the words are a larger part of it. */
const better = (a: Scored, b: Scored): number =>
  b.score - a.score || a.title.length - b.title.length || (a.page.path < b.page.path ? -1 : 1);
