export interface MediaType {
  readonly type: string;
  /** Saved rather than shown: a browser's viewer for it does not run in the sandbox media are served in. */
  readonly download?: true;
}

/** Types that storage may serve, by file ending. None can run script in a page that embeds it. */
const TYPES: ReadonlyMap<string, MediaType> = new Map([
  ["avif", { type: "image/avif" }],
  ["gif", { type: "image/gif" }],
  ["ico", { type: "image/x-icon" }],
  ["jpeg", { type: "image/jpeg" }],
  ["jpg", { type: "image/jpeg" }],
  ["png", { type: "image/png" }],
  ["svg", { type: "image/svg+xml" }],
  ["webp", { type: "image/webp" }],
  ["m4a", { type: "audio/mp4" }],
  ["mp3", { type: "audio/mpeg" }],
  ["ogg", { type: "audio/ogg" }],
  ["wav", { type: "audio/wav" }],
  ["mp4", { type: "video/mp4" }],
  ["webm", { type: "video/webm" }],
  ["vtt", { type: "text/vtt; charset=utf-8" }],
  ["woff2", { type: "font/woff2" }],
  ["txt", { type: "text/plain; charset=utf-8" }],
  ["csv", { type: "text/csv; charset=utf-8", download: true }],
  ["pdf", { type: "application/pdf", download: true }],
  ["zip", { type: "application/zip", download: true }],
]);

/** Returns the text after the last dot in lower case; empty for a name that begins with its only dot. */
export function endingOf(name: string): string {
  const dot = name.lastIndexOf(".");
  return dot > 0 ? name.slice(dot + 1).toLowerCase() : "";
}

/** The type of a file by its last extension, so that `page.html.png` is an image and `photo.png.html` is nothing. */
export const mediaType = (name: string): MediaType | undefined => TYPES.get(endingOf(name));
