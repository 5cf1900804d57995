import { SEARCH_HITS_DEFAULT, SEARCH_MAX_CHARS, SEARCH_MAX_WORDS } from "../../../manifests/bounds.ts";
import type { SearchablePage } from "../pageIndex.ts";
import { fold } from "../pageIndex.ts";
import { sourceOf } from "../siteContent.ts";
import { fits } from "./list.ts";
import type { Answering } from "./operation.ts";
import { pageView } from "./pageView.ts";
import { portion } from "./portion.ts";

export const searchPages: Answering = async (content, parameters, room) => {
  const words = wordsOf(parameters.text("text") ?? "");
  const filter = { collection: parameters.text("collection"), under: parameters.text("under") };
  const { searchable } = await content.pages();
  const hits = searchable.flatMap((page) => hitOf(page, words)).filter(({ found }) => fits(filter)(found.page));
  const { shown, next } = portion(
    {
      content, room, items: hits.toSorted(better), question: ["search", words, filter],
      cursor: parameters.text("cursor"), limit: parameters.count("limit") ?? SEARCH_HITS_DEFAULT,
    },
    (hit) => view(hit, words),
  );
  return { results: shown, total: hits.length, ...next, ...sourceOf(content) };
};

/** Words of letters and digits, each once; the many words of a whole sentence are cut. */
function wordsOf(text: string): string[] {
  const words = fold(text.slice(0, SEARCH_MAX_CHARS)).match(/[\p{L}\p{N}]+/gu) ?? [];
  return [...new Set(words)].slice(0, SEARCH_MAX_WORDS);
}

interface Hit {
  readonly found: SearchablePage;
  readonly score: number;
}

const WEIGHTS = { title: 8, headings: 4, description: 3, path: 2, excerpt: 1 } as const;
/** A page with one word more beats any page with fewer, wherever the words stand. */
const EACH_WORD = 100;

function hitOf(found: SearchablePage, words: readonly string[]): Hit[] {
  let score = 0;
  for (const word of words) {
    const weight = weightOf(found, word);
    if (weight > 0) score += EACH_WORD + weight;
  }
  return score > 0 ? [{ found, score }] : [];
}

const weightOf = ({ title, headings, description, path, excerpt }: SearchablePage, word: string): number =>
  (title.includes(word) ? WEIGHTS.title : 0) +
  (headings.some((heading) => heading.includes(word)) ? WEIGHTS.headings : 0) +
  (description.includes(word) ? WEIGHTS.description : 0) +
  (path.includes(word) ? WEIGHTS.path : 0) +
  (excerpt.includes(word) ? WEIGHTS.excerpt : 0);

const better = (a: Hit, b: Hit): number =>
  b.score - a.score || (a.found.page.path < b.found.page.path ? -1 : 1);

function view({ found }: Hit, words: readonly string[]) {
  const { excerpt, headings } = found.page;
  const matches = headings.filter((_, index) => words.some((word) => found.headings[index]?.includes(word))).slice(0, MATCHES_MAX);
  return {
    ...pageView(found.page),
    ...(excerpt === "" ? {} : { excerpt }),
    ...(matches.length === 0 ? {} : { matches }),
  };
}

const MATCHES_MAX = 5;
