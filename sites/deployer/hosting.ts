import type { ProviderClient } from "../shared/provider/client.ts";
import type { Lending } from "../shared/tenants/lending.ts";
import type { TenantOperations } from "../shared/tenants/operations.ts";

/** The deployer's resources. No worker that answers visitors has any of them but the database. */
export interface Hosting {
  readonly db: D1Database;
  /** Trusted artifacts, by digest. */
  readonly releases: R2Bucket;
  /** Exports of tenants, the files they name, and receipts. */
  readonly archives: R2Bucket;
  readonly provider: ProviderClient;
  readonly account: string;
  readonly namespace: string;
  /** Public keys of the dispatcher, a JSON array of JWKs. */
  readonly dispatchKeys: string;
  readonly lending: Lending;
  /** The operator's secrets, one a line, from which each tenant's own is derived. */
  readonly sealingSecrets: string;
  /** The tenants that may be removed for good. */
  readonly erases: Erases;
  /** Tenants' workers, through the dispatcher. */
  readonly tenants: TenantOperations;
  readonly now: () => number;
  readonly sleep: (ms: number) => Promise<void>;
}

/** Until the drill has passed in the release account, only a drill's own tenants are removed. */
export const ERASES = ["drill-tenants", "all"] as const;
export type Erases = (typeof ERASES)[number];
