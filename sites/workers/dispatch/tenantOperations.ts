import { WorkerEntrypoint } from "cloudflare:workers";
import { Refusal } from "../../../manifests/refusals/refusal.ts";
import type { TenantIdentity } from "../../platform/tenants/bindings.ts";
import { callTenant } from "../../platform/tenants/callTenant.ts";
import { withoutDisposer } from "../../platform/tenants/stubs.ts";
import type { TenantMethodName } from "../../platform/tenants/methods.ts";
import { tenantNames } from "../../platform/tenants/names.ts";
import type {
  OperatorApi,
  OperatorMethod,
  StoredObject,
  StorePage,
  StorePart,
  TenantOperations as Operations,
} from "../../platform/tenants/operations.ts";
import { forgetWorkers, findReadyWorker } from "../../control/tenants/tenantWorkers.ts";
import type { DispatchEnv } from "./env.ts";
import { findReach } from "./reach.ts";

const PLATFORM = { kind: "platform" } as const;
type Opened = { readonly object: StoredObject; readonly body: ReadableStream<Uint8Array> };

/** The deployer's entrypoint. The key of grants stays in this worker, and the account's credential in the deployer. */
export class TenantOperations extends WorkerEntrypoint<DispatchEnv> implements Operations {
  identity(tenant: string, worker: string): Promise<TenantIdentity> {
    if (worker !== tenantNames(tenant).worker) throw new Refusal("INVALID_REQUEST", { reason: "another worker" });
    return this.#ask({ tenant, worker }, "identity", []) as Promise<TenantIdentity>;
  }

  call<M extends OperatorMethod>(
    tenant: string,
    method: M,
    ...args: Parameters<OperatorApi[M]>
  ): ReturnType<OperatorApi[M]> {
    return this.#ready(tenant, method, args) as ReturnType<OperatorApi[M]>;
  }

  async list(tenant: string, part: StorePart, cursor: string | null): Promise<StorePage> {
    return (await this.#ready(tenant, "storeList", [part, cursor])) as StorePage;
  }

  async read(tenant: string, part: StorePart, key: string): Promise<Opened | null> {
    return (await this.#ready(tenant, "storeRead", [part, key])) as Opened | null;
  }

  async write(tenant: string, part: StorePart, object: StoredObject, body: ReadableStream<Uint8Array>): Promise<void> {
    await this.#ready(tenant, "storeWrite", [part, object, body]);
  }

  async empty(tenant: string): Promise<boolean> {
    return (await this.#ready(tenant, "storeEmpty", [])) === true;
  }

  /** Reads the row again, because the deployer may have just changed it. */
  async #ready(tenant: string, method: TenantMethodName, args: readonly unknown[]): Promise<unknown> {
    forgetWorkers();
    const to = await findReadyWorker(this.env.DB, tenant);
    if (!to) throw new Refusal("UNAVAILABLE", { reason: "The tenant's worker is not ready." });
    return this.#ask(to, method, args);
  }

  async #ask(
    to: { readonly tenant: string; readonly worker: string },
    method: TenantMethodName,
    args: readonly unknown[],
  ): Promise<unknown> {
    return withoutDisposer(await callTenant(findReach(this.env), { to, site: null, audience: PLATFORM, method, args }));
  }
}
