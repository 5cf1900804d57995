import { spawn } from "node:child_process";
import { once } from "node:events";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { createInterface } from "node:readline";

const START = fileURLToPath(new URL("../../sites/machine/start.mjs", import.meta.url));

export interface Ready {
  readonly ready: boolean;
  readonly site: string;
  readonly sites: readonly { readonly url: string; readonly created: boolean; readonly state: string }[];
  readonly missing: readonly { readonly what: string; readonly mend: string }[];
  readonly status: string;
  readonly port: number;
  readonly data: string;
  readonly secrets: string;
  readonly log: string;
  /** The MCP server for members' agents. */
  readonly membersMcp: string;
  /** Only in a run with a worker for each tenant. */
  readonly deployer?: string;
  readonly provider?: { readonly api: string; readonly account: string };
}

export interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** One `npm start` in a child process. The test stops it at its end. */
export interface Run extends AsyncDisposable {
  readonly pid: number;
  /** The first line on stdout. */
  readonly line: Promise<string>;
  readonly ended: Promise<Ended>;
  /** Lines on stderr so far. */
  readonly said: readonly string[];
  kill(signal: NodeJS.Signals): void;
}

export const start = (...args: string[]): Run => startIn({}, ...args);

/** Additions to a shell's environment for a program. */
interface Surroundings {
  readonly environment?: Readonly<Record<string, string>>;
  /** A command that prepares something and then runs the program. */
  readonly through?: readonly string[];
}

export function startIn({ environment = {}, through = [] }: Surroundings, ...args: string[]): Run {
  const [command = "", ...rest] = [...through, process.execPath, START, ...args];
  const env = { ...process.env, ...environment };
  const child = spawn(command, rest, { env, stdio: ["ignore", "pipe", "pipe"] });
  const line = once(createInterface({ input: child.stdout }), "line").then(([first]) => String(first));
  const said: string[] = [];
  createInterface({ input: child.stderr }).on("line", (told) => said.push(told));
  const ended = Promise.all([text(child.stdout), text(child.stderr), once(child, "exit")]);
  return {
    pid: child.pid ?? -1,
    line,
    ended: ended.then(([stdout, stderr, [code]]) => ({ code: code as number | null, stdout, stderr })),
    said,
    kill: (signal) => child.kill(signal),
    [Symbol.asyncDispose]: async () => {
      child.kill("SIGINT");
      await ended;
    },
  };
}

export async function readyOf(run: Run): Promise<Ready> {
  const failed = run.ended.then(({ stderr }) => Promise.reject(new Error(`It ended before it was ready: ${stderr}`)));
  return JSON.parse(await Promise.race([run.line, failed])) as Ready;
}
