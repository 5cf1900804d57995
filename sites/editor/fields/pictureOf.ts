import type { MediaView } from "../../../runtime/media/views.ts";
import type { Focal } from "./focalPoint.ts";

export interface Image {
  readonly src: string;
  readonly alt: string;
  /** A member said so. A picture that has no description and does not say it waits for one. */
  readonly decorative?: true;
  readonly width: number;
  readonly height: number;
  readonly focal?: Focal;
}

/** The value of a field for a file of the media. Its own description and point are what a page begins with. */
export const pictureOf = ({ path, alt, width, height, focal }: MediaView): Image => ({
  src: path,
  alt,
  width: width ?? 1,
  height: height ?? 1,
  ...(focal && { focal }),
});
