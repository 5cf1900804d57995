import { MEDIA_NAME_MAX_CHARS } from "../../../manifests/bounds/media.ts";
import { MEDIA_WIDTHS, RESIZED_ENDINGS } from "../../../manifests/shapes/mediaTypes.ts";
import { endingOf, mediaType } from "./mediaType.ts";

/** A file in an address. The digest covers the bytes, so a file never changes under its address. */
export interface MediaName {
  readonly digest: string;
  readonly name: string;
  /** The width in pixels of a resized picture; null for the original. */
  readonly width: number | null;
}

const MEDIA = /^\/media\/([0-9a-f]{64})\/([A-Za-z0-9][A-Za-z0-9._~-]*)(?:\/w([1-9]\d{2,3}))?$/;

const WIDTHS: ReadonlySet<number> = new Set(MEDIA_WIDTHS);

export function readMediaName(path: string): MediaName | undefined {
  const [, digest, name, width] = MEDIA.exec(path) ?? [];
  if (!digest || !name || name.length > MEDIA_NAME_MAX_CHARS || !mediaType(name)) return undefined;
  if (width === undefined) return { digest, name, width: null };
  return WIDTHS.has(Number(width)) && RESIZED_ENDINGS.has(endingOf(name))
    ? { digest, name, width: Number(width) }
    : undefined;
}
