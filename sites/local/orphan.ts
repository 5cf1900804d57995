const LOOK_MS = 500;

/** Set by programs that stay in front of this one. */
const PASS_ON = ["npm_lifecycle_event", "SVC_LAUNCHED"];

/**
 * Calls `leave` once the parent program has ended. npm and the launcher of `svc` pass signals on, but not when they are
 * killed. Then nobody would know which program holds the port. Other parents may start a run and exit.
 */
export function whenOrphaned(leave: () => void): void {
  if (!PASS_ON.some((name) => process.env[name] !== undefined)) return;
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    leave();
  }, LOOK_MS).unref();
}
