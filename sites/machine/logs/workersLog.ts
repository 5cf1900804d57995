import { rmSync } from "node:fs";
import { join } from "node:path";
import type { DataFolder } from "../state/dataFolder.ts";
import { EventLog } from "./eventLog.ts";
import { ROTATION, RotatedLog } from "./rotatedLog.ts";

export const logOf = ({ logs }: DataFolder): string => join(logs, "workers.log");

export const workersLog = (folder: DataFolder): EventLog =>
  new EventLog(new RotatedLog(logOf(folder), ROTATION), "workers");

/** Begins new logs for a run. Earlier logs stay until rotation deletes them. */
export function turnLogs(folder: DataFolder): void {
  rmSync(join(folder.logs, "wrangler"), { recursive: true, force: true });
  workersLog(folder).turn();
}
