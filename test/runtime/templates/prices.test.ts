/** The price of each filter, repeated here, so that a price changes only deliberately. */
import { describe, expect, test } from "vitest";
import { Budget } from "../../../runtime/templates/budget.ts";
import { FILTERS } from "../../../runtime/templates/filters.ts";
import { payForCall, payForMade } from "../../../runtime/templates/prices.ts";

const TEXT = "ab cd";
const LIST = ["ab", "c"];
/** The longest needle whose search costs one unit for each character, in both spans. */
const NEEDLE = "n".repeat(32);

type Row = readonly [names: string, input: unknown, given: readonly unknown[], price: number];

/** Each filter at least once: a text of 5 characters, a list of 2 items, and 8 units for each argument. */
const CALLS: readonly Row[] = [
  ["append prepend", TEXT, ["x"], 8 + 8],
  ["default", TEXT, [], 8],
  ["first last size", LIST, [], 8],
  ["split remove remove_first remove_last", TEXT, ["x"], 32 + 5 * 16 + 8],
  ["split remove remove_first remove_last", TEXT, [NEEDLE], 32 + 5 * 16 + 8 + 5 * 2],
  ["replace replace_first replace_last", TEXT, [NEEDLE, "y"], 32 + 5 * 16 + 2 * 8 + 5 * 2],
  ["truncatewords number_of_words", TEXT, [], 32 + 5 * 16],
  ["escape escape_once xml xml_escape json newline_to_br url_encode url_decode", TEXT, [], 32 + 5 * 16],
  // A list counts as one text: 2 items and 3 characters. JSON is charged for its output.
  ["escape escape_once xml xml_escape newline_to_br url_encode url_decode", LIST, [], 32 + 5 * 16],
  ["json", LIST, [], 32 + 2 * 16],
  ["strip lstrip rstrip", TEXT, [], 32 + 5 * 4],
  ["strip lstrip rstrip", TEXT, ["xyz"], 32 + 5 * 4 + 8 + 3 * 16],
  ["slugify strip_html strip_newlines squish normalize_whitespace", TEXT, [], 32 + 5 * 4],
  ["capitalize upcase downcase", TEXT, [], 32 + 5 * 4],
  ["slice truncate", TEXT, [0, 2], 32 + 5 * 4 + 2 * 8],
  ["compact reverse shift pop join array_to_sentence_string", LIST, [], 32 + 2 * 8],
  ["concat push unshift", LIST, ["x"], 32 + 2 * 8 + 8],
  ["map where reject find has sum", LIST, ["x"], 32 + 2 * 8 + 8],
  ["sort sort_natural uniq", LIST, [], 64 + 2 * 64],
  ["group_by", LIST, ["x"], 64 + 2 * 256 + 8],
  ["date", "2026-01-02", ["%Y"], 512 + 10 * 8 + 8 + 64],
  // %b outputs a word.
  ["date", "2026-01-02", ["%Y %b"], 512 + 10 * 8 + 8 + 2 * 64 + 4_096],
  ["date", "2026-01-02", ["%Y", "Europe/Berlin"], 512 + 10 * 8 + 2 * 8 + 64 + 3 * 4_096],
  ["date_to_xmlschema date_iso date_long ical_date ical_time ical_day_after", "2026-01-02", [], 512 + 10 * 8],
  ["date_to_rfc822", "2026-01-02", [], 512 + 2 * 4_096 + 10 * 8],
  ["abs ceil floor round to_integer", 12, [], 32 + 64],
  ["at_least at_most divided_by minus modulo plus times", "12", [3], 32 + 2 * 64 + 8],
  ["image player content share_picture", { src: "/media/a.png" }, [], 2_048 + 64],
  ["link link_language absolute route asset icon", "/x", [], 128 + 2 * 4],
  ["pages", TEXT, [], 4_096 + 5 * 16],
  ["shown", TEXT, [], 64],
  ["t", TEXT, [], 512 + 5 * 8],
  // Three characters, two lines, and a table with two lines and a column.
  ["markdown markdown_inline", "a *b*\nc|d", [], 1_024 + 9 * 12 + 3 * 36 + 2 * 144 + 2 * 64],
];

const pays = (chars: number, pay: (budget: Budget) => void): boolean => {
  try {
    pay(new Budget(0, chars));
    return true;
  } catch {
    return false;
  }
};

/** Tries a budget of one below the price, the price, and one above. */
const around = (price: number, pay: (budget: Budget) => void): boolean[] =>
  [price - 1, price, price + 1].map((chars) => pays(chars, pay));

const CASES = CALLS.flatMap(([names, input, given, price]) =>
  names.split(" ").map((name) => [name, input, given, price] as const),
);

describe("a call is paid for in full, or not begun", () => {
  test.each(CASES)("%s of %j with %j costs %d", (name, input, given, price) => {
    expect(around(price, (budget) => payForCall(name, input, given, budget))).toEqual([false, true, true]);
  });

  test("each filter has its price here", () => {
    const here = new Set(CASES.map(([name]) => name));
    expect([...FILTERS.keys()].filter((name) => !here.has(name))).toEqual([]);
    expect([...here].filter((name) => !FILTERS.has(name))).toEqual([]);
  });

  test.each([
    [15, 0],
    [16, 5],
    [17, 5],
    [31, 5],
    [32, 10],
  ])("a needle of %d signs in a text of 5 adds %d", (length, added) => {
    const pay = (budget: Budget): void => payForCall("split", TEXT, ["n".repeat(length)], budget);
    expect(around(32 + 5 * 16 + 8 + added, pay)).toEqual([false, true, true]);
  });

  test.each([65_535, 65_536, 65_537])(
    "a table in Markdown costs its cells up to where the parser stops: %d",
    (cells) => {
      const price = 1_024 + 12 * cells + 36 * cells + 144 + 64 * Math.min(65_536, cells);
      const pay = (budget: Budget): void => payForCall("markdown", "|".repeat(cells), [], budget);
      expect(around(price, pay)).toEqual([false, true, true]);
    },
  );
});

test.each<[unknown, number]>([
  [TEXT, 5],
  [LIST, 2 * 8],
])("what a filter made, %j, costs %d", (made, price) => {
  expect(around(price, (budget) => payForMade(made, budget))).toEqual([false, true, true]);
});

test.each([12, true, undefined, { a: TEXT }])("what is no text and no list was made before: %j", (made) => {
  expect(pays(0, (budget) => payForMade(made, budget))).toBe(true);
});
