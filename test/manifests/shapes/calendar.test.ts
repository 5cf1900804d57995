import { expect, test } from "vitest";
import { dayText, instantOf, numberOfDay, utcText } from "../../../manifests/shapes/calendar.ts";

test("days and their numbers are each other's inverse, as the platform counts them", () => {
  for (let number = -800_000; number < 2_900_000; number += 97) {
    const expected = new Date(number * 86_400_000).toISOString().slice(0, 10);
    if (!/^\d{4}-/.test(expected)) continue;
    expect(dayText(number)).toBe(expected);
    expect(numberOfDay(expected)).toBe(number);
  }
});

test.each(["2026-02-29", "2026-13-01", "2026-00-10", "2026-04-31", "2026-4-1", "", "today", "0000-00-00"])(
  "%j is no day",
  (text) => expect(numberOfDay(text)).toBeUndefined(),
);

test.each([
  "2026-03-12T10:00:00Z",
  "2026-03-12T10:00:00.5Z",
  "2026-03-12T10:00:00+02:00",
  "2026-01-01T00:30:00+14:00",
  "2024-02-29T23:59:59.999-11:30",
  "1969-12-31T23:59:59.001Z",
])("%s is the moment that the platform reads", (text) => {
  expect(instantOf(text)).toBe(Date.parse(text));
  expect(utcText(instantOf(text) ?? 0)).toBe(new Date(text).toISOString());
});

test.each([
  "2026-03-12",
  "2026-03-12T10:00:00",
  "2026-02-30T10:00:00Z",
  "2026-03-12T24:00:00Z",
  "2026-03-12T10:60:00Z",
])("%s is no date-time with a zone", (text) => expect(instantOf(text)).toBeUndefined());
