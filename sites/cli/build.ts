/**
 * `npm run build`: bundles every worker as a deployment would, into `.build/<worker>`, and prints the size of each.
 * Nothing is uploaded. Fails when a bundle is larger than its bound.
 */
import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { FIRST_PARTY_PACK, writePluginPack } from "./firstParty.ts";

/** Largest compressed bundle of each worker, in bytes. A worker is loaded before its first answer: its size is a visitor's wait. */
const BUNDLES = {
  site: 350 * 1024,
  workspace: 1024 * 1024,
} as const;

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const WRANGLER = join(ROOT, "node_modules/wrangler/bin/wrangler.js");
const QUIET = { WRANGLER_SEND_METRICS: "false", WRANGLER_HIDE_BANNER: "true", WRANGLER_LOG_PATH: join(ROOT, ".build/logs") };

function bundle(worker: string): string {
  const target = join(ROOT, ".build", worker);
  const args = [WRANGLER, "deploy", "--dry-run", "--outdir", target, "--config", join(ROOT, "sites", worker, "wrangler.jsonc")];
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { encoding: "utf8", env: { ...process.env, ...QUIET } });
  if (status !== 0) throw new Error(`sites/${worker} does not build:\n${stdout}${stderr}`);
  return target;
}

function compressed(folder: string): number {
  const files = readdirSync(folder).filter((name) => /\.(js|mjs|wasm|json)$/.test(name));
  return files.reduce((sum, name) => sum + gzipSync(readFileSync(join(folder, name))).byteLength, 0);
}

const kilobytes = (bytes: number): string => `${(bytes / 1024).toFixed(1)} KB`;

function main(): number {
  writePluginPack(FIRST_PARTY_PACK);
  const sizes = Object.entries(BUNDLES).map(([worker, most]) => ({ worker, most, bytes: compressed(bundle(worker)) }));
  for (const { worker, most, bytes } of sizes) {
    process.stdout.write(`${worker.padEnd(12)} ${kilobytes(bytes).padStart(10)} gzip of at most ${kilobytes(most)}\n`);
  }
  return sizes.every(({ bytes, most }) => bytes <= most) ? 0 : 1;
}

if (import.meta.main) process.exitCode = main();
