import { MEDIA_NAME_MAX_CHARS } from "../../../manifests/bounds/media.ts";
import { RENDITIONS, RESIZED_ENDINGS } from "../../../manifests/shapes/mediaTypes.ts";
import { endingOf, mediaType } from "./mediaType.ts";

/** A file in an address. The digest covers the bytes, so a file never changes under its address. */
export interface MediaName {
  readonly digest: string;
  readonly name: string;
  /** The last part of the address of a rendition; null for the original. */
  readonly rendition: string | null;
  /** Present for a file in the place of files for readers. It says who gets the file. */
  readonly kept?: "for_everybody" | "for_reader";
}

const MEDIA = /^\/media\/([0-9a-f]{64})\/([A-Za-z0-9][A-Za-z0-9._~-]*)(?:\/([a-z0-9.]{1,12}))?$/;

export function readMediaName(path: string): MediaName | undefined {
  const [, digest, name, rendition] = MEDIA.exec(path) ?? [];
  if (!digest || !name || name.length > MEDIA_NAME_MAX_CHARS || !mediaType(name)) return undefined;
  if (rendition === undefined) return { digest, name, rendition: null };
  return RENDITIONS.has(rendition) && RESIZED_ENDINGS.has(endingOf(name)) ? { digest, name, rendition } : undefined;
}
