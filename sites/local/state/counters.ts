import { existsSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { MCP_WINDOW_SECONDS } from "../../../manifests/bounds/agents.ts";
import { databasesIn } from "./databases.ts";
import type { DataFolder } from "./dataFolder.ts";

/** The folder of the objects that count calls: one for each address of an agent. */
const COUNTERS = "v3/do/drawbridge-public-mcp-CallLimitDO";

/** A counter forgets everything after two windows at most, in milliseconds. Then its file says nothing any more. */
const IDLE_MS = 4 * MCP_WINDOW_SECONDS * 1000;
const EVERY_MS = 10 * 60 * 1000;

/**
 * Removes files of counters that nobody uses, and says how many. workerd empties a database and keeps its file, so each
 * address that ever asked would leave one. An open one has its log beside it, and stays.
 */
export function removeIdleCounters({ state }: DataFolder, now: number): number {
  const idle = databasesIn(join(state, COUNTERS)).filter((path) => {
    const changed = statSync(path, { throwIfNoEntry: false })?.mtimeMs;
    // A clock that was set back must not keep a file for years.
    return changed !== undefined && Math.abs(now - changed) >= IDLE_MS && !existsSync(`${path}-wal`);
  });
  return idle.filter(isRemoved).length;
}

/** False for a file that the system keeps for a process that has it open; the next sweep finds it again. */
function isRemoved(path: string): boolean {
  try {
    rmSync(path);
    return true;
  } catch {
    return false;
  }
}

/** Removes them before a start looks at every database, and again and again while it runs. */
export function sweepCounters(folder: DataFolder, now: () => number): Disposable {
  removeIdleCounters(folder, now());
  const timer = setInterval(() => removeIdleCounters(folder, now()), EVERY_MS);
  timer.unref();
  return { [Symbol.dispose]: () => clearInterval(timer) };
}
