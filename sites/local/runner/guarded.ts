import { spawn } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import type { Readable } from "node:stream";
import { text } from "node:stream/consumers";
import { setTimeout } from "node:timers/promises";
import { isAlive } from "./processes.ts";

/**
 * The guardian of a command. It leads a process group that holds everything the command starts. It kills the group when
 * its stdin ends, also if the parent was killed without a clean-up. Without it, workerd would hold the port with no
 * program left that knows of it. It is a shell, because another Node takes 45 MB for as long as the run lasts.
 *
 * A polite stop reaches the whole group at once. The command alone acts on it, because the guardian is deaf. The
 * process between them waits for the command's exit code, which it writes to file 4. The command inherits file 3.
 *
 * A shell writes "Killed" or "Terminated" to its stderr when a signal ends its command. So the command alone has ours.
 */
const GUARDIAN = `{ trap : TERM; exec 5>&2 2>/dev/null; (exec "$@" 2>&5 4>&- 5>&-); echo $? >&4; } &
trap '' TERM
exec >&- 2>&- 3>&- 4>&-
while read -r line; do :; done
kill -KILL 0`;

/** Between asking a command to stop and killing it, in milliseconds. Stores are safe against a kill; this only spares temporary files. */
const PATIENCE_MS = 3_000;
const SWEEP_MS = 10;
const [CONTROL, CODE] = [3, 4];

/** A command under a guardian, with everything it starts. */
export interface Guarded {
  readonly pid: number;
  readonly stdout: NodeJS.ReadableStream;
  readonly stderr: NodeJS.ReadableStream;
  /** The stream of the command's file 3: workerd writes there on which ports it listens. */
  readonly control: NodeJS.ReadableStream;
  /** The exit code, once nothing of it runs any more. */
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
  // A pipe breaks when the guardian ends, which `exited` tells.
  const [control, code] = [child.stdio[CONTROL] as Readable, child.stdio[CODE] as Readable];
  for (const pipe of [child.stdin, child.stdout, child.stderr, control, code]) pipe.on("error", () => pipe.destroy());
  child.on("error", () => undefined); // The signal did not reach it, so `stop` tries the next one.
  const exited = Promise.race([exitCode(code), ended(child)]).then((given) => sweep(pid).then(() => given));
  return { pid, stdout: child.stdout, stderr: child.stderr, control, exited, stop: () => stop(child, pid, exited) };
}

/** The exit code of the command, as the process around it says; that one was killed if it says nothing. */
const exitCode = async (code: Readable): Promise<number> => Number((await text(code).catch(() => "")) || 1);

/** The guardian itself ends before its command only when another process kills it. */
const ended = (child: ChildProcess): Promise<number> => new Promise((done) => child.once("exit", () => done(1)));
async function stop(child: ChildProcess, pid: number, exited: Promise<number>): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  signal(pid, "SIGTERM");
  await Promise.race([exited, setTimeout(PATIENCE_MS, undefined, { ref: false })]);
  signal(pid, "SIGKILL");
  await exited;
}

/** Kills what the command left behind in its group, and waits until it is gone: its ports and files are free then. */
async function sweep(group: number): Promise<void> {
  signal(group, "SIGKILL");
  while (isAlive(group)) await setTimeout(SWEEP_MS);
}

/** Signals a whole group; a group that is gone already needs nothing. */
function signal(group: number, name: NodeJS.Signals): void {
  try {
    process.kill(-group, name);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
  }
}
