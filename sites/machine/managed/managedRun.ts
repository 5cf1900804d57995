/** The workers and bindings of a run with one worker for each tenant. */
import { managedMembers, managedSite, TENANT_NAMESPACE } from "../../cli/cloudflare/descriptor/managed.ts";
import type { Config } from "../../cli/cloudflare/descriptor/config.ts";
import { DISPATCHER } from "../../platform/tenants/names.ts";
import { WORKERS } from "../../workers/workers.ts";
import type { AccountState, StoredQueue, TenantScript } from "../provider/state.ts";
import type { RunWorker } from "../runner/runtimeConfig.ts";
import type { WorkerConfig } from "../runner/workerConfig.ts";
import type { DispatchKeys } from "./dispatchKeys.ts";
import { uploadedWorker } from "./uploadedWorker.ts";
import { writeScript } from "./writeScript.ts";

export const ARTIFACT = "drawbridge-tenant";
export const DEPLOYER = "drawbridge-deployer";
export const STORE = "drawbridge-provider-store";
const FRONT = "sites/workers/front";
/** The shared workspace worker, which tenants' own workers replace. */
const LEFT_OUT = new Set(["workspace"]);

/** Folders of the workers. The front comes first and gets the visitors' port. */
export const managedFolders = (): readonly string[] => [
  FRONT,
  ...WORKERS.filter(({ key }) => !LEFT_OUT.has(key)).map(({ folder }) => folder),
  "sites/machine/provider/store",
];

const CHANGES: Readonly<Record<string, (config: WorkerConfig) => WorkerConfig>> = {
  "drawbridge-site": (config) => ({
    ...(managedSite(config as unknown as Config) as unknown as WorkerConfig),
    ...(config.define && { define: config.define }),
  }),
  "drawbridge-private-mcp": (config) => managedMembers(config as unknown as Config) as unknown as WorkerConfig,
};

/** The configuration of a worker in a managed deployment. */
export const managedConfig = (config: WorkerConfig): WorkerConfig => CHANGES[config.name]?.(config) ?? config;

export interface ManagedWorkersInput {
  readonly account: AccountState;
  readonly keys: DispatchKeys;
  /** The folder in which the workers find the code of uploaded scripts. */
  readonly folder: string;
}

/**
 * The current workers. Uploaded scripts replace the artifact, and the platform's workers are bound to these scripts.
 */
export function managedWorkers(workers: readonly RunWorker[], input: ManagedWorkersInput): RunWorker[] {
  const { account, keys, folder } = input;
  const scripts = [...account.tenants.values()];
  const tenants = scripts.map((script) => tenantWorker(script, folder));
  const reaching = new Map<string, Partial<WorkerConfig>>([
    [DISPATCHER, { ...namespaceOf(scripts), queues: { consumers: consumersOf(account, scripts) } }],
    ["drawbridge-private-mcp", namespaceOf(scripts)],
  ]);
  const platform = workers
    .filter(({ config }) => config.name !== ARTIFACT)
    .map((worker) => ({
      ...worker,
      config: { ...worker.config, ...reaching.get(worker.config.name) },
      secrets: { ...worker.secrets, ...signing(keys, worker.config.name) },
    }));
  return [...platform, ...tenants];
}

const signing = ({ signing: keys }: DispatchKeys, name: string): Record<string, string> =>
  keys[name] === undefined ? {} : { DISPATCH_SIGNING_KEY: keys[name] };

const namespaceOf = (scripts: readonly TenantScript[]): Partial<WorkerConfig> => ({
  dispatch_namespaces: [
    { binding: "TENANTS", namespace: TENANT_NAMESPACE, scripts: scripts.map(({ script }) => script.id) },
  ],
});

const tenantWorker = (uploaded: TenantScript, folder: string): RunWorker =>
  uploadedWorker({ ...uploaded, name: uploaded.script.id, script: writeScript(folder, uploaded) });

/** The queues of tenants' workers that the dispatcher consumes, with the deployer's delivery settings. */
function consumersOf({ queues }: AccountState, scripts: readonly TenantScript[]) {
  const bound = new Set(scripts.flatMap(({ metadata }) => metadata.bindings.map((one) => one["queue_name"])));
  return queues
    .filter(
      ({ queue_name, consumers }) => bound.has(queue_name) && consumers.some(({ script }) => script === DISPATCHER),
    )
    .map(({ queue_name: queue, consumers }) => ({ queue, ...deliveryOf(consumers) }));
}

const SECOND = 1000;

function deliveryOf(consumers: StoredQueue["consumers"]) {
  const settings = consumers.find(({ script }) => script === DISPATCHER)?.["settings"] ?? {};
  const { batch_size, max_wait_time_ms = 0, max_retries, retry_delay } = settings as Record<string, number>;
  return {
    max_batch_size: batch_size,
    max_batch_timeout: max_wait_time_ms / SECOND,
    max_retries,
    retry_delay,
  };
}

/** A text of everything in the account that affects the workers' configuration. */
export const shapeOf = (account: AccountState): string =>
  JSON.stringify([
    [...account.tenants.values()].map(({ script, metadata, classes }) => [
      [script.id, script.etag, classes],
      [metadata.main_module, metadata.bindings, metadata.compatibility_date, metadata.compatibility_flags],
    ]),
    consumersOf(account, [...account.tenants.values()]),
  ]);
