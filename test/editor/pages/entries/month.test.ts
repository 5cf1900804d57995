import { expect, test } from "vitest";
import { daysWithin, isMonth, monthBeside, weeksOf } from "../../../../sites/editor/pages/entries/month.ts";

test.each([
  ["2026-11", 6, "2026-10-26", "2026-12-06"],
  ["2027-02", 4, "2027-02-01", "2027-02-28"],
  ["2026-02", 5, "2026-01-26", "2026-03-01"],
  ["1969-12", 5, "1969-12-01", "1970-01-04"],
])("%s has %i weeks, from Monday %s to Sunday %s", (month, weeks, first, last) => {
  const found = weeksOf(month);
  expect([found.length, found[0]?.[0], found.at(-1)?.at(-1)]).toEqual([weeks, first, last]);
});

test.each([
  ["2026-12", 1, "2027-01"],
  ["2026-01", -1, "2025-12"],
  ["2026-06", 12, "2027-06"],
])("%s and %i months are %s", (month, by, beside) => {
  expect(monthBeside(month, by)).toBe(beside);
});

test.each([
  ["2026-12", true],
  ["2026-13", false],
  ["2026-1", false],
  ["", false],
])("%s is a month: %s", (text, is) => {
  expect(isMonth(text)).toBe(is);
});

test.each([
  ["2026-12-30", "2027-01-02", ["2026-12-30", "2026-12-31", "2027-01-01", "2027-01-02"]],
  ["2026-12-30", "2026-12-30", ["2026-12-30"]],
  ["2026-12-30", "2026-12-01", ["2026-12-30"]],
  ["2026-10-01", "2026-12-01", ["2026-11-30", "2026-12-01"]],
  ["", "", []],
])("in December, an entry from %s to %s is on its days", (first, last, days) => {
  expect(daysWithin(first, last, "2026-12")).toEqual(days);
});
