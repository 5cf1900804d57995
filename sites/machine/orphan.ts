const LOOK_MS = 500;

/** Environment variables set by npm and by the launcher of `svc`, which stay parents of this process. */
const PASS_ON = ["npm_lifecycle_event", "SVC_LAUNCHED"];

/**
 * Calls `leave` once the parent process has ended. npm and the launcher of `svc` forward signals, but a kill ends them
 * without one. A program without a visible parent would then hold the port. Other parents may start a run and exit.
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
