/** Bundles for `prepare`, of some bytes each: real ones are megabytes, which each command reads, digests and copies. */
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { builtWorkers } from "../../../sites/cli/cloudflare/descriptor/release.ts";
import { WORKERS } from "../../../sites/workers/workers.ts";

const SMALL = "export default { fetch: () => new Response() };\n";

function writeSmall(paths: readonly string[]): void {
  for (const path of paths) {
    mkdirSync(join(path, ".."), { recursive: true });
    writeFileSync(path, SMALL);
  }
}

const bundlesIn = (folder: string): string[] => WORKERS.map(({ key }) => join(folder, key, "index.js"));

/** Gives commands in this process small bundles, until the returned function is called. */
export function buildStandIns(): () => void {
  const before = builtWorkers.folder;
  const folder = mkdtempSync(join(tmpdir(), "drawbridge-bundles-"));
  writeSmall(bundlesIn(folder));
  builtWorkers.folder = folder;
  return () => {
    builtWorkers.folder = before;
    rmSync(folder, { recursive: true, force: true });
  };
}

/** Puts small bundles where a build has left none, for commands in processes of their own. */
export function fillBuild(): () => void {
  const missing = bundlesIn(builtWorkers.folder).filter((path) => !existsSync(path));
  writeSmall(missing);
  return () => {
    for (const path of missing) rmSync(path, { force: true });
  };
}
