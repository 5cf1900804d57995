const LOOK_MS = 500;

/**
 * Calls `leave` once the program that started this one has ended. npm passes signals on, but not when it is killed, and
 * then nobody at a keyboard would know what still has the port. Only under npm: others may start a run and go.
 */
export function whenOrphaned(leave: () => void): void {
  if (process.env["npm_lifecycle_event"] === undefined) return;
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    leave();
  }, LOOK_MS).unref();
}
