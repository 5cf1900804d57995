import type { Provider } from "../shared/provider/client.ts";
import type { OperatedTenants } from "../shared/tenants/operated.ts";

/** What the deployer works with. No worker that answers visitors has any of it but the database. */
export interface Hosting {
  readonly db: D1Database;
  /** Trusted artifacts, by digest. */
  readonly releases: R2Bucket;
  /** Exports of tenants, the files they name, and receipts. */
  readonly archives: R2Bucket;
  readonly provider: Provider;
  readonly account: string;
  readonly namespace: string;
  /** Values every tenant's worker is given. */
  readonly variables: Readonly<Record<string, string>>;
  /** The master secrets, one a line, from which each tenant's own is derived. */
  readonly sealingSecrets: string;
  /** Which tenants may be removed for good. */
  readonly erases: Erases;
  readonly tenants: OperatedTenants;
  readonly now: () => number;
  readonly sleep: (ms: number) => Promise<void>;
}

/** Until the drill has passed in the release account, only a drill's own tenants are removed. */
export const ERASES = ["drill-tenants", "all"] as const;
export type Erases = (typeof ERASES)[number];
