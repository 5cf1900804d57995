import { MEDIA_TYPES, mediaRow } from "../../../manifests/shapes/mediaTypes.ts";

export interface MediaType {
  readonly type: string;
  /** Saved rather than shown: a browser's viewer for it does not run in the sandbox media are served in. */
  readonly download?: true;
}

/** A text says in which letters it is written: members' texts are UTF-8. */
const named = (type: string): string => (type.startsWith("text/") ? `${type}; charset=utf-8` : type);

/** The types of files beside members' uploads: files of the demo and of earlier releases. */
const FURTHER: readonly (readonly [ending: string, served: MediaType])[] = [
  ["ico", { type: "image/x-icon" }],
  ["jpeg", { type: "image/jpeg" }],
  ["svg", { type: "image/svg+xml" }],
  ["m4a", { type: "audio/mp4" }],
  ["vtt", { type: "text/vtt; charset=utf-8" }],
  ["zip", { type: "application/zip", download: true }],
];

/** Types that storage may serve, by file ending. None can run script in a page that embeds it. */
const TYPES: ReadonlyMap<string, MediaType> = new Map([
  ...FURTHER,
  ...MEDIA_TYPES.map((type): [string, MediaType] => {
    const { ending, download } = mediaRow(type);
    return [ending, { type: named(type), ...(download && { download }) }];
  }),
]);

/** Returns the text after the last dot in lower case; empty for a name that begins with its only dot. */
export function endingOf(name: string): string {
  const dot = name.lastIndexOf(".");
  return dot > 0 ? name.slice(dot + 1).toLowerCase() : "";
}

/** The type of a file by its last extension, so that `page.html.png` is an image and `photo.png.html` is nothing. */
export const mediaType = (name: string): MediaType | undefined => TYPES.get(endingOf(name));
