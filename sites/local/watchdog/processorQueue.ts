import { readdirSync } from "node:fs";
import { procText } from "./procText.ts";

/** The wait for a processor, of the threads that ask and answer at an isolate's door. */
export interface ProcessorQueue {
  /** Milliseconds since the threads began. */
  readonly waitedMs: number;
  /** True while one of them waits. The kernel counts a wait when it is over. */
  readonly isWaiting: boolean;
}

const OUR_THREAD = "/proc/thread-self";
const NANOSECONDS_IN_MS = 1_000_000;

/** The queue of our own thread and of a workerd's inspector. It stays empty on a system that does not count waits. */
export function queueOf(pid: number): ProcessorQueue {
  const inspector = inspectorOf(pid);
  return {
    waitedMs: waitOf(OUR_THREAD) + (inspector === undefined ? 0 : waitOf(inspector)),
    isWaiting: inspector !== undefined && /^\d+ \(.*\) R/s.test(procText(`${inspector}/stat`)),
  };
}

/** The inspector runs in a thread with the name of the program, as the workers do. */
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

/** The second number of `schedstat` is the time in the queue (Linux, Documentation/scheduler/sched-stats.rst). */
const waitOf = (thread: string): number =>
  Number(procText(`${thread}/schedstat`).split(" ")[1] ?? 0) / NANOSECONDS_IN_MS;
