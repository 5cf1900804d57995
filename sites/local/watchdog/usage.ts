import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { promisify } from "node:util";

/** The processor time, transfers and memory of a process since its start. */
export interface Usage {
  readonly cpuMs: number;
  readonly memoryBytes: number;
  /** Reads and writes of its main thread, which runs every worker. While they grow, clients are being served. */
  readonly transfers: number;
}

/** Reads the present use of a process; undefined if it has ended. */
export const usageOf = (pid: number): Promise<Usage | undefined> =>
  process.platform === "linux" ? fromProc(pid) : fromPs(pid);

/** The kernel counts time in hundredths of a second, and memory in pages, on every Linux that Node runs on. */
const TICK_MS = 10;
const PAGE_BYTES = 4096;

async function fromProc(pid: number): Promise<Usage | undefined> {
  try {
    const thread = `/proc/${pid}/task/${pid}`;
    // After the name, which may hold spaces and parentheses, come the state, ten other fields, and the times.
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

/** `ps` does not count transfers, so a machine without /proc may take a very long queue for a standstill. */
async function fromPs(pid: number): Promise<Usage | undefined> {
  const output = await promisify(execFile)("ps", ["-o", "rss=,time=", "-p", String(pid)]).catch(() => undefined);
  const [kilobytes, time = ""] = output?.stdout.trim().split(/\s+/) ?? [];
  if (kilobytes === undefined) return undefined;
  const seconds = time.split(":").reduce((sum, part) => sum * 60 + Number(part), 0);
  return { cpuMs: seconds * 1000, memoryBytes: Number(kilobytes) * 1024, transfers: 0 };
}
