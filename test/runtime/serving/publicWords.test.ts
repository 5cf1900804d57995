import { describe, expect, test } from "vitest";
import {
  SEARCH_FRESH_MAX_CHARS,
  SEARCH_FRESH_PAGES,
  SEARCH_MIDDLE_MAX_CHARS,
  SEARCH_MIDDLE_PAGES,
  SEARCH_PARTS_MAX,
  SEARCH_PARTS_PER_TURN,
  SEARCH_PART_MAX_CHARS,
  SEARCH_PART_PAGES,
  SEARCH_PLACES_MAX,
} from "../../../manifests/bounds/search.ts";
import { migrate } from "../../../runtime/schema.ts";
import { PublicInventory } from "../../../runtime/serving/publicInventory.ts";
import { PublicWords } from "../../../runtime/serving/publicWords.ts";
import { WordPart, PART_PAGES_LIMIT } from "../../../runtime/search/wordPart.ts";
import { testPowers } from "../kernel/powers.ts";

const SITE = "main";
const list = (text: string, isWhole = true) => ({ text, isWhole });

/** A search index with a store in memory. */
function words() {
  const powers = testPowers();
  migrate(powers.sql);
  const all = new PublicWords(powers, new PublicInventory(powers));
  const store = new Map<string, string>();
  const puts: string[] = [];
  return {
    all,
    store,
    puts,
    /** The counts of the parts, and those of their rows. */
    counts: () => [
      powers.sql.all<CountedPart>("SELECT part, pages, chars FROM public_word_parts WHERE pages > 0 ORDER BY part"),
      powers.sql.all<CountedPart>(
        "SELECT part, count(*) AS pages, sum(chars) AS chars FROM public_words WHERE part IS NOT NULL GROUP BY part ORDER BY part",
      ),
    ],
    set: (page: string, text: string, isWhole?: boolean) =>
      powers.sql.atomically(() => all.set(SITE, page, list(text, isWhole))),
    async carry() {
      for (let turns = 1; ; turns++) {
        const { values, done } = await all.write(SITE);
        for (const [key, value] of values) {
          puts.push(key);
          store.set(key, value);
        }
        if (done) return turns;
      }
    },
    pagesWith(word: string) {
      const found = new Set<string>();
      const { parts, moved } = all.directory(SITE);
      for (const [place, key] of parts.entries()) {
        const part = new WordPart(store.get(key) ?? "");
        part.search(word, SEARCH_PLACES_MAX, (at) => {
          const page = part.pages[at] ?? "";
          if (!moved?.[place]?.includes(page)) found.add(page);
        });
      }
      return [...found].toSorted();
    },
  };
}

type CountedPart = Record<"part" | "pages" | "chars", number>;

/** The numbers of the small parts. */
const [FRESH, MIDDLE] = [0, -1];

const id = (n: number) => `p${String(n).padStart(5, "0")}`;

describe("the index of a site's texts", () => {
  test("finds what was set, and not what was removed or written over", async () => {
    const { all, set, carry, pagesWith } = words();
    set("one", "oakAlarchA");
    set("two", "oakA");
    await carry();
    expect([pagesWith("oak"), pagesWith("larch")]).toEqual([["one", "two"], ["one"]]);
    set("one", "firA");
    all.remove(SITE, "two");
    await carry();
    expect([pagesWith("oak"), pagesWith("larch"), pagesWith("fir")]).toEqual([[], [], ["one"]]);
    all.remove(SITE, "one");
    await carry();
    expect(all.directory(SITE)).toEqual({ parts: [], left: 0, cut: 0 });
  });

  test("writes only the part of a page that changed, and nothing for one that did not", async () => {
    const { set, carry, puts } = words();
    for (let n = 0; n < 3 * SEARCH_PART_PAGES; n++) set(id(n), "sameA");
    await carry();
    expect(puts).toHaveLength(3);
    set(id(SEARCH_PART_PAGES), "otherA");
    set(id(0), "sameA");
    await carry();
    expect(puts).toHaveLength(4);
  });

  test.each([
    [SEARCH_PART_PAGES - 1, 1],
    [SEARCH_PART_PAGES, 1],
    [SEARCH_PART_PAGES + 1, 2],
  ])("of %d pages has %d parts", async (pages, parts) => {
    const { all, set, carry, pagesWith } = words();
    for (let n = 0; n < pages; n++) set(id(n), "sameA");
    await carry();
    expect([all.directory(SITE).parts.length, pagesWith("same").length]).toEqual([parts, pages]);
  });

  test("has no more pages in a part than its letters can name", () => {
    expect(SEARCH_PART_PAGES).toBeLessThanOrEqual(PART_PAGES_LIMIT);
  });

  test.each([
    [SEARCH_PART_MAX_CHARS - 1, 1],
    [SEARCH_PART_MAX_CHARS, 1],
    [SEARCH_PART_MAX_CHARS + 1, 2],
  ])("of pages with %d characters of words together has %d parts", async (chars, parts) => {
    const { all, set, carry } = words();
    set("one", `${"x".repeat(1_000)}A`);
    set("two", `${"x".repeat(chars - 1_002)}A`);
    await carry();
    expect(all.directory(SITE).parts).toHaveLength(parts);
  });

  test("moves a page that has grown too large for its part", async () => {
    const { all, set, carry, pagesWith } = words();
    set("one", `${"x".repeat(SEARCH_PART_MAX_CHARS - 10)}A`);
    set("two", "oakA");
    await carry();
    set("two", "oakAlarchAfirA");
    await carry();
    expect([all.directory(SITE).parts.length, pagesWith("oak")]).toEqual([2, ["two"]]);
  });

  test.each([
    [SEARCH_PARTS_MAX - 1, 0],
    [SEARCH_PARTS_MAX, 0],
    [SEARCH_PARTS_MAX + 1, 1],
  ])("of a site that needs %d parts leaves %d pages out and says so", async (needed, left) => {
    const { all, set, carry } = words();
    const full = `${"x".repeat(SEARCH_PART_MAX_CHARS - 1)}A`;
    for (let n = 0; n < needed; n++) set(id(n), full);
    await carry();
    expect(all.directory(SITE)).toMatchObject({ left, parts: { length: needed - left } });
  });

  describe("moves changed pages of a large part", () => {
    /** The small parts with pages, after a large part of which each of these pages changed. Only one part is written. */
    async function smallAfter(pages: readonly string[]): Promise<unknown> {
      const { set, carry, puts, counts, pagesWith } = words();
      for (let n = 0; n < SEARCH_PART_PAGES; n++) set(id(n), "sameA");
      await carry();
      puts.length = 0;
      for (const [n, text] of pages.entries()) set(id(n), text);
      await carry();
      expect([puts.length, pagesWith("same").length]).toEqual([1, SEARCH_PART_PAGES - pages.length]);
      expect(pagesWith("other")).toHaveLength(pages.filter((text) => text === "otherA").length);
      const [parts = [], rows] = counts();
      expect(parts).toEqual(rows);
      return parts.filter(({ part }) => part < 1).map(({ part, pages: count }) => [part, count]);
    }

    const others = (count: number): string[] => Array.from({ length: count }, () => "otherA");
    const long = (chars: number): string => `${"x".repeat(chars - 1)}A`;

    test.each([
      [SEARCH_FRESH_PAGES - 1, FRESH],
      [SEARCH_FRESH_PAGES, FRESH],
      [SEARCH_FRESH_PAGES + 1, MIDDLE],
    ])("%i of them to the part %i", async (count, part) => {
      expect(await smallAfter(others(count))).toEqual([[part, count]]);
    });

    test.each([
      [SEARCH_FRESH_MAX_CHARS - 1, FRESH],
      [SEARCH_FRESH_MAX_CHARS, FRESH],
      [SEARCH_FRESH_MAX_CHARS + 1, MIDDLE],
      [SEARCH_MIDDLE_MAX_CHARS - 1, MIDDLE],
      [SEARCH_MIDDLE_MAX_CHARS, MIDDLE],
    ])("one of %i characters to the part %i", async (chars, part) => {
      expect(await smallAfter([long(chars)])).toEqual([[part, 1]]);
    });

    test("one that is too long for both small parts to a large one", async () => {
      expect(await smallAfter([long(SEARCH_MIDDLE_MAX_CHARS + 1)])).toEqual([]);
    });

    test.each([
      [SEARCH_MIDDLE_PAGES - 1, [[MIDDLE, SEARCH_MIDDLE_PAGES - 1]]],
      [SEARCH_MIDDLE_PAGES, [[MIDDLE, SEARCH_MIDDLE_PAGES]]],
      [SEARCH_MIDDLE_PAGES + 1, []],
    ])("%i of them, the last of which is too long for the smallest part, to %j", async (count, small) => {
      expect(await smallAfter([...others(count - 1), long(SEARCH_FRESH_MAX_CHARS + 1)])).toEqual(small);
    });

    test("so that two hundred publications rewrite a large part twice", async () => {
      const { set, carry, puts, store, pagesWith } = words();
      for (let n = 0; n < SEARCH_PART_PAGES; n++) set(id(n), "sameA");
      await carry();
      puts.length = 0;
      for (let n = 0; n < 200; n++) {
        set(id(n), "otherA");
        await carry();
      }
      const sizes = puts.map((key) => (store.get(key) ?? "").split("\n")[0]?.split(" ").length ?? 0);
      expect(sizes.filter((pages) => pages > SEARCH_MIDDLE_PAGES)).toHaveLength(2);
      expect(pagesWith("other")).toHaveLength(200);
    });
  });

  test("takes in a page that was left out as soon as there is room", async () => {
    const { all, set, carry, pagesWith } = words();
    const full = `${"x".repeat(SEARCH_PART_MAX_CHARS - 1)}A`;
    for (let n = 0; n < SEARCH_PARTS_MAX; n++) set(id(n), full);
    set("late", "oakA");
    await carry();
    expect([all.directory(SITE).left, pagesWith("oak")]).toEqual([1, []]);
    all.remove(SITE, id(3));
    await carry();
    expect([all.directory(SITE).left, pagesWith("oak")]).toEqual([0, ["late"]]);
  });

  test("counts pages of which it knows the first words only", async () => {
    const { all, set } = words();
    set("one", "oakA", false);
    set("two", "oakA");
    expect(all.directory(SITE).cut).toBe(1);
  });

  test.each([
    [SEARCH_PARTS_PER_TURN - 1, 1],
    [SEARCH_PARTS_PER_TURN, 2],
    [SEARCH_PARTS_PER_TURN + 1, 2],
  ])("of %d parts is written in %d turns", async (parts, turns) => {
    const { set, carry, puts } = words();
    for (let n = 0; n < parts; n++) set(id(n), `${"x".repeat(SEARCH_PART_MAX_CHARS - 1)}A`);
    expect([await carry(), puts.length]).toEqual([turns, parts]);
  });

  test("that was forgotten is written again", async () => {
    const { all, set, carry, pagesWith } = words();
    set("one", "oakA");
    await carry();
    all.forget(SITE);
    expect([all.has(SITE, "one"), all.directory(SITE).parts]).toEqual([false, []]);
    set("one", "oakA");
    await carry();
    expect(pagesWith("oak")).toEqual(["one"]);
  });
});

describe("a changed page", () => {
  test.for([-1, 0, 1])(
    "counts once, whichever part it leaves and enters: %i characters beside the most",
    async (more) => {
      const { set, carry, counts, pagesWith } = words();
      const half = SEARCH_FRESH_MAX_CHARS / 2;
      set("one", "oakAlarchA");
      set("two", "a".repeat(half));
      await carry();
      for (const word of ["b", "c"]) {
        set("one", word.repeat(half + more));
        set("two", `elmA${word.repeat(half - 4)}`);
        await carry();
        const [counted, had] = counts();
        expect(counted).toEqual(had);
      }
      expect(pagesWith("elm")).toEqual(["two"]);
      expect(pagesWith("oak")).toEqual([]);
    },
  );
});
