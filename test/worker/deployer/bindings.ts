import type { D1Migration } from "cloudflare:test";
import { env } from "cloudflare:workers";
import type { DispatchEnv } from "../../../sites/workers/dispatch/env.ts";

interface Bindings extends Omit<DispatchEnv, "TENANTS"> {
  readonly RELEASES: R2Bucket;
  readonly ARCHIVES: R2Bucket;
  readonly BUCKETS: R2Bucket;
  readonly OBJECTS: DurableObjectNamespace;
  readonly DISPATCH_KEYS: string;
  readonly MIGRATIONS: D1Migration[];
}

export const bindings = env as unknown as Bindings;

export const NAMESPACE = "production";
