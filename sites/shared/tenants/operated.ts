/** A tenant's worker as the operator's deployer calls it. Every call carries a grant for that tenant and that worker. */
import type { Answer } from "../../../runtime/commands/answer.ts";
import type { EditingApi, WorkspaceApi } from "../../../runtime/workspaceApi.ts";

/** Who a script says that it is. */
export interface TenantIdentity {
  readonly tenant: string;
  readonly worker: string;
  readonly release: string;
  readonly artifact: string;
}

/** A file of a tenant's bucket as it is read. */
export interface OpenFile {
  readonly bytes: number;
  readonly type: string;
  readonly facts: string | null;
  readonly body: ReadableStream<Uint8Array>;
}

/** A file to put. The bucket compares the digest with the bytes. */
export interface PutFile {
  readonly sha256: string;
  readonly bytes: number;
  readonly type: string;
  readonly facts: string | null;
}

/** Files that stand beside archives: the archives themselves and the media they name. */
export interface ArchiveFiles {
  openFile(key: string): Promise<Answer<OpenFile | null>>;
  putFile(key: string, file: PutFile, body: ReadableStream<Uint8Array>): Promise<Answer<null>>;
  /** Removes up to a bounded number of objects of the whole bucket, and says whether any is left. */
  emptyBucket(): Promise<Answer<{ readonly removed: number; readonly isEmpty: boolean }>>;
}

export interface OperatedTenant
  extends
    Pick<WorkspaceApi, "initialise" | "setStatus" | "setHostnames" | "restore" | "erase">,
    Pick<EditingApi, "execute">,
    ArchiveFiles {
  /** Answers only once the script runs, and only to a grant for exactly this tenant and worker. */
  identity(): Promise<Answer<TenantIdentity>>;
}

/** The place of a tenant's worker. */
export interface TenantPlace {
  readonly tenant: string;
  readonly worker: string;
}

export interface OperatedTenants {
  of(place: TenantPlace): OperatedTenant;
}
