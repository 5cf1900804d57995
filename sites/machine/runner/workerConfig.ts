import { readFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { parse } from "jsonc-parser";
import type { FolderSecrets } from "../state/secrets.ts";

/** The members of a wrangler.jsonc that a local run uses. */
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
    /** The scripts in this namespace on this machine. */
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

/** The module specifier of the first-party plugins in the workspace worker. */
const PLUGIN_PACK = "drawbridge:first-party";

export const readConfig = (path: string): WorkerConfig => parse(readFileSync(path, "utf8")) as WorkerConfig;

/** Path of the committed configuration in a worker's folder. */
export const committedConfig = (folder: string): string => join(PROJECT, folder, "wrangler.jsonc");

/** Prefixes for workers whose secrets have the same names as another worker's, but other values. */
const OWN_SECRETS: Readonly<Record<string, string>> = { "drawbridge-private-mcp": "MEMBERS_MCP_" };

/** The name under which this machine stores a worker's secret. */
const keptAs = ({ name }: WorkerConfig, secret: string): string => `${OWN_SECRETS[name] ?? ""}${secret}`;

const requiredOf = (config: WorkerConfig): readonly string[] => config.secrets?.required ?? [];

/** The stored names of a worker's secrets. */
export const configSecrets = (config: WorkerConfig): readonly string[] =>
  requiredOf(config).map((secret) => keptAs(config, secret));

/** The values that this run fills into the committed configurations. */
export interface RunConfigInput {
  readonly secrets: FolderSecrets;
  readonly pluginPack: string;
  /** The folder with the editor's built files. */
  readonly staticFiles: string;
  /** Names of the running workers. */
  readonly workers: ReadonlySet<string>;
  /** False removes all bindings to the worker loader, as on a plan without it. */
  readonly loader: boolean;
  /** Variables of this run. A worker gets those that its own configuration names. */
  readonly settings: Readonly<Record<string, string>>;
  /** Variables with another value for one worker, by the worker's name. */
  readonly ownSettings: Readonly<Record<string, Readonly<Record<string, string>>>>;
}

/** The committed configuration with this run's plugins, variables and existing services. */
export function configOfRun(source: string, input: RunConfigInput): WorkerConfig {
  const config = fitting(readConfig(source), input);
  return {
    ...relocated(config, dirname(source), input),
    vars: varsOf(config, { ...input.settings, ...input.ownSettings[config.name] }),
  };
}

/** A worker's secrets, without those of other workers. */
export const secretTextsOf = (config: WorkerConfig, secrets: FolderSecrets): Record<string, string> =>
  Object.fromEntries([
    ...requiredOf(config).map((name) => [name, secrets[keptAs(config, name)] ?? ""] as const),
    ...clientKeyOf(config, secrets),
  ]);

/** The key by which a worker with logins proves itself to the identity provider, if the operator has given one. */
function clientKeyOf(config: WorkerConfig, secrets: FolderSecrets): (readonly [string, string])[] {
  const key = secrets[keptAs(config, CLIENT_KEY)];
  return key !== undefined && requiredOf(config).includes("OAUTH_CLIENT_SECRET") ? [[CLIENT_KEY, key]] : [];
}

const CLIENT_KEY = "OAUTH_CLIENT_KEY";

const varsOf = ({ vars = {} }: WorkerConfig, settings: RunConfigInput["settings"]): Record<string, unknown> =>
  Object.fromEntries(Object.entries(vars).map(([name, value]) => [name, settings[name] ?? value]));

/**
 * Constants for code that exists only on one machine. Together with the run's own plugins they make each start bundle
 * its workers. A second set of built workers would make the package a third larger and save half a second.
 */
const ON_ONE_MACHINE = { LOCAL_HANDOFF: "true" };

/** Removes bindings that this run lacks. A binding to a missing worker would answer with an error. */
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
