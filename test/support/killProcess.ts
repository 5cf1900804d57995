/** Kills one process. Throws without an id, because 0 would kill all processes of the tests. */
export function killProcess(pid: number | undefined): void {
  if (pid === undefined) throw new Error("The process to kill is not running.");
  process.kill(pid, "SIGKILL");
}
