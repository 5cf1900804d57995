import { readFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { parse } from "jsonc-parser";
import type { FolderSecrets } from "../state/secrets.ts";

/** The part of a wrangler.jsonc that a local run needs. */
export interface WorkerConfig {
  readonly name: string;
  readonly main: string;
  readonly compatibility_date: string;
  readonly compatibility_flags?: readonly string[];
  readonly keep_names?: boolean;
  readonly alias?: Readonly<Record<string, string>>;
  readonly define?: Readonly<Record<string, string>>;
  readonly durable_objects?: {
    readonly bindings?: readonly {
      readonly name: string;
      readonly class_name: string;
      readonly script_name?: string;
    }[];
  };
  readonly migrations?: readonly { readonly new_sqlite_classes?: readonly string[] }[];
  readonly d1_databases?: readonly { readonly binding: string; readonly database_id: string }[];
  readonly kv_namespaces?: readonly { readonly binding: string; readonly id: string }[];
  readonly r2_buckets?: readonly { readonly binding: string; readonly bucket_name: string }[];
  readonly queues?: {
    readonly producers?: readonly { readonly binding: string; readonly queue: string }[];
    readonly consumers?: readonly { readonly queue: string }[];
  };
  readonly services?: readonly ServiceBinding[];
  readonly dispatch_namespaces?: readonly {
    readonly binding: string;
    readonly namespace: string;
    /** The scripts that this machine has in it. */
    readonly scripts?: readonly string[];
  }[];
  readonly images?: { readonly binding: string };
  readonly assets?: { readonly directory: string; readonly binding?: string };
  readonly worker_loaders?: readonly { readonly binding: string }[];
  readonly vars?: Readonly<Record<string, unknown>>;
  readonly secrets?: { readonly required?: readonly string[] };
}

interface ServiceBinding {
  readonly binding: string;
  readonly service: string;
  readonly entrypoint?: string;
  readonly props?: unknown;
}

const PROJECT = fileURLToPath(new URL("../../../", import.meta.url));

/** The specifier under which the workspace worker imports the plugins that came with it. */
const PLUGIN_PACK = "drawbridge:first-party";

export const readConfig = (path: string): WorkerConfig => parse(readFileSync(path, "utf8")) as WorkerConfig;

/** The configuration of the worker in a folder of the project. */
export const committedConfig = (folder: string): string => join(PROJECT, folder, "wrangler.jsonc");

/** Workers that have secrets of the same name as another's, and none of the same value. */
const OWN_SECRETS: Readonly<Record<string, string>> = { "drawbridge-private-mcp": "MEMBERS_MCP_" };

/** The name under which this machine keeps a worker's secret. */
const keptAs = ({ name }: WorkerConfig, secret: string): string => `${OWN_SECRETS[name] ?? ""}${secret}`;

const requiredOf = (config: WorkerConfig): readonly string[] => config.secrets?.required ?? [];

/** The secrets of a worker, as this machine keeps them. */
export const configSecrets = (config: WorkerConfig): readonly string[] =>
  requiredOf(config).map((secret) => keptAs(config, secret));

/** The changes this run makes to the committed configurations. */
export interface RunConfigInput {
  readonly secrets: FolderSecrets;
  readonly pluginPack: string;
  /** The folder with the built files of the editor. */
  readonly staticFiles: string;
  /** Names of the workers that run. */
  readonly workers: ReadonlySet<string>;
  /** False starts every worker without its binding to the loader, as on a plan that has none. */
  readonly loader: boolean;
  /** Settings of this run. A worker gets those its own configuration names. */
  readonly settings: Readonly<Record<string, string>>;
  /** Settings that one worker has otherwise than the rest, by the worker's name. */
  readonly ownSettings: Readonly<Record<string, Readonly<Record<string, string>>>>;
}

/** The committed configuration with this run's plugins and variables, and with what this run has. */
export function configOfRun(source: string, input: RunConfigInput): WorkerConfig {
  const config = fitting(readConfig(source), input);
  return {
    ...relocated(config, dirname(source), input),
    vars: varsOf(config, { ...input.settings, ...input.ownSettings[config.name] }),
  };
}

/** A worker's secrets, and no other worker's. */
export const secretTextsOf = (config: WorkerConfig, secrets: FolderSecrets): Record<string, string> =>
  Object.fromEntries(requiredOf(config).map((name) => [name, secrets[keptAs(config, name)] ?? ""]));

const varsOf = ({ vars = {} }: WorkerConfig, settings: RunConfigInput["settings"]): Record<string, unknown> =>
  Object.fromEntries(Object.entries(vars).map(([name, value]) => [name, settings[name] ?? value]));

/**
 * Code that only one machine has. Because of it and of this run's own plugins, a start bundles its workers. A second
 * set of built ones would make the package a third larger to save half a second.
 */
const ON_ONE_MACHINE = { LOCAL_HANDOFF: "true" };

/** Removes what this run does not have. A binding to a missing worker would answer with an error. */
function fitting(
  { services, worker_loaders, durable_objects: objects, ...config }: WorkerConfig,
  { workers, loader }: Pick<RunConfigInput, "workers" | "loader">,
): WorkerConfig {
  return {
    ...config,
    ...(config.define && { define: { ...config.define, ...ON_ONE_MACHINE } }),
    ...(services && { services: services.filter(({ service }) => workers.has(service)) }),
    ...(objects && { durable_objects: { bindings: objects.bindings?.filter(isHere(workers)) ?? [] } }),
    ...(worker_loaders && loader && { worker_loaders }),
  };
}

const isHere =
  (workers: ReadonlySet<string>) =>
  ({ script_name: script }: { readonly script_name?: string }): boolean =>
    script === undefined || workers.has(script);

function relocated(
  config: WorkerConfig,
  home: string,
  { pluginPack, staticFiles }: Pick<RunConfigInput, "pluginPack" | "staticFiles">,
): WorkerConfig {
  const alias = Object.entries(config.alias ?? {}).map(([name, path]) => [
    name,
    name === PLUGIN_PACK ? pluginPack : resolve(home, path),
  ]);
  return {
    ...config,
    main: resolve(home, config.main),
    alias: Object.fromEntries(alias) as Record<string, string>,
    ...(config.assets && { assets: { ...config.assets, directory: staticFiles } }),
  };
}
