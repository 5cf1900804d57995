import type { TenantWorkspaceDO } from "./tenantWorkspace.ts";

/** Bindings of the workspace worker. */
export interface Env {
  readonly TENANT_WORKSPACE: DurableObjectNamespace<TenantWorkspaceDO>;
  readonly DB: D1Database;
  readonly PUBLIC_CONTENT: KVNamespace;
  readonly PUBLISH_QUEUE: Queue<PublicationMessage>;
  /** Name of the dead-letter queue; whatever comes from another queue is a publication. */
  readonly DEAD_LETTER_QUEUE: string;
}

/** A publication to carry to the public indexes and caches. */
export interface PublicationMessage {
  readonly tenant: string;
  readonly site: string;
  readonly release: number;
  readonly sequence: number;
}
