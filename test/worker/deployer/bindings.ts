import type { D1Migration } from "cloudflare:test";
import { env } from "cloudflare:workers";

interface Bindings {
  readonly DB: D1Database;
  readonly RELEASES: R2Bucket;
  readonly ARCHIVES: R2Bucket;
  readonly MEDIA: R2Bucket;
  readonly BACKUPS: R2Bucket;
  readonly TENANT_WORKSPACE: DurableObjectNamespace;
  readonly MIGRATIONS: D1Migration[];
}

export const bindings = env as unknown as Bindings;

export const NAMESPACE = "production";
