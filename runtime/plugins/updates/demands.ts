/** The demands of a site on new packages, beside a signature by one trusted key. */
import { type Sql, first } from "../../powers/powers.ts";

export interface Demands {
  /** Days since this deployment first read the version in its index. An uploaded package has no such day. */
  readonly days: number;
  /** Trusted keys that must have signed the package. */
  readonly signatures: number;
}

const NO_DEMANDS: Demands = { days: 0, signatures: 1 };

export class SiteDemands {
  readonly #sql: Sql;

  constructor(sql: Sql) {
    this.#sql = sql;
  }

  of(site: string): Demands {
    const query = "SELECT days, signatures FROM plugin_demands WHERE site = ?";
    return first<{ days: number; signatures: number }>(this.#sql, query, site) ?? NO_DEMANDS;
  }

  put(site: string, { days, signatures }: Demands): void {
    const query = "INSERT OR REPLACE INTO plugin_demands (site, days, signatures) VALUES (?, ?, ?)";
    this.#sql.all(query, site, days, signatures);
  }
}

const DAY_MS = 24 * 60 * 60 * 1000;

/** The moment from which a version is old enough. */
export const oldEnoughAt = (seen: number, { days }: Demands): number => seen + days * DAY_MS;
