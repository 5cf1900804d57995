import { cpSync, existsSync } from "node:fs";
import { join } from "node:path";
import { inject } from "vitest";
import { startLocal } from "../../sites/local/local.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** A data folder that all files of a project copy. */
    filled: string;
  }
}

/** Makes both demo sites in a folder, and leaves nothing running. It takes longer than a start with a copy of them. */
async function fill(data: string): Promise<void> {
  const local = await startLocal({ port: 0, data, fresh: false, profile: "plugins", plugins: [] });
  await local.stop();
}

/** Puts both demo sites into an empty folder, for tests of anything but the first start. */
export async function fillWithDemo(data: string): Promise<void> {
  const filled = inject("filled");
  if (!existsSync(join(filled, "state"))) await fill(filled);
  cpSync(filled, data, { recursive: true });
}
