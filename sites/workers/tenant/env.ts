import type { Platform } from "../../platform/tenants/platform.ts";

/** The bindings of a tenant's worker. None leads to another tenant's data. */
export interface TenantEnv {
  readonly TENANT_ID: string;
  readonly WORKER_NAME: string;
  readonly RELEASE: string;
  readonly ARTIFACT_SHA256: string;
  /** The public keys of the dispatcher, a JSON array of JWKs. */
  readonly DISPATCH_KEYS: string;
  readonly PLUGIN_SETTINGS_SECRET: string;
  readonly TENANT_WORKSPACE: DurableObjectNamespace;
  /** The tenant's bucket: uploads below `media/`, archives below `backups/`. */
  readonly STORE: R2Bucket;
  readonly PUBLISH_QUEUE: Queue<TenantMessage>;
  /** With the lending "service", a binding to shared services that serves this tenant only. */
  readonly PLATFORM?: PlatformBinding;
}

/** A message of the tenant's own queue, which therefore names no tenant. */
export type TenantMessage =
  | { readonly kind: "wake" }
  | { readonly kind: "publication"; readonly site: string; readonly release: number; readonly sequence: number };

export interface PlatformBinding {
  lend(): Promise<Platform>;
}
