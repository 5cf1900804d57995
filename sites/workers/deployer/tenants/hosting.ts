import type { ProviderClient } from "../../../platform/provider/client.ts";
import type { Lending } from "../../../platform/tenants/lending.ts";
import type { TenantOperations } from "../../../platform/tenants/operations.ts";

/** The deployer's resources. Workers for visitors have only the database of these. */
export interface Hosting {
  readonly db: D1Database;
  /** Release artifacts, by release and digest. */
  readonly releases: R2Bucket;
  /** Exports of tenants, their files, and receipts. */
  readonly archives: R2Bucket;
  readonly provider: ProviderClient;
  readonly account: string;
  readonly namespace: string;
  /** The dispatcher's public keys: a JSON array of JWKs. */
  readonly dispatchKeys: string;
  readonly lending: Lending;
  /** Master secrets for tenants' sealing secrets, one on each line. */
  readonly sealingSecrets: string;
  /** The tenants that may be erased. */
  readonly erases: Erases;
  /** Calls of tenants' workers, through the dispatcher. */
  readonly tenants: TenantOperations;
  readonly now: () => number;
  readonly sleep: (ms: number) => Promise<void>;
}

/** The tenants that a deployer may erase. An operator sets `all` only after a drill has passed in the account. */
export const ERASES = ["drill-tenants", "all"] as const;
export type Erases = (typeof ERASES)[number];
