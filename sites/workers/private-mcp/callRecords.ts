import { AGENT_CALLS_BATCH, AGENT_CALLS_KEPT_MS, AGENT_CALLS_WAIT_MS } from "../../../manifests/bounds/agents.ts";
import { LOGIN_SWEEP_ROWS } from "../../../manifests/bounds/logins.ts";
import { visibleJson } from "../../../manifests/visible.ts";
import type { Env } from "./bindings/env.ts";

/** The record of one call, without its input and its answer. */
export interface CallRecord {
  readonly id: string;
  readonly tenant: string;
  readonly site: string;
  readonly identity: string;
  readonly client: string;
  /** The key of the agent's grant. */
  readonly grant: string;
  readonly name: string;
  readonly outcome: string;
  readonly durationMs: number;
  readonly at: number;
}

const INSERT = `
  INSERT OR IGNORE INTO agent_calls (id, tenant_id, site_id, identity_id, client, name, outcome, duration_ms, at)
  SELECT value ->> 'id', value ->> 'tenant', value ->> 'site', value ->> 'identity', value ->> 'client', value ->> 'name', value ->> 'outcome',
    value ->> 'durationMs', value ->> 'at'
  FROM json_each(?)`;
/** Stores when a grant was last used, for members who review their agents. */
const USED = `
  UPDATE agent_records SET used_at = (
    SELECT max(ifnull(agent_records.used_at, 0), max(c.value ->> 'at')) FROM json_each(?1) c WHERE c.value ->> 'grant' = agent_records.key)
  WHERE key IN (SELECT value ->> 'grant' FROM json_each(?1))`;
const SWEEP = "DELETE FROM agent_calls WHERE id IN (SELECT id FROM agent_calls WHERE at <= ? LIMIT ?)";

/**
 * Writes call records in batches, because one write for each call would cost as much as the call. One request waits and
 * then writes for all. If it is cut off, a later request writes.
 */
export class CallRecords {
  readonly #wait: (ms: number) => Promise<void>;
  #waiting: CallRecord[] = [];
  #due = 0;

  constructor(wait: (ms: number) => Promise<void>) {
    this.#wait = wait;
  }

  add(env: Pick<Env, "DB">, ctx: Pick<ExecutionContext, "waitUntil">, call: CallRecord): void {
    this.#waiting.push(call);
    const now = Date.now();
    if (this.#waiting.length >= AGENT_CALLS_BATCH) return ctx.waitUntil(this.#flush(env));
    if (now < this.#due + AGENT_CALLS_WAIT_MS) return;
    this.#due = now + AGENT_CALLS_WAIT_MS;
    ctx.waitUntil(this.#wait(AGENT_CALLS_WAIT_MS).then(() => this.#flush(env)));
  }

  async #flush({ DB }: Pick<Env, "DB">): Promise<void> {
    const calls = this.#waiting;
    [this.#waiting, this.#due] = [[], 0];
    if (calls.length === 0) return;
    const sweep = DB.prepare(SWEEP).bind(Date.now() - AGENT_CALLS_KEPT_MS, LOGIN_SWEEP_ROWS);
    const rows = JSON.stringify(calls);
    await DB.batch([DB.prepare(INSERT).bind(rows), DB.prepare(USED).bind(rows), sweep]).catch((error: unknown) =>
      console.error(visibleJson({ event: "agent_calls_not_recorded", calls: calls.length, error: String(error) })),
    );
  }
}
