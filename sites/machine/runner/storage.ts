import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { moduleBeside } from "../../cli/files/beside.ts";
import { objectForReaders } from "../../../runtime/media/keys.ts";
import { DEMO_NAMES, loadDemo } from "../../demo/load.ts";
import type { DataFolder } from "../state/dataFolder.ts";
import { syncNewBlobs } from "../blobs/syncNewBlobs.ts";
import { withCertificates } from "./certificates.ts";
import { guard } from "./guarded.ts";
import type { Inventory } from "../state/inventory.ts";
import { readMigrations } from "../state/migrations.ts";
import { Problem } from "../process/problem.ts";
import { type WorkerConfig, committedConfig, readConfig } from "./workerConfig.ts";

const STEPS = moduleBeside(import.meta.url, "./storageSteps");

/** Keys of the demo's pictures. A start stores missing ones again. */
export const shippedPictures = (): ReadonlySet<string> =>
  new Set(DEMO_NAMES.flatMap((name) => loadDemo(name).media.map(({ key }) => key)));

/**
 * Applies missing migrations, and stores missing pictures of the demo. Answers a description. Reads the stores at each
 * start, because a stored flag would hide later losses.
 */
export async function prepareStorage(folder: DataFolder, kept: Inventory): Promise<string> {
  // A picture that is for readers alone stands elsewhere.
  const missing = [...shippedPictures()].filter(
    (key) => !kept.objects.has(key) && !kept.objects.has(key.replace(/[^/]*$/, objectForReaders)),
  );
  if (missing.length === 0 && readMigrations().every(({ name }) => kept.migrations.has(name)))
    return "Storage is up to date.";
  await takeSteps(folder, missing);
  if (missing.length === 0 || kept.sites.length === 0) return "Migrations applied, pictures stored.";
  return `${missing.length} missing pictures of the demo are stored again.`;
}

async function takeSteps(folder: DataFolder, pictures: readonly string[]): Promise<void> {
  const { d1_databases = [], r2_buckets = [] } = readConfig(committedConfig("sites/workers/site"));
  await runSteps(folder, STEPS, { d1_databases, r2_buckets }, pictures);
}

/** Runs a program on the stores of a configuration. */
export async function runSteps(
  folder: DataFolder,
  steps: string,
  stores: Partial<WorkerConfig>,
  rest: readonly string[] = [],
): Promise<void> {
  const running = guard(
    [process.execPath, "--no-warnings", steps, storageConfig(folder, stores), folder.state, ...rest],
    quietEnvironment(folder),
  );
  const began = Date.now();
  const late = setTimeout(() => void running.stop(), STEPS_MAX_MS);
  const [errors, , code] = await Promise.all([text(running.stderr), text(running.stdout), running.exited]).finally(() =>
    clearTimeout(late),
  );
  if (code === 0) return syncNewBlobs(folder.state, began);
  const log = join(folder.logs, "storage.log");
  writeFileSync(log, errors, { mode: OWNER_ONLY });
  throw new Problem(
    `The data in ${folder.path} could not be prepared (${errorLine(errors)}). The databases themselves were found whole. The whole message is in ${log}. Start again when its cause is gone.`,
  );
}

/** The longest time for the steps, in milliseconds. They take seconds. */
const STEPS_MAX_MS = 5 * 60_000;
const OWNER_ONLY = 0o600;

/**
 * An environment in which the tools send no data and write only into the data folder. A run works offline and beside
 * other runs.
 */
const quietEnvironment = (folder: DataFolder): NodeJS.ProcessEnv => ({
  ...withCertificates(folder),
  WRANGLER_SEND_METRICS: "false",
  WRANGLER_SEND_ERROR_REPORTS: "false",
  WRANGLER_HIDE_BANNER: "true",
  WRANGLER_NO_SKILLS_UPDATE_PROMPTS: "true",
  WRANGLER_LOG: "warn",
  WRANGLER_LOG_PATH: join(folder.logs, "wrangler"),
  WRANGLER_REGISTRY_PATH: join(folder.config, "registry"),
  WRANGLER_CACHE_DIR: join(folder.config, "cache"),
  XDG_CONFIG_HOME: join(folder.config, "home"),
  CLOUDFLARE_CF_FETCH_ENABLED: "false",
  CLOUDFLARE_LOAD_DEV_VARS_FROM_DOT_ENV: "false",
  X_LOCAL_OBSERVABILITY: "false", // Miniflare would otherwise store a trace of every request.
  X_LOCAL_EXPLORER: "false",
  NO_COLOR: "1",
  FORCE_COLOR: "0",
});

/**
 * Writes a configuration with the workers' stores. The ids must be the same, because the simulator derives its paths
 * from them.
 */
function storageConfig(folder: DataFolder, stores: Partial<WorkerConfig>): string {
  mkdirSync(join(folder.config, "storage"), { recursive: true });
  const path = join(folder.config, "storage", "wrangler.json");
  writeFileSync(path, JSON.stringify({ name: "drawbridge-storage", compatibility_date: "2026-08-01", ...stores }));
  return path;
}

/** The line with the error, without the stack trace. */
const errorLine = (output: string): string => {
  const lines = output.split("\n").map((line) => line.trim());
  return lines.find((line) => /error/i.test(line)) ?? lines.findLast((line) => line !== "") ?? "no reason given";
};
