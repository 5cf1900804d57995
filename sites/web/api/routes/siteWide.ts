import * as z from "zod/mini";
import {
  DOCUMENT_MAX_BYTES,
  PIECE_MAX_BYTES,
  REDIRECTS_MAX_BYTES,
  TITLE_MAX_CHARS,
} from "../../../../manifests/bounds/documents.ts";
import { expectValue } from "../../../../runtime/commands/answer.ts";
import { putNavigation, putRedirects, putSettings, putTheme, putTypes } from "../../../../runtime/editing/inputs.ts";
import { VISIT_DAYS } from "../../../../manifests/bounds/publicContent.ts";
import { visitsView } from "../../../../runtime/visits/views.ts";
import { streamedParts } from "../request/streamedParts.ts";
import { missedView } from "../../../../runtime/serving/missed/views.ts";
import { documentViews, revisionsView, writtenView } from "../../../../runtime/editing/views.ts";
import type { Permission } from "../../../../runtime/commands/permissions.ts";
import { redirectsInverse } from "../../../../runtime/editing/redirects/edited.ts";
import { rulesView } from "../../../../runtime/editing/redirects/listed.ts";
import { command, download, readRoute, readVersioned, routeVersion } from "./makers.ts";
import { limit, numberCursor, version, whole, word } from "../request/parameter.ts";
import type { Route } from "../request/route.ts";

/** The days of which an answer tells by default. */
const VISITS_SHOWN_DAYS = 30;

type Kind = keyof typeof documentViews;

interface SiteWide {
  readonly kind: Kind;
  readonly says: string;
  readonly permission: Permission;
  readonly body: NonNullable<Route["body"]>;
  /** 0 if the document may not exist yet. Default: 1. */
  readonly least?: 0 | 1;
}

const body = { expected: true } as const;

/** The site's name is on every page, like the theme, so both need the same permission. */
const DOCUMENTS: readonly SiteWide[] = [
  { kind: "navigation", says: "the menus", permission: "content.edit", body: z.omit(putNavigation, body) },
  { kind: "redirects", says: "the redirects", permission: "content.edit", body: z.omit(putRedirects, body) },
  { kind: "theme", says: "the theme and its tokens", permission: "theme.edit", body: z.omit(putTheme, body) },
  { kind: "settings", says: "the settings of the site", permission: "theme.edit", body: z.omit(putSettings, body) },
  {
    kind: "types",
    says: "the content types that the owner made",
    permission: "theme.edit",
    body: z.omit(putTypes, body),
    least: 0,
  },
];

const MISSED: Route = readRoute({
  path: "/api/redirects/missed",
  summary: "List addresses that visitors asked for in vain, the most asked for first.",
  permission: "content.edit",
  params: {},
  query: {},
  output: missedView,
  run: async ({ workspace, member }) => expectValue(await workspace.read("redirects.missed", member.site)),
});

const VISITS: readonly Route[] = [
  readRoute({
    path: "/api/visits",
    summary: "Count the visits of the last days, by day, page and referring host. Nothing about a visitor is stored.",
    permission: "content.edit",
    params: {},
    query: { days: whole(1, VISIT_DAYS, "The number of days, today included. Default: 30.") },
    output: visitsView,
    run: async ({ workspace, member, query }) =>
      expectValue(await workspace.read("visits", member.site, { days: query.days ?? VISITS_SHOWN_DAYS })),
  }),
  download({
    path: "/api/visits.csv",
    summary: "Download all numbers of visits as CSV, the oldest day first.",
    permission: "content.edit",
    params: {},
    query: {},
    answers: "text/csv; charset=utf-8",
    run: async ({ workspace, member }) => ({
      name: "visits.csv",
      body: await streamedParts<string>(async (from) =>
        expectValue(await workspace.read("visits.export", member.site, { from })),
      ),
    }),
  }),
];
const RULES: Route = readRoute({
  path: "/api/redirects/rules",
  summary: "List redirects of the draft, some at a time.",
  permission: "site.read",
  params: {},
  query: {
    text: word(z.string().check(z.maxLength(TITLE_MAX_CHARS)), "Only redirects with this text in an address."),
    cursor: numberCursor,
    limit,
  },
  output: rulesView,
  run: async ({ workspace, member, query }) => expectValue(await workspace.read("redirects.rules", member.site, query)),
});

const EDITED: Route = command({
  method: "PATCH",
  path: "/api/redirects",
  summary: "Add, replace and remove some redirects of the draft.",
  permission: "content.edit",
  command: "redirects.edit",
  versioned: { of: "redirects", as: "expected", least: 1 },
  params: {},
  body: redirectsInverse,
  output: z.extend(writtenView, { inverse: redirectsInverse }),
  status: 200,
  limits: { bodyBytes: PIECE_MAX_BYTES, rate: "writes" },
});

const routesOf = ({ kind, says, permission, body, least = 1 }: SiteWide): readonly Route[] => [
  readVersioned(
    {
      path: `/api/${kind}`,
      summary: `Read ${says} of the draft.`,
      permission: "site.read",
      params: {},
      query: {},
      output: documentViews[kind],
      run: async ({ workspace, member }) => expectValue(await workspace.read(kind, member.site)),
    },
    routeVersion,
  ),
  command({
    method: "PUT",
    path: `/api/${kind}`,
    summary: `Replace ${says} of the draft.`,
    permission,
    command: `${kind}.put`,
    versioned: { of: kind, as: "expected", least },
    params: {},
    body,
    output: writtenView,
    status: 200,
    limits: { bodyBytes: kind === "redirects" ? REDIRECTS_MAX_BYTES : DOCUMENT_MAX_BYTES, rate: "writes" },
  }),
  readRoute({
    path: `/api/${kind}/revisions`,
    summary: `List the versions of ${says}, newest first.`,
    permission: "site.read",
    params: {},
    query: { cursor: numberCursor, limit },
    output: revisionsView,
    run: async ({ workspace, member, query }) =>
      expectValue(await workspace.read("document.revisions", member.site, { kind, ...query })),
  }),
  readRoute({
    path: `/api/${kind}/revisions/{version}`,
    summary: `Read ${says} as they were in one version.`,
    permission: "site.read",
    params: { version },
    query: {},
    output: documentViews[kind],
    run: async ({ workspace, member, params }) =>
      expectValue(await workspace.read("document.revision", member.site, { kind, ...params })),
  }),
  command({
    method: "POST",
    path: `/api/${kind}/revisions/{version}/restore`,
    summary: `Restore an earlier version of ${says} as the newest version.`,
    permission,
    command: `${kind}.restore`,
    versioned: { of: kind, as: "expected", least: 1 },
    params: { version },
    body: null,
    output: writtenView,
    status: 200,
    limits: { bodyBytes: 0, rate: "writes" },
  }),
];

export const siteWide: readonly Route[] = [...DOCUMENTS.flatMap(routesOf), EDITED, RULES, MISSED, ...VISITS];
