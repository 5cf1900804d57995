import { spawn } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import type { Readable } from "node:stream";
import { setTimeout } from "node:timers/promises";
import { moduleBeside } from "../../cli/beside.ts";
import { isAlive } from "./processes.ts";

const GUARDIAN = moduleBeside(import.meta.url, "./guardian");

/** Between asking a command to stop and killing it, in milliseconds. Stores are safe against a kill; this only spares temporary files. */
const PATIENCE_MS = 3_000;
const SWEEP_MS = 10;
const CONTROL = 3;

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
  const child = spawn(process.execPath, [GUARDIAN, ...command], {
    env,
    detached: true,
    stdio: ["pipe", "pipe", "pipe", "pipe"],
  });
  const { pid } = child;
  if (pid === undefined) throw new Error("The guardian process could not be started.");
  // A pipe breaks when the guardian ends, which `exited` tells.
  const control = child.stdio[CONTROL] as Readable;
  for (const pipe of [child.stdin, child.stdout, child.stderr, control]) pipe.on("error", () => pipe.destroy());
  child.on("error", () => undefined); // The signal did not reach it, so `stop` tries the next one.
  const exited = ended(child).then((code) => sweep(pid).then(() => code));
  return { pid, stdout: child.stdout, stderr: child.stderr, control, exited, stop: () => stop(child, pid, exited) };
}

const ended = (child: ChildProcess): Promise<number> =>
  new Promise((done) => child.once("exit", (code) => done(code ?? 1)));

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
