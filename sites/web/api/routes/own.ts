/** Unfinished work, saved filters and columns, which each member keeps for themselves. */
import * as z from "zod/mini";
import { SMALL_BODY_MAX_BYTES } from "../../../../manifests/bounds/api.ts";
import { UNFINISHED_MAX_BYTES } from "../../../../manifests/bounds/editor.ts";
import { expectValue } from "../../../../runtime/commands/answer.ts";
import { putUnfinished } from "../../../../runtime/editing/unfinished/unfinishedCommands.ts";
import {
  unfinishedListView,
  unfinishedSavedView,
  unfinishedView,
} from "../../../../runtime/editing/unfinished/views.ts";
import {
  columnsView,
  filterChangedView,
  filterId,
  listName,
  putColumns,
  saveFilter,
  savedFiltersView,
} from "../../../../runtime/savedFilters/views.ts";
import { page, word } from "../request/parameter.ts";
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

const filtering = {
  permission: "content.edit",
  versioned: null,
  status: 200,
  limits: { bodyBytes: SMALL_BODY_MAX_BYTES, rate: "writes" },
} as const;

/** Filters that members keep for the editor's lists, and the columns that they see there. */
export const savedFilters: readonly Route[] = [
  readRoute({
    path: "/api/saved-filters",
    summary: "List the filters that you may use in a list of the editor, and the columns that you see there.",
    permission: "content.edit",
    params: {},
    query: { list: word(listName, "The list: pages, or entries: and a content type. Default: pages.") },
    output: savedFiltersView,
    run: async ({ workspace, member, query: { list = "pages" } }) =>
      expectValue(await workspace.read("filters.saved", member.site, { member: member.identity, list })),
  }),
  command({
    ...filtering,
    method: "POST",
    path: "/api/saved-filters",
    summary: "Keep a filter of a list under a name, for yourself or for all members.",
    command: "filter.save",
    params: {},
    body: saveFilter,
    output: filterChangedView,
  }),
  command({
    ...filtering,
    method: "DELETE",
    path: "/api/saved-filters/{filter}",
    summary: "Remove a saved filter: yours, or a shared one if you may publish.",
    command: "filter.remove",
    params: { filter: word(filterId, "Id of a saved filter.") },
    body: null,
    output: filterChangedView,
    limits: { bodyBytes: 0, rate: "writes" },
  }),
  command({
    ...filtering,
    method: "PUT",
    path: "/api/list-columns",
    summary: "Choose the columns that you see in a list of the editor.",
    command: "columns.put",
    params: {},
    body: putColumns,
    output: columnsView,
  }),
];
