/** The deployer's calls of a tenant's worker, through the dispatcher's entrypoint `TenantOperations`. */
import type { EditingApi, WorkspaceApi } from "../../../runtime/workspaceApi.ts";
import type { TenantIdentity } from "./bindings.ts";

/** An operator's calls of a workspace. A command makes an archive, so commands are among them. */
export type OperatorApi = WorkspaceApi & Pick<EditingApi, "execute">;

/** Methods of the workspace that an operator needs. */
export type OperatorMethod = keyof OperatorApi;

/** Parts of a tenant's bucket. */
export type StorePart = "media" | "backups";

export interface StoredObject {
  readonly key: string;
  readonly bytes: number;
  readonly type: string | null;
  /** As the object's writer said; null of an unknown one. */
  readonly sha256: string | null;
  readonly metadata: Readonly<Record<string, string>>;
}

export interface StorePage {
  readonly objects: readonly StoredObject[];
  readonly next: string | null;
}

/** Only the deployer binds it. Each call goes out under a grant of its own, to the worker that the tenant's row names. */
export interface TenantOperations {
  /** Asks a script who it is. It need not be ready. */
  identity(tenant: string, worker: string): Promise<TenantIdentity>;
  /** Calls a method of the workspace. The tenant's worker must be ready. */
  call<M extends OperatorMethod>(
    tenant: string,
    method: M,
    ...args: Parameters<OperatorApi[M]>
  ): ReturnType<OperatorApi[M]>;
  /** Keys are those below `<part>/`, and begin with the tenant's id. */
  list(tenant: string, part: StorePart, cursor: string | null): Promise<StorePage>;
  read(
    tenant: string,
    part: StorePart,
    key: string,
  ): Promise<{ readonly object: StoredObject; readonly body: ReadableStream<Uint8Array> } | null>;
  /** Fails when the bytes have another digest. */
  write(tenant: string, part: StorePart, object: StoredObject, body: ReadableStream<Uint8Array>): Promise<void>;
  /** Removes up to a thousand objects of either part, before the bucket goes. True once the bucket holds nothing. */
  empty(tenant: string): Promise<boolean>;
}
