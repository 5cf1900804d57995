import { inject } from "vitest";
import { STATIC_FOLDER } from "../../sites/cli/browser/staticFiles.ts";
import { copiedDemo } from "./demo.ts";
import type { Demo } from "./demo.ts";

/** Both demo sites for one file of tests, which may change them: on a free port, which is not the one their pages name. */
export const startDemo = (): Promise<Demo> =>
  copiedDemo({ ...inject("filledDemo"), port: 0 }, { staticFiles: STATIC_FOLDER });
