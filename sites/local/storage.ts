import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { DEMO_NAMES, loadDemo } from "../demo/load.ts";
import type { DataFolder } from "./dataFolder.ts";
import { guard } from "./guarded.ts";
import { migrationsDigest, readMigrations } from "./migrations.ts";
import { Problem } from "./problem.ts";
import { committedConfig, readConfig } from "./workerConfig.ts";
import { quietEnvironment } from "./workers.ts";

const STEPS = fileURLToPath(new URL("storageSteps.ts", import.meta.url));

/** What the stores hold when they are as this version expects. Kept inside the state, so that it goes when the state goes. */
const markOf = ({ state }: DataFolder): string => join(state, "prepared.json");

function wanted(): string {
  const media = DEMO_NAMES.flatMap((name) => loadDemo(name).media.map(({ key }) => key)).toSorted();
  return JSON.stringify({ migrations: migrationsDigest(readMigrations()), media });
}

/** Applies migrations and stores the demo's pictures, unless the last start already did. True when there was work. */
export async function prepareStorage(folder: DataFolder): Promise<boolean> {
  const want = wanted();
  if (existsSync(markOf(folder)) && readFileSync(markOf(folder), "utf8") === want) return false;
  const running = guard([process.execPath, "--no-warnings", STEPS, storageConfig(folder), folder.state], quietEnvironment(folder));
  const [said, , code] = await Promise.all([text(running.stderr), text(running.stdout), running.exited]);
  if (code !== 0) throw new Problem(`The data in ${folder.path} could not be prepared (${lastLine(said)}). Start over with --fresh, or restore that folder.`);
  writeFileSync(markOf(folder), want);
  return true;
}

/** Names the same stores as the site worker, without the worker: the ids decide where the simulators keep them. */
function storageConfig(folder: DataFolder): string {
  const { d1_databases, r2_buckets } = readConfig(committedConfig("sites/site"));
  mkdirSync(join(folder.config, "storage"), { recursive: true });
  const path = join(folder.config, "storage", "wrangler.json");
  writeFileSync(path, JSON.stringify({ name: "drawbridge-storage", compatibility_date: "2026-08-01", d1_databases, r2_buckets }));
  return path;
}

/** The line that names the error, without the stack below it. */
const lastLine = (said: string): string => {
  const lines = said.split("\n").map((line) => line.trim());
  return lines.find((line) => /error/i.test(line)) ?? lines.findLast((line) => line !== "") ?? "no reason given";
};
