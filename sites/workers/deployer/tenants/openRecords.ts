/** Records of unfinished work on tenants. The same request continues such work. */
import type * as z from "zod/mini";

const BEGIN = `
  INSERT INTO operational_records (id, kind, tenant_id, site_id, payload, created_at) VALUES (?, ?, ?, NULL, ?, ?)
  ON CONFLICT (id) DO UPDATE SET payload = excluded.payload, created_at = excluded.created_at, resolved_at = NULL`;
const FIND = "SELECT payload FROM operational_records WHERE id = ? AND resolved_at IS NULL";
const END = "UPDATE operational_records SET resolved_at = ? WHERE id = ? AND resolved_at IS NULL";

/** Records of one kind. A tenant has at most one open record of each kind. */
export class OpenRecords<T> {
  readonly #kind: string;
  readonly #shape: z.ZodMiniType<T>;

  constructor(kind: string, shape: z.ZodMiniType<T>) {
    [this.#kind, this.#shape] = [kind, shape];
  }

  begin(db: D1Database, tenant: string, record: T, at: number): D1PreparedStatement {
    return db.prepare(BEGIN).bind(this.#id(tenant), this.#kind, tenant, JSON.stringify(record), at);
  }

  async find(db: D1Database, tenant: string): Promise<T | undefined> {
    const found = await db.prepare(FIND).bind(this.#id(tenant)).first<{ payload: string }>();
    return found ? this.#shape.parse(JSON.parse(found.payload)) : undefined;
  }

  end(db: D1Database, tenant: string, at: number): D1PreparedStatement {
    return db.prepare(END).bind(at, this.#id(tenant));
  }

  #id(tenant: string): string {
    return `${this.#kind}:${tenant}`;
  }
}
