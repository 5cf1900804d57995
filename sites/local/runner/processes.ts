import { execFileSync } from "node:child_process";
import { readdirSync } from "node:fs";
import { procText } from "../watchdog/procText.ts";

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

/** True for the command line of a process that runs workers. */
export const isRuntime = ({ command }: Process): boolean => /^\S*workerd(\.exe)? serve /.test(command);

/** The process of a guarded command that runs the workers. */
export const runtimeOf = (group: number): number | undefined =>
  processes().find((one) => one.group === group && isRuntime(one))?.pid;

function fromProc(): Process[] {
  const ids = readdirSync("/proc").filter((name) => /^\d+$/.test(name));
  return ids.flatMap((id) => {
    // `pid (name) state parent group …`; the name may itself hold spaces and parentheses.
    const [, state, group] = /^\d+ \(.*\) (\S) \d+ (\d+)/s.exec(procText(`/proc/${id}/stat`)) ?? [];
    if (state === undefined || state === "Z") return [];
    const command = procText(`/proc/${id}/cmdline`).replaceAll("\0", " ");
    return [{ pid: Number(id), group: Number(group), command, isStopped: STOPPED.test(state) }];
  });
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
