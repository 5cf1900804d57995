/** The end of an item whose beginning moves, and the moment that it moves to. */
import { expect, test } from "vitest";
import { lastAfter } from "../../../../sites/editor/pages/calendar/lastTime.ts";
import { movedMoment } from "../../../../sites/editor/pages/calendar/movedMoment.ts";

const BERLIN = "Europe/Berlin";

test.each([
  ["days", "2026-03-07", "2026-03-05", "2026-03-11", "2026-03-13"],
  ["days, back", "2026-03-01", "2026-02-27", "2026-02-20", "2026-02-22"],
  [
    "moments",
    "2026-03-05T21:00:30.250Z",
    "2026-03-05T18:00:00.000Z",
    "2026-03-11T18:00:00.000Z",
    "2026-03-11T21:00:30.250Z",
  ],
  [
    "moments, into summer time",
    "2026-03-27T22:00:00.000Z",
    "2026-03-27T19:00:00.000Z",
    "2026-03-30T18:00:00.000Z",
    "2026-03-30T21:00:00.000Z",
  ],
  [
    "moments with an offset, to another time of day",
    "2026-03-05T23:30:00+01:00",
    "2026-03-05T19:00:00+01:00",
    "2026-03-06T20:00:00.000Z",
    "2026-03-07T00:30:00.000Z",
  ],
  ["a day after a moment", "2026-03-07", "2026-03-05T23:30:00.000Z", "2026-03-06T23:30:00.000Z", "2026-03-08"],
  ["a moment after a day", "2026-03-28T17:00:00.000Z", "2026-03-28", "2026-03-29", "2026-03-29T16:00:00.000Z"],
  [
    "a moment that clocks leave out",
    "2026-03-28T01:30:00.000Z",
    "2026-03-28",
    "2026-03-29",
    "2026-03-29T01:30:00.000Z",
  ],
  ["no time", "in the evening", "2026-03-05", "2026-03-11", undefined],
])("an end moves with its beginning: %s", (_, last, first, moved, expected) => {
  expect(lastAfter(last, first, moved, BERLIN)).toBe(expected);
});

const AT = Date.parse("2026-03-05T18:20:42.137Z");
const clock = (hour: number, minute: number, second = 0): number => ((hour * 60 + minute) * 60 + second) * 1000;

test.each([
  ["no time", undefined, "2026-03-30T17:20:42.137Z"],
  ["its own minute, as the form has it", clock(19, 20), "2026-03-30T17:20:42.137Z"],
  ["another minute", clock(19, 21), "2026-03-30T17:21:00.000Z"],
  ["other seconds", clock(19, 20, 5), "2026-03-30T17:20:05.000Z"],
])("a moment moves with %s", (_, sent, expected) => {
  expect(new Date(movedMoment(AT, "2026-03-30", sent, BERLIN) ?? 0).toISOString()).toBe(expected);
});

test("a moment before 1970 keeps its milliseconds, too", () => {
  const at = Date.parse("1969-12-30T10:00:00.250Z");
  expect(movedMoment(at, "1969-12-31", clock(11, 0), BERLIN)).toBe(at + 86_400_000);
});
