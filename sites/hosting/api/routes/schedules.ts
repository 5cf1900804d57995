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
    summary: "List publications that wait for their time, and how earlier ones ended.",
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
      "Publish the draft, or of it what `only` names, as it is now at a later moment, if it has not changed by then.",
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
    summary: "Cancel a publication that waits for its time.",
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
