import { inject } from "vitest";
import { STATIC_FOLDER } from "../../sites/cli/browser/staticFiles.ts";
import { copiedDemo } from "./demo.ts";
import type { Demo } from "./demo.ts";

/** Both demo sites for one file of tests, which may change them. */
export const startDemo = (): Promise<Demo> => copiedDemo(inject("filledDemo"), { staticFiles: STATIC_FOLDER });
