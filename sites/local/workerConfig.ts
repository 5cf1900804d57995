import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { parse } from "jsonc-parser";
import type { DataFolder } from "./dataFolder.ts";
import { writeSecrets } from "./secrets.ts";
import type { Secrets } from "./secrets.ts";

/** As much of a committed wrangler.jsonc as a local run has to know. */
export interface WorkerConfig {
  readonly name: string;
  readonly main: string;
  readonly alias?: Readonly<Record<string, string>>;
  readonly d1_databases?: readonly { readonly binding: string; readonly migrations_dir?: string }[];
  readonly r2_buckets?: readonly { readonly binding: string }[];
  readonly services?: readonly { readonly binding: string; readonly service: string }[];
  readonly worker_loaders?: readonly { readonly binding: string }[];
  readonly vars?: Readonly<Record<string, unknown>>;
  readonly secrets?: { readonly required?: readonly string[] };
}

const PROJECT = fileURLToPath(new URL("../../", import.meta.url));

/** The specifier under which the workspace worker imports the plugins that came with it. */
const PLUGIN_PACK = "drawbridge:first-party";

const OWNER_ONLY = 0o600;

export const readConfig = (path: string): WorkerConfig => parse(readFileSync(path, "utf8")) as WorkerConfig;

/** The configuration of the worker in a folder of the project. */
export const committedConfig = (folder: string): string => join(PROJECT, folder, "wrangler.jsonc");

export const secretsOf = (config: WorkerConfig): readonly string[] => config.secrets?.required ?? [];

export interface RunConfigInput {
  readonly folder: DataFolder;
  readonly secrets: Secrets;
  readonly pluginPack: string;
  /** Names of the workers that run. */
  readonly workers: ReadonlySet<string>;
  /** False starts every worker without its binding to the loader, as on a plan that has none. */
  readonly loader: boolean;
  /** Settings of this run. A worker gets those its own configuration names. */
  readonly settings: Readonly<Record<string, string>>;
}

/**
 * Writes what this run starts a worker with: the committed configuration with absolute paths, this run's plugins
 * and this worker's secrets, and no other worker's. Two runs never share a file, so they cannot disturb each other.
 */
export function writeRunConfig(source: string, { folder, secrets, pluginPack, settings, ...around }: RunConfigInput): string {
  const config = fitting(readConfig(source), around);
  const home = dirname(source);
  const target = join(folder.config, config.name);
  mkdirSync(target, { recursive: true });
  const own = Object.fromEntries(secretsOf(config).map((name) => [name, secrets[name] ?? ""]));
  writeSecrets(join(target, ".dev.vars"), own);
  const text = JSON.stringify({ ...relocated(config, home, pluginPack), vars: varsOf(config, settings) }, null, 2);
  const path = join(target, "wrangler.json");
  writeFileSync(path, `${text}\n`, { mode: OWNER_ONLY });
  return path;
}

const varsOf = ({ vars = {} }: WorkerConfig, settings: RunConfigInput["settings"]): Record<string, unknown> =>
  Object.fromEntries(Object.entries(vars).map(([name, value]) => [name, settings[name] ?? value]));

/** Without what this run does not have. A binding to a worker that is not there would answer, but with an error. */
function fitting({ services, worker_loaders, ...config }: WorkerConfig, { workers, loader }: Pick<RunConfigInput, "workers" | "loader">): WorkerConfig {
  return {
    ...config,
    ...(services && { services: services.filter(({ service }) => workers.has(service)) }),
    ...(worker_loaders && loader && { worker_loaders }),
  };
}

function relocated(config: WorkerConfig, home: string, pluginPack: string): WorkerConfig {
  const alias = Object.entries(config.alias ?? {}).map(([name, path]) => [name, name === PLUGIN_PACK ? pluginPack : resolve(home, path)]);
  const databases = config.d1_databases?.map((one) =>
    one.migrations_dir === undefined ? one : { ...one, migrations_dir: resolve(home, one.migrations_dir) });
  return {
    ...config,
    main: resolve(home, config.main),
    alias: Object.fromEntries(alias) as Record<string, string>,
    ...(databases === undefined ? {} : { d1_databases: databases }),
  };
}
