/**
 * `npm run build`: bundles every worker as a deployment would, into `.build/<worker>`, and prints the size of each.
 * Nothing is uploaded. Fails when a bundle weighs more or holds other things than its rule allows.
 */
import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { buildExtension, EXTENSION_FOLDER } from "../bundles/extension.ts";
import { buildVscodeExtension, VSCODE_EXTENSION } from "../bundles/vscodeExtension.ts";
import { releaseVersion } from "../cli/command/version.ts";
import { deployable } from "./deployable.ts";
import { compressedSize, contentFaults, sizeFaults } from "./bundleRules.ts";
import { canvasFaults } from "../bundles/canvas.ts";
import { buildStaticFiles } from "../bundles/staticFiles.ts";
import { FIRST_PARTY_PACK, writePluginPack } from "./firstParty.ts";
import { type WorkerRow, WORKERS } from "../workers/workers.ts";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const WRANGLER = join(ROOT, "node_modules/wrangler/bin/wrangler.js");
const QUIET = {
  // Each worker is a start of the same program, which finds what the first one compiled.
  NODE_COMPILE_CACHE: join(ROOT, ".build/compiled"),
  WRANGLER_SEND_METRICS: "false",
  WRANGLER_HIDE_BANNER: "true",
  WRANGLER_LOG_PATH: join(ROOT, ".build/logs"),
};

const folderOf = (key: string): string => join(ROOT, ".build", key);

/** Bundles a worker and returns the readable text, whose comments name each file in it. */
function bundle({ key, folder }: WorkerRow): string {
  const target = folderOf(key);
  const args = [WRANGLER, "deploy", "--dry-run", "--outdir", target, "--config", join(ROOT, folder, "wrangler.jsonc")];
  const { status, stdout, stderr } = spawnSync(process.execPath, args, {
    encoding: "utf8",
    env: { ...process.env, ...QUIET },
  });
  if (status !== 0) throw new Error(`${folder} does not build:\n${stdout}${stderr}`);
  return readFileSync(join(target, "index.js"), "utf8");
}

const kilobytes = (bytes: number): string => `${(bytes / 1024).toFixed(1)} KB`;

/** Bundles one worker. True if the build succeeds and the bundle follows the rule of its row. */
async function check(row: WorkerRow): Promise<boolean> {
  const text = bundle(row);
  const deployed = await deployable(text);
  writeFileSync(join(folderOf(row.key), "index.js"), deployed);
  const faults = [...contentFaults(text, row.bundle), ...sizeFaults(deployed, row.bundle)];
  process.stdout.write(
    `${row.key.padEnd(12)} ${kilobytes(compressedSize(deployed)).padStart(10)} gzip of at most ${kilobytes(row.bundle.most)}\n`,
  );
  for (const fault of faults) process.stdout.write(`  ${fault}\n`);
  return faults.length === 0;
}

/** Builds the editor's canvas. True if no size exceeds its bound. */
async function checkCanvas(): Promise<boolean> {
  const { canvas: sizes } = await buildStaticFiles();
  const faults = canvasFaults(sizes);
  process.stdout.write(
    `${"canvas".padEnd(12)} ${kilobytes(sizes.atOnce)} gzip at once, ${kilobytes(sizes.later)} later\n`,
  );
  for (const fault of faults) process.stdout.write(`  ${fault}\n`);
  return faults.length === 0;
}

writePluginPack(FIRST_PARTY_PACK);
await buildExtension(EXTENSION_FOLDER);
await buildVscodeExtension(VSCODE_EXTENSION, releaseVersion());
const checks = [await checkCanvas()];
for (const row of WORKERS) checks.push(await check(row));
process.exitCode = checks.every(Boolean) ? 0 : 1;
