import { AGENT_LOOK_WAIT_MS, AGENT_LOOKS_TOGETHER } from "../../../../manifests/bounds/agents.ts";
import { digestProof } from "../../../platform/keys/digest.ts";
import type { Env } from "../bindings/env.ts";
import { type KeptAnswer, issued, keepAnswers } from "../../../control/agents/refreshTokens.ts";
import {
  type GrantState,
  type GrantValue,
  type TokenKeys,
  type WrittenGrant,
  addGrant,
  addToken,
  changeGrant,
  readGrantStates,
  grantStateStatement,
  keysBetween,
  readGrant,
  removeGrant,
  sweepGrants,
} from "../../../control/agents/agentGrants.ts";
import { QueryBatcher } from "./queryBatcher.ts";

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

const GRANT = /^grant:/;
const TOKEN = /^(token:([^:]+:[^:]+)):/;
const TRANSACTION = /^transaction:/;

type StateLookups = QueryBatcher<TokenKeys, GrantState | undefined>;

/** The batched grant lookups of this isolate, for each database. */
const stateLookups = new WeakMap<D1Database, StateLookups>();

function stateLookupsOf(db: D1Database): StateLookups {
  const found: StateLookups =
    stateLookups.get(db) ?? new QueryBatcher({ most: AGENT_LOOKS_TOGETHER, waitMs: AGENT_LOOK_WAIT_MS });
  stateLookups.set(db, found);
  return found;
}

/**
 * The storage of the OAuth library for one request. The library expects one key-value namespace, and reads, changes and
 * writes records there. In an eventually consistent store, a code could be used twice, and a revoked grant would stay
 * valid for a minute. So grants and tokens are database rows. A token request's writes wait for `settle`, which commits
 * them in one transaction if the grant has not changed. Registered clients and pending logins each have a KV namespace,
 * because no two requests change the same one.
 */
export class GrantRecords {
  readonly #env: Env;
  readonly #seen = new Map<string, number>();
  /** The held writes of a token request; undefined for other requests, which write at once. */
  #held: WrittenGrant[] | undefined;
  /** The state of the grant whose token was read last, from the same query. */
  grantState: GrantState | undefined;

  constructor(env: Env) {
    this.#env = env;
  }

  async get(key: string, options?: { readonly type?: string } | string): Promise<unknown> {
    const isJson = options === "json" || (typeof options === "object" && options.type === "json");
    const text = await this.#read(key);
    return text !== null && isJson ? (JSON.parse(text) as unknown) : text;
  }

  async put(key: string, value: string, options: PutOptions = {}): Promise<void> {
    if (GRANT.test(key) || TOKEN.test(key)) return this.#write(key, value, options);
    const metadata = { ...Object(options.metadata), ...(await digestProof(value)) } as unknown;
    await this.#namespace(key).put(key, value, { ...options, metadata } as KVNamespacePutOptions);
  }

  async delete(key: string): Promise<void> {
    if (GRANT.test(key) || TOKEN.test(key)) await removeGrant(this.#env.DB, key).run();
    else await this.#namespace(key).delete(key);
  }

  async list({ prefix, limit = 1000, cursor }: ListOptions = {}) {
    const from = prefix ?? "";
    if (!GRANT.test(from) && !TOKEN.test(`${from}:`))
      return this.#namespace(from).list({ prefix: from, limit, cursor: cursor ?? null });
    const results = await keysBetween(this.#env.DB, [cursor ?? from, `${from}\u{10ffff}`], Date.now(), limit + 1);
    const shown = results.slice(0, limit);
    const keys = shown.map(({ key, metadata }) => ({
      name: key,
      ...(metadata === null ? {} : { metadata: JSON.parse(metadata) as unknown }),
    }));
    return results.length > limit
      ? { keys, list_complete: false, cursor: shown.at(-1)?.key ?? "" }
      : { keys, list_complete: true };
  }

  /** Holds the library's next writes for `settle`. */
  hold(): void {
    this.#held = [];
  }

  /** Commits the held writes. False, and nothing is written, if another request changed the grant since it was read. */
  async settle(answers: readonly KeptAnswer[]): Promise<boolean> {
    const { DB } = this.#env;
    const now = Date.now();
    const held = this.#held ?? [];
    const grant = held.find(([key]) => GRANT.test(key));
    if (!grant) return false;
    const [key, value] = grant;
    const [written] = await DB.batch([
      changeGrant(DB, grant, this.#seen.get(key) ?? 0),
      ...held.filter((row) => row !== grant).map((row) => addToken(DB, row, grant)),
      issued(DB, key, value),
      ...keepAnswers(DB, { grant: key, value, answers, now }),
      sweepGrants(DB, now),
    ]);
    return written?.meta.changes === 1;
  }

  /** Checks again whether a known token and its grant are still valid. */
  async revalidate(user: string, grant: string, token: string): Promise<boolean> {
    const { DB } = this.#env;
    const asked = { token: `token:${user}:${grant}:${token}`, grant: `grant:${user}:${grant}` };
    this.grantState = await stateLookupsOf(DB).answer(asked, (tokens) => readGrantStates(DB, tokens, Date.now()));
    return this.grantState !== undefined;
  }

  #namespace(key: string): KVNamespace {
    return TRANSACTION.test(key) ? this.#env.AUTH_STATE_KV : this.#env.OAUTH_KV;
  }

  async #read(key: string): Promise<string | null> {
    const [, , owner] = TOKEN.exec(key) ?? [];
    if (owner !== undefined) return this.#readToken(key, `grant:${owner}`);
    if (!GRANT.test(key)) return this.#namespace(key).get(key);
    const row = await readGrant(this.#env.DB, key, Date.now()).first<GrantValue>();
    if (row) this.#seen.set(key, row.revision);
    return row?.value ?? null;
  }

  async #readToken(key: string, grant: string): Promise<string | null> {
    const { DB } = this.#env;
    const now = Date.now();
    const [token, state] = await DB.batch([readGrant(DB, key, now), grantStateStatement(DB, grant, now)]);
    this.grantState = state?.results[0] as GrantState | undefined;
    return (token?.results[0] as GrantValue | undefined)?.value ?? null;
  }

  async #write(key: string, value: string, { expiration, expirationTtl, metadata }: PutOptions): Promise<void> {
    const until = expiration === undefined ? Date.now() + (expirationTtl ?? 0) * 1000 : expiration * 1000;
    const row: WrittenGrant = [key, value, metadata === undefined ? null : JSON.stringify(metadata), until];
    if (this.#held) this.#held.push(row);
    else await addGrant(this.#env.DB, row).run();
  }
}
