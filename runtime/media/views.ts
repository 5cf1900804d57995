/** What is taken and answered about media files. */
import * as z from "zod/mini";
import { IMAGE_MAX_SIDE, MEDIA_MAX_BYTES, MEDIA_NAME_MAX_CHARS, PLAIN_TEXT_MAX_CHARS } from "../../manifests/bounds.ts";
import { MEDIA_TYPES } from "../../manifests/mediaTypes.ts";
import { documentId, focal as shownPoint } from "../content.ts";
import { described } from "../described.ts";

const count = z.int().check(z.gte(0));
/** The digest of its bytes, which is also the first part of its address. */
export const mediaId = z.string().check(z.regex(/^[0-9a-f]{64}$/, "the id of a media file"));
const side = z.nullable(z.int().check(z.gte(1), z.lte(IMAGE_MAX_SIDE)));
const focal = z.nullable(shownPoint);
const mediaType = z.enum(MEDIA_TYPES);

/** What was found out about a file while it was stored. `name` is cleaned by us in any case. */
export const createMedia = z.strictObject({
  digest: mediaId,
  type: mediaType,
  bytes: z.int().check(z.gte(1), z.lte(MEDIA_MAX_BYTES)),
  width: side,
  height: side,
  name: z.string().check(z.maxLength(MEDIA_NAME_MAX_CHARS)),
});

const line = (most: number) =>
  z.string().check(z.maxLength(most), z.regex(/^[^\p{Cc}\u2028\u2029]*$/u, "one line of text without control characters"));

const media = described(mediaId, "Id of the file.");

export const updateMedia = z.strictObject({
  media,
  expected: z.int().check(z.gte(1)),
  changes: described(
    z
      .strictObject({
        name: described(z.optional(line(MEDIA_NAME_MAX_CHARS).check(z.minLength(1))), "Name of the file, as people see it in lists and downloads."),
        alt: described(z.optional(line(PLAIN_TEXT_MAX_CHARS)), "What it shows, for people who do not see it."),
        focal: described(z.optional(focal), "The point to keep when it is cropped; null for none."),
      })
      .check(z.refine((changes) => Object.keys(changes).length > 0, "at least one member to change")),
    "Members to change; the others stay.",
  ),
});

export const deleteMedia = z.strictObject({
  media,
  expected: z.int().check(z.gte(1)),
  force: z.optional(z.boolean()),
});

const use = z.strictObject({
  kind: z.enum(["page", "navigation", "redirects", "theme", "settings"]),
  id: z.string(),
  path: z.nullable(z.string()),
  title: z.nullable(z.string()),
  draft: z.boolean(),
  published: z.boolean(),
});

const members = {
  id: mediaId,
  version: z.int().check(z.gte(1)),
  /** Where the site serves it. */
  path: z.string(),
  /** `<plugin id>/<name>` of the kind it was taken as. */
  kind: z.string(),
  type: mediaType,
  bytes: count,
  width: side,
  height: side,
  name: z.string(),
  /** For people who do not see it. Sections have a text of their own, which may begin as this. */
  alt: z.string(),
  focal,
  /** A picture of a few pixels as a `data:` address, to be shown blurred; null where none could be made. */
  preview: z.nullable(z.string()),
  createdBy: z.string(),
  createdAt: z.int(),
  changedBy: z.string(),
  changedAt: z.int(),
};

export const mediaView = z.strictObject(members);
export type MediaView = z.infer<typeof mediaView>;
/** `created` is false when the site had these very bytes already. */
export const mediaCreatedView = z.strictObject({ ...members, created: z.boolean() });
/** `uses` are the first of `used` documents that name it, in the draft or where visitors see it. */
export const mediaDetailView = z.strictObject({ ...members, used: count, uses: z.array(use) });
export type MediaDetailView = z.infer<typeof mediaDetailView>;
/** `used` counts the documents that name it, in the draft or where visitors see it. */
const mediaItemView = z.strictObject({ ...members, used: count });
export const mediaListView = z.strictObject({
  items: z.array(mediaItemView),
  next: z.nullable(z.int().check(z.gte(1))),
});
export type MediaListView = z.infer<typeof mediaListView>;
/**
 * A list of pictures in a section of the draft, at the version of its page. An entry of it is `entry` with the picture
 * as its member `picture`, or the picture itself where that is null.
 */
const gallery = z.strictObject({
  page: documentId,
  path: z.string(),
  title: z.string(),
  version: z.int().check(z.gte(1)),
  section: documentId,
  /** Of the section's type. */
  type: z.string(),
  typeTitle: z.string(),
  field: z.string(),
  fieldTitle: z.string(),
  pictures: count,
  /** Most pictures it takes; null where its plugin sets no bound. */
  most: z.nullable(count),
  picture: z.nullable(z.string()),
  entry: z.record(z.string(), z.unknown()),
});
export type GalleryView = z.infer<typeof gallery>;
export const galleriesView = z.strictObject({ items: z.array(gallery), next: z.nullable(z.string()) });
export type GalleriesView = z.infer<typeof galleriesView>;
/** `breaks` are documents that go on naming a file that is gone. */
export const mediaDeletedView = z.strictObject({ id: mediaId, used: count, breaks: z.array(use) });
export type MediaDeletedView = z.infer<typeof mediaDeletedView>;
