/**
 * Runs once for the project. Test files that only read share the demo at `port`. Files that write at the canvas share
 * `writtenDemo`, and reset it first. All others start a copy of `filledDemo`.
 */
import type { TestProject } from "vitest/node";
import { STATIC_FOLDER } from "../../sites/bundles/staticFiles.ts";
import { copiedDemo, lendDemo, type Demo, type Filled } from "./demo.ts";

declare module "vitest" {
  interface ProvidedContext {
    port: number;
    writtenDemo: Omit<Demo, "stop">;
    filledDemo: Filled;
  }
}

export default async function setup({ provide }: TestProject): Promise<() => Promise<void>> {
  const { filled, giveBack } = await lendDemo({ staticFiles: STATIC_FOLDER });
  const read = await copiedDemo(filled, { staticFiles: STATIC_FOLDER });
  const written = await copiedDemo({ ...filled, port: 0 }, { staticFiles: STATIC_FOLDER });
  provide("filledDemo", filled);
  provide("port", read.port);
  provide("writtenDemo", { port: written.port, signingKey: written.signingKey });
  return async () => {
    await Promise.all([read.stop(), written.stop()]);
    giveBack();
  };
}
