import { startLocal } from "./local.ts";
import type { Local } from "./local.ts";
import { giveBackMemory } from "./memory.ts";
import type { RunOptions } from "./options.ts";
import { whenOrphaned } from "./orphan.ts";
import type { PluginAvailability } from "./provisioning/pluginAvailability.ts";

/** The exit codes that shells expect of a program ended by a signal. */
const INTERRUPTED: Readonly<Record<string, number>> = { SIGHUP: 129, SIGINT: 130, SIGTERM: 143 };

/** One Ctrl-C arrives several times: from the terminal, from npm and from the launcher. */
const SAME_SIGNAL_MS = 500;

export interface Watcher {
  readonly tell: (line: string) => void;
  /** Called once, when every site answers. */
  readonly ready: (local: Local, standing: PluginAvailability, milliseconds: number) => void;
}

/**
 * Stops at a signal. Before the run is ready, exiting is enough, because every child dies with us. A second signal does
 * not wait for the first.
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

/** Runs an installation until a signal ends it, which ends this process; throws when it cannot start or breaks down. */
export async function keepRunning(options: RunOptions, { tell, ready }: Watcher): Promise<never> {
  const start = performance.now();
  const running: { local?: Local } = {};
  stopOnSignal(running, tell);
  whenOrphaned(() => process.kill(process.pid, "SIGTERM"));
  const local = await startLocal({ ...options, tell });
  running.local = local;
  const standing = await local.standing();
  await giveBackMemory();
  ready(local, standing, performance.now() - start);
  const problem = await local.broken;
  await local.stop();
  throw problem;
}
