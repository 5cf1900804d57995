import * as z from "zod/mini";
import { UNFINISHED_MAX_BYTES } from "../../../../manifests/bounds/editor.ts";
import { expectValue } from "../../../../runtime/commands/answer.ts";
import { putUnfinished } from "../../../../runtime/editing/unfinished/unfinishedCommands.ts";
import {
  unfinishedListView,
  unfinishedSavedView,
  unfinishedView,
} from "../../../../runtime/editing/unfinished/views.ts";
import { page } from "../request/parameter.ts";
import type { Route } from "../request/route.ts";
import { command, readRoute, readVersioned, routeVersion } from "./makers.ts";

/** The operations, and room for the JSON around them. */
const BODY_MAX_BYTES = UNFINISHED_MAX_BYTES + 1024;
const path = "/api/pages/{page}/unfinished";
const common = { path, permission: "content.edit", params: { page } } as const;

/** A member's edits of a page that cannot be saved yet. Only that member can read them. */
export const unfinished: readonly Route[] = [
  readRoute({
    path: "/api/unfinished",
    summary: "List the pages on which you have unsaved work, the most recent first.",
    permission: "content.edit",
    params: {},
    query: {},
    output: unfinishedListView,
    run: async ({ workspace, member }) =>
      expectValue(await workspace.read("unfinished.list", member.site, { member: member.identity })),
  }),
  readVersioned(
    {
      ...common,
      summary: "Read your unsaved work on a page. If there is none, version is 0 and there are no operations.",
      query: {},
      output: unfinishedView,
      run: async ({ workspace, member, params }) =>
        expectValue(await workspace.read("unfinished", member.site, { ...params, member: member.identity })),
    },
    routeVersion,
  ),
  command({
    ...common,
    method: "PUT",
    summary: 'Store your unsaved work on a page. If-Match is "0" when nothing is kept.',
    command: "unfinished.put",
    versioned: { of: "unfinished work", as: "expected", least: 0 },
    body: z.omit(putUnfinished, { page: true, expected: true }),
    output: unfinishedSavedView,
    status: 200,
    limits: { bodyBytes: BODY_MAX_BYTES, rate: "writes" },
  }),
  command({
    ...common,
    method: "DELETE",
    summary: "Delete your unsaved work on a page.",
    command: "unfinished.delete",
    versioned: { of: "unfinished work", as: "expected", least: 1 },
    body: null,
    output: z.strictObject({}),
    status: 200,
    limits: { bodyBytes: 0, rate: "writes" },
  }),
];
