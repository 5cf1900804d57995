/** A run with one worker per tenant: the demo's two, behind the dispatcher. */
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { calculateJwkThumbprint, exportJWK, generateKeyPair } from "jose";
import {
  TENANT_QUEUE_ATTEMPTS,
  TENANT_QUEUE_BATCH,
  TENANT_QUEUE_RETRY_SECONDS,
  TENANT_QUEUE_WAIT_SECONDS,
} from "../../../manifests/bounds/hosting.ts";
import { managedMembers, managedSite } from "../../cli/cloudflare/managed.ts";
import type { Config } from "../../cli/cloudflare/config.ts";
import { DEMO_NAMES, loadDemo } from "../../demo/load.ts";
import {
  TENANT_COMPATIBILITY_DATE,
  TENANT_COMPATIBILITY_FLAGS,
  TENANT_MIGRATION,
  tenantBindings,
} from "../../shared/tenants/bindings.ts";
import { DISPATCHER, tenantNames } from "../../shared/tenants/names.ts";
import { WORKERS } from "../../workers.ts";
import type { RunFamily } from "../runner/prepareRuntime.ts";
import type { RunWorker } from "../runner/runtimeConfig.ts";
import type { WorkerConfig } from "../runner/workerConfig.ts";
import type { Secrets } from "../state/secrets.ts";
import { uploadedWorker } from "./uploadedWorker.ts";

const ARTIFACT = "drawbridge-tenant";
const FRONT = "sites/local/front";
const RELEASE = "local";
/** Everything but the workspace that tenants share elsewhere. */
const LEFT_OUT = new Set(["workspace", "deployer"]);

export const managedTenants = (): readonly string[] => DEMO_NAMES.map((name) => loadDemo(name).tenant.id);

/** Folders of the workers, the front first, which gets the port. */
export const managedFolders = (): readonly string[] => [
  FRONT,
  ...WORKERS.filter(({ key }) => !LEFT_OUT.has(key)).map(({ folder }) => folder),
];

/** Names of the secrets that seal each tenant's settings on this machine. */
export const sealingNames = (): readonly string[] => managedTenants().map(sealingName);
const sealingName = (tenant: string): string => `SEALING_OF_${tenant.toUpperCase().replaceAll("-", "_")}`;

/** The keys of dispatch grants, made anew for each run: no grant outlives one. */
interface DispatchKeys {
  /** Private keys, by the worker that signs with them. */
  readonly signing: Readonly<Record<string, string>>;
  /** Public keys, for tenants' workers. */
  readonly public: string;
}

const SIGNERS = [DISPATCHER, "drawbridge-private-mcp"] as const;

async function dispatchKeys(): Promise<DispatchKeys> {
  const pairs = await Promise.all(SIGNERS.map(async (name) => ({ name, ...(await aKey()) })));
  return {
    signing: Object.fromEntries(pairs.map(({ name, secret }) => [name, JSON.stringify(secret)])),
    public: JSON.stringify(pairs.map(({ open }) => open)),
  };
}

async function aKey() {
  const { privateKey } = await generateKeyPair("EdDSA", { extractable: true });
  const jwk = await exportJWK(privateKey);
  const kid = await calculateJwkThumbprint(jwk);
  const { d: _, ...open } = jwk;
  return { secret: { ...jwk, kid }, open: { ...open, kid } };
}

/** The changes that a run with a worker for each tenant makes to the workers it is given. */
export async function managedRun(secrets: Secrets): Promise<RunFamily> {
  const keys = await dispatchKeys();
  return { config: managedConfig, workers: (workers) => managedWorkers(workers, secrets, keys) };
}

/** A worker's configuration as a managed deployment has it. */
function managedConfig(config: WorkerConfig): WorkerConfig {
  return CHANGES[config.name]?.(config) ?? config;
}

const scripts = (): readonly string[] => managedTenants().map((tenant) => tenantNames(tenant).worker);

const CHANGES: Readonly<Record<string, (config: WorkerConfig) => WorkerConfig>> = {
  "drawbridge-site": (config) => ({
    ...(managedSite(config as unknown as Config) as unknown as WorkerConfig),
    ...(config.define && { define: config.define }),
  }),
  "drawbridge-private-mcp": (config) =>
    reaching(managedMembers(config as unknown as Config) as unknown as WorkerConfig),
  [DISPATCHER]: (config) => ({ ...reaching(config), queues: { consumers: managedTenants().map(consumerOf) } }),
};

const reaching = (config: WorkerConfig): WorkerConfig => ({
  ...config,
  dispatch_namespaces: (config.dispatch_namespaces ?? []).map((one) => ({ ...one, scripts: scripts() })),
});

/** As the deployer has the platform deliver a tenant's queue. */
const consumerOf = (tenant: string) => ({
  queue: tenantNames(tenant).queue,
  max_batch_size: TENANT_QUEUE_BATCH,
  max_batch_timeout: TENANT_QUEUE_WAIT_SECONDS,
  max_retries: TENANT_QUEUE_ATTEMPTS - 1,
  retry_delay: TENANT_QUEUE_RETRY_SECONDS,
});

/** Puts a worker for each tenant in the place of the artifact, and each signer's own key among its secrets. */
function managedWorkers(workers: readonly RunWorker[], secrets: Secrets, keys: DispatchKeys): RunWorker[] {
  return workers.flatMap((worker) => {
    const { name } = worker.config;
    if (name === ARTIFACT) return managedTenants().map((tenant) => tenantWorker(tenant, worker.script, secrets, keys));
    const key = keys.signing[name];
    return [key === undefined ? worker : { ...worker, secrets: { ...worker.secrets, DISPATCH_SIGNING_KEY: key } }];
  });
}

function tenantWorker(tenant: string, script: string, secrets: Secrets, keys: DispatchKeys): RunWorker {
  const names = tenantNames(tenant);
  const bindings = tenantBindings({
    identity: { tenant, worker: names.worker, release: RELEASE, artifactSha256: digestOf(script) },
    names,
    dispatchKeys: keys.public,
    sealingSecret: secrets[sealingName(tenant)] ?? "",
    lending: "call",
  });
  return uploadedWorker({
    name: names.worker,
    script,
    metadata: {
      compatibility_date: TENANT_COMPATIBILITY_DATE,
      compatibility_flags: TENANT_COMPATIBILITY_FLAGS,
      bindings,
      migrations: TENANT_MIGRATION,
    },
  });
}

const digestOf = (script: string): string => createHash("sha256").update(readFileSync(script)).digest("hex");
