/**
 * `npm run build`: bundles every worker as a deployment would, into `.build/<worker>`, and prints the size of each.
 * Nothing is uploaded. Fails when a bundle weighs more or holds other things than its rule allows.
 */
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { bundleFaults, BUNDLES, compressedSize } from "./bundle.ts";
import type { BundleRule } from "./bundle.ts";
import { FIRST_PARTY_PACK, writePluginPack } from "./firstParty.ts";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const WRANGLER = join(ROOT, "node_modules/wrangler/bin/wrangler.js");
const QUIET = { WRANGLER_SEND_METRICS: "false", WRANGLER_HIDE_BANNER: "true", WRANGLER_LOG_PATH: join(ROOT, ".build/logs") };

function bundle(worker: string): string {
  const target = join(ROOT, ".build", worker);
  const args = [WRANGLER, "deploy", "--dry-run", "--outdir", target, "--config", join(ROOT, "sites", worker, "wrangler.jsonc")];
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { encoding: "utf8", env: { ...process.env, ...QUIET } });
  if (status !== 0) throw new Error(`sites/${worker} does not build:\n${stdout}${stderr}`);
  return readFileSync(join(target, "index.js"), "utf8");
}

/** True when the worker builds and its bundle is as its rule has it. */
function check([worker, rule]: readonly [string, BundleRule]): boolean {
  const text = bundle(worker);
  const faults = bundleFaults(text, rule);
  const kilobytes = (bytes: number): string => `${(bytes / 1024).toFixed(1)} KB`;
  process.stdout.write(`${worker.padEnd(12)} ${kilobytes(compressedSize(text)).padStart(10)} gzip of at most ${kilobytes(rule.most)}\n`);
  for (const fault of faults) process.stdout.write(`  ${fault}\n`);
  return faults.length === 0;
}

writePluginPack(FIRST_PARTY_PACK);
process.exitCode = Object.entries(BUNDLES).map(check).every(Boolean) ? 0 : 1;
