import { rmSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { createInterface } from "node:readline";
import { stripVTControlCharacters } from "node:util";
import { visibleText } from "../../../manifests/visible.ts";
import type { DataFolder } from "../state/dataFolder.ts";
import { guard } from "./guarded.ts";
import { pluginLogOf } from "../logs/pluginLog.ts";
import { runtimesOf } from "./processes.ts";
import { ROTATION, RotatedLog } from "../logs/rotatedLog.ts";

/** The configurations, the port and the data folder of a run's workers. */
export interface WorkersInput {
  /** Paths of wrangler configurations; the first one gets the port. */
  readonly configs: readonly string[];
  readonly port: number;
  readonly folder: DataFolder;
  /** Called for every line the workers or their host wrote. */
  readonly onLine: (line: string) => void;
}

/** The running workers of one start. */
export interface Workers {
  /** Process id of the workerd that runs the workers. It changes when workerd crashes and is started again. */
  pid(): number | undefined;
  /** Process id of the workerd that listens on the port and hands requests on. */
  frontPid(): number | undefined;
  /** Resolves when the workers have ended, whether asked to or not. */
  readonly exited: Promise<number>;
  stop(): Promise<void>;
}

const WRANGLER = join(dirname(createRequire(import.meta.url).resolve("wrangler/package.json")), "wrangler-dist/cli.js");

/** Nothing is reported, looked up or kept outside the data folder: a run works offline, and beside any other. */
export const quietEnvironment = (folder: DataFolder): NodeJS.ProcessEnv => ({
  ...process.env,
  WRANGLER_SEND_METRICS: "false",
  WRANGLER_SEND_ERROR_REPORTS: "false",
  WRANGLER_HIDE_BANNER: "true",
  WRANGLER_NO_SKILLS_UPDATE_PROMPTS: "true",
  WRANGLER_LOG: "warn",
  WRANGLER_LOG_PATH: join(folder.logs, "wrangler"),
  WRANGLER_REGISTRY_PATH: join(folder.config, "registry"),
  WRANGLER_CACHE_DIR: join(folder.config, "cache"),
  XDG_CONFIG_HOME: join(folder.config, "home"),
  CLOUDFLARE_CF_FETCH_ENABLED: "false",
  CLOUDFLARE_LOAD_DEV_VARS_FROM_DOT_ENV: "false",
  X_LOCAL_OBSERVABILITY: "false", // Otherwise it would store a trace of every request.
  X_LOCAL_EXPLORER: "false",
  NO_COLOR: "1",
  FORCE_COLOR: "0",
});

export const logOf = ({ logs }: DataFolder): string => join(logs, "workers.log");

const workersLog = (folder: DataFolder): RotatedLog => new RotatedLog(logOf(folder), ROTATION);

/** Begins new logs for a run. The logs of earlier runs stay as long as there is room. */
export function turnLogs(folder: DataFolder): void {
  rmSync(join(folder.logs, "wrangler"), { recursive: true, force: true });
  workersLog(folder).turn();
}

export function startWorkers({ configs, port, folder, onLine }: WorkersInput): Workers {
  const args = [
    "dev",
    ...configs.flatMap((config) => ["--config", config]),
    "--ip",
    "127.0.0.1",
    "--port",
    String(port),
    "--persist-to",
    folder.state,
    "--inspector-port",
    "0",
    "--show-interactive-dev-session=false",
    "--log-level",
    "warn",
  ];
  const running = guard([process.execPath, "--no-warnings", WRANGLER, ...args], quietEnvironment(folder));
  const log = workersLog(folder);
  const plugins = pluginLogOf(folder);
  const note = (text: string): void => {
    const plain = stripVTControlCharacters(text);
    // wrangler leaves two empty lines after each warning.
    if (plain.trim() === "" || plugins.take(plain)) return;
    const line = visibleText(plain);
    log.write(line);
    onLine(line);
  };
  const readers = [running.stdout, running.stderr].map((input) => createInterface({ input }).on("line", note));
  const exited = running.exited.finally(() => {
    for (const reader of readers) reader.close();
  });
  return {
    pid: () => runtimesOf(running.pid).workers,
    frontPid: () => runtimesOf(running.pid).front,
    exited,
    stop: running.stop,
  };
}
