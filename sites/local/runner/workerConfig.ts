import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { parse } from "jsonc-parser";
import type { DataFolder } from "../state/dataFolder.ts";
import { writeSecrets } from "../state/secrets.ts";
import type { Secrets } from "../state/secrets.ts";

/** The part of a committed wrangler.jsonc that a local run needs. */
export interface WorkerConfig {
  readonly name: string;
  readonly main: string;
  readonly alias?: Readonly<Record<string, string>>;
  readonly define?: Readonly<Record<string, string>>;
  readonly d1_databases?: readonly { readonly binding: string; readonly migrations_dir?: string }[];
  readonly r2_buckets?: readonly { readonly binding: string }[];
  readonly services?: readonly { readonly binding: string; readonly service: string }[];
  readonly assets?: { readonly directory: string };
  readonly worker_loaders?: readonly { readonly binding: string }[];
  readonly vars?: Readonly<Record<string, unknown>>;
  readonly secrets?: { readonly required?: readonly string[] };
}

const PROJECT = fileURLToPath(new URL("../../../", import.meta.url));

/** The specifier under which the workspace worker imports the plugins that came with it. */
const PLUGIN_PACK = "drawbridge:first-party";

const OWNER_ONLY = 0o600;

export const readConfig = (path: string): WorkerConfig => parse(readFileSync(path, "utf8")) as WorkerConfig;

/** The configuration of the worker in a folder of the project. */
export const committedConfig = (folder: string): string => join(PROJECT, folder, "wrangler.jsonc");

/** Workers that have secrets of the same name as another's, and none of the same value. */
const OWN_SECRETS: Readonly<Record<string, string>> = { "drawbridge-private-mcp": "MEMBERS_MCP_" };

/** The name under which this machine keeps a worker's secret. */
const keptAs = ({ name }: WorkerConfig, secret: string): string => `${OWN_SECRETS[name] ?? ""}${secret}`;

const requiredOf = (config: WorkerConfig): readonly string[] => config.secrets?.required ?? [];

/** The secrets of a worker, as this machine keeps them. */
export const secretsOf = (config: WorkerConfig): readonly string[] =>
  requiredOf(config).map((secret) => keptAs(config, secret));

/** A worker of this run, with its secrets and variables. */
export interface RunConfigInput {
  readonly folder: DataFolder;
  readonly secrets: Secrets;
  readonly pluginPack: string;
  /** The folder with the built files of the editor. */
  readonly canvas: string;
  /** Names of the workers that run. */
  readonly workers: ReadonlySet<string>;
  /** False starts every worker without its binding to the loader, as on a plan that has none. */
  readonly loader: boolean;
  /** Settings of this run. A worker gets those its own configuration names. */
  readonly settings: Readonly<Record<string, string>>;
  /** Settings that one worker has otherwise than the rest, by the worker's name. */
  readonly ownSettings: Readonly<Record<string, Readonly<Record<string, string>>>>;
}

/**
 * Writes what this run starts a worker with: the committed configuration with absolute paths, this run's plugins
 * and this worker's secrets, and no other worker's. Two runs never share a file, so they cannot disturb each other.
 */
export function writeRunConfig(
  source: string,
  { folder, secrets, pluginPack, canvas, settings, ownSettings, ...around }: RunConfigInput,
): string {
  const config = fitting(readConfig(source), around);
  const home = dirname(source);
  const target = join(folder.config, config.name);
  mkdirSync(target, { recursive: true });
  const required = Object.fromEntries(requiredOf(config).map((name) => [name, secrets[keptAs(config, name)] ?? ""]));
  writeSecrets(join(target, ".dev.vars"), required);
  const text = JSON.stringify(
    {
      ...relocated(config, home, { pluginPack, canvas }),
      vars: varsOf(config, { ...settings, ...ownSettings[config.name] }),
    },
    null,
    2,
  );
  const path = join(target, "wrangler.json");
  writeFileSync(path, `${text}\n`, { mode: OWNER_ONLY });
  return path;
}

const varsOf = ({ vars = {} }: WorkerConfig, settings: RunConfigInput["settings"]): Record<string, unknown> =>
  Object.fromEntries(Object.entries(vars).map(([name, value]) => [name, settings[name] ?? value]));

/**
 * Code that only one machine has. Because of it and of this run's own plugins, a start bundles its workers: a second set
 * of built ones would make the package a third larger to save one second or two of eleven.
 */
const ON_ONE_MACHINE = { LOCAL_HANDOFF: "true" };

/** Removes what this run does not have. A binding to a missing worker would answer with an error. */
function fitting(
  { services, worker_loaders, ...config }: WorkerConfig,
  { workers, loader }: Pick<RunConfigInput, "workers" | "loader">,
): WorkerConfig {
  return {
    ...config,
    ...(config.define && { define: { ...config.define, ...ON_ONE_MACHINE } }),
    ...(services && { services: services.filter(({ service }) => workers.has(service)) }),
    ...(worker_loaders && loader && { worker_loaders }),
  };
}

function relocated(
  config: WorkerConfig,
  home: string,
  { pluginPack, canvas }: Pick<RunConfigInput, "pluginPack" | "canvas">,
): WorkerConfig {
  const alias = Object.entries(config.alias ?? {}).map(([name, path]) => [
    name,
    name === PLUGIN_PACK ? pluginPack : resolve(home, path),
  ]);
  const databases = config.d1_databases?.map((one) =>
    one.migrations_dir === undefined ? one : { ...one, migrations_dir: resolve(home, one.migrations_dir) },
  );
  return {
    ...config,
    main: resolve(home, config.main),
    alias: Object.fromEntries(alias) as Record<string, string>,
    ...(databases === undefined ? {} : { d1_databases: databases }),
    ...(config.assets && { assets: { ...config.assets, directory: canvas } }),
  };
}
