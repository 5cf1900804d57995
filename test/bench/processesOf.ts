import { processes } from "../../sites/machine/runner/processes.ts";
import type { Run } from "../machine/runner.ts";

/** The program and all its child processes with this folder. */
export function processesOf({ pid }: Pick<Run, "pid">, path: string): number[] {
  const all = processes();
  const groups = new Set(all.filter(({ command }) => command.includes(path)).map(({ group }) => group));
  return all
    .filter((one) => one.pid === pid || (groups.has(one.group) && one.group !== groupOf(process.pid)))
    .map((one) => one.pid);
}

const groupOf = (pid: number): number | undefined => processes().find((one) => one.pid === pid)?.group;
