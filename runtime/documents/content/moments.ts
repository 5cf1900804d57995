/** The times of a page, as its document writes them. */
import * as z from "zod/mini";
import { instantOf } from "../../../manifests/shapes/calendar.ts";
import { isoDate } from "./dates.ts";

/**
 * A calendar day, with or without a time. Feeds would show an impossible day as empty, and feed readers refuse such a
 * feed.
 */
export const moment = z.string().check(
  z.regex(
    /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])(?:T\d\d:\d\d:\d\d(?:\.\d{1,3})?Z)?$/,
    "a date such as 2026-03-12",
  ),
  z.refine((text) => isoDate(text) !== "", "a day of the calendar"),
);

/** A moment in UTC, to the millisecond at most. */
export const instant = z.string().check(
  z.regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,3})?Z$/, "a time in UTC such as 2026-03-12T08:00:00Z"),
  z.refine((text) => instantOf(text) !== undefined, "a time of the calendar"),
);
