import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { promisify } from "node:util";

/** Processor time, transfers and memory of a process. */
export interface Usage {
  readonly cpuMs: number;
  readonly memoryBytes: number;
  /**
   * The number of reads and writes by the main thread, which runs all workers. While it grows, the process serves
   * clients.
   */
  readonly transfers: number;
}

/** Reads the usage of a process; undefined if it has ended. */
export const readUsage = (pid: number): Promise<Usage | undefined> =>
  process.platform === "linux" ? fromProc(pid) : fromPs(pid);

/** Linux counts time in units of 10 ms, and memory in pages of 4 KiB, on all platforms of Node. */
const TICK_MS = 10;
const PAGE_BYTES = 4096;

async function fromProc(pid: number): Promise<Usage | undefined> {
  try {
    const thread = `/proc/${pid}/task/${pid}`;
    // The state, ten other fields and the times follow the name, which may contain spaces and parentheses.
    const [, state = "Z", user, system] =
      /^\d+ \(.*\) (\S)(?: \S+){10} (\d+) (\d+)/s.exec(readFileSync(`${thread}/stat`, "utf8")) ?? [];
    if (state === "Z") return undefined;
    const [, pages] = readFileSync(`/proc/${pid}/statm`, "utf8").split(" ");
    const io = readFileSync(`${thread}/io`, "utf8").matchAll(/^sysc[rw]: (\d+)/gm);
    return {
      cpuMs: (Number(user) + Number(system)) * TICK_MS,
      memoryBytes: Number(pages) * PAGE_BYTES,
      transfers: [...io].reduce((sum, [, count]) => sum + Number(count), 0),
    };
  } catch (error) {
    if (["ENOENT", "ESRCH"].includes((error as NodeJS.ErrnoException).code ?? "")) return undefined;
    throw error;
  }
}

/**
 * Reads the usage from `ps`, which does not count transfers. Without them, a very long request queue may look like a
 * hang.
 */
async function fromPs(pid: number): Promise<Usage | undefined> {
  const output = await promisify(execFile)("ps", ["-o", "rss=,time=", "-p", String(pid)]).catch(() => undefined);
  const [kilobytes, time = ""] = output?.stdout.trim().split(/\s+/) ?? [];
  if (kilobytes === undefined) return undefined;
  const seconds = time.split(":").reduce((sum, part) => sum * 60 + Number(part), 0);
  return { cpuMs: seconds * 1000, memoryBytes: Number(kilobytes) * 1024, transfers: 0 };
}
