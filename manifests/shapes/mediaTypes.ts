/**
 * The file types that a site may take, and the widths of served pictures. A plugin chooses among them. It cannot add
 * one, because the kernel must be able to inspect every type.
 */

/** Ending of the address under which a file of each type is served. */
export const MEDIA_ENDINGS = {
  "application/pdf": "pdf",
  "audio/mpeg": "mp3",
  "image/avif": "avif",
  "image/gif": "gif",
  "image/jpeg": "jpg",
  "image/png": "png",
  "image/webp": "webp",
  "video/mp4": "mp4",
  "video/webm": "webm",
} as const;

export type MediaTypeName = keyof typeof MEDIA_ENDINGS;

export const MEDIA_TYPES = Object.keys(MEDIA_ENDINGS) as [MediaTypeName, ...MediaTypeName[]];

/**
 * Widths in pixels. Each costs a transformation and storage, and visitors write the addresses, so no other width
 * exists.
 */
export const MEDIA_WIDTHS = [320, 480, 640, 960, 1280, 1600, 1920, 2560] as const;

/** Endings of pictures that are served in other widths. An animation would stand still. */
export const RESIZED_ENDINGS: ReadonlySet<string> = new Set(["avif", "jpeg", "jpg", "png", "webp"]);
