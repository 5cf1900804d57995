/** Tenants' workers for the deployer, through the real dispatcher, with the uploaded scripts as its namespace. */
import { createExecutionContext, createMessageBatch, getQueueResult, runDurableObjectAlarm } from "cloudflare:test";
import type { DispatchEnv } from "../../../sites/workers/dispatch/env.ts";
import dispatch, { TenantOperations } from "../../../sites/workers/dispatch/index.ts";
import type {
  OperatorApi,
  OperatorMethod,
  StoredObject,
  StorePart,
} from "../../../sites/platform/tenants/operations.ts";
import { tenantNames } from "../../../sites/platform/tenants/names.ts";
import { forgetWorkers } from "../../../sites/control/tenants/tenantWorkers.ts";
import Tenant from "../../../sites/workers/tenant/index.ts";
import type { AccountState, TenantScript } from "../../../sites/machine/provider/state.ts";
import { bindings, NAMESPACE } from "./bindings.ts";
import { envOf, known, objectName, queued } from "./uploaded.ts";

/** The dispatch namespace of an account. A script exists from its upload to its deletion. */
const namespaceOf = (account: AccountState): DispatchNamespace =>
  ({
    get: (name: string) => {
      const script = scriptNamed(account, name);
      if (!script) throw new Error("Worker not found.");
      return new Tenant(createExecutionContext(), envOf(known(script)));
    },
  }) as unknown as DispatchNamespace;

const scriptNamed = (account: AccountState, name: string): TenantScript | undefined =>
  account.tenants.get(`${NAMESPACE}/${name}`);

export class Operations extends TenantOperations {
  readonly #account: AccountState;
  readonly dispatchEnv: DispatchEnv;
  /** Calls of tenants, as `<method> <tenant>`. */
  readonly calls: string[] = [];

  constructor(account: AccountState) {
    const dispatchEnv = { ...bindings, TENANTS: namespaceOf(account) };
    super(createExecutionContext(), dispatchEnv);
    this.dispatchEnv = dispatchEnv;
    this.#account = account;
  }

  override identity(tenant: string, worker: string) {
    this.calls.push(`identity ${tenant}`);
    return super.identity(tenant, worker);
  }

  override call<M extends OperatorMethod>(
    tenant: string,
    method: M,
    ...args: Parameters<OperatorApi[M]>
  ): ReturnType<OperatorApi[M]> {
    this.calls.push(`${method} ${tenant}`);
    return super.call(tenant, method, ...args);
  }

  override write(tenant: string, part: StorePart, object: StoredObject, body: ReadableStream<Uint8Array>) {
    this.calls.push(`write ${tenant}`);
    return super.write(tenant, part, object, body);
  }

  override empty(tenant: string) {
    this.calls.push(`empty ${tenant}`);
    return super.empty(tenant);
  }

  /** The uploaded scripts, by namespace and name. */
  get scripts(): AccountState["tenants"] {
    return this.#account.tenants;
  }

  /**
   * Delivers the messages of this account's queues to the dispatcher. A failed message is queued again. The messages of
   * a deleted queue are never delivered, nor are those of an earlier test's account.
   */
  async deliver(attempts = 1): Promise<void> {
    forgetWorkers();
    const queues = new Set(this.#account.queues.map(({ queue_name }) => queue_name));
    for (const entry of queued.splice(0).filter(({ queue }) => queues.has(queue))) {
      const { queue, body } = entry;
      const message = { id: crypto.randomUUID(), timestamp: new Date(), attempts, body };
      const batch = createMessageBatch(queue, [message]);
      await dispatch.queue(batch, this.dispatchEnv);
      const { retryMessages } = await getQueueResult(batch, createExecutionContext());
      if (retryMessages.length > 0) queued.push(entry);
    }
  }

  /** Rings the alarms of all scripts' objects, which else come when the platform has time. */
  async ring(): Promise<void> {
    for (const script of this.#account.tenants.values())
      await runDurableObjectAlarm(bindings.OBJECTS.get(bindings.OBJECTS.idFromName(objectName(known(script)))));
  }

  /** Deletes a tenant's script and the content of its bucket, as the provider does. */
  async forget(tenant: string): Promise<void> {
    while (!(await super.empty(tenant))) continue;
    this.#account.tenants.delete(`${NAMESPACE}/${tenantNames(tenant).worker}`);
    forgetWorkers();
  }

  /** The Durable Object of a tenant's current script; undefined without a script. */
  object(tenant: string): DurableObjectStub | undefined {
    const script = scriptNamed(this.#account, tenantNames(tenant).worker);
    return script && bindings.OBJECTS.get(bindings.OBJECTS.idFromName(objectName(known(script))));
  }
}
