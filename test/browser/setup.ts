/** Runs once for the project. Files that change nothing share the demo at `port`; the others begin with a copy of `filledDemo`. */
import { rmSync } from "node:fs";
import type { TestProject } from "vitest/node";
import { STATIC_FOLDER } from "../../sites/cli/browser/staticFiles.ts";
import { fillDemo, startDemo } from "./demo.ts";
import type { Filled } from "./demo.ts";

declare module "vitest" {
  interface ProvidedContext {
    port: number;
    filledDemo: Filled;
  }
}

export default async function setup({ provide }: TestProject): Promise<() => Promise<void>> {
  const filled = await fillDemo({ staticFiles: STATIC_FOLDER });
  const { port, stop } = await startDemo({ staticFiles: STATIC_FOLDER });
  provide("filledDemo", filled);
  provide("port", port);
  return async () => {
    await stop();
    rmSync(filled.data, { recursive: true, force: true });
  };
}
