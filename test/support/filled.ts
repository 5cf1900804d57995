import { cpSync, existsSync } from "node:fs";
import { join } from "node:path";
import { inject } from "vitest";
import { startLocal } from "../../sites/machine/local.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** A data folder that all test files of a project copy. */
    filled: string;
  }
}

/** Creates both demo sites in a folder and stops. This takes longer than a start with a copy. */
async function fill(data: string): Promise<void> {
  const local = await startLocal({ port: 0, data, fresh: false, profile: "plugins", plugins: [] });
  await local.stop();
}

/** Copies both demo sites into an empty folder. */
export async function fillWithDemo(data: string): Promise<void> {
  const filled = inject("filled");
  if (!existsSync(join(filled, "state"))) await fill(filled);
  cpSync(filled, data, { recursive: true });
}
