import * as z from "zod/mini";
import { SMALL_BODY_MAX_BYTES } from "../../../../manifests/bounds/api.ts";
import { CHOICE_MAX_BYTES } from "../../../../manifests/bounds/publishing.ts";
import { CALENDAR_DAYS_MAX } from "../../../../manifests/bounds/editor.ts";
import { expectValue } from "../../../../runtime/commands/answer.ts";
import {
  deletedReleaseView,
  publishedView,
  releasesView,
  scheduleChangedView,
  schedulesView,
} from "../../../../runtime/editing/views.ts";
import { CALENDAR_PARTS, calendarDay, calendarShow, calendarView } from "../../../../runtime/editing/calendar/views.ts";
import { publishInput, restoreInput } from "../../../../runtime/publishing/publishInputs.ts";
import { createSchedule, moveSchedule } from "../../../../runtime/publishing/scheduleInputs.ts";
import { command, readRoute } from "./makers.ts";
import { limit, numberCursor, release, schedule, word } from "../request/parameter.ts";
import type { Route } from "../request/route.ts";

const limits = { bodyBytes: 0, rate: "writes" } as const;

export const publishing: readonly Route[] = [
  command({
    method: "POST",
    path: "/api/publish",
    summary:
      "Publish the whole draft, or the documents in `only`. If-Match is the draft's `change`, so that nobody publishes changes they have not seen.",
    permission: "content.publish",
    command: "publish",
    versioned: { of: "draft", as: "change", least: 0 },
    params: {},
    body: z.optional(z.omit(publishInput, { change: true })),
    output: publishedView,
    status: 200,
    limits: { bodyBytes: CHOICE_MAX_BYTES, rate: "writes" },
  }),
  readRoute({
    path: "/api/releases",
    summary: "List releases, newest first.",
    permission: "site.read",
    params: {},
    query: { cursor: numberCursor, limit },
    output: releasesView,
    run: async ({ workspace, member, query }) => expectValue(await workspace.read("releases", member.site, query)),
  }),
  command({
    method: "POST",
    path: "/api/releases/{release}/restore",
    summary: "Roll back: show visitors an earlier release again. The draft does not change.",
    permission: "content.publish",
    command: "release.restore",
    versioned: null,
    params: { release },
    body: z.optional(z.omit(restoreInput, { release: true })),
    output: publishedView,
    status: 200,
    limits: { bodyBytes: SMALL_BODY_MAX_BYTES, rate: "writes" },
  }),
  command({
    method: "DELETE",
    path: "/api/releases/{release}",
    summary:
      "Delete an earlier release and everything that only it shows. It cannot be shown again. Refused for the release that visitors see.",
    permission: "backups.manage",
    command: "release.delete",
    versioned: null,
    params: { release },
    body: null,
    output: deletedReleaseView,
    status: 200,
    limits,
  }),
];

export const schedules: readonly Route[] = [
  readRoute({
    path: "/api/calendar",
    summary:
      "Read some days of the calendar: scheduled publications, the times in which pages are visible, dated pages and entries. Days are those of the site's time zone.",
    permission: "site.read",
    params: {},
    query: {
      from: word(calendarDay, "The first day. Default: today."),
      to: word(calendarDay, `The last day, at most ${CALENDAR_DAYS_MAX} days with the first. Default: the first.`),
      show: word(calendarShow, `One part alone: ${CALENDAR_PARTS.join(", ")}, or a content type.`),
    },
    output: calendarView,
    run: async ({ workspace, member, query }) =>
      expectValue(await workspace.read("calendar", member.site, { ...query, member: member.identity })),
  }),
  readRoute({
    path: "/api/schedules",
    summary: "List scheduled publications, and how earlier ones ended.",
    permission: "site.read",
    params: {},
    query: {},
    output: schedulesView,
    run: async ({ workspace, member }) => expectValue(await workspace.read("schedules", member.site)),
  }),
  command({
    method: "POST",
    path: "/api/schedules",
    summary:
      "Schedule a publication of the whole draft, or of the documents in `only`. It is refused at its time if those documents have changed since.",
    permission: "content.publish",
    command: "schedule.create",
    versioned: null,
    params: {},
    body: createSchedule,
    output: scheduleChangedView,
    status: 201,
    limits: { bodyBytes: CHOICE_MAX_BYTES, rate: "writes" },
  }),
  command({
    method: "PATCH",
    path: "/api/schedules/{schedule}",
    summary: "Give a scheduled publication another time. It publishes the same documents.",
    permission: "content.publish",
    command: "schedule.move",
    versioned: null,
    params: { schedule },
    body: z.omit(moveSchedule, { schedule: true }),
    output: scheduleChangedView,
    status: 200,
    limits: { bodyBytes: SMALL_BODY_MAX_BYTES, rate: "writes" },
  }),
  command({
    method: "DELETE",
    path: "/api/schedules/{schedule}",
    summary: "Cancel a scheduled publication.",
    permission: "content.publish",
    command: "schedule.cancel",
    versioned: null,
    params: { schedule },
    body: null,
    output: scheduleChangedView,
    status: 200,
    limits: { bodyBytes: 0, rate: "writes" },
  }),
];
