import { assert, property, string } from "fast-check";
import { describe, expect, test } from "vitest";
import {
  commonText,
  cutPage,
  joinPage,
  readCuts,
  writtenCuts,
} from "../../../../runtime/publishing/blobs/sharedText.ts";
import { DEMO_PAGES, renderer } from "../../../demo/demoPages.ts";

const html = (title: string, menu: string, text: string): string =>
  `<!doctype html>\n<html>\n<head>\n<title>${title}</title>\n<link rel="icon" href="/i">\n</head>\n<body>\n<nav>${menu}</nav>\n<main>${text}</main>\n<footer>End</footer>\n</body>\n</html>\n`;

const joined = (page: string, shared: string): string => {
  const { own, cuts } = cutPage(page, shared);
  return joinPage(shared, own, readCuts(writtenCuts(cuts)));
};

describe("a page that is cut", () => {
  test("is the same again, beside every page of the demo", () => {
    const pages = DEMO_PAGES.map(([, input]) => renderer.page(input).html);
    for (const page of pages) for (const other of pages) expect(joined(page, other)).toBe(page);
  });

  test("is the same again beside any text", () => {
    const piece = string({ unit: "binary", maxLength: 6 });
    assert(
      property(piece, piece, piece, piece, (one, other, a, b) => {
        expect(joined(`${a}<p>${one}${b}`, `${a}<p>${other}${b}`)).toBe(`${a}<p>${one}${b}`);
        expect(joined(html(one, a, b), html(other, b, a))).toBe(html(one, a, b));
        expect(joined(one, html(other, a, b))).toBe(one);
        expect(joined(html(other, a, b), one)).toBe(html(other, a, b));
      }),
      { numRuns: 50 },
    );
  });

  test.each([
    ["", ""],
    ["<", ">"],
    ["a", "a"],
    ["<p>a</p>", "<p>a</p>"],
    ["<p>a</p>", "<p>a</p><p>b</p>"],
    ["<p></p><p></p>", "<p></p>"],
    ["\n<body>", "\n<body>\n<body>"],
  ])("%j beside %j is the same again, and the other way round", (one, other) => {
    expect([joined(one, other), joined(other, one)]).toEqual([one, other]);
  });

  test("keeps alone only its title and its text", () => {
    const shared = commonText(html("Boats", "A", "<p>Many</p>"), html("Prices", "A", "<h1>Few</h1>"));
    const { own, shared: taken } = cutPage(html("Team", "A", "<p>Us</p>"), shared);
    expect([own, taken]).toEqual(["Team<p>Us</p>", shared.length]);
  });

  test("has the same own text beside another menu", () => {
    const own = (menu: string): string => {
      const shared = commonText(html("Boats", menu, "<p>Many</p>"), html("Boots", menu, "<p>Mud</p>"));
      return cutPage(html("Bows", menu, "<p>Music</p>"), shared).own;
    };
    expect(own("<a>One</a>")).toBe(own("<a>Another</a><a>More</a>"));
  });
});

test.each(["", "x", "1 2", "1 2 3 4 5 6", "-1 1e9 NaN Infinity 0"])("positions %j never throw", (text) => {
  expect(() => joinPage("shared", "own", readCuts(text))).not.toThrow();
});
