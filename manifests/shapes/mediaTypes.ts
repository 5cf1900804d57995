/**
 * The file types that a site may accept, and the widths of served pictures. A plugin chooses among them. It cannot add
 * one, because the kernel must be able to inspect every type.
 */

/** The groups of file types. A field accepts one group. */
export const MEDIA_ROLES = ["picture", "sound", "film", "document", "font"] as const;
export type MediaRole = (typeof MEDIA_ROLES)[number];

interface MediaTypeRow {
  /** The file ending in the URL. */
  readonly ending: string;
  readonly role: MediaRole;
  /** Served as a download, because another program opens it, and we cannot control what that program runs. */
  readonly download?: true;
  /** Other names of the type in browsers and systems. */
  readonly aliases?: readonly string[];
}

/**
 * The type table. A new type is a row here and one in `FORMATS` of `runtime/media/formats/`, which recognises its
 * bytes.
 */
export const MEDIA = {
  "application/pdf": { ending: "pdf", role: "document", download: true },
  "application/vnd.openxmlformats-officedocument.wordprocessingml.document": {
    ending: "docx",
    role: "document",
    download: true,
  },
  "audio/mpeg": { ending: "mp3", role: "sound", aliases: ["audio/mp3"] },
  "audio/ogg": { ending: "ogg", role: "sound", aliases: ["application/ogg"] },
  "audio/wav": { ending: "wav", role: "sound", aliases: ["audio/x-wav", "audio/wave", "audio/vnd.wave"] },
  "font/woff2": { ending: "woff2", role: "font", aliases: ["application/font-woff2"] },
  "image/avif": { ending: "avif", role: "picture" },
  "image/gif": { ending: "gif", role: "picture" },
  "image/jpeg": { ending: "jpg", role: "picture", aliases: ["image/jpg"] },
  "image/png": { ending: "png", role: "picture" },
  "image/svg+xml": { ending: "svg", role: "picture" },
  "image/webp": { ending: "webp", role: "picture" },
  "image/x-icon": { ending: "ico", role: "picture", aliases: ["image/vnd.microsoft.icon"] },
  "text/csv": { ending: "csv", role: "document", download: true, aliases: ["text/plain", "application/vnd.ms-excel"] },
  "text/plain": { ending: "txt", role: "document" },
  "video/mp4": { ending: "mp4", role: "film" },
  "video/webm": { ending: "webm", role: "film" },
} as const satisfies Readonly<Record<string, MediaTypeRow>>;

export type MediaTypeName = keyof typeof MEDIA;

export const mediaRow = (type: MediaTypeName): MediaTypeRow => MEDIA[type];

export const MEDIA_TYPES = Object.keys(MEDIA) as [MediaTypeName, ...MediaTypeName[]];

export const mediaTypesOf = (role: MediaRole): readonly MediaTypeName[] =>
  MEDIA_TYPES.filter((type) => mediaRow(type).role === role);

/** Pictures that are not made of pixels alone. No service resizes them or makes a preview of them. */
const UNRESIZED: ReadonlySet<MediaTypeName> = new Set(["image/svg+xml", "image/x-icon"]);

/** Tells whether a small preview can be made of a file of this type. */
export const hasPreview = (type: MediaTypeName): boolean => mediaRow(type).role === "picture" && !UNRESIZED.has(type);

/**
 * Widths in pixels. Visitors choose a width in the URL, and each costs a transformation and storage. So no other width
 * exists.
 */
export const MEDIA_WIDTHS = [320, 480, 640, 960, 1280, 1600, 1920, 2560] as const;

/** A picture that the site makes of an uploaded one, at an address below it. */
export interface Rendition {
  /** The largest width in pixels. Pictures are never enlarged. */
  readonly width: number;
  readonly type: "image/avif" | "image/webp" | "image/jpeg";
}

/** The rendition that other services show beside a link. Many of them know no type but JPEG and PNG. */
export const SHARED_PICTURE = "share.jpg";
export const SHARED_PICTURE_WIDTH = 1_200;

/** The renditions by the last part of their address. */
export const RENDITIONS: ReadonlyMap<string, Rendition> = new Map([
  ...MEDIA_WIDTHS.map((width): [string, Rendition] => [`w${width}`, { width, type: "image/webp" }]),
  [SHARED_PICTURE, { width: SHARED_PICTURE_WIDTH, type: "image/jpeg" }],
]);

/** The name of a width as AVIF. It is no part of an address: browsers that take AVIF get it at the address of the width. */
export const avifOf = (width: string): string => `${width}.avif`;

/** The widths as AVIF, by the last part of their storage key. */
export const AVIF_RENDITIONS: ReadonlyMap<string, Rendition> = new Map(
  MEDIA_WIDTHS.map((width): [string, Rendition] => [avifOf(`w${width}`), { width, type: "image/avif" }]),
);

/**
 * Endings of pictures that are served in other widths. Resizing would stop an animation, so animated types are not
 * among them.
 */
export const RESIZED_ENDINGS: ReadonlySet<string> = new Set(["avif", "jpeg", "jpg", "png", "webp"]);
