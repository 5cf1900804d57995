/** Runs once for the project. Test files get the demo's port by `inject("port")`. */
import type { TestProject } from "vitest/node";
import { STATIC_FOLDER } from "../../sites/bundles/staticFiles.ts";
import { copiedDemo, lendDemo } from "../browser/demo.ts";

export default async function setup({ provide }: TestProject): Promise<() => Promise<void>> {
  const { filled, giveBack } = await lendDemo({ staticFiles: STATIC_FOLDER });
  const { port, stop } = await copiedDemo(filled, { staticFiles: STATIC_FOLDER });
  provide("port", port);
  return async () => {
    await stop();
    giveBack();
  };
}
