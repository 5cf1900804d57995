import { applyD1Migrations, createExecutionContext, waitOnExecutionContext, type D1Migration } from "cloudflare:test";
import { env } from "cloudflare:workers";
import type { DispatchEnv } from "../../../sites/workers/dispatch/env.ts";
import dispatch from "../../../sites/workers/dispatch/index.ts";
import { tenantNames } from "../../../sites/platform/tenants/names.ts";
import type { TenantOperations } from "../../../sites/platform/tenants/operations.ts";
import type { TenantWorker } from "../../../sites/platform/tenants/platform.ts";
import { forgetWorkers } from "../../../sites/control/tenants/tenantWorkers.ts";
import { payloadFor } from "../site/harness.ts";
import { type BothTenants, DIGEST, namespaceOf } from "./tenants.ts";

type Bindings = BothTenants &
  DispatchEnv & { readonly MIGRATIONS: D1Migration[]; readonly OPERATIONS: TenantOperations };

const bindings = env as unknown as Bindings;
export const db = bindings.DB;
export const operations = bindings.OPERATIONS;

export const entranceOf = (letter: "A" | "B"): TenantWorker => bindings[`ENTRANCE_${letter}`] as TenantWorker;
export const objectOf = (letter: "A" | "B") => {
  const namespace = bindings[`OBJECT_${letter}`] as DurableObjectNamespace;
  return namespace.get(namespace.idFromName("workspace"));
};
export const storeOf = (letter: "A" | "B"): R2Bucket => bindings[`STORE_${letter}`] as R2Bucket;

export const tenants = namespaceOf(bindings);

export const dispatchEnv: DispatchEnv = { ...bindings, TENANTS: tenants };

export async function migrate(): Promise<void> {
  forgetWorkers();
  await applyD1Migrations(bindings.DB, bindings.MIGRATIONS);
}

/** Records a tenant's worker as ready, as the deployer does. */
export async function markReady(tenant: string, change: { worker?: string; readyAt?: number | null } = {}) {
  const { worker, bucket, queue } = tenantNames(tenant);
  const { worker: named = worker, readyAt = 1 } = change;
  forgetWorkers();
  await db
    .prepare("INSERT OR REPLACE INTO tenant_workers VALUES (?, ?, 'tenants', 'r1', ?, ?, ?, ?)")
    .bind(tenant, named, DIGEST, bucket, queue, readyAt)
    .run();
}

export async function send(request: Request, swap: Partial<DispatchEnv> = {}): Promise<Response> {
  const ctx = createExecutionContext();
  const response = await dispatch.fetch(request, { ...dispatchEnv, ...swap }, ctx);
  const kept = new Response(response.body === null ? null : await response.arrayBuffer(), response);
  await waitOnExecutionContext(ctx);
  return kept;
}

export const get = (url: string, headers: HeadersInit = {}, swap: Partial<DispatchEnv> = {}): Promise<Response> =>
  send(new Request(url, { headers }), swap);

/** Sends a request of the operator to the dispatcher. */
export function operate(path: string, { method, body }: { readonly method: string; readonly body: string }) {
  const headers = { "content-type": "application/json", authorization: `Bearer ${bindings.PROVISIONING_SECRET}` };
  return send(new Request(`https://operator.example${path}`, { method, headers, body }));
}

/** Provisions a tenant with its own marker, through the dispatcher. */
export async function provision(tenant: string): Promise<string> {
  await markReady(tenant);
  const payload = payloadFor(tenant);
  payload.document.pages[0] = { id: "home", path: "/", title: `Marker of ${tenant}`, sections: [] };
  const response = await operate("/api/admin/provision", { method: "POST", body: JSON.stringify(payload) });
  if (!response.ok) throw new Error(`not provisioned: ${response.status} ${await response.text()}`);
  return `https://${payload.domain.hostname}`;
}
