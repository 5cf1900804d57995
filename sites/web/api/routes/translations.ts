import * as z from "zod/mini";
import { SMALL_BODY_MAX_BYTES } from "../../../../manifests/bounds/api.ts";
import { TITLE_MAX_CHARS } from "../../../../manifests/bounds/documents.ts";
import { expectValue } from "../../../../runtime/commands/answer.ts";
import { documentId } from "../../../../runtime/documents/content/section.ts";
import { languageTag } from "../../../../runtime/documents/content/languages.ts";
import { confirmTranslation } from "../../../../runtime/editing/inputs.ts";
import {
  sourceChangesView,
  TRANSLATION_STATES,
  translationsView,
} from "../../../../runtime/editing/languages/views.ts";
import { gatherLanguage } from "../../../../runtime/editing/languages/gathering.ts";
import { memberLimit } from "../../../../runtime/editing/languages/memberLimit.ts";
import { movedView, writtenView } from "../../../../runtime/editing/views.ts";
import { limit, member as limitedMember, page, textCursor, word } from "../request/parameter.ts";
import type { Route } from "../request/route.ts";
import { findTarget } from "../people/commands.ts";
import { command, readRoute } from "./makers.ts";

export const translations: readonly Route[] = [
  readRoute({
    path: "/api/translations",
    summary:
      "List the groups of translated pages by the path of their source, with the state of each language and counts.",
    permission: "site.read",
    params: {},
    query: {
      cursor: textCursor,
      limit,
      language: word(languageTag, "A language of the site, to which state refers. Default: all but the source's."),
      state: word(z.enum(TRANSLATION_STATES), "Only groups with a translation in this state."),
      text: word(z.string().check(z.maxLength(TITLE_MAX_CHARS)), "Words to find in a title or path of the group."),
      page: word(documentId, "Id of a page: only its group."),
    },
    output: translationsView,
    run: async ({ workspace, member, query }) => expectValue(await workspace.read("translations", member.site, query)),
  }),
  readRoute({
    path: "/api/pages/{page}/source-changes",
    summary: "Compare the source of a translation with the version from which the translation was made.",
    permission: "site.read",
    params: { page },
    query: {},
    output: sourceChangesView,
    run: async ({ workspace, member, params }) =>
      expectValue(await workspace.read("page.sourceChanges", member.site, params)),
  }),
  command({
    method: "POST",
    path: "/api/pages/{page}/still-right",
    summary: "Note that a translation is right for a version of its source, so that it is no longer outdated.",
    permission: "content.edit",
    command: "translation.confirm",
    versioned: { of: "page", as: "expected", least: 1 },
    params: { page },
    body: z.omit(confirmTranslation, { page: true, expected: true }),
    output: writtenView,
    status: 200,
    limits: { bodyBytes: SMALL_BODY_MAX_BYTES, rate: "writes" },
  }),
  command({
    method: "POST",
    path: "/api/languages/gather",
    summary: "Move the pages of a language that are not below its prefix there, as after a change of the prefix.",
    permission: "content.edit",
    command: "language.gather",
    versioned: null,
    params: {},
    body: gatherLanguage,
    output: z.extend(movedView, { left: z.int().check(z.gte(0)) }),
    status: 200,
    limits: { bodyBytes: SMALL_BODY_MAX_BYTES, rate: "writes" },
  }),
  readRoute({
    path: "/api/member-languages",
    summary: "List the members who may change only what is in some languages. All others may change every language.",
    permission: "members.manage",
    params: {},
    query: {},
    output: z.strictObject({
      items: z.array(z.strictObject({ member: z.string(), languages: z.array(z.string()) })),
    }),
    run: async ({ workspace, member }) => expectValue(await workspace.read("members.languages", member.site)),
  }),
  command({
    method: "PUT",
    path: "/api/members/{member}/languages",
    summary: "Limit a member to pages, menus and redirects of some languages, or take the limit away.",
    permission: "members.manage",
    command: "member.languages",
    versioned: null,
    params: { member: limitedMember },
    require: ({ env, member, params }) => findTarget(env.DB, member, String(params["member"]), member.role),
    body: z.omit(memberLimit, { member: true }),
    output: z.strictObject({ languages: z.nullable(z.array(z.string())) }),
    status: 200,
    limits: { bodyBytes: SMALL_BODY_MAX_BYTES, rate: "writes" },
  }),
];
