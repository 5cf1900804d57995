import { existsSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { MCP_WINDOW_SECONDS } from "../../../manifests/bounds/agents.ts";
import { databasesIn } from "./databases.ts";
import type { DataFolder } from "./dataFolder.ts";

/** The folder of the call-rate counters: one object for each agent's address. */
const COUNTERS = "v3/do/drawbridge-public-mcp-CallLimitDO";

/** The age after which a counter's file is useless, in milliseconds. Counters reset after two windows. */
const IDLE_MS = 4 * MCP_WINDOW_SECONDS * 1000;
const EVERY_MS = 10 * 60 * 1000;

/**
 * Deletes the files of unused counters; answers how many. workerd empties such a database but keeps its file, so each
 * address would leave one forever. An open database has a write-ahead log beside it, and stays.
 */
export function removeIdleCounters({ state }: DataFolder, now: number): number {
  const idle = databasesIn(join(state, COUNTERS)).filter((path) => {
    const changed = statSync(path, { throwIfNoEntry: false })?.mtimeMs;
    // After the clock was set back, a file would otherwise count as new for years.
    return changed !== undefined && Math.abs(now - changed) >= IDLE_MS && !existsSync(`${path}-wal`);
  });
  return idle.filter(isRemoved).length;
}

/** Deletes a file. False if the system refuses because a process has it open; the next sweep tries again. */
function isRemoved(path: string): boolean {
  try {
    rmSync(path);
    return true;
  } catch {
    return false;
  }
}

/** Deletes unused counters before the start checks all databases, and then at intervals. */
export function sweepCounters(folder: DataFolder, now: () => number): Disposable {
  removeIdleCounters(folder, now());
  const timer = setInterval(() => removeIdleCounters(folder, now()), EVERY_MS);
  timer.unref();
  return { [Symbol.dispose]: () => clearInterval(timer) };
}
