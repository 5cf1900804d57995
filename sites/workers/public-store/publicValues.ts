import { DurableObject } from "cloudflare:workers";
import { partsOf } from "../../../runtime/database/textParts.ts";
import { sha256Hex } from "../../platform/keys/digest.ts";
import { LIST, PARTS, type ProvenValue, PUT, REMOVE, SCHEMA } from "../../platform/publicStore/publicValues.ts";
import type { Env, Listed, Listing } from "./env.ts";

/** The most keys of one answer, as with KV. */
const LISTED_MAX = 1_000;
/** Sorts after every character that a key has. */
const LAST = "\u{10ffff}";

interface Row extends Record<string, SqlStorageValue> {
  readonly sha256: string;
  readonly text: string;
}

/** The values of one store. An answer to a change means that the change is on the disk. */
export class PublicValues extends DurableObject<Env> {
  readonly #sql: SqlStorage;

  constructor(context: DurableObjectState, env: Env) {
    super(context, env);
    this.#sql = context.storage.sql;
    this.#sql.exec(SCHEMA);
  }

  /** Stores all values or none. */
  putAll(values: readonly ProvenValue[]): void {
    this.ctx.storage.transactionSync(() => {
      for (const value of values) this.#put(value);
    });
  }

  /** The text of a value. A value whose text has another digest is reported, and is missing from then on. */
  async get(key: string): Promise<string | null> {
    const found = this.#find(key);
    if (!found) return null;
    if ((await sha256Hex(found.text)) === found.sha256) return found.text;
    await this.env.HOST.fetch("http://values/", { method: "POST", body: key });
    // A site may have stored it again meanwhile.
    if (this.#find(key)?.text === found.text) this.remove(key);
    return null;
  }

  #find(key: string): Row | undefined {
    const rows = this.#sql.exec<Row>(PARTS, key).toArray();
    return rows[0] && { sha256: rows[0].sha256, text: rows.map(({ text }) => text).join("") };
  }

  remove(key: string): void {
    this.#sql.exec(REMOVE, key, 0);
  }

  /** Lists keys in the order of their bytes. The cursor is the last key. */
  list({ prefix, limit = LISTED_MAX, cursor }: Listing): Listed {
    const most = Math.max(1, Math.min(limit, LISTED_MAX));
    const found = this.#sql.exec<{ name: string }>(LIST, prefix, prefix + LAST, cursor ?? "", most + 1).toArray();
    const keys = found.slice(0, most);
    const last = keys.at(-1);
    return found.length > most && last
      ? { keys, list_complete: false, cursor: last.name }
      : { keys, list_complete: true };
  }

  #put({ key, text, sha256 }: ProvenValue): void {
    const parts = partsOf(text);
    for (const [part, some] of parts.entries()) this.#sql.exec(PUT, key, part, sha256, some);
    this.#sql.exec(REMOVE, key, parts.length);
  }
}
