import { Refusal } from "../manifests/refusal.ts";
import type { RefusalCode } from "../manifests/refusal.ts";
import type { Sql } from "./powers.ts";
import { first } from "./powers.ts";

/** `read_only`: visitors and members read, nobody writes. `suspended`: nothing is served. */
export const TENANT_STATUSES = ["active", "read_only", "suspended"] as const;
export type TenantStatus = (typeof TENANT_STATUSES)[number];

const STOPPED: Readonly<Record<TenantStatus, RefusalCode | null>> = {
  active: null,
  read_only: "TENANT_READ_ONLY",
  suspended: "TENANT_SUSPENDED",
};

/**
 * What an operator has allowed the tenant of this workspace. The control plane says it first; it is kept here too,
 * so that no write gets past it, whichever worker it comes from and however long that one remembers what it was told,
 * and so that the alarm publishes nothing meanwhile.
 */
export class Tenant {
  readonly #sql: Sql;

  constructor(sql: Sql) {
    this.#sql = sql;
  }

  get status(): TenantStatus {
    return first<{ status: TenantStatus }>(this.#sql, "SELECT status FROM tenant")?.status ?? "active";
  }

  setStatus(status: TenantStatus): void {
    this.#sql.atomically(() => {
      this.#sql.all("DELETE FROM tenant");
      this.#sql.all("INSERT INTO tenant (status) VALUES (?)", status);
    });
  }

  requireActive(): void {
    const code = STOPPED[this.status];
    if (code) throw new Refusal(code);
  }
}
