import type { WordIndex } from "../../../runtime/search/wordIndex.ts";
import { wordListOf } from "../../../runtime/search/wordList.ts";
import { WordPart, writePart } from "../../../runtime/search/wordPart.ts";

/** A search index of texts by page id, in these parts. */
export const indexOf = (...parts: readonly Readonly<Record<string, string>>[]): WordIndex => ({
  left: 0,
  cut: 0,
  async each(visit) {
    for (const texts of parts)
      visit(
        new WordPart(writePart(Object.entries(texts).map(([page, text]) => ({ page, words: wordListOf(text).text })))),
        new Set(),
      );
  },
});
