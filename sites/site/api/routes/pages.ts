import * as z from "zod/mini";
import { SMALL_BODY_MAX_BYTES } from "../../../../manifests/bounds/api.ts";
import { DOCUMENT_MAX_BYTES, PIECE_MAX_BYTES } from "../../../../manifests/bounds/documents.ts";
import { expectValue } from "../../../../runtime/commands/answer.ts";
import { createPage, editPage, restoreRevision, updatePage } from "../../../../runtime/editing/inputs.ts";
import {
  editedShownView,
  pageCreatedView,
  pagesView,
  pageView,
  revisionsView,
  revisionView,
  writtenView,
} from "../../../../runtime/editing/views.ts";
import type { PageLooksView } from "../../../../runtime/editing/views.ts";
import type { WriteOutput } from "../../../../runtime/editing/writeCommand.ts";
import type { ApiCall } from "../request/call.ts";
import { command, read, readVersioned, versionOf } from "./makers.ts";
import { limit, numberCursor, page, textCursor, version } from "../request/parameter.ts";
import type { Route, Versioned } from "../request/route.ts";

const ofPage = { of: "page", as: "expected", least: 1 } as const satisfies Versioned;
const permission = "content.edit";

/** How the edited page looks now, for an editor that showed the version which the request names. */
async function looks({ workspace, member, params, version }: ApiCall, answered: unknown): Promise<PageLooksView> {
  const [written] = (answered as WriteOutput).versions;
  const asked = { page: String(params["page"]), seen: version ?? 0, version: written?.version ?? 0 };
  return expectValue(await workspace.read("page.looks", member.site, asked));
}

export const pages: readonly Route[] = [
  read({
    path: "/api/pages",
    summary: "List the pages of the draft, by path.",
    permission: "site.read",
    params: {},
    query: { cursor: textCursor, limit },
    output: pagesView,
    run: async ({ workspace, member, query }) => expectValue(await workspace.read("pages", member.site, query)),
  }),
  command({
    method: "POST",
    path: "/api/pages",
    summary: "Add a page to the draft.",
    permission,
    command: "page.create",
    versioned: null,
    params: {},
    body: createPage,
    output: pageCreatedView,
    status: 201,
    creates: "/api/pages/{page}",
    limits: { bodyBytes: DOCUMENT_MAX_BYTES, rate: "writes" },
  }),
  readVersioned(
    {
      path: "/api/pages/{page}",
      summary: "Read a page of the draft with its sections.",
      permission: "site.read",
      params: { page },
      query: {},
      output: pageView,
      run: async ({ workspace, member, params }) => expectValue(await workspace.read("page", member.site, params)),
    },
    versionOf,
  ),
  command({
    method: "PATCH",
    path: "/api/pages/{page}",
    summary: "Change members of a page, all but its sections.",
    permission,
    command: "page.update",
    versioned: ofPage,
    params: { page },
    body: z.omit(updatePage, { page: true, expected: true }),
    output: writtenView,
    status: 200,
    limits: { bodyBytes: PIECE_MAX_BYTES, rate: "writes" },
  }),
  command({
    method: "POST",
    path: "/api/pages/{page}/operations",
    summary:
      "Change a page by a list of operations on its fields, variants, members and structure, applied all or none. " +
      "If-Match names the version you saw; a later one is refused only where it changed what the operations touch. " +
      "The answer holds the HTML of the sections that look otherwise since then.",
    permission,
    command: "page.edit",
    versioned: ofPage,
    params: { page },
    body: z.omit(editPage, { page: true, expected: true }),
    output: editedShownView,
    beside: looks,
    status: 200,
    limits: { bodyBytes: DOCUMENT_MAX_BYTES, rate: "writes" },
  }),
  command({
    method: "DELETE",
    path: "/api/pages/{page}",
    summary: "Take a page out of the draft. Its versions are kept.",
    permission,
    command: "page.delete",
    versioned: ofPage,
    params: { page },
    body: null,
    output: writtenView,
    status: 200,
    limits: { bodyBytes: 0, rate: "writes" },
  }),
  read({
    path: "/api/pages/{page}/revisions",
    summary: "List the versions of a page, newest first, those of a deleted one too.",
    permission: "site.read",
    params: { page },
    query: { cursor: numberCursor, limit },
    output: revisionsView,
    run: async ({ workspace, member, params, query }) =>
      expectValue(await workspace.read("revisions", member.site, { ...params, ...query })),
  }),
  read({
    path: "/api/pages/{page}/revisions/{version}",
    summary: "Read a page as it was in one version.",
    permission: "site.read",
    params: { page, version },
    query: {},
    output: revisionView,
    run: async ({ workspace, member, params }) => expectValue(await workspace.read("revision", member.site, params)),
  }),
  command({
    method: "POST",
    path: "/api/pages/{page}/revisions/{version}/restore",
    summary: 'Make an earlier version of a page its next one. If-Match is "0" for a page that was deleted.',
    permission,
    command: "revision.restore",
    versioned: { of: "page", as: "expected", least: 0 },
    params: { page, version },
    body: z.pick(restoreRevision, { expectedTheme: true }),
    output: writtenView,
    status: 200,
    limits: { bodyBytes: SMALL_BODY_MAX_BYTES, rate: "writes" },
  }),
];
