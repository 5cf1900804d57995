/** The bindings of a tenant's worker, in the form of the provider's API. */
import type { Lending } from "./lending.ts";
import { DISPATCHER, type TenantNames } from "./names.ts";

/** The identity that a tenant's worker gets in its variables. */
export interface TenantIdentity {
  readonly tenant: string;
  readonly worker: string;
  readonly release: string;
  /** SHA-256 of the uploaded artifact. */
  readonly artifactSha256: string;
}

export interface TenantBinding {
  readonly type: string;
  readonly name: string;
  readonly [member: string]: unknown;
}

export interface TenantUpload {
  readonly identity: TenantIdentity;
  readonly names: TenantNames;
  /** The dispatcher's public keys: a JSON array of JWKs. */
  readonly dispatchKeys: string;
  /** The secret that encrypts this tenant's plugin settings. */
  readonly sealingSecret: string;
  readonly lending: Lending;
}

export const TENANT_CLASS = "TenantWorkspaceDO";
export const TENANT_OBJECT = "workspace";
export const TENANT_MIGRATION = { new_tag: "v1", steps: [{ new_sqlite_classes: [TENANT_CLASS] }] } as const;
export const TENANT_COMPATIBILITY_DATE = "2026-08-01";
export const TENANT_COMPATIBILITY_FLAGS = ["nodejs_als"] as const;

const text = (name: string, value: string): TenantBinding => ({ type: "plain_text", name, text: value });

/** All bindings of a tenant's worker. Any other binding breaks the tenant's isolation. */
export const tenantBindings = ({
  identity,
  names,
  dispatchKeys,
  sealingSecret,
  lending,
}: TenantUpload): readonly TenantBinding[] => [
  text("TENANT_ID", identity.tenant),
  text("WORKER_NAME", identity.worker),
  text("RELEASE", identity.release),
  text("ARTIFACT_SHA256", identity.artifactSha256),
  text("DISPATCH_KEYS", dispatchKeys),
  { type: "secret_text", name: "PLUGIN_SETTINGS_SECRET", text: sealingSecret },
  { type: "durable_object_namespace", name: "TENANT_WORKSPACE", class_name: TENANT_CLASS },
  { type: "r2_bucket", name: "STORE", bucket_name: names.bucket },
  { type: "queue", name: "PUBLISH_QUEUE", queue_name: names.queue },
  ...(lending === "service" ? [platformBinding(identity.tenant)] : []),
];

/** A binding to the shared platform for this tenant alone. The provider passes `props`, which no caller can change. */
const platformBinding = (tenant: string): TenantBinding => ({
  type: "service",
  name: "PLATFORM",
  service: DISPATCHER,
  entrypoint: "TenantPlatform",
  props: { tenant },
});
