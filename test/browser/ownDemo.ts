import { inject } from "vitest";
import { STATIC_FOLDER } from "../../sites/bundles/staticFiles.ts";
import { copiedDemo, type Demo } from "./demo.ts";

/**
 * Starts both demo sites for one test file, which may change them. The port differs from the one in published pages.
 */
export const startDemo = (): Promise<Demo> =>
  copiedDemo({ ...inject("filledDemo"), port: 0 }, { staticFiles: STATIC_FOLDER });
