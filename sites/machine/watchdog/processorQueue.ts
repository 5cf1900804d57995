import { readdirSync } from "node:fs";
import { procText } from "./procText.ts";

/** The waiting time for a processor, of this thread and the inspector's thread together. */
export interface ProcessorQueue {
  /** Milliseconds of waiting since the threads started. */
  readonly waitedMs: number;
  /** True while one of the threads waits. The kernel adds a wait to `waitedMs` only at its end. */
  readonly isWaiting: boolean;
}

const OUR_THREAD = "/proc/thread-self";
const NANOSECONDS_IN_MS = 1_000_000;

/** Reads the waiting time of our thread and of a workerd's inspector; 0 on a system without these counters. */
export function queueOf(pid: number): ProcessorQueue {
  const inspector = inspectorOf(pid);
  return {
    waitedMs: waitOf(OUR_THREAD) + (inspector === undefined ? 0 : waitOf(inspector)),
    isWaiting: inspector !== undefined && /^\d+ \(.*\) R/s.test(procText(`${inspector}/stat`)),
  };
}

/** The inspector's thread, which has the program's name, as the workers' main thread does. */
function inspectorOf(pid: number): string | undefined {
  const folder = `/proc/${pid}/task`;
  const others = threadsIn(folder).filter((id) => id !== String(pid));
  const found = others.find((id) => procText(`${folder}/${id}/comm`).trim() === "workerd");
  return found && `${folder}/${found}`;
}

function threadsIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch (error) {
    if (["ENOENT", "ESRCH"].includes((error as NodeJS.ErrnoException).code ?? "")) return [];
    throw error;
  }
}

/** Waiting time of a thread: the second number of `schedstat` (Linux, Documentation/scheduler/sched-stats.rst). */
const waitOf = (thread: string): number =>
  Number(procText(`${thread}/schedstat`).split(" ")[1] ?? 0) / NANOSECONDS_IN_MS;
