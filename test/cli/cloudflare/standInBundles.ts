/**
 * Bundles for `prepare`. A built checkout has real ones. Missing ones are replaced by small files until the end, so
 * these tests need no build.
 */
import { existsSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { WORKERS } from "../../../sites/workers/workers.ts";

const BUILD = join(import.meta.dirname, "../../../.build");

export function buildStandIns(): () => void {
  const missing = WORKERS.map(({ key }) => join(BUILD, key, "index.js")).filter((path) => !existsSync(path));
  for (const path of missing) {
    mkdirSync(join(path, ".."), { recursive: true });
    writeFileSync(path, "export default { fetch: () => new Response() };\n");
  }
  return () => {
    for (const path of missing) rmSync(path, { force: true });
  };
}
