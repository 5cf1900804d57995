import type { TenantOperations } from "../../platform/tenants/operations.ts";

/** The bindings of wrangler.jsonc. */
export interface Env {
  readonly DB: D1Database;
  /** Release artifacts. No other worker binds this bucket. */
  readonly RELEASES: R2Bucket;
  /** Exports, their files and receipts. No other worker binds this bucket. */
  readonly ARCHIVES: R2Bucket;
  /** The dispatcher's entrypoint for the deployer. No request from outside reaches it. */
  readonly TENANTS: TenantOperations;
  /** The provider's API, the account and the dispatch namespace. */
  readonly PROVIDER_API: string;
  readonly ACCOUNT_ID: string;
  readonly DISPATCH_NAMESPACE: string;
  /** The dispatcher's public keys: a JSON array of JWKs. */
  readonly DISPATCH_KEYS: string;
  readonly LENDING: string;
  /** The tenants that this deployer may erase: `drill-tenants` or `all`. */
  readonly ERASES: string;
  /** The credential for the provider's API. No other worker has it. */
  readonly PROVIDER_TOKEN: string;
  /** The operator's bearer. */
  readonly OPERATOR_TOKEN: string;
  /** Master secrets for tenants' sealing secrets, one on each line; the first is in use. */
  readonly TENANT_SEALING_SECRET: string;
}
