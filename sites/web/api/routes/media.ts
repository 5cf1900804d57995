import * as z from "zod/mini";
import { SMALL_BODY_MAX_BYTES } from "../../../../manifests/bounds/api.ts";
import { TEXT_MAX_CHARS, TITLE_MAX_CHARS } from "../../../../manifests/bounds/documents.ts";
import { MEDIA_MAX_BYTES } from "../../../../manifests/bounds/media.ts";
import { MEDIA_ROLES, MEDIA_TYPES } from "../../../../manifests/shapes/mediaTypes.ts";
import { documentId } from "../../../../runtime/documents/content/section.ts";
import { expectValue } from "../../../../runtime/commands/answer.ts";
import {
  formerPath,
  galleriesView,
  mediaCreatedView,
  mediaDeletedView,
  mediaDetailView,
  mediaId,
  mediaListView,
  mediaReplacedView,
  mediaSource,
  mediaText,
  mediaView,
  replaceMedia,
  setMediaAudience,
  updateMedia,
} from "../../../../runtime/media/views.ts";
import { upload } from "../media/upload.ts";
import { command, fileRoute, readRoute, readVersioned, routeVersion } from "./makers.ts";
import { flag, limit, numberCursor, textCursor, word } from "../request/parameter.ts";
import type { Route, Versioned } from "../request/route.ts";

const media = word(mediaId, "Id of a media file: the SHA-256 of its bytes.");
const ofMedia = { of: "media", as: "expected", least: 1 } as const satisfies Versioned;
const permission = "media.write";

export const mediaRoutes: readonly Route[] = [
  readRoute({
    path: "/api/media",
    summary: "List media files, newest first.",
    permission: "site.read",
    params: {},
    query: {
      cursor: numberCursor,
      limit,
      kind: word(
        z.string().check(z.minLength(1), z.maxLength(TITLE_MAX_CHARS)),
        "Only those of one kind: `<plugin id>/<name>`.",
      ),
      type: word(z.enum(MEDIA_TYPES), "Only files of this content type."),
      role: word(z.enum(MEDIA_ROLES), "Only files of this kind: pictures, sounds, films, documents or fonts."),
      text: word(
        z.string().check(z.minLength(1), z.maxLength(TITLE_MAX_CHARS)),
        "Only files that have this text in their name, alternative text, caption, credit or labels.",
      ),
      label: word(z.string().check(z.minLength(1), z.maxLength(TITLE_MAX_CHARS)), "Only files with this label."),
      undescribed: flag("True: only pictures without alternative text."),
      formerPath: word(formerPath, "Only the file that had this path on an earlier site, or whose copy had it."),
      unused: flag("True: only files that no document uses."),
    },
    output: mediaListView,
    run: async ({ workspace, member, query }) => expectValue(await workspace.read("media", member.site, query)),
  }),
  fileRoute({
    method: "POST",
    path: "/api/media",
    summary:
      "Store a media file: the request body is the file. Its type is detected from its bytes. Content-Type must name " +
      "that type or application/octet-stream. Identical files are stored once.",
    permission,
    command: "media.create",
    versioned: null,
    params: {},
    query: {
      name: word(
        z.string().check(z.minLength(1), z.maxLength(TEXT_MAX_CHARS)),
        "File name, as people see it in lists and downloads.",
      ),
      alt: word(mediaText, "Alternative text of a new file."),
      caption: word(mediaText, "Caption of a new file."),
      source: word(mediaSource, "Id of a new file in the program from which it comes, such as `wp:1234`."),
      formerPath: word(formerPath, "Path of the file on an earlier site, which leads to the file."),
    },
    output: mediaCreatedView,
    status: 201,
    limits: { bodyBytes: MEDIA_MAX_BYTES, rate: "writes" },
    run: upload,
  }),
  readRoute({
    path: "/api/galleries",
    summary: "List the sections of the draft that hold a list of pictures, and the shape of an entry of each list.",
    permission: "site.read",
    params: {},
    query: { page: word(documentId, "Only sections of this page."), cursor: textCursor },
    output: galleriesView,
    run: async ({ workspace, member, query }) => expectValue(await workspace.read("galleries", member.site, query)),
  }),
  readVersioned(
    {
      path: "/api/media/{media}",
      summary: "Read the details of a media file, and where it is used.",
      permission: "site.read",
      params: { media },
      query: {},
      output: mediaDetailView,
      run: async ({ workspace, member, params }) =>
        expectValue(await workspace.read("media.file", member.site, params)),
    },
    routeVersion,
  ),
  command({
    method: "PATCH",
    path: "/api/media/{media}",
    summary: "Change name, alternative text, caption, credit, labels or focal point of a media file.",
    permission,
    command: "media.update",
    versioned: ofMedia,
    params: { media },
    body: z.pick(updateMedia, { changes: true, proof: true }),
    output: mediaView,
    status: 200,
    limits: { bodyBytes: SMALL_BODY_MAX_BYTES, rate: "writes" },
  }),
  command({
    method: "PUT",
    path: "/api/media/{media}/audience",
    summary:
      "Set the groups of readers who get a media file, or null for everybody. It applies at once, and to the file that " +
      "later takes its place.",
    permission: ["content.publish", permission],
    command: "media.audience",
    versioned: ofMedia,
    params: { media },
    body: z.pick(setMediaAudience, { audience: true }),
    output: mediaView,
    status: 200,
    limits: { bodyBytes: SMALL_BODY_MAX_BYTES, rate: "writes" },
  }),
  command({
    method: "POST",
    path: "/api/media/{media}/replacement",
    summary:
      "Put another file of the site in the place of this one. Every document of the draft that shows this file then " +
      "shows the other one, which takes over name, description, caption, credit and labels.",
    permission: ["content.edit", permission],
    command: "media.replace",
    versioned: ofMedia,
    params: { media },
    body: z.pick(replaceMedia, { by: true }),
    output: mediaReplacedView,
    status: 200,
    limits: { bodyBytes: SMALL_BODY_MAX_BYTES, rate: "writes" },
  }),
  command({
    method: "DELETE",
    path: "/api/media/{media}",
    summary:
      "Delete a media file. A file that documents use is only deleted with `force`; the answer lists the uses that break.",
    permission,
    command: "media.delete",
    versioned: ofMedia,
    params: { media },
    query: { force: flag("True deletes the file although documents use it.") },
    body: null,
    output: mediaDeletedView,
    status: 200,
    limits: { bodyBytes: 0, rate: "writes" },
  }),
];
