import { TENANT_COMPATIBILITY_DATE, tenantBindings } from "../../../sites/platform/tenants/bindings.ts";
import { DISPATCHER, tenantNames } from "../../../sites/platform/tenants/names.ts";
import { HOSTED } from "./hostedDescriptor.ts";
import type { AccountState, TenantScript } from "../../../sites/machine/provider/state.ts";

const DISPATCH_KEYS = JSON.stringify(HOSTED.hosting.dispatchKeys);

/** Adds a tenant's script and queue to an account as the deployer creates them. `change` modifies the script. */
export function putTenant(
  account: AccountState,
  namespace: string,
  tenant: string,
  change: Partial<TenantScript["script"]> = {},
): void {
  const names = tenantNames(tenant);
  const identity = { tenant, worker: names.worker, release: "r1", artifactSha256: "d".repeat(64) };
  const bindings = [
    ...tenantBindings({ identity, names, dispatchKeys: DISPATCH_KEYS, sealingSecret: "x", lending: "call" }),
  ];
  const script = {
    id: names.worker,
    tag: "t",
    etag: "e",
    tags: [`tenant-${tenant}`, `artifact-${"d".repeat(32)}`],
    migration_tag: "v1",
    ...change,
  };
  const metadata = { main_module: "index.js", bindings, compatibility_date: TENANT_COMPATIBILITY_DATE };
  account.tenants.set(`${namespace}/${script.id}`, { script, metadata, modules: new Map(), classes: [] });
  if (account.queues.some(({ queue_name }) => queue_name === names.queue)) return;
  const consumers = [{ consumer_id: "c", type: "worker", script: DISPATCHER }];
  account.queues.push({ queue_id: `id-of-${names.queue}`, queue_name: names.queue, consumers });
}
