/**
 * Tenants' workers as the deployer reaches them, with real workspaces behind: a tenant answers as its uploaded script
 * says that it shall, and only while that script is there.
 */
import { runInDurableObject } from "cloudflare:test";
import type { TenantIdentity } from "../../../sites/shared/tenants/bindings.ts";
import type {
  OperatorApi,
  OperatorMethod,
  StoredObject,
  StorePage,
  StorePart,
  TenantOperations,
} from "../../../sites/shared/tenants/operations.ts";
import type { AccountState, TenantScript } from "../../provider/state.ts";
import { bindings, NAMESPACE } from "./bindings.ts";

const LISTED = 100;

export class Operations implements TenantOperations {
  readonly #account: AccountState;
  /** Whose objects belong to which upload: a script that was removed took its objects along. */
  readonly #objects = new Map<string, string>();
  readonly calls: string[] = [];

  constructor(account: AccountState) {
    this.#account = account;
  }

  async identity(tenant: string, worker: string): Promise<TenantIdentity> {
    this.calls.push(`identity ${tenant}`);
    const script = this.#script(worker);
    const text = (name: string): string => String(script.metadata.bindings.find((one) => one.name === name)?.["text"]);
    return {
      tenant: text("TENANT_ID"),
      worker: text("WORKER_NAME"),
      release: text("RELEASE"),
      artifactSha256: text("ARTIFACT_SHA256"),
    };
  }

  call<M extends OperatorMethod>(
    tenant: string,
    method: M,
    ...args: Parameters<OperatorApi[M]>
  ): ReturnType<OperatorApi[M]> {
    this.calls.push(`${method} ${tenant}`);
    return this.#asked(tenant, method, args) as ReturnType<OperatorApi[M]>;
  }

  async #asked(tenant: string, method: OperatorMethod, args: readonly unknown[]): Promise<unknown> {
    // The stub has the method, though its types cannot say which one.
    const stub = (await this.#stub(tenant)) as unknown as Record<string, (...given: readonly unknown[]) => unknown>;
    return stub[method]?.(...args);
  }

  async list(tenant: string, part: StorePart, cursor: string | null): Promise<StorePage> {
    const page = await this.#bucket(part).list({
      prefix: `${tenant}/`,
      limit: LISTED,
      include: ["customMetadata", "httpMetadata"],
      ...(cursor === null ? {} : { cursor }),
    });
    return { objects: page.objects.map(described), next: page.truncated ? page.cursor : null };
  }

  async read(tenant: string, part: StorePart, key: string) {
    await this.#stub(tenant);
    const found = await this.#bucket(part).get(key);
    return found && { object: described(found), body: found.body as ReadableStream<Uint8Array> };
  }

  async write(
    tenant: string,
    part: StorePart,
    { key, bytes, type, sha256, metadata }: StoredObject,
    body: ReadableStream<Uint8Array>,
  ): Promise<void> {
    this.calls.push(`write ${tenant}`);
    await this.#stub(tenant);
    const { readable, writable } = new FixedLengthStream(bytes);
    const piped = body.pipeTo(writable);
    await this.#bucket(part).put(key, readable, {
      ...(sha256 === null ? {} : { sha256 }),
      ...(type === null ? {} : { httpMetadata: { contentType: type } }),
      customMetadata: { ...metadata },
    });
    await piped;
  }

  async empty(tenant: string): Promise<boolean> {
    this.calls.push(`empty ${tenant}`);
    await this.#stub(tenant);
    for (const part of ["media", "backups"] as const) {
      const { objects, truncated } = await this.#bucket(part).list({ prefix: `${tenant}/` });
      if (objects.length > 0) await this.#bucket(part).delete(objects.map(({ key }) => key));
      if (truncated) return false;
    }
    return true;
  }

  /** Removes a tenant's script as the provider does: with its objects, and what lay in its bucket. */
  async forget(tenant: string): Promise<void> {
    await this.empty(tenant);
    for (const key of [...this.#account.tenants.keys()].filter((one) => one.endsWith(`/${tenant}`)))
      this.#account.tenants.delete(key);
  }

  #script(worker: string): TenantScript {
    const found = this.#account.tenants.get(`${NAMESPACE}/${worker}`);
    if (!found) throw new Error("Worker not found.");
    return found;
  }

  /** The workspace of a tenant's present script; empty where an earlier script was removed. */
  async #stub(tenant: string): Promise<OperatorApi> {
    const row = await bindings.DB.prepare(
      "SELECT worker FROM tenant_workers WHERE tenant_id = ? AND ready_at IS NOT NULL",
    )
      .bind(tenant)
      .first<{ worker: string }>();
    if (!row) throw new Error("The tenant is not ready.");
    const { tag } = this.#script(row.worker).script;
    const namespace = bindings.TENANT_WORKSPACE;
    const before = this.#objects.get(tenant);
    this.#objects.set(tenant, tag);
    if (before !== undefined && before !== tag) await removeObject(namespace.get(namespace.idFromName(tenant)));
    return namespace.get(namespace.idFromName(tenant)) as unknown as OperatorApi;
  }

  #bucket(part: StorePart): R2Bucket {
    return part === "media" ? bindings.MEDIA : bindings.BACKUPS;
  }
}

const described = ({ key, size, httpMetadata, customMetadata = {}, checksums }: R2Object): StoredObject => ({
  key,
  bytes: size,
  type: httpMetadata?.contentType ?? null,
  sha256: checksums?.toJSON().sha256 ?? null,
  metadata: customMetadata,
});

/** Takes away everything an object keeps, and its life with it. */
async function removeObject(stub: DurableObjectStub): Promise<void> {
  await runInDurableObject(stub, async (_object, state) => {
    await state.storage.deleteAll();
    state.abort("its script was removed");
  }).catch(() => undefined);
}
