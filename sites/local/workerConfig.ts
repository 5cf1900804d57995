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
  readonly vars?: Readonly<Record<string, unknown>>;
  readonly secrets?: { readonly required?: readonly string[] };
}

export const SITES = fileURLToPath(new URL("../", import.meta.url));

/** The specifier under which the workspace worker imports the plugins that came with it. */
const PLUGIN_PACK = "drawbridge:first-party";

const OWNER_ONLY = 0o600;

export const readConfig = (path: string): WorkerConfig => parse(readFileSync(path, "utf8")) as WorkerConfig;

export const committedConfig = (worker: string): string => join(SITES, worker, "wrangler.jsonc");

export const secretsOf = (config: WorkerConfig): readonly string[] => config.secrets?.required ?? [];

export interface RunConfigInput {
  readonly folder: DataFolder;
  readonly secrets: Secrets;
  readonly pluginPack: string;
  /** Settings of this run. A worker gets those its own configuration names. */
  readonly settings: Readonly<Record<string, string>>;
}

/**
 * Writes what this run starts a worker with: the committed configuration with absolute paths, this run's plugins
 * and this worker's secrets, and no other worker's. Two runs never share a file, so they cannot disturb each other.
 */
export function writeRunConfig(source: string, { folder, secrets, pluginPack, settings }: RunConfigInput): string {
  const config = readConfig(source);
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
