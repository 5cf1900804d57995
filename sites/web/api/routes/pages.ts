import * as z from "zod/mini";
import { BATCH_MAX_BYTES, SMALL_BODY_MAX_BYTES } from "../../../../manifests/bounds/api.ts";
import {
  DOCUMENT_MAX_BYTES,
  PATH_MAX_CHARS,
  PIECE_MAX_BYTES,
  TITLE_MAX_CHARS,
} from "../../../../manifests/bounds/documents.ts";
import { LINK_MAX_CHARS } from "../../../../manifests/bounds/fields.ts";
import { Refusal } from "../../../../manifests/refusals/refusal.ts";
import { SEARCH_MAX_CHARS } from "../../../../manifests/bounds/search.ts";
import { memberWhereShape, orderShape } from "../../../../manifests/shapes/query.ts";
import { pagePath } from "../../../../runtime/documents/content/content.ts";
import { entryType } from "../../../../runtime/documents/content/valueShapes.ts";
import { expectValue } from "../../../../runtime/commands/answer.ts";
import { described } from "../../../../runtime/commands/described.ts";
import { can } from "../../../../runtime/commands/permissions.ts";
import {
  batchPages,
  createPageAnywhere,
  duplicatePage,
  editPage,
  movePage,
  restoreRevisionAt,
  updatePage,
} from "../../../../runtime/editing/inputs.ts";
import { PAGE_ORDERS, PAGE_STATES } from "../../../../runtime/editing/pageList.ts";
import {
  backLinksView,
  draftHitsView,
  editedShownView,
  editedView,
  linkTargetsView,
  movedView,
  pageCreatedView,
  pagesBatchView,
  pageSourcesView,
  type PagesView,
  pagesView,
  pageView,
  revisionsView,
  revisionView,
  writtenView,
} from "../../../../runtime/editing/views.ts";
import { type PreviewInput, previewInput } from "../../../../runtime/editing/showing/previewInput.ts";
import { type PageLooksView, previewView } from "../../../../runtime/editing/showing/views.ts";
import type { ApiCall } from "../request/call.ts";
import { command, download, looking, readRoute, readVersioned, routeVersion, search } from "./makers.ts";
import {
  flag,
  json,
  limit,
  numberCursor,
  type OptionalValues,
  page,
  textCursor,
  version,
  word,
} from "../request/parameter.ts";
import { streamedParts } from "../request/streamedParts.ts";
import type { Route, Versioned } from "../request/route.ts";

const ofPage = { of: "page", as: "expected", least: 1 } as const satisfies Versioned;
const permission = "content.edit";

/** Renders the edited page for an editor that shows the version in the request. */
async function looks({ workspace, member, params, version }: ApiCall, written: number | null): Promise<PageLooksView> {
  const asked = { page: String(params["page"]), seen: version ?? 0, version: written ?? 0 };
  return expectValue(await workspace.read("page.looks", member.site, asked));
}

const words = word(z.string().check(z.maxLength(TITLE_MAX_CHARS)), "Words to find in the title or path.");
const link = word(
  z.string().check(z.minLength(1), z.maxLength(LINK_MAX_CHARS)),
  "A link; the answer is its page. All other parameters are then ignored.",
);
const state = word(
  z.enum(PAGE_STATES),
  "The published state of the pages. Deleted pages are listed only with this parameter.",
);
const collection = word(
  z.string().check(z.maxLength(64), z.regex(/^[a-z][a-z0-9-]*$/, "a collection name")),
  "Only pages of this collection.",
);
const parent = word(pagePath, "Path of the parent page: only pages directly below it. / gives the top-level pages.");
const path = word(pagePath, "Path of one page. All other parameters are then ignored.");
const order = word(
  orderShape,
  "Default: by path. tree lists each page before the pages below it; recent lists the last changed page first. " +
    "With type also newest, oldest, or an indexed field, which - before its name reverses.",
);
const type = word(entryType, "Only entries of this content type, each with its indexed values.");
const typePart = z.string().check(z.regex(/^[a-z0-9][a-z0-9.-]{0,127}$/, "a part of a content type's name"));
const where = json(
  memberWhereShape,
  'With type: a filter by indexed fields as JSON, such as {"start":{"from":"today"}}. It compares as queries do.',
);
const values = word(
  z.enum(["indexed", "all"]),
  "With type: all lists every value of each entry. Default: the indexed ones.",
);

const LIST_QUERY = {
  cursor: textCursor,
  limit,
  text: words,
  state,
  collection,
  parent,
  path,
  type,
  where,
  values,
  order,
};
type ListQuery = OptionalValues<typeof LIST_QUERY>;

/** Lists pages. Some parameters, and most orders, need a type. */
async function listed({ workspace, member }: ApiCall, query: ListQuery): Promise<PagesView> {
  const { type: ofType, where: filter, values: shown, order: sorted, ...rest } = query;
  if (ofType !== undefined) {
    const { path: _path, ...filters } = rest;
    const asked = { ...filters, type: ofType, where: filter, values: shown, order: sorted };
    return expectValue(await workspace.read("entries", member.site, asked));
  }
  const pageOrder = PAGE_ORDERS.find((one) => one === sorted);
  const issues = Object.entries({ where: filter, values: shown, order: pageOrder === undefined ? sorted : undefined })
    .filter(([, given]) => given !== undefined)
    .map(([name]) => ({ pointer: `/${name}`, found: `${name} without type`, allowed: NEEDS_TYPE[name] ?? "" }));
  if (issues.length > 0) throw new Refusal("INVALID_REQUEST", { issues });
  return expectValue(await workspace.read("pages", member.site, { ...rest, order: pageOrder }));
}

const NEEDS_TYPE: Readonly<Record<string, string>> = {
  where: "where with type",
  values: "values with type",
  order: `one of ${PAGE_ORDERS.join(", ")}, or type as well`,
};

const searchDraft = z.strictObject({
  text: described(z.string().check(z.minLength(1), z.maxLength(SEARCH_MAX_CHARS)), "The words to find."),
  cursor: described(
    z.optional(z.string().check(z.minLength(1), z.maxLength(PATH_MAX_CHARS * 2))),
    "`next` from the previous answer.",
  ),
});

export const pages: readonly Route[] = [
  readRoute({
    path: "/api/pages",
    summary: "List the pages of the draft: all pages by path, or filtered and in another order.",
    permission: "site.read",
    params: {},
    query: LIST_QUERY,
    output: pagesView,
    run: ({ query, ...call }) => listed(call as ApiCall, query),
  }),
  search({
    path: "/api/pages/search",
    summary: "Search all texts of the draft's pages and entries. Case and accents are ignored.",
    permission: "content.edit",
    params: {},
    body: searchDraft,
    output: draftHitsView,
    run: async ({ workspace, member, body }) => expectValue(await workspace.read("search", member.site, body)),
  }),
  download({
    path: "/api/content-types/{owner}/{name}/entries.csv",
    summary:
      "Download the entries of a content type as CSV, with their true values. A value that a spreadsheet would run as a formula gets an apostrophe in front.",
    permission: "site.read",
    params: {
      owner: word(typePart, "The plugin of the type, or site."),
      name: word(typePart, "The name of the type."),
    },
    query: { text: words, state, where, versions: flag("True adds the column version.") },
    answers: "text/csv; charset=utf-8",
    run: async ({ workspace, member, params: { owner, name }, query }) => ({
      name: `${name}.csv`,
      body: await streamedParts<string>(async (cursor) => {
        const asked = { ...query, type: `${owner}/${name}`, cursor };
        return expectValue(await workspace.read("entries.export", member.site, asked));
      }),
    }),
  }),
  command({
    method: "POST",
    path: "/api/pages",
    summary: "Add a page to the draft.",
    permission,
    command: "page.create",
    versioned: null,
    params: {},
    body: createPageAnywhere,
    output: pageCreatedView,
    status: 201,
    creates: "/api/pages/{page}",
    limits: { bodyBytes: DOCUMENT_MAX_BYTES, rate: "writes" },
  }),
  readRoute({
    path: "/api/page-sources",
    summary: "List all pages of the draft by path, each with where an import took it from.",
    permission: "site.read",
    params: {},
    query: {
      cursor: textCursor,
      limit,
      deleted: flag("True lists imported pages that were deleted since instead, by id."),
    },
    output: pageSourcesView,
    run: async ({ workspace, member, query }) => expectValue(await workspace.read("page.sources", member.site, query)),
  }),
  readRoute({
    path: "/api/link-targets",
    summary:
      "List pages for the link picker, by title, each with the sections that a link can point to. With a link, return its page.",
    permission: "site.read",
    params: {},
    query: { cursor: textCursor, text: words, link },
    output: linkTargetsView,
    run: async ({ workspace, member, query }) => expectValue(await workspace.read("linkTargets", member.site, query)),
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
    routeVersion,
  ),
  command({
    method: "PATCH",
    path: "/api/pages/{page}",
    summary: "Change members of a page, except its sections.",
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
      "Edit a page with a list of operations on its fields, variants, members and structure: all are applied, or none. " +
      "If-Match is the version that you read. A newer version only conflicts if it changed what the operations touch. " +
      "The answer has the HTML of every section whose HTML has changed since then.",
    permission,
    command: "page.edit",
    versioned: ofPage,
    params: { page },
    body: z.omit(editPage, { page: true, expected: true }),
    output: editedShownView,
    rehearsal: editedView,
    beside: looks,
    status: 200,
    limits: { bodyBytes: DOCUMENT_MAX_BYTES, rate: "writes" },
  }),
  command({
    method: "POST",
    path: "/api/pages/batch",
    summary:
      "Add, replace, edit or delete up to 100 pages: all or none. Each item but a new page names the version that you read. " +
      "It has a rate of its own, for imports.",
    permission,
    command: "pages.batch",
    versioned: null,
    params: {},
    body: batchPages,
    output: pagesBatchView,
    status: 200,
    limits: { bodyBytes: BATCH_MAX_BYTES, rate: "batches" },
  }),
  command({
    method: "POST",
    path: "/api/pages/{page}/move",
    summary: "Move a page to another path. All pages below it move with it; all or none.",
    permission,
    command: "page.move",
    versioned: ofPage,
    params: { page },
    body: z.omit(movePage, { page: true, expected: true }),
    output: movedView,
    status: 200,
    limits: { bodyBytes: SMALL_BODY_MAX_BYTES, rate: "writes" },
  }),
  command({
    method: "POST",
    path: "/api/pages/{page}/duplicate",
    summary: "Add a copy of a page at another path.",
    permission,
    command: "page.duplicate",
    versioned: ofPage,
    params: { page },
    body: z.omit(duplicatePage, { page: true, expected: true }),
    output: pageCreatedView,
    status: 201,
    creates: "/api/pages/{page}",
    limits: { bodyBytes: SMALL_BODY_MAX_BYTES, rate: "writes" },
  }),
  readRoute({
    path: "/api/pages/{page}/links",
    summary:
      "List documents of the draft that link to a page, or refer to it in a field. Look here before you delete it.",
    permission: "site.read",
    params: { page },
    query: {},
    output: backLinksView,
    run: async ({ workspace, member, params }) =>
      expectValue(await workspace.read("page.backLinks", member.site, params)),
  }),
  command({
    method: "DELETE",
    path: "/api/pages/{page}",
    summary: "Delete a page from the draft. Its versions are kept.",
    permission,
    command: "page.delete",
    versioned: ofPage,
    params: { page },
    body: null,
    output: writtenView,
    status: 200,
    limits: { bodyBytes: 0, rate: "writes" },
  }),
  readRoute({
    path: "/api/pages/{page}/revisions",
    summary: "List the versions of a page, newest first. This also works for a deleted page.",
    permission: "site.read",
    params: { page },
    query: { cursor: numberCursor, limit },
    output: revisionsView,
    run: async ({ workspace, member, params, query }) =>
      expectValue(await workspace.read("revisions", member.site, { ...params, ...query })),
  }),
  readRoute({
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
    summary:
      'Restore an earlier version of a page as its newest version. If-Match is the version in the draft: "0" if the page is deleted.',
    permission,
    command: "revision.restore",
    versioned: { of: "page", as: "expected", least: 0 },
    params: { page, version },
    body: z.pick(restoreRevisionAt, { expectedTheme: true, path: true }),
    output: writtenView,
    status: 200,
    limits: { bodyBytes: SMALL_BODY_MAX_BYTES, rate: "writes" },
  }),
];

/** Previews of content that nobody has saved. */
export const previews: readonly Route[] = [
  looking<{ page: typeof page }, PreviewInput>({
    path: "/api/pages/{page}/preview",
    summary:
      "Render a preview: sections, valid or not, the page with another theme, or the example of a section type. " +
      "Stores nothing. A theme also needs the permission to edit themes.",
    permission: "content.edit",
    params: { page },
    body: previewInput,
    output: previewView,
    async run({ workspace, member, params, body }) {
      if ("theme" in body && !can(member.role, "theme.edit"))
        throw new Refusal("FORBIDDEN", { permission: "theme.edit" });
      return expectValue(await workspace.read("page.preview", member.site, { ...params, wanted: body }));
    },
  }),
];
