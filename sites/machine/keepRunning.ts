import { startLocal, type Local } from "./local.ts";
import { giveBackMemory } from "./memory.ts";
import type { RunOptions } from "./options.ts";
import type { PluginAvailability } from "./provisioning/pluginAvailability.ts";
import { GarbageCollection } from "./watchdog/garbage.ts";

/** Exit codes by signal, as shells expect them. */
const INTERRUPTED: Readonly<Record<string, number>> = { SIGHUP: 129, SIGINT: 130, SIGTERM: 143 };

/** Signals within this time count as one, in milliseconds. The terminal, npm and the launcher each forward a Ctrl-C. */
const SAME_SIGNAL_MS = 500;

export interface Watcher {
  readonly tell: (line: string) => void;
  /** Called once, when every site answers. */
  readonly ready: (local: Local, standing: PluginAvailability, milliseconds: number) => void;
}

/**
 * Stops the run at a signal. Before the run is ready, the process just exits, because all children end with it. A
 * second signal exits at once.
 */
function stopOnSignal(running: { local?: Local }, tell: Watcher["tell"]): void {
  let asked: number | undefined;
  for (const [name, code] of Object.entries(INTERRUPTED)) {
    process.on(name, () => {
      const { local } = running;
      const isSame = asked !== undefined && performance.now() - asked < SAME_SIGNAL_MS;
      if (isSame) return;
      if (local === undefined || asked !== undefined) process.exit(code);
      asked = performance.now();
      tell("Stopping.");
      void local.stop().then(
        () => process.exit(0),
        (error: unknown) => {
          tell(String(error));
          process.exit(1);
        },
      );
    });
  }
}

/** Runs an installation until a signal ends this process. Throws if it cannot start or fails later. */
export async function keepRunning(options: RunOptions, { tell, ready }: Watcher): Promise<never> {
  const start = performance.now();
  const running: { local?: Local } = {};
  stopOnSignal(running, tell);
  whenOrphaned(() => process.kill(process.pid, "SIGTERM"));
  const local = await startLocal({ ...options, tell });
  running.local = local;
  const standing = await local.standing();
  await giveBackMemory();
  await using _ = new GarbageCollection({
    pid: () => process.pid,
    memoryBytes: async () => process.memoryUsage.rss(),
    collect: () => giveBackMemory().then(() => []),
  });
  ready(local, standing, performance.now() - start);
  const problem = await local.broken;
  await local.stop();
  throw problem;
}

const LOOK_MS = 500;

/** Environment variables set by npm and by the launcher of `svc`, which stay parents of this process. */
const PASS_ON = ["npm_lifecycle_event", "SVC_LAUNCHED"];

/**
 * Calls `leave` once the parent process has ended. npm and the launcher of `svc` forward signals, but a kill ends them
 * without one. A program without a visible parent would then hold the port. Other parents may start a run and exit.
 */
function whenOrphaned(leave: () => void): void {
  if (!PASS_ON.some((name) => process.env[name] !== undefined)) return;
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    leave();
  }, LOOK_MS).unref();
}
