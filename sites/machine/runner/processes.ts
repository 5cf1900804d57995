import { execFileSync } from "node:child_process";
import { readdirSync } from "node:fs";
import { procText } from "../watchdog/procText.ts";

export interface Process {
  readonly pid: number;
  readonly group: number;
  /** The command line. */
  readonly command: string;
  /** True if a signal has stopped the process (SIGSTOP). */
  readonly isStopped: boolean;
}

/** All visible processes of this machine without zombies: from /proc on Linux, else from `ps`. */
export const processes = (): Process[] => (process.platform === "linux" ? fromProc() : fromPs());

const STOPPED = /^T/;

export const isAlive = (group: number): boolean => processes().some((one) => one.group === group);

/** True for a workerd that serves workers. */
export const isRuntime = ({ command }: Process): boolean => /^\S*workerd(\.exe)? serve /.test(command);

/** Process id of the workerd in a process group; undefined if there is none. */
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
