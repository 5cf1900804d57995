import type { MEDIA } from "../../words/en/media.ts";

/** The words that the page for cropping gives its script. */
export type CropPageWords = Readonly<
  Record<
    Extract<
      keyof typeof MEDIA,
      | "cropHelp"
      | "cropLeft"
      | "cropTop"
      | "cropWidth"
      | "cropHeight"
      | "turnLeft"
      | "turnRight"
      | "cropDone"
      | "cropFailed"
    >,
    string
  >
>;
