import { execFileSync } from "node:child_process";
import { readFileSync, readdirSync } from "node:fs";

export interface Process {
  readonly pid: number;
  readonly group: number;
  /** The command line it was started with. */
  readonly command: string;
  /** True if the process stands still until it is told to go on. */
  readonly isStopped: boolean;
}

/** Every living process of this machine that we may see: from /proc where there is one, else from `ps`. */
export const processes = (): Process[] => (process.platform === "linux" ? fromProc() : fromPs());

const STOPPED = /^T/;

export const isAlive = (group: number): boolean => processes().some((one) => one.group === group);

/** The process of a guarded command that runs the workers. */
export const runtimeOf = (group: number): number | undefined =>
  processes().find((one) => one.group === group && /^\S*workerd(\.exe)? serve /.test(one.command))?.pid;

function fromProc(): Process[] {
  const ids = readdirSync("/proc").filter((name) => /^\d+$/.test(name));
  return ids.flatMap((id) => {
    // `pid (name) state parent group …`; the name may itself hold spaces and parentheses.
    const [, state, group] = /^\d+ \(.*\) (\S) \d+ (\d+)/s.exec(textOf(`/proc/${id}/stat`)) ?? [];
    if (state === undefined || state === "Z") return [];
    const command = textOf(`/proc/${id}/cmdline`).replaceAll("\0", " ");
    return [{ pid: Number(id), group: Number(group), command, isStopped: STOPPED.test(state) }];
  });
}

/** Empty for a process that ended between the listing and the reading. */
function textOf(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    if (["ENOENT", "ESRCH", "EACCES"].includes((error as NodeJS.ErrnoException).code ?? "")) return "";
    throw error;
  }
}

function fromPs(): Process[] {
  const lines = execFileSync("ps", ["-axww", "-o", "pid=,pgid=,state=,args="], { encoding: "utf8" }).trim().split("\n");
  return lines.flatMap((line) => {
    const [pid, group, state, ...command] = line.trim().split(/\s+/);
    return state?.startsWith("Z") === true
      ? []
      : [{ pid: Number(pid), group: Number(group), command: command.join(" "), isStopped: STOPPED.test(state ?? "") }];
  });
}
