import { MEDIA_TYPES, mediaRow } from "../../../manifests/shapes/mediaTypes.ts";

export interface MediaType {
  readonly type: string;
  /** True for types that are downloaded, because browsers' viewers for them do not run in the sandbox of media. */
  readonly download?: true;
}

/** Adds the character set to text types: members' texts are UTF-8. */
const named = (type: string): string => (type.startsWith("text/") ? `${type}; charset=utf-8` : type);

/** Types besides members' uploads, for the demo's files and files of earlier releases. */
const FURTHER: readonly (readonly [ending: string, served: MediaType])[] = [
  ["jpeg", { type: "image/jpeg" }],
  ["m4a", { type: "audio/mp4" }],
  ["vtt", { type: "text/vtt; charset=utf-8" }],
  ["zip", { type: "application/zip", download: true }],
];

/** Types that may be served, by file extension. None can run scripts in a page that embeds it. */
const TYPES: ReadonlyMap<string, MediaType> = new Map([
  ...FURTHER,
  ...MEDIA_TYPES.map((type): [string, MediaType] => {
    const { ending, download } = mediaRow(type);
    return [ending, { type: named(type), ...(download && { download }) }];
  }),
]);

/** The extension in lower case; empty without one, and for names like `.env`. */
export function endingOf(name: string): string {
  const dot = name.lastIndexOf(".");
  return dot > 0 ? name.slice(dot + 1).toLowerCase() : "";
}

/** The type of a file by its last extension: `page.html.png` is a picture, and `photo.png.html` has no type. */
export const mediaType = (name: string): MediaType | undefined => TYPES.get(endingOf(name));
