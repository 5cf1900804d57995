import { describe, expect, test } from "vitest";
import { meantAt } from "../../../sites/editor/looks/zonedTime.ts";

describe("the moment at which a clock shows a time", () => {
  test.each<[zone: string, shown: string, at: string, times: number]>([
    ["UTC", "2027-03-28T02:30", "2027-03-28T02:30", 1],
    ["Europe/Berlin", "2027-03-01T08:30", "2027-03-01T07:30", 1],
    ["Europe/Berlin", "2027-08-01T08:30", "2027-08-01T06:30", 1],
    ["Europe/Berlin", "2027-03-28T01:59:59.999", "2027-03-28T00:59:59.999", 1],
    ["Europe/Berlin", "2027-03-28T02:00", "2027-03-28T01:00", 0],
    ["Europe/Berlin", "2027-03-28T02:59:59", "2027-03-28T01:00", 0],
    ["Europe/Berlin", "2027-03-28T03:00", "2027-03-28T01:00", 1],
    ["Europe/Berlin", "2027-10-31T01:59", "2027-10-30T23:59", 1],
    ["Europe/Berlin", "2027-10-31T02:00", "2027-10-31T00:00", 2],
    ["Europe/Berlin", "2027-10-31T02:59:59", "2027-10-31T00:59:59", 2],
    ["Europe/Berlin", "2027-10-31T03:00", "2027-10-31T02:00", 1],
    ["America/New_York", "2026-11-01T01:30", "2026-11-01T05:30", 2],
    ["Asia/Kathmandu", "2026-06-01T12:00", "2026-06-01T06:15", 1],
    // A change of half an hour.
    ["Australia/Lord_Howe", "2026-10-04T02:15", "2026-10-03T15:30", 0],
    ["Australia/Lord_Howe", "2026-04-05T01:45", "2026-04-04T14:45", 2],
    // A day that began an hour late, and a day that was skipped.
    ["America/Sao_Paulo", "2018-11-04T00:00", "2018-11-04T03:00", 0],
    ["Pacific/Apia", "2011-12-30T12:00", "2011-12-30T10:00", 0],
  ])("%s %s", (zone, shown, at, times) => {
    expect(meantAt(Date.parse(`${shown}Z`), zone)).toEqual({ at: Date.parse(`${at}Z`), times });
  });
});
