import { SEARCH_HITS_DEFAULT } from "../../../manifests/bounds/agents.ts";
import { SEARCH_MAX_CHARS, SEARCH_MAX_WORDS, SEARCH_PASSAGES_MAX } from "../../../manifests/bounds/search.ts";
import type { PublicPage } from "../../search/publicIndex.ts";
import type { PageText } from "../../rendering/markdown/pageText.ts";
import { nearestIn } from "../../search/nearness.ts";
import { passageOf } from "../../search/passage.ts";
import type { WordIndex } from "../../search/wordIndex.ts";
import { fold, searchWords } from "../../search/words.ts";
import { partAround } from "../content/outline.ts";
import { rank } from "../content/ranking.ts";
import { type SiteContent, contentSource } from "../content/siteContent.ts";
import { filterOf, fits } from "./list.ts";
import type { Answering } from "./operation.ts";
import { pageView } from "./pageView.ts";
import { type PortionInput, asked, portion } from "./portion.ts";

export const searchPublicPages: Answering = async (content, parameters, budget) => {
  const words = wordsAsked(parameters.text("text") ?? "");
  const filter = filterOf(parameters);
  const [index, texts] = await Promise.all([content.pages(), content.words()]);
  const { pages, match, missing, isWhole } = await rank(index, texts, words, fits(filter, content));
  const input: PortionInput<PublicPage> = {
    content,
    budget,
    items: pages,
    question: ["search", words, filter],
    cursor: parameters.text("cursor"),
    limit: parameters.count("limit") ?? SEARCH_HITS_DEFAULT,
  };
  const opened = await openedTexts(content, asked(input).slice(0, SEARCH_PASSAGES_MAX));
  const { shown, next } = portion(input, (page) => view(content, page, words, opened.get(page.id)));
  const limited = limitsOf(texts, isWhole);
  return {
    results: shown,
    total: pages.length,
    match,
    ...(missing.length === 0 ? {} : { missing }),
    ...(limited === "" ? {} : { limited }),
    ...next,
    ...contentSource(content),
  };
};

/** The distinct words of a search, at most SEARCH_MAX_WORDS. */
const wordsAsked = (text: string): string[] =>
  [...new Set(searchWords(text.slice(0, SEARCH_MAX_CHARS)))].slice(0, SEARCH_MAX_WORDS);

async function openedTexts(content: SiteContent, pages: readonly PublicPage[]): Promise<Map<string, PageText>> {
  const texts = await Promise.all(pages.map(async (page) => [page.id, await content.text(page)] as const));
  return new Map(texts.flatMap(([id, text]) => (text ? [[id, text]] : [])));
}

function view(content: SiteContent, page: PublicPage, words: readonly string[], text: PageText | undefined) {
  const passage = text && passageOf(text.markdown, text.sections[0]?.start ?? text.markdown.length, words);
  const section = text && passage && partAround(text, passage.at);
  const excerpt = passage?.text ?? page.excerpt;
  const matches = page.headings
    .filter((heading) => words.some((word) => nearestIn(fold(heading), word) > 0))
    .slice(0, MATCHES_MAX);
  return {
    ...pageView(content)(page),
    ...(excerpt === "" ? {} : { excerpt }),
    ...(section === undefined ? {} : { section }),
    ...(matches.length === 0 ? {} : { matches }),
  };
}

const MATCHES_MAX = 5;

/** Says what the search left out, so that an agent does not take "not found" for "does not exist". */
function limitsOf(texts: WordIndex | undefined, isWhole: boolean): string {
  if (!texts)
    return "This publication has no full-text index. Only titles, headings, descriptions and first lines were searched.";
  const { left, cut } = texts;
  return [
    ...(isWhole ? [] : ["These words are in too many places to look at all of them. Search for rarer words."]),
    ...(left > 0
      ? [
          `The site is larger than its index of texts: ${left} of its pages were searched only in titles, headings, descriptions and first lines.`,
        ]
      : []),
    ...(cut > 0 ? [`Of ${cut} very long pages, only the first part was searched.`] : []),
  ].join(" ");
}
