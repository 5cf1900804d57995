/** The inputs and answers of the API about media files. */
import * as z from "zod/mini";
import { SOURCE_MAX_CHARS } from "../../manifests/bounds/documents.ts";
import { IMAGE_MAX_SIDE, PLAIN_TEXT_MAX_CHARS } from "../../manifests/bounds/fields.ts";
import {
  FORMER_PATH_MAX_CHARS,
  FORMER_PATHS_MAX,
  MEDIA_LABEL_MAX_CHARS,
  MEDIA_LABELS_MAX,
  MEDIA_MAX_BYTES,
  MEDIA_NAME_MAX_CHARS,
} from "../../manifests/bounds/media.ts";
import { normalPath } from "../../manifests/shapes/normalPath.ts";
import { MEDIA_TYPES } from "../../manifests/shapes/mediaTypes.ts";
import { focal as shownPoint } from "../documents/content/valueShapes.ts";
import { audience } from "../documents/content/audience.ts";
import { documentId } from "../documents/content/section.ts";
import { redirectAllowed } from "../documents/unreachable.ts";
import { proof } from "../editing/inputs.ts";
import { described } from "../commands/described.ts";

const count = z.int().check(z.gte(0));
/** The digest of the file's bytes, which is also the first part of its path. */
export const mediaId = z.string().check(z.regex(/^[0-9a-f]{64}$/, "the id of a media file"));
const side = z.nullable(z.int().check(z.gte(1), z.lte(IMAGE_MAX_SIDE)));
const focal = z.nullable(shownPoint);
const mediaType = z.enum(MEDIA_TYPES);

const line = (most: number) =>
  z
    .string()
    .check(z.maxLength(most), z.regex(/^[^\p{Cc}\u2028\u2029]*$/u, "one line of text without control characters"));

export const mediaText = line(PLAIN_TEXT_MAX_CHARS);
/** The id of a file in the program from which it was imported, such as `wp:1234`. */
export const mediaSource = line(SOURCE_MAX_CHARS).check(z.minLength(1));
/** A path at which the file was on an earlier site. Pages and redirects come before it, and the platform before all. */
export const formerPath = z.string().check(
  z.maxLength(FORMER_PATH_MAX_CHARS),
  z.regex(/^\/[^?#\\\p{Cc}\u2028\u2029]+$/u, "a path without parameters"),
  z.refine(
    (path) => normalPath(path) !== "/" && redirectAllowed(path) === undefined,
    "a path outside of /api, /media, /_editor and others of the platform",
  ),
);
const formerPaths = z.array(formerPath).check(z.maxLength(FORMER_PATHS_MAX));
const mediaLabel = line(MEDIA_LABEL_MAX_CHARS).check(
  z.regex(/^[^\s,](?:[^,]*[^\s,])?$/u, "a label without commas, and without spaces at its ends"),
);
const mediaLabels = z.array(mediaLabel).check(
  z.maxLength(MEDIA_LABELS_MAX),
  z.refine((labels) => new Set(labels).size === labels.length, "each label once"),
);

/** The facts that the kernel found while storing the file, and what the sender says of it. `name` is cleaned later. */
export const createMedia = z.strictObject({
  digest: mediaId,
  type: mediaType,
  bytes: z.int().check(z.gte(1), z.lte(MEDIA_MAX_BYTES)),
  width: side,
  height: side,
  name: z.string().check(z.maxLength(MEDIA_NAME_MAX_CHARS)),
  alt: z.optional(mediaText),
  caption: z.optional(mediaText),
  source: z.optional(mediaSource),
  formerPath: z.optional(formerPath),
});

const media = described(mediaId, "Id of the file.");

/** The facts of a file that members may change. */
const changing = {
  name: described(
    z.optional(line(MEDIA_NAME_MAX_CHARS).check(z.minLength(1))),
    "Name of the file, as people see it in lists and downloads.",
  ),
  alt: described(
    z.optional(line(PLAIN_TEXT_MAX_CHARS)),
    "Alternative text: a description for people who do not see the picture.",
  ),
  caption: described(z.optional(mediaText), "Caption that pages begin with."),
  credit: described(z.optional(mediaText), "Maker or owner of the picture."),
  labels: described(z.optional(mediaLabels), "Labels for members. Visitors never see them."),
  focal: described(z.optional(focal), "The point to keep when the picture is cropped; null removes it."),
};

const changesOf = <Shape extends z.core.$ZodLooseShape>(shape: Shape) =>
  described(
    z
      .strictObject(shape)
      .check(z.refine((changes) => Object.keys(changes as object).length > 0, "at least one member to change")),
    "Members to change. Members that are left out stay.",
  );

export const updateMedia = z.strictObject({
  media,
  expected: z.int().check(z.gte(1)),
  changes: changesOf({
    ...changing,
    formerPaths: described(z.optional(formerPaths), "Paths of the file on earlier sites, which lead to it."),
  }),
  proof,
});

/** The same for agents, who move no site in. */
export const describeMedia = z.extend(updateMedia, { changes: changesOf(changing) });

export const setMediaAudience = z.strictObject({
  media,
  expected: z.int().check(z.gte(1)),
  audience: described(
    z.nullable(audience),
    "Groups of readers who get the file; readers is all of them. Null: everybody.",
  ),
});

export const deleteMedia = z.strictObject({
  media,
  expected: z.int().check(z.gte(1)),
  force: z.optional(z.boolean()),
});

export const replaceMedia = z.strictObject({
  media,
  expected: z.int().check(z.gte(1)),
  by: described(mediaId, "Id of the file that takes its place."),
});

const use = z.strictObject({
  kind: z.enum(["page", "navigation", "redirects", "theme", "settings", "types"]),
  id: z.string(),
  path: z.nullable(z.string()),
  title: z.nullable(z.string()),
  draft: z.boolean(),
  published: z.boolean(),
});

const members = {
  id: mediaId,
  version: z.int().check(z.gte(1)),
  /** The path at which the site serves the file. */
  path: z.string(),
  /** `<plugin id>/<name>` of the kind that accepted it. */
  kind: z.string(),
  type: mediaType,
  bytes: count,
  width: side,
  height: side,
  name: z.string(),
  /** The alternative text. Sections have their own, which may start as a copy of this one. */
  alt: z.string(),
  caption: z.string(),
  credit: z.string(),
  labels: z.array(z.string()),
  /** The id of the file in another program from which it was imported. */
  source: z.nullable(z.string()),
  focal,
  /** A tiny picture as a `data:` URL, shown blurred. Null if the kernel could not make one. */
  preview: z.nullable(z.string()),
  /** The file that has taken the place of this one. Lists leave such files out. */
  replacedBy: z.nullable(mediaId),
  /** The groups of readers who get the file. Null for everybody. */
  audience: z.nullable(z.array(z.string())),
  createdBy: z.string(),
  createdAt: z.int(),
  changedBy: z.string(),
  changedAt: z.int(),
};

export const mediaView = z.strictObject(members);
export type MediaView = z.infer<typeof mediaView>;
/** `created` is false if the site already had exactly these bytes. */
export const mediaCreatedView = z.strictObject({ ...members, created: z.boolean() });
/** `used` is the number of documents that name the file, in the draft or published. `uses` lists the first of them. */
export const mediaDetailView = z.strictObject({
  ...members,
  used: count,
  uses: z.array(use),
  formerPaths: z.array(z.string()),
  /** The files whose place it has taken, the latest first. */
  earlier: z.array(z.strictObject({ id: mediaId, path: z.string(), type: mediaType, name: z.string(), bytes: count })),
});
export type MediaDetailView = z.infer<typeof mediaDetailView>;
/** `used` is the number of documents that name the file, in the draft or published. */
const mediaItemView = z.strictObject({ ...members, used: count, formerPaths: z.array(z.string()) });
export const mediaListView = z.strictObject({
  items: z.array(mediaItemView),
  /** The labels of all files of the site. */
  labels: z.array(z.strictObject({ label: z.string(), files: count })),
  next: z.nullable(z.int().check(z.gte(1))),
});
export type MediaListView = z.infer<typeof mediaListView>;
/**
 * A list of pictures in a section of the draft. A new entry is `entry`, with the picture as its member `picture`. If
 * `picture` is null, the entry is the picture itself.
 */
const gallery = z.strictObject({
  page: documentId,
  path: z.string(),
  title: z.string(),
  version: z.int().check(z.gte(1)),
  section: documentId,
  /** The qualified name of the section's type. */
  type: z.string(),
  typeTitle: z.string(),
  field: z.string(),
  fieldTitle: z.string(),
  pictures: count,
  /** The most pictures that the list takes. Null without a limit. */
  most: z.nullable(count),
  picture: z.nullable(z.string()),
  entry: z.record(z.string(), z.unknown()),
});
export type GalleryView = z.infer<typeof gallery>;
export const galleriesView = z.strictObject({ items: z.array(gallery), next: z.nullable(z.string()) });
export type GalleriesView = z.infer<typeof galleriesView>;
/** `changed` is the number of documents of the draft that show the file now. */
export const mediaReplacedView = z.strictObject({ ...members, changed: count });
export type MediaReplacedView = z.infer<typeof mediaReplacedView>;
/** `breaks` lists documents that still name the removed file. */
export const mediaDeletedView = z.strictObject({ id: mediaId, used: count, breaks: z.array(use) });
export type MediaDeletedView = z.infer<typeof mediaDeletedView>;
