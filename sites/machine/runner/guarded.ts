import { spawn, type ChildProcess } from "node:child_process";
import type { Readable } from "node:stream";
import { text } from "node:stream/consumers";
import { setTimeout } from "node:timers/promises";
import { isAlive } from "./processes.ts";

/**
 * The guardian of a command: a shell that leads the process group of everything the command starts. The guardian kills
 * the group when its stdin closes, which also happens if the parent was killed. Without it, a left-over workerd would
 * hold the port. Another Node process would take 45 MB for the whole run.
 *
 * SIGTERM reaches the whole group. The guardian ignores it, so only the command acts on it. The subshell between them
 * waits for the command, and writes its exit code to file descriptor 4. The command inherits file descriptor 3.
 *
 * A shell writes "Killed" or "Terminated" to its stderr when a signal ends its command. So only the command gets our
 * stderr.
 */
const GUARDIAN = `{ trap : TERM; exec 5>&2 2>/dev/null; (exec "$@" 2>&5 4>&- 5>&-); echo $? >&4; } &
trap '' TERM
exec >&- 2>&- 3>&- 4>&-
while read -r line; do :; done
kill -KILL 0`;

/**
 * The wait between SIGTERM and SIGKILL, in milliseconds. Stores survive a kill; a clean exit only removes temporary
 * files.
 */
const PATIENCE_MS = 3_000;
const SWEEP_MS = 10;
const [CONTROL, CODE] = [3, 4];

/** A command with everything it starts, under a guardian. */
export interface Guarded {
  readonly pid: number;
  readonly stdout: NodeJS.ReadableStream;
  readonly stderr: NodeJS.ReadableStream;
  /** The command's file descriptor 3, on which workerd reports its ports. */
  readonly control: NodeJS.ReadableStream;
  /** Resolves to the exit code once the whole group has ended. */
  readonly exited: Promise<number>;
  stop(): Promise<void>;
}

export function guard(command: readonly string[], env: NodeJS.ProcessEnv): Guarded {
  const child = spawn("/bin/sh", ["-c", GUARDIAN, "guardian", ...command], {
    env,
    detached: true,
    stdio: ["pipe", "pipe", "pipe", "pipe", "pipe"],
  });
  const { pid } = child;
  if (pid === undefined) throw new Error("The guardian process could not be started.");
  // The pipes break when the guardian ends. `exited` reports that.
  const [control, code] = [child.stdio[CONTROL] as Readable, child.stdio[CODE] as Readable];
  for (const pipe of [child.stdin, child.stdout, child.stderr, control, code]) pipe.on("error", () => pipe.destroy());
  child.on("error", () => undefined); // The signal could not be sent; `stop` sends the next one.
  const exited = Promise.race([exitCode(code), ended(child)]).then((given) => sweep(pid).then(() => given));
  return { pid, stdout: child.stdout, stderr: child.stderr, control, exited, stop: () => stop(child, pid, exited) };
}

/** The exit code of a shell for a command that SIGKILL ended. */
const KILLED = 137;

/** The exit code that the subshell wrote. Without one, something killed the subshell, which only a SIGKILL can do. */
const exitCode = async (code: Readable): Promise<number> => Number((await text(code).catch(() => "")) || KILLED);

/** Resolves if another process kills the guardian before its command ends. */
const ended = (child: ChildProcess): Promise<number> =>
  new Promise((done) => child.once("exit", (_, signal) => done(signal === null ? 1 : KILLED)));

async function stop(child: ChildProcess, pid: number, exited: Promise<number>): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  signal(pid, "SIGTERM");
  await Promise.race([exited, setTimeout(PATIENCE_MS, undefined, { ref: false })]);
  signal(pid, "SIGKILL");
  await exited;
}

/** Kills the rest of the process group and waits for its end. Ports and files are free afterwards. */
async function sweep(group: number): Promise<void> {
  signal(group, "SIGKILL");
  while (isAlive(group)) await setTimeout(SWEEP_MS);
}

/** Signals a whole group. A group that has ended is ignored. */
function signal(group: number, name: NodeJS.Signals): void {
  try {
    process.kill(-group, name);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
  }
}
