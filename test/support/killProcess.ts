/** Signals one process. Throws without an id, because 0 would signal all processes of the tests. */
export function signalProcess(pid: number | undefined, signal: NodeJS.Signals): void {
  if (pid === undefined) throw new Error(`The process to send ${signal} to is not running.`);
  process.kill(pid, signal);
}

export const killProcess = (pid: number | undefined): void => signalProcess(pid, "SIGKILL");
