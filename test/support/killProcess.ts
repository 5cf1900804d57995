/** Kills one process at once. Throws when it is not running: 0 in its place would kill every process of the tests. */
export function killProcess(pid: number | undefined): void {
  if (pid === undefined) throw new Error("The process to kill is not running.");
  process.kill(pid, "SIGKILL");
}
