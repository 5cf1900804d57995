import type { TenantOperations } from "../shared/tenants/operations.ts";

/** The bindings of wrangler.jsonc. */
export interface Env {
  readonly DB: D1Database;
  /** Trusted artifacts. No other worker is given this bucket. */
  readonly RELEASES: R2Bucket;
  /** Exports, their files, and receipts. No other worker is given this bucket. */
  readonly ARCHIVES: R2Bucket;
  /** The dispatcher's entrance for operators, which no request from outside reaches. */
  readonly TENANTS: TenantOperations;
  /** The provider's API, its account and the dispatch namespace of this deployment. */
  readonly PROVIDER_API: string;
  readonly ACCOUNT_ID: string;
  readonly DISPATCH_NAMESPACE: string;
  /** Public keys of the dispatcher, a JSON array of JWKs. */
  readonly DISPATCH_KEYS: string;
  readonly LENDING: string;
  /** The tenants that may be removed for good: `drill-tenants` or `all`. */
  readonly ERASES: string;
  /** Credential of the provider's API. No other worker has it. */
  readonly PROVIDER_TOKEN: string;
  /** The operator's bearer. */
  readonly OPERATOR_TOKEN: string;
  /** Secrets from which each tenant's own is derived, one a line, the one in use first. */
  readonly TENANT_SEALING_SECRET: string;
}
