/** The calendar as the API asks for it and answers it. */
import * as z from "zod/mini";
import { numberOfDay } from "../../../manifests/shapes/calendar.ts";
import { described } from "../../commands/described.ts";
import { entryType } from "../../documents/content/valueShapes.ts";
import { moment } from "../../documents/content/viewShapes.ts";
import type { PageState } from "../../documents/pageIndex.ts";

/** The kinds of items: a publication, the begin or end of a page's time, a page's date, or a value of an entry. */
export const CALENDAR_KINDS = ["publication", "from", "until", "date", "value"] as const;
export type CalendarKind = (typeof CALENDAR_KINDS)[number];

const STATES = ["published", "changed", "new"] as const satisfies readonly PageState[];

/** The parts of the calendar that can be shown alone. A content type is another. */
export const CALENDAR_PARTS = ["publications", "visibility", "dates"] as const;
export type CalendarPart = (typeof CALENDAR_PARTS)[number];

export const calendarDay = z.string().check(
  z.regex(/^\d{4}-\d\d-\d\d$/, "a day such as 2026-03-12"),
  z.refine((text) => numberOfDay(text) !== undefined, "a day of the calendar"),
);

export const calendarShow = z.union([z.enum(CALENDAR_PARTS), entryType]);

export const calendarView = z.strictObject({
  timeZone: z.string(),
  items: z.array(
    z.strictObject({
      kind: z.enum(CALENDAR_KINDS),
      id: described(z.string(), "Id of the page, or of the schedule."),
      day: described(z.string(), "The day in the site's time zone; the first day of an entry that lasts longer."),
      last: described(z.string(), "The last day."),
      at: described(z.nullable(moment), "The moment. Null for a whole day."),
      title: described(z.nullable(z.string()), "The title of the page, or the label of the schedule."),
      path: z.nullable(z.string()),
      type: described(z.nullable(z.string()), "The content type of an entry."),
      field: described(z.nullable(z.string()), "The field of the value."),
      state: described(z.nullable(z.enum(STATES)), "The state of the page. Null for a publication."),
      willRun: described(z.optional(z.boolean()), "For a publication: false if later changes will stop it."),
      fixed: described(
        z.optional(z.literal(true)),
        "The asking member may not move it, because it reaches beyond the languages to which they are limited.",
      ),
    }),
  ),
  cutFrom: described(z.nullable(z.string()), "The first day that is not complete. Null if all are."),
});
export type CalendarView = z.infer<typeof calendarView>;
