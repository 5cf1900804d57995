import { Refusal } from "../../manifests/refusals/refusal.ts";
import type { RefusalCode } from "../../manifests/refusals/refusal.ts";
import type { Sql } from "../powers/powers.ts";
import { first } from "../powers/powers.ts";

/**
 * The status of a tenant. `read_only`: visitors and members read, and nobody writes. `suspended`: nothing is served.
 */
export const TENANT_STATUSES = ["active", "read_only", "suspended"] as const;
export type TenantStatus = (typeof TENANT_STATUSES)[number];

const STOPPED: Readonly<Record<TenantStatus, RefusalCode | null>> = {
  active: null,
  read_only: "TENANT_READ_ONLY",
  suspended: "TENANT_SUSPENDED",
};

/**
 * The operator's limits for the tenant of this workspace. The control plane decides the status. The workspace keeps it
 * too, so that no worker with an older status can write. The alarm also publishes nothing meanwhile.
 */
export class Tenant {
  readonly #sql: Sql;
  /** Raised by every new status: this object alone sets one. */
  #changes = 0;

  constructor(sql: Sql) {
    this.#sql = sql;
  }

  get status(): TenantStatus {
    return first<{ status: TenantStatus }>(this.#sql, "SELECT status FROM tenant")?.status ?? "active";
  }

  /** Undefined in a workspace that never had a site and was told nothing. */
  get name(): string | undefined {
    const known = first<{ name: string }>(
      this.#sql,
      "SELECT tenant AS name FROM sites UNION ALL SELECT name FROM tenant_name LIMIT 1",
    );
    return known?.name;
  }

  /** Sets the tenant's name, for a workspace without a site that names it. */
  setName(name: string): void {
    this.#sql.atomically(() => {
      this.#sql.all("DELETE FROM tenant_name");
      this.#sql.all("INSERT INTO tenant_name (name) VALUES (?)", name);
    });
  }

  setStatus(status: TenantStatus): void {
    this.#changes += 1;
    this.#sql.atomically(() => {
      this.#sql.all("DELETE FROM tenant");
      this.#sql.all("INSERT INTO tenant (status) VALUES (?)", status);
    });
  }

  /**
   * Refuses if writes are stopped. The function that it returns checks again after a wait, and reads the database only
   * if there was a new status.
   */
  requireActive(): () => void {
    return this.requireAllowed(false);
  }

  /**
   * Refuses a command if writes are stopped. With `whileStopped`, the command changes nothing in a site and runs for a
   * read-only tenant.
   */
  requireAllowed(whileStopped: boolean): () => void {
    const changes = this.#changes;
    const { status } = this;
    const code = status === "read_only" && whileStopped ? null : STOPPED[status];
    if (code) throw new Refusal(code);
    return () => void (this.#changes !== changes && this.requireAllowed(whileStopped));
  }
}
