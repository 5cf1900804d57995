/**
 * Runs the project's own wrangler with an allowlisted environment. Variables of another project (`CLOUDFLARE_ENV`,
 * `WRANGLER_*`, `NODE_OPTIONS`) could change the deployment.
 */
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { Environment } from "../../command/command.ts";
import { toolBeside } from "../../files/toolsBeside.ts";

export interface WranglerCall {
  readonly args: readonly string[];
  /**
   * The working directory; by default a new, empty folder. wrangler reads `.env` from its working directory, and
   * another user may write one into a shared folder.
   */
  readonly cwd?: string;
  readonly environment: Environment;
  /** Text for its standard input. */
  readonly input?: string;
  /** Ends the process at once. */
  readonly signal?: AbortSignal;
}

export interface Ran {
  readonly code: number | null;
  readonly out: string;
  /** The last part of its output, stdout and stderr together. */
  readonly output: string;
}

/** Variables that wrangler needs to start and to reach the network. */
const PASSED = [
  "PATH",
  "HOME",
  "USERPROFILE",
  "APPDATA",
  "SYSTEMROOT",
  "TMPDIR",
  "TEMP",
  "HTTP_PROXY",
  "HTTPS_PROXY",
  "NO_PROXY",
  "http_proxy",
  "https_proxy",
  "no_proxy",
  "NODE_EXTRA_CA_CERTS",
  "SSL_CERT_FILE",
  "XDG_CONFIG_HOME",
];
const QUIET = {
  CI: "1",
  NO_COLOR: "1",
  WRANGLER_SEND_METRICS: "false",
  WRANGLER_SEND_ERROR_REPORTS: "false",
  WRANGLER_HIDE_BANNER: "true",
  WRANGLER_WRITE_LOGS: "false",
};
/** Bounds the output that we keep, because a program may write without end. */
const HEARD_MAX_CHARS = 256 * 1024;

export const passedEnvironment = (environment: Environment): Record<string, string> =>
  Object.fromEntries(PASSED.flatMap((name) => (environment[name] === undefined ? [] : [[name, environment[name]]])));

const program = (): string => join(dirname(toolBeside("wrangler")), "bin/wrangler.js");

let compiled: string | undefined;

/**
 * A folder of this process in which Node keeps what it compiled of wrangler. A deployment starts wrangler for each step,
 * and each start but the first takes two thirds of the processor time.
 */
function compiledFolder(): string {
  if (compiled !== undefined) return compiled;
  const folder = mkdtempSync(join(tmpdir(), "drawbridge-compiled-"));
  process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
  return (compiled = folder);
}

const endOf = (text: string, more: string): string => (text + more).slice(-HEARD_MAX_CHARS);

/**
 * Node connects a child's stdin by a socket, and opening `/dev/stdin` needs a pipe. A shell between the two makes one.
 */
const commandOf = (args: readonly string[], hasInput: boolean): readonly [string, ...string[]] =>
  hasInput
    ? ["/bin/sh", "-c", 'cat | exec "$0" "$@"', process.execPath, program(), ...args]
    : [process.execPath, program(), ...args];

/** Starts wrangler in its own process group. Ctrl-C then reaches only us, and we decide whether the step may finish. */
function started({ args, cwd, environment, input, signal }: WranglerCall, scratch: string): Promise<Ran> {
  const env = {
    ...QUIET,
    WRANGLER_CACHE_DIR: join(scratch, "cache"),
    WRANGLER_LOG_PATH: join(scratch, "logs"),
    NODE_COMPILE_CACHE: compiledFolder(),
    ...environment,
  };
  return new Promise((done, fail) => {
    const [command, ...rest] = commandOf(args, input !== undefined);
    const child = spawn(command, rest, {
      cwd: cwd ?? scratch,
      env: env as NodeJS.ProcessEnv,
      detached: true,
      stdio: "pipe",
    });
    let [out, output] = ["", ""];
    child.stdout
      .setEncoding("utf8")
      .on("data", (text: string) => ([out, output] = [endOf(out, text), endOf(output, text)]));
    child.stderr.setEncoding("utf8").on("data", (text: string) => (output = endOf(output, text)));
    child.on("error", fail);
    child.on("close", (code) => done({ code, out, output }));
    // A program that exits before it has read its input breaks the pipe. Its exit code reports the failure.
    child.stdin.on("error", () => undefined);
    child.stdin.end(input ?? "");
    signal?.addEventListener("abort", () => child.pid !== undefined && process.kill(-child.pid, "SIGKILL"), {
      once: true,
    });
  });
}

export async function wrangler(call: WranglerCall): Promise<Ran> {
  const scratch = mkdtempSync(join(tmpdir(), "drawbridge-wrangler-"));
  try {
    return await started(call, scratch);
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}
