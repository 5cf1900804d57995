import { describe, expect, test } from "vitest";
import { SEARCH_SPELLINGS_MAX, SEARCH_TYPO_MIN_CHARS } from "../../../manifests/bounds/search.ts";
import { type LookupResult, type WordQuery, bestHits, lookUp } from "../../../runtime/search/lookup.ts";
import { markedText } from "../../../runtime/search/marks.ts";
import { readableText } from "../../../runtime/search/plainText.ts";
import { isOneApart } from "../../../runtime/search/spellings.ts";
import { TERM_TAGS, TYPE_TAGS, namedBy, tagsOf, termTagOf, typeTagOf } from "../../../runtime/search/tags.ts";
import { type PlacedTexts, wordListOf } from "../../../runtime/search/wordList.ts";
import type { WordIndex } from "../../../runtime/search/wordIndex.ts";
import { WordPart, writePart } from "../../../runtime/search/wordPart.ts";
import { searchWords } from "../../../runtime/search/words.ts";

interface Text extends Partial<PlacedTexts> {
  readonly text?: string;
  readonly language?: string;
  readonly type?: string;
  readonly terms?: readonly string[];
}

const listOf = ({ text = "", title = "", headings = "", description = "", path = "", ...page }: Text): string =>
  wordListOf(
    text,
    { title, headings, description, path },
    tagsOf({ terms: [], isToCome: false, titleWords: new Set(searchWords(title)).size, ...page }),
  ).text;

const indexOf = (...parts: readonly Readonly<Record<string, Text>>[]): WordIndex => ({
  left: 0,
  cut: 0,
  async each(visit) {
    for (const texts of parts)
      visit(
        new WordPart(writePart(Object.entries(texts).map(([page, text]) => ({ page, words: listOf(text) })))),
        new Set(),
      );
  },
});

const look = (index: WordIndex, words: string, more: Partial<WordQuery> = {}): Promise<LookupResult> =>
  lookUp(index, { words: [...new Set(searchWords(words))], isToCome: () => false, ...more });
const pages = async (index: WordIndex, words: string, more: Partial<WordQuery> = {}): Promise<string[]> =>
  bestHits((await look(index, words, more)).hits, 0, 10).map(({ page }) => page);

describe("the order of results", () => {
  test("is title, headings, description, path, text, whatever the text repeats", async () => {
    const index = indexOf(
      { text: { text: "oak ".repeat(9) }, path: { path: "/oak" }, headings: { headings: "oak" } },
      { title: { title: "All about oak" }, description: { description: "oak" } },
    );
    expect(await pages(index, "oak")).toEqual(["title", "headings", "description", "path", "text"]);
  });

  test("puts the page first whose title is what was asked, and whole words before longer ones", async () => {
    const index = indexOf({
      a: { title: "Oak and larch boards" },
      b: { title: "Oak boards" },
      c: { title: "Oaken boardsides" },
    });
    expect(await pages(index, "oak boards")).toEqual(["b", "a", "c"]);
  });

  test("is that of the ids where nothing else decides", async () => {
    const index = indexOf({ b: { text: "oak" }, a: { text: "oak" } }, { c: { text: "oak" } });
    expect(await pages(index, "oak")).toEqual(["a", "b", "c"]);
    const { hits } = await look(index, "oak");
    expect([bestHits(hits, 1, 1), bestHits(hits, 2, 5), bestHits(hits, 3, 5)].map((some) => some.length)).toEqual([
      1, 1, 0,
    ]);
  });
});

describe("words that are misspelt", () => {
  const index = indexOf({ a: { text: "seasoned timbers" }, b: { text: "seasoned" }, c: { text: "oak" } });

  test.each([
    ["seasaned", ["a", "b"]],
    ["seasond", ["a", "b"]],
    ["seeasoned", ["a", "b"]],
    ["esasoned", ["a", "b"]],
    ["seaosned", ["a", "b"]],
    ["seasonde", ["a", "b"]],
    ["xeasoned", ["a", "b"]],
    ["seasonex", ["a", "b"]],
    ["sxasxned", []],
    ["oek", []],
  ])("%s finds %j", async (word, found) => {
    expect(await pages(index, word)).toEqual(found);
  });

  test.each([
    [-1, []],
    [0, ["a"]],
    [1, ["a"]],
  ])("are looked up from so many letters on: with %d more %j", async (more, found) => {
    const word = "abcdefgh".slice(0, SEARCH_TYPO_MIN_CHARS + more);
    const one = indexOf({ a: { text: `x${word.slice(1)}` } });
    expect(await pages(one, word)).toEqual(found);
    expect((await look(one, word)).meant.size).toBe(found.length === 0 ? 1 : 0);
  });

  test.each([[-1], [0], [1]])("stand for as many words as the bound, and %d: the most frequent", async (more) => {
    const count = SEARCH_SPELLINGS_MAX + more;
    const texts = Array.from({ length: count }, (_, n) => [`p${n}`, { text: `seasone${"abcefghij"[n]}` }] as const);
    const { instead } = await look(indexOf(Object.fromEntries(texts)), "seasoned");
    expect(instead.get("seasoned")).toHaveLength(Math.min(count, SEARCH_SPELLINGS_MAX));
  });

  test.each([
    ["oak", "oak", false],
    ["oak", "oaks", true],
    ["oak", "ok", true],
    ["oak", "aok", true],
    ["oak", "ook", true],
    ["oak", "koa", false],
    ["oak", "oakss", false],
    ["", "a", true],
  ])("%j and %j are one letter apart: %s", (one, other, is) => {
    expect([isOneApart(one, other), isOneApart(other, one)]).toEqual([is, is]);
  });
});

describe("languages", () => {
  const SITE = indexOf({
    de1: { language: "de", title: "Die Donaudampfschifffahrt", text: "Ein Segelboot für München. Straße und Größe." },
    de2: { language: "de", title: "Rümpfe", text: "Werft\u00adarbeit an Booten" },
    fr1: { language: "fr", title: "L’école du bois", text: "Une forêt de mélèzes près de l’œuvre." },
    fr2: { language: "fr", title: "Élever un cœur", text: "Noël à Besançon, bateau." },
    ja1: { language: "ja", title: "東京都の木造船", text: "カラマツの板を乾かします。" },
    ja2: { language: "ja", title: "京都", text: "東西の寺" },
    ar1: { language: "ar", title: "قوارب خشبية", text: "نُصلِح القَوارِبَ في مدرسة المدينة" },
    en1: { title: "Boats", text: "Timber and boot." },
  });
  const asked = (tag: string, isOwn = false): Partial<WordQuery> => ({ language: { tag, isOwn } });

  test.each([
    ["de", "dampf", ["de1"]],
    ["de", "SEGEL", ["de1"]],
    ["de", "boot", ["de2", "de1"]],
    ["de", "munchen", ["de1"]],
    ["de", "Muenchen", ["de1"]],
    ["de", "strasse", ["de1"]],
    ["de", "STRAẞE", ["de1"]],
    ["de", "werftarbeit", ["de2"]],
    ["de", "timber", []],
    ["fr", "ecole", ["fr1"]],
    ["fr", "école", ["fr1"]],
    ["fr", "foret melezes", ["fr1"]],
    ["fr", "oeuvre", ["fr1"]],
    ["fr", "NOEL", ["fr2"]],
    ["fr", "coeur", ["fr2"]],
    ["fr", "boot", []],
    ["ja", "東京", ["ja1"]],
    ["ja", "京都", ["ja2", "ja1"]],
    ["ja", "東京都", ["ja1"]],
    ["ja", "木造船", ["ja1"]],
    ["ja", "カラマツ", ["ja1"]],
    ["ja", "ｶﾗﾏﾂ", ["ja1"]],
    ["ja", "板", ["ja1"]],
    ["ja", "都京", []],
    ["ar", "القوارب", ["ar1"]],
    ["ar", "قوارب", ["ar1"]],
    ["ar", "مدرسه", ["ar1"]],
    ["ar", "نصلح", ["ar1"]],
    ["ar", "قـــوارب", ["ar1"]],
  ])("%s finds by %s %j", async (tag, words, found) => {
    expect(await pages(SITE, words, asked(tag))).toEqual(found);
  });

  test("of the site are those of pages that name none", async () => {
    expect(await pages(SITE, "boot", asked("en", true))).toEqual(["en1"]);
    expect(await pages(SITE, "boot", asked("en"))).toEqual([]);
  });
});

describe("filters", () => {
  const index = indexOf({
    a: { text: "oak", type: "site/post", terms: ["Topic 1", "t2"] },
    b: { text: "oak", type: "site/post", terms: ["t2"] },
    c: { text: "oak", type: "Acme.x/Item" },
    d: { text: "larch", type: "site/post", terms: ["t2"] },
  });

  test("narrow to a type and a term, and count what each would leave", async () => {
    const found = await look(index, "oak", { type: "site/post", term: "Topic 1" });
    expect(found.hits.map(({ page }) => page)).toEqual(["a"]);
    expect([...found.types]).toEqual(
      [
        [typeTagOf("site/post"), 2],
        [typeTagOf("Acme.x/Item"), 1],
      ].toSorted((one, other) => (String(one[0]) < String(other[0]) ? -1 : 1)),
    );
    expect(found.terms.get(termTagOf("t2"))).toBe(2);
    expect([namedBy(termTagOf("Topic 1"), TERM_TAGS), namedBy(typeTagOf("Acme.x/Item"), TYPE_TAGS)]).toEqual([
      "Topic 1",
      "Acme.x/Item",
    ]);
  });

  test.each(["", "x", "site", "site/pos", "!t:site/post"])("leave nothing for the type %j", async (type) => {
    expect((await look(index, "oak", { type })).hits).toEqual([]);
  });
});

describe("marks", () => {
  const marked = (text: string, ...words: string[]): string =>
    markedText(text, words)
      .map(({ text: piece, isHit }) => (isHit ? `[${piece}]` : piece))
      .join("");

  test.each([
    ["Oak and soaked oaken", ["oak"], "[Oak] and soaked [oak]en"],
    ["Élan, élan", ["elan"], "[Élan], [élan]"],
    ["E\u0301lan", ["elan"], "[E\u0301lan]"],
    ["Straße", ["strasse"], "[Straße]"],
    ["東京都の", ["東京", "京都"], "[東京都]の"],
    ["a🌲b oak", ["oak"], "a🌲b [oak]"],
    ["Donaudampf", ["dampf"], "Donau[dampf]"],
    ["", ["oak"], ""],
    ["oak", [], "oak"],
  ])("in %j for %j are %j", (text, words, is) => {
    expect(marked(text, ...words)).toBe(is);
  });
});

test("a text for readers has no headings, signs of lists or entities", () => {
  expect(readableText("# Title\n- one &lt;b\n3. three &amp;lt;\n  plain")).toBe("one <b\nthree &lt;\n plain");
});
