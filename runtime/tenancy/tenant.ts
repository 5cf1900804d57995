import { Refusal, type RefusalCode } from "../../manifests/refusals/refusal.ts";
import { type Sql, first } from "../powers/powers.ts";

/**
 * The status of a tenant. `read_only`: visitors and members can read, but nothing is written. `suspended`: nothing is
 * served.
 */
export const TENANT_STATUSES = ["active", "read_only", "suspended"] as const;
export type TenantStatus = (typeof TENANT_STATUSES)[number];

const STOPPED = {
  active: null,
  read_only: "TENANT_READ_ONLY",
  suspended: "TENANT_SUSPENDED",
} as const satisfies Record<TenantStatus, RefusalCode | null>;

/**
 * The operator's status of this workspace's tenant. The control plane decides it. The workspace stores it, too, so that
 * a worker with an outdated status cannot write. Chores publish nothing while writes are stopped.
 */
export class Tenant {
  readonly #sql: Sql;
  /** Counts changes of the status by this object, which alone sets it. */
  #changes = 0;

  constructor(sql: Sql) {
    this.#sql = sql;
  }

  get status(): TenantStatus {
    return first<{ status: TenantStatus }>(this.#sql, "SELECT status FROM tenant")?.status ?? "active";
  }

  /** Undefined for a workspace without a site and a name. */
  get name(): string | undefined {
    const known = first<{ name: string }>(
      this.#sql,
      "SELECT tenant AS name FROM sites UNION ALL SELECT name FROM tenant_name LIMIT 1",
    );
    return known?.name;
  }

  /** Sets the tenant's name, for a workspace without a site. */
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
   * Throws if writes are stopped. The returned function checks again later. It reads the database only if the status
   * has changed.
   */
  requireActive(): () => void {
    return this.requireAllowed(false);
  }

  /**
   * Throws if writes are stopped. With `whileStopped`, which requires a command without changes to a site, a read-only
   * tenant is allowed.
   */
  requireAllowed(whileStopped: boolean): () => void {
    const changes = this.#changes;
    const { status } = this;
    const code = status === "read_only" && whileStopped ? null : STOPPED[status];
    if (code) throw new Refusal(code);
    return () => void (this.#changes !== changes && this.requireAllowed(whileStopped));
  }
}
