import { spawnSync } from "node:child_process";
import { PROCESS_MEMORY_MAX_BYTES } from "../../../manifests/bounds/watchdog.ts";

/** Steps by which the sandbox gives way to the process that serves visitors. */
const NICE = 5;

/**
 * The command that starts a process with limits of the system. It gets no more data than the watchdog would end it for,
 * with room for late measures. It gets no image of its memory on the disk, and the second place for the processor.
 * Empty where the system has no such command; the watchdog is there all the same.
 */
export function limitsOfSandbox(): readonly string[] {
  const limit = ["prlimit", `--data=${2 * PROCESS_MEMORY_MAX_BYTES}`, "--core=0"];
  const all = [...limit, "nice", "-n", String(NICE)];
  return spawnSync(all[0] ?? "", [...all.slice(1), "true"]).status === 0 ? all : [];
}
