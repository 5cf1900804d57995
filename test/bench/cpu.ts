import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";

/** Clock ticks of `utime` and `stime` in /proc/<pid>/stat, per second. */
const TICKS_PER_SECOND = Number(execFileSync("getconf", ["CLK_TCK"], { encoding: "utf8" }));

/** CPU time a process has used so far, user and system, in microseconds. */
export function cpuMicros(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
  // The command name may contain spaces and brackets. The fields follow its last bracket.
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  return ((Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND) * 1e6;
}

/** A sum over processes. One that has ended meanwhile counts as nothing. */
export function sumOf(pids: readonly number[], of: (pid: number) => number): number {
  return pids.reduce((sum, pid) => {
    try {
      return sum + of(pid);
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code === "ENOENT" || code === "ESRCH") return sum;
      throw error;
    }
  }, 0);
}

const bytesOf = (pid: number, name: "VmRSS" | "VmHWM"): number =>
  Number(new RegExp(`^${name}:\\s+(\\d+) kB`, "m").exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1] ?? 0) * 1024;

/** Resident memory of a process, in bytes. */
export const residentBytes = (pid: number): number => bytesOf(pid, "VmRSS");

/** The most resident memory of a process since its peak was reset, in bytes. */
export const peakBytes = (pid: number): number => bytesOf(pid, "VmHWM");

/** Resets the peak on Linux, and answers the resident memory. */
export function resetPeak(pid: number): number {
  writeFileSync(`/proc/${pid}/clear_refs`, "5");
  return residentBytes(pid);
}
