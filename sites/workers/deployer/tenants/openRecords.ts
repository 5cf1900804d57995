/** Records of unfinished work on tenants. The same request continues such work. */
import type * as z from "zod/mini";
import { openPayload, renewRecord, resolveRecord } from "../../../control/records/records.ts";

/** Records of one kind. A tenant has at most one open record of each kind. */
export class OpenRecords<T> {
  readonly #kind: string;
  readonly #shape: z.ZodMiniType<T>;

  constructor(kind: string, shape: z.ZodMiniType<T>) {
    [this.#kind, this.#shape] = [kind, shape];
  }

  begin(db: D1Database, tenant: string, record: T, at: number): D1PreparedStatement {
    const [id, kind, payload] = [this.#id(tenant), this.#kind, JSON.stringify(record)];
    return renewRecord(db, { id, kind, tenant, site: null, payload, createdAt: at });
  }

  async find(db: D1Database, tenant: string): Promise<T | undefined> {
    const payload = await openPayload(db, this.#id(tenant));
    return payload === undefined ? undefined : this.#shape.parse(JSON.parse(payload));
  }

  end(db: D1Database, tenant: string, at: number): D1PreparedStatement {
    return resolveRecord(db, this.#id(tenant), at);
  }

  #id(tenant: string): string {
    return `${this.#kind}:${tenant}`;
  }
}
