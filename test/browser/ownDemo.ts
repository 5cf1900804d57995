import { inject } from "vitest";
import { CANVAS_FOLDER } from "../../sites/cli/browser/canvas.ts";
import { copiedDemo } from "./demo.ts";
import type { Demo } from "./demo.ts";

/** Both demo sites for one file of tests, which may change them. */
export const startDemo = (): Promise<Demo> => copiedDemo(inject("filledDemo"), { canvas: CANVAS_FOLDER });
