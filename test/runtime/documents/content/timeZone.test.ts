import { expect, test } from "vitest";
import { dayAt, dayBegins, nextDay, nextMidnight } from "../../../../runtime/documents/content/timeZone.ts";

test.each([
  ["UTC", "2026-03-29", "2026-03-29T00:00:00.000Z"],
  ["Europe/Berlin", "2026-03-29", "2026-03-28T23:00:00.000Z"],
  // The day after summer time has begun is an hour earlier in UTC.
  ["Europe/Berlin", "2026-03-30", "2026-03-29T22:00:00.000Z"],
  ["Asia/Tokyo", "2026-01-01", "2025-12-31T15:00:00.000Z"],
  ["Pacific/Kiritimati", "2026-01-01", "2025-12-31T10:00:00.000Z"],
  ["Pacific/Pago_Pago", "2026-01-01", "2026-01-01T11:00:00.000Z"],
  // Summer time begins at midnight there, so the day begins at one o'clock.
  ["Africa/Cairo", "2026-04-24", "2026-04-23T22:00:00.000Z"],
  ["Asia/Kathmandu", "2026-07-01", "2026-06-30T18:15:00.000Z"],
])("in %s the day %s begins at %s", (zone, day, moment) => {
  const begins = dayBegins(day, zone);
  expect(new Date(begins).toISOString()).toBe(moment);
  expect(dayAt(begins, zone)).toBe(day);
  expect(dayAt(begins - 1, zone) < day).toBe(true);
});

test.each([
  ["2026-02-28", "2026-03-01"],
  ["2024-02-28", "2024-02-29"],
  ["2026-12-31", "2027-01-01"],
])("the day after %s is %s", (day, next) => expect(nextDay(day)).toBe(next));

test("the next midnight is that of the zone", () => {
  const now = Date.parse("2026-03-28T23:30:00Z");
  expect(new Date(nextMidnight({ now, timeZone: "Europe/Berlin" })).toISOString()).toBe("2026-03-29T22:00:00.000Z");
});
