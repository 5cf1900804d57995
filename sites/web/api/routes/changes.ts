import * as z from "zod/mini";
import { BULK_PAGES_MAX, DOCUMENT_MAX_BYTES } from "../../../../manifests/bounds/documents.ts";
import { expectValue } from "../../../../runtime/commands/answer.ts";
import type { Permission } from "../../../../runtime/commands/permissions.ts";
import type { SiteKind } from "../../../../runtime/documents/content/content.ts";
import { changePages, takeBackPages } from "../../../../runtime/editing/bulk/inputs.ts";
import { pagesBackView, pagesChangedView } from "../../../../runtime/editing/bulk/views.ts";
import { changesView, documentChangeView, publicationView } from "../../../../runtime/editing/comparing/views.ts";
import { writtenView } from "../../../../runtime/editing/views.ts";
import { choice } from "../../../../runtime/publishing/publishInputs.ts";
import { command, readVersioned, search, routeVersion } from "./makers.ts";
import { page } from "../request/parameter.ts";
import type { Route } from "../request/route.ts";

const limits = { bodyBytes: 0, rate: "writes" } as const;

/** The permission to undo a change of a document is the permission to change it. */
const DOCUMENTS: Readonly<Record<SiteKind, Permission>> = {
  navigation: "content.edit",
  redirects: "content.edit",
  theme: "theme.edit",
  settings: "theme.edit",
  types: "theme.edit",
};

const routesOf = ([kind, permission]: [SiteKind, Permission]): readonly Route[] => [
  readVersioned(
    {
      path: `/api/changes/${kind}`,
      summary: `Compare the ${kind} of the draft with the published version, value by value.`,
      permission: "site.read",
      params: {},
      query: {},
      output: documentChangeView,
      run: async ({ workspace, member }) => expectValue(await workspace.read("document.change", member.site, { kind })),
    },
    routeVersion,
  ),
  command({
    method: "DELETE",
    path: `/api/changes/${kind}`,
    summary: `Put the ${kind} of the draft back to the published version. The versions in between are kept.`,
    permission,
    command: `${kind}.discard`,
    versioned: { of: kind, as: "expected", least: 1 },
    params: {},
    body: null,
    output: writtenView,
    status: 200,
    limits,
  }),
];

export const changes: readonly Route[] = [
  readVersioned(
    {
      path: "/api/changes",
      summary: "Compare the draft with the published site.",
      permission: "site.read",
      params: {},
      query: {},
      output: changesView,
      run: async ({ workspace, member }) => expectValue(await workspace.read("changes", member.site)),
    },
    ({ change }) => change,
  ),
  search({
    path: "/api/publication",
    summary: "Preview a publication of the whole draft, or of the documents in `only`.",
    permission: "site.read",
    params: {},
    body: z.strictObject({ only: z.optional(choice) }),
    output: publicationView,
    run: async ({ workspace, member, body }) => expectValue(await workspace.read("publication", member.site, body)),
  }),
  readVersioned(
    {
      path: "/api/changes/pages/{page}",
      summary: "Compare a page of the draft with its published version, value by value.",
      permission: "site.read",
      params: { page },
      query: {},
      output: documentChangeView,
      run: async ({ workspace, member, params }) =>
        expectValue(await workspace.read("page.change", member.site, params)),
    },
    routeVersion,
  ),
  command({
    method: "DELETE",
    path: "/api/changes/pages/{page}",
    summary:
      'Put a page back to its published version. A page that was never published is deleted; a deleted page comes back (If-Match is then "0"). The versions in between are kept.',
    permission: "content.edit",
    command: "page.discard",
    versioned: { of: "page", as: "expected", least: 0 },
    params: { page },
    body: null,
    output: writtenView,
    status: 200,
    limits,
  }),
  ...(Object.entries(DOCUMENTS) as [SiteKind, Permission][]).flatMap(routesOf),
];

/** Changes of many pages alike, and the way back. */
export const pagesAlike: readonly Route[] = [
  command({
    method: "POST",
    path: "/api/pages/change",
    summary:
      `Change up to ${BULK_PAGES_MAX} pages alike: hold them back, give them a term or a collection, move or delete them. ` +
      "All are changed, or none. `POST /api/pages/back` takes it back.",
    permission: "content.edit",
    command: "pages.change",
    versioned: null,
    params: {},
    body: changePages,
    output: pagesChangedView,
    status: 200,
    limits: { bodyBytes: DOCUMENT_MAX_BYTES, rate: "batches" },
  }),
  command({
    method: "POST",
    path: "/api/pages/back",
    summary:
      "Take a change of many pages back: all or none. Each page names its version before and after the change. " +
      "What others have changed since stays; it conflicts only with what the change itself touched.",
    permission: "content.edit",
    command: "pages.back",
    versioned: null,
    params: {},
    body: takeBackPages,
    output: pagesBackView,
    status: 200,
    limits: { bodyBytes: DOCUMENT_MAX_BYTES, rate: "batches" },
  }),
];
