import { SMALL_BODY_MAX_BYTES } from "../../../../manifests/bounds/api.ts";
import { expectValue } from "../../../../runtime/commands/answer.ts";
import {
  createShareLink,
  linkId,
  shareLinkMade,
  shareLinkRemoved,
  shareLinksView,
} from "../../../../runtime/sharing/views.ts";
import { word } from "../request/parameter.ts";
import type { Route } from "../request/route.ts";
import { command, readRoute } from "./makers.ts";

/** Links that show a draft to people without an account. */
export const shareLinks: readonly Route[] = [
  readRoute({
    path: "/api/share-links",
    summary: "List the links that show a draft to people without an account, without their secrets.",
    permission: "content.publish",
    params: {},
    query: {},
    output: shareLinksView,
    run: async ({ workspace, member }) => expectValue(await workspace.read("shareLinks", member.site)),
  }),
  command({
    method: "POST",
    path: "/api/share-links",
    summary:
      "Make a link that shows the whole draft, or chosen pages of it among what is published, to anybody who has it. " +
      "The path in the answer has the link's secret, and is answered only here.",
    permission: "content.publish",
    command: "share.create",
    versioned: null,
    params: {},
    body: createShareLink,
    output: shareLinkMade,
    status: 201,
    limits: { bodyBytes: SMALL_BODY_MAX_BYTES, rate: "writes" },
  }),
  command({
    method: "DELETE",
    path: "/api/share-links/{link}",
    summary: "Take a link back. It shows nothing from then on.",
    permission: "content.publish",
    command: "share.remove",
    versioned: null,
    params: { link: word(linkId, "Id of a share link.") },
    body: null,
    output: shareLinkRemoved,
    status: 200,
    limits: { bodyBytes: 0, rate: "writes" },
  }),
];
