import { spawnSync } from "node:child_process";
import { PROCESS_MEMORY_MAX_BYTES } from "../../../manifests/bounds/watchdog.ts";

/** The nice value of the sandbox, so that the process for visitors runs first. */
const NICE = 5;

/**
 * The command prefix that starts a process with limits of the operating system. The data limit is twice the watchdog's,
 * because the watchdog measures with a delay. There is no core dump, and a lower priority. Empty if the system lacks
 * `prlimit`; the watchdog works without it.
 */
export function limitsOfSandbox(): readonly string[] {
  const limit = ["prlimit", `--data=${2 * PROCESS_MEMORY_MAX_BYTES}`, "--core=0"];
  const all = [...limit, "nice", "-n", String(NICE)];
  return spawnSync(all[0] ?? "", [...all.slice(1), "true"]).status === 0 ? all : [];
}
