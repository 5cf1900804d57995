import type { Spent } from "../../../runtime/tenancy/rateLimits.ts";

/** The bindings of wrangler.jsonc: published content, and two objects of this worker. */
export interface Env {
  readonly PUBLIC_CONTENT: KVNamespace;
  readonly CALL_LIMIT: DurableObjectNamespace;
  readonly CHANGE_NOTICES: DurableObjectNamespace;
  readonly MCP_ORIGIN: string;
  readonly LIST_SITES: string;
}

/** The object that counts one client's calls of one site. */
export interface CallLimit {
  spend(calls: number): Promise<Spent>;
}

/** The object that tells listeners of one site about its publications. */
export interface ChangeNotices {
  /**
   * Streams a line of JSON for each change from now on. Undefined if this client has too many listeners, or all places
   * are taken.
   */
  listen(tenant: string, site: string, client: string): Promise<ReadableStream<Uint8Array> | undefined>;
}
