import type { MediaView } from "../../../runtime/media/views.ts";
import type { Focal } from "../pickers/focalPoint.ts";

export interface Image {
  readonly src: string;
  readonly alt: string;
  /**
   * A member marked the picture as decorative. A picture with neither this mark nor a description still needs one of
   * them.
   */
  readonly decorative?: true;
  readonly width: number;
  readonly height: number;
  readonly focal?: Focal;
  readonly caption?: string;
  readonly credit?: string;
}

/** The value of a field for a picture of the media library, with what the library says of it. */
export const pictureOf = ({ path, alt, width, height, focal, caption, credit }: MediaView): Image => ({
  src: path,
  alt,
  width: width ?? 1,
  height: height ?? 1,
  ...(focal && { focal }),
  ...(caption && { caption }),
  ...(credit && { credit }),
});
