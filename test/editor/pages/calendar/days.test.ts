import { describe, expect, test } from "vitest";
import { monthBeside, weekOf, weeksOf } from "../../../../sites/editor/pages/calendar/days.ts";
import { calendarLookingIn, weeksShown } from "../../../../sites/editor/pages/calendar/looking.ts";
import { refIn, refText } from "../../../../sites/editor/pages/calendar/items.ts";
import { movedMoment } from "../../../../sites/editor/pages/calendar/movedMoment.ts";
import { readAs } from "../../../../sites/words/reader.ts";

test.each([
  ["2026-11-10", 1, 6, "2026-10-26", "2026-12-06"],
  ["2027-02-28", 1, 4, "2027-02-01", "2027-02-28"],
  ["2026-02-01", 1, 5, "2026-01-26", "2026-03-01"],
  ["1969-12-31", 1, 5, "1969-12-01", "1970-01-04"],
  ["2026-02-01", 7, 4, "2026-02-01", "2026-02-28"],
  ["2026-11-10", 7, 5, "2026-11-01", "2026-12-05"],
  ["2026-11-10", 6, 5, "2026-10-31", "2026-12-04"],
])("the month of %s, in weeks from weekday %i, has %i weeks, from %s to %s", (day, begin, weeks, first, last) => {
  const found = weeksOf(day, begin);
  expect([found.length, found[0]?.[0], found.at(-1)?.at(-1)]).toEqual([weeks, first, last]);
});

test.each([
  ["2026-12-02", 1, "2026-11-30", "2026-12-06"],
  ["2026-12-06", 1, "2026-11-30", "2026-12-06"],
  ["2026-12-06", 7, "2026-12-06", "2026-12-12"],
  ["2026-12-05", 6, "2026-12-05", "2026-12-11"],
])("the week of %s from weekday %i goes from %s to %s", (day, begin, first, last) => {
  const week = weekOf(day, begin);
  expect([week[0], week.at(-1), week.length]).toEqual([first, last, 7]);
});

test.each([
  ["2026-12-31", 1, "2027-01-01"],
  ["2026-01-31", -1, "2025-12-01"],
  ["2026-06-15", 12, "2027-06-01"],
])("%s and %i months later is the month of %s", (day, by, beside) => {
  expect(monthBeside(day, by)).toBe(beside);
});

test.each([
  ["en-US", "2026-11-29"],
  ["en-GB", "2026-11-30"],
  ["ar-EG", "2026-11-28"],
])("a week begins as in the country of %s: on %s", (locale, first) => {
  const looking = calendarLookingIn(new URLSearchParams("view=week&day=2026-12-01"), "2026-12-01");
  expect(readAs({ locale }, () => weeksShown(looking))[0]?.[0]).toBe(first);
});

test.each([
  ["", { view: "month", day: "2026-12-01", show: null }],
  ["view=year&day=2026-02-30&show=<script>", { view: "month", day: "2026-12-01", show: null }],
  ["view=week&day=2026-02-28&show=dates", { view: "week", day: "2026-02-28", show: "dates" }],
  ["show=acme.events/event", { view: "month", day: "2026-12-01", show: "acme.events/event" }],
])("the address with %j shows %o", (query, looking) => {
  expect(calendarLookingIn(new URLSearchParams(query), "2026-12-01")).toEqual(looking);
});

test.each(["publication:1f-A:", "value:party:start", "value:party:a:b", "from:shop:"])("%s names an item", (text) => {
  const ref = refIn(text);
  expect(ref && refText(ref)).toBe(text);
});
test.each(["", "publication", "delete:shop:", "from:../x:", `from:${"a".repeat(65)}:`])("%j names none", (text) => {
  expect(refIn(text)).toBeUndefined();
});

describe("a moment on another day", () => {
  const iso = (moment: number | null): string => new Date(moment ?? 0).toISOString();
  const BERLIN = "Europe/Berlin";
  const at = Date.parse("2026-03-20T01:30:00Z"); // 02:30 in Berlin.
  test("keeps its time of day, though the clocks have changed", () => {
    expect(iso(movedMoment(at, "2026-04-02", undefined, BERLIN))).toBe("2026-04-02T00:30:00.000Z");
  });
  test("is none if clocks leave out its time there", () => {
    expect(movedMoment(at, "2026-03-29", undefined, BERLIN)).toBeNull();
  });
  test("takes the earlier of two moments if clocks repeat it there", () => {
    expect(iso(movedMoment(at, "2026-10-25", undefined, BERLIN))).toBe("2026-10-25T00:30:00.000Z");
  });
  test("takes the time that the form names", () => {
    expect(iso(movedMoment(at, "2026-03-29", 9 * 3_600_000, BERLIN))).toBe("2026-03-29T07:00:00.000Z");
  });
  test("before 1970 keeps its time of day, too", () => {
    const early = Date.parse("1969-12-31T23:30:00Z");
    expect(iso(movedMoment(early, "1969-12-01", undefined, "UTC"))).toBe("1969-12-01T23:30:00.000Z");
  });
});
