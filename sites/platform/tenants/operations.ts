/** The deployer's calls of tenants' workers, through the dispatcher's entrypoint `TenantOperations`. */
import type { EditingApi, WorkspaceApi } from "../../../runtime/workspaceApi.ts";
import type { TenantIdentity } from "./bindings.ts";

/** The workspace's methods for an operator. `execute` is among them, because an archive is made by a command. */
export type OperatorApi = WorkspaceApi & Pick<EditingApi, "execute">;

/** Methods of the workspace that an operator needs. */
export type OperatorMethod = keyof OperatorApi;

/** Parts of a tenant's bucket. */
export type StorePart = "media" | "backups";

export interface StoredObject {
  readonly key: string;
  readonly bytes: number;
  readonly type: string | null;
  /** SHA-256 as the object's writer gave it; null if unknown. */
  readonly sha256: string | null;
  readonly metadata: Readonly<Record<string, string>>;
}

export interface StorePage {
  readonly objects: readonly StoredObject[];
  readonly next: string | null;
}

/** The entrypoint, which only the deployer binds. Each call gets its own grant for the worker in the tenant's row. */
export interface TenantOperations {
  /** Asks a script for its identity. The tenant need not be ready. */
  identity(tenant: string, worker: string): Promise<TenantIdentity>;
  /** Calls a method of the workspace. The tenant must be ready. */
  call<M extends OperatorMethod>(
    tenant: string,
    method: M,
    ...args: Parameters<OperatorApi[M]>
  ): ReturnType<OperatorApi[M]>;
  /** Lists keys below `<part>/`, without that prefix. They begin with the tenant's id. */
  list(tenant: string, part: StorePart, cursor: string | null): Promise<StorePage>;
  read(
    tenant: string,
    part: StorePart,
    key: string,
  ): Promise<{ readonly object: StoredObject; readonly body: ReadableStream<Uint8Array> } | null>;
  /** Writes an object. Fails if the bytes have another digest. */
  write(tenant: string, part: StorePart, object: StoredObject, body: ReadableStream<Uint8Array>): Promise<void>;
  /** Deletes up to a thousand objects. True once the bucket is empty. */
  empty(tenant: string): Promise<boolean>;
}
