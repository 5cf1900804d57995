/**
 * The files a site may take, and the widths pictures are served in. A plugin chooses among them; it cannot add one,
 * because what is taken here has been taken apart by the kernel first.
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
 * In pixels. Every width is a transformation somebody pays for and a file somebody stores, and visitors write the
 * addresses: there are these and no others.
 */
export const MEDIA_WIDTHS = [320, 480, 640, 960, 1280, 1600, 1920, 2560] as const;

/** Endings of pictures that are served in other widths. An animation would stand still. */
export const RESIZED_ENDINGS: ReadonlySet<string> = new Set(["avif", "jpeg", "jpg", "png", "webp"]);
