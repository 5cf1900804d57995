import { OAuthError } from "@cloudflare/workers-oauth-provider";
import { LOGIN_SWEEP_ROWS } from "../../../manifests/bounds.ts";
import type { Env } from "../env.ts";
import type { Standing } from "./standing.ts";
import { standingOfToken, standingStatement } from "./standing.ts";

interface Row {
  readonly value: string;
  readonly revision: number;
}

interface PutOptions {
  readonly expiration?: number;
  readonly expirationTtl?: number;
  readonly metadata?: unknown;
}

interface ListOptions {
  readonly prefix?: string | null;
  readonly limit?: number;
  readonly cursor?: string | null;
}

const READ = "SELECT value, revision FROM agent_records WHERE key = ? AND expires_at > ?";
const ADD = "INSERT INTO agent_records (key, value, metadata, revision, expires_at) VALUES (?, ?, ?, 1, ?)";
const CHANGE = "UPDATE agent_records SET value = ?2, metadata = ?3, expires_at = ?4, revision = revision + 1 WHERE key = ?1 AND revision = ?5";
const REMOVE = "DELETE FROM agent_records WHERE key = ?";
const SWEEP = "DELETE FROM agent_records WHERE key IN (SELECT key FROM agent_records WHERE expires_at <= ? LIMIT ?)";
const LIST = "SELECT key, metadata FROM agent_records WHERE key > ?1 AND key < ?2 AND expires_at > ?3 ORDER BY key LIMIT ?4";
const ISSUED = `
  INSERT INTO agent_refresh_tokens (id, grant_key) SELECT ?1, ?2 WHERE EXISTS (SELECT 1 FROM agent_records WHERE key = ?2)
  ON CONFLICT (id) DO NOTHING`;

const GRANT = /^grant:/;
const TOKEN = /^(token:([^:]+:[^:]+)):/;
const TRANSACTION = /^transaction:/;

/**
 * The store of the authorization server, for one request. The library asks for one key-value namespace, reads a record
 * and writes it back; in a store that is eventually consistent a code could be used twice in that time, and what was
 * taken back would live on for a minute. So grants and tokens are rows of the database, and a grant is written only
 * over what was read. Clients, which nobody changes, and logins under way, which belong to one browser, each have
 * a namespace.
 */
export class Records {
  readonly #env: Env;
  readonly #seen = new Map<string, number>();
  /** What the grant of the token that was read is worth; found out on the same way to the database. */
  standing: Standing | undefined;

  constructor(env: Env) {
    this.#env = env;
  }

  async get(key: string, options?: { readonly type?: string } | string): Promise<unknown> {
    const isJson = options === "json" || (typeof options === "object" && options.type === "json");
    const text = await this.#read(key);
    return text !== null && isJson ? (JSON.parse(text) as unknown) : text;
  }

  put(key: string, value: string, options: PutOptions = {}): Promise<void> {
    if (GRANT.test(key) || TOKEN.test(key)) return this.#write(key, value, options);
    return this.#namespace(key).put(key, value, options as KVNamespacePutOptions);
  }

  async delete(key: string): Promise<void> {
    if (GRANT.test(key) || TOKEN.test(key)) await this.#env.DB.prepare(REMOVE).bind(key).run();
    else await this.#namespace(key).delete(key);
  }

  async list({ prefix, limit = 1000, cursor }: ListOptions = {}) {
    const from = prefix ?? "";
    if (!GRANT.test(from) && !TOKEN.test(`${from}:`)) return this.#namespace(from).list({ prefix: from, limit, cursor: cursor ?? null });
    const { results } = await this.#env.DB.prepare(LIST).bind(cursor ?? from, `${from}\u{10ffff}`, Date.now(), limit + 1)
      .all<{ key: string; metadata: string | null }>();
    const shown = results.slice(0, limit);
    const keys = shown.map(({ key, metadata }) => ({ name: key, ...(metadata === null ? {} : { metadata: JSON.parse(metadata) as unknown }) }));
    return results.length > limit ? { keys, list_complete: false, cursor: shown.at(-1)?.key ?? "" } : { keys, list_complete: true };
  }

  /** Whether a token that is no longer good once was: then somebody has it who should not. */
  async isSpent(grant: string, token: string): Promise<boolean> {
    const find = `SELECT 1 FROM agent_refresh_tokens i JOIN agent_records g ON g.key = i.grant_key
      WHERE i.id = ?1 AND i.grant_key = ?2
        AND ?1 NOT IN (ifnull(json_extract(g.value, '$.refreshTokenId'), ''), ifnull(json_extract(g.value, '$.previousRefreshTokenId'), ''))`;
    return (await this.#env.DB.prepare(find).bind(token, grant).first()) !== null;
  }

  /** Asks again what a token that has been read before is worth now. */
  async lookAgain(user: string, grant: string, token: string): Promise<boolean> {
    const found = await standingOfToken(this.#env.DB, `token:${user}:${grant}:${token}`, `grant:${user}:${grant}`, Date.now());
    this.standing = found ?? undefined;
    return found !== null;
  }

  #namespace(key: string): KVNamespace {
    return TRANSACTION.test(key) ? this.#env.AUTH_STATE_KV : this.#env.OAUTH_KV;
  }

  async #read(key: string): Promise<string | null> {
    const [, , owner] = TOKEN.exec(key) ?? [];
    if (owner !== undefined) return this.#readToken(key, `grant:${owner}`);
    if (!GRANT.test(key)) return this.#namespace(key).get(key);
    const row = await this.#env.DB.prepare(READ).bind(key, Date.now()).first<Row>();
    if (row) this.#seen.set(key, row.revision);
    return row?.value ?? null;
  }

  async #readToken(key: string, grant: string): Promise<string | null> {
    const { DB } = this.#env;
    const now = Date.now();
    const [token, standing] = await DB.batch([DB.prepare(READ).bind(key, now), standingStatement(DB, grant, now)]);
    this.standing = standing?.results[0] as Standing | undefined;
    return (token?.results[0] as Row | undefined)?.value ?? null;
  }

  async #write(key: string, value: string, { expiration, expirationTtl, metadata }: PutOptions): Promise<void> {
    const { DB } = this.#env;
    const now = Date.now();
    const until = expiration === undefined ? now + (expirationTtl ?? 0) * 1000 : expiration * 1000;
    const row = [key, value, metadata === undefined ? null : JSON.stringify(metadata), until] as const;
    const seen = this.#seen.get(key);
    const { refreshTokenId: refresh, previousRefreshTokenId: before } = JSON.parse(value) as GrantRecord;
    const [written] = await DB.batch([
      seen === undefined ? DB.prepare(ADD).bind(...row) : DB.prepare(CHANGE).bind(...row, seen),
      ...(refresh === undefined || !GRANT.test(key) ? [] : [DB.prepare(ISSUED).bind(refresh, key)]),
      DB.prepare(SWEEP).bind(now, LOGIN_SWEEP_ROWS),
    ]);
    if (written?.meta.changes !== 1) throw before === undefined ? REDEEMED : BUSY;
    this.#seen.set(key, (seen ?? 0) + 1);
  }
}

interface GrantRecord {
  readonly refreshTokenId?: string;
  readonly previousRefreshTokenId?: string;
}

const REDEEMED = new OAuthError("invalid_grant", { description: "This code was used by another request at the same time." });
/** Two windows of one program: the token is still good for the one that asks again. */
const BUSY = new OAuthError("temporarily_unavailable", {
  description: "Another request used this token at the same time.", statusCode: 503, headers: { "Retry-After": "1" },
});
