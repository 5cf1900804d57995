/** Runs once for the project. Test files get the demo's port by `inject("port")`. */
import type { TestProject } from "vitest/node";
import { STATIC_FOLDER } from "../../sites/bundles/staticFiles.ts";
import { startDemo } from "../browser/demo.ts";

export default async function setup({ provide }: TestProject): Promise<() => Promise<void>> {
  const { port, stop } = await startDemo({ staticFiles: STATIC_FOLDER });
  provide("port", port);
  return stop;
}
