import { describe, expect, test } from "vitest";
import { SEARCH_MARKS_MAX } from "../../../manifests/bounds/search.ts";
import { normalized } from "../../../runtime/search/normalized.ts";

describe("marks on a letter", () => {
  test.each([
    [-1, 0],
    [0, 0],
    [1, 1],
  ])("of the bound and %i are put in order, all but %i", (more, lost) => {
    const marks = (count: number): string => "\u0316".repeat(count - 1) + "\u0300";
    const given = `a${marks(SEARCH_MARKS_MAX + more)}b`;
    expect(normalized(given, "NFKD")).toHaveLength(given.length - lost);
  });

  test.each(["\u0300", "\u0316", "\uff9e", "\uff9f", "\u{1d165}"])("are counted also where they are %j", (mark) => {
    const count = SEARCH_MARKS_MAX;
    expect(normalized(`a${mark.repeat(count + 9)}b`, "NFKD")).toBe(`a${mark.repeat(count)}b`.normalize("NFKD"));
  });

  test("are those of each letter by itself, and none of them are lost as anybody writes", () => {
    for (const text of ["Élan", "a\u0301".repeat(1_000), "का".repeat(100), "สำนักงาน", "ﾊﾟﾋﾟ", "שָׁלוֹם", "한국어"]) {
      for (const form of ["NFKC", "NFKD"] as const) expect(normalized(text, form)).toBe(text.normalize(form));
    }
  });

  test("are all that Unicode has", () => {
    const begins = Array.from({ length: 0x11_0000 }, (_, code) =>
      code >= 0xd800 && code < 0xe000 ? "" : String.fromCodePoint(code),
    ).filter((sign) => /^\p{M}/u.test(sign.normalize("NFKD")));
    // The exceptions are a Thai and a Lao vowel, whose mark takes no sign before it.
    expect(
      begins.filter(
        (sign) =>
          normalized(sign.repeat(SEARCH_MARKS_MAX + 1), "NFKD") !== sign.repeat(SEARCH_MARKS_MAX).normalize("NFKD"),
      ),
    ).toEqual(["\u0e33", "\u0eb3"]);
  });
});
