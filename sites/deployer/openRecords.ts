/** Records of work on a tenant that has begun and is not over: the same request again goes on from there. */
import type * as z from "zod/mini";

const BEGIN = `
  INSERT INTO operational_records (id, kind, tenant_id, site_id, payload, created_at) VALUES (?, ?, ?, NULL, ?, ?)
  ON CONFLICT (id) DO UPDATE SET payload = excluded.payload, created_at = excluded.created_at, resolved_at = NULL`;
const FIND = "SELECT payload FROM operational_records WHERE id = ? AND resolved_at IS NULL";
const END = "UPDATE operational_records SET resolved_at = ? WHERE id = ? AND resolved_at IS NULL";

/** One kind of work, of which a tenant has at most one record that is open. */
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
