import { Refusal } from "../manifests/refusal.ts";
import type { RefusalCode } from "../manifests/refusal.ts";
import { isForStopped } from "./commandName.ts";
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
    const known = first<{ name: string }>(this.#sql, "SELECT tenant AS name FROM sites UNION ALL SELECT name FROM tenant_name LIMIT 1");
    return known?.name;
  }

  /** For when there is no site to tell it. */
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

  /** What it answers asks again, for whoever had to wait meanwhile: of the database only if there was a new status. */
  requireActive(): () => void {
    return this.requireAllowed(null);
  }

  /** The same for a command: where nobody may write, what there is to read may still be kept. */
  requireAllowed(command: string | null): () => void {
    const changes = this.#changes;
    const { status } = this;
    const code = status === "read_only" && isForStopped(command) ? null : STOPPED[status];
    if (code) throw new Refusal(code);
    return () => void (this.#changes !== changes && this.requireAllowed(command));
  }
}
