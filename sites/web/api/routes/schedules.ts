import { CHOICE_MAX_BYTES } from "../../../../manifests/bounds/publishing.ts";
import { expectValue } from "../../../../runtime/commands/answer.ts";
import { createSchedule } from "../../../../runtime/publishing/scheduleInputs.ts";
import { scheduleChangedView, schedulesView } from "../../../../runtime/editing/views.ts";
import { command, readRoute } from "./makers.ts";
import { schedule } from "../request/parameter.ts";
import type { Route } from "../request/route.ts";

export const schedules: readonly Route[] = [
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
