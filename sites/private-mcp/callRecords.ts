import { AGENT_CALLS_BATCH, AGENT_CALLS_KEPT_MS, AGENT_CALLS_WAIT_MS, LOGIN_SWEEP_ROWS } from "../../manifests/bounds.ts";
import type { Env } from "./env.ts";

/** One call, without anything that was sent or answered. */
export interface CallRecord {
  readonly id: string;
  readonly tenant: string;
  readonly site: string;
  readonly identity: string;
  readonly client: string;
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
const SWEEP = "DELETE FROM agent_calls WHERE id IN (SELECT id FROM agent_calls WHERE at <= ? LIMIT ?)";

let waiting: CallRecord[] = [];
let due = 0;

/**
 * Writes calls down together: a row for each at once would cost every call as much as answering it. One request waits
 * for all; should it be cut off, the next one takes its place.
 */
export function record(env: Pick<Env, "DB">, ctx: Pick<ExecutionContext, "waitUntil">, call: CallRecord): void {
  waiting.push(call);
  const now = Date.now();
  if (waiting.length >= AGENT_CALLS_BATCH) return ctx.waitUntil(flush(env));
  if (now < due + AGENT_CALLS_WAIT_MS) return;
  due = now + AGENT_CALLS_WAIT_MS;
  ctx.waitUntil(scheduler.wait(AGENT_CALLS_WAIT_MS).then(() => flush(env)));
}

async function flush({ DB }: Pick<Env, "DB">): Promise<void> {
  const calls = waiting;
  waiting = [];
  due = 0;
  if (calls.length === 0) return;
  const sweep = DB.prepare(SWEEP).bind(Date.now() - AGENT_CALLS_KEPT_MS, LOGIN_SWEEP_ROWS);
  await DB.batch([DB.prepare(INSERT).bind(JSON.stringify(calls)), sweep])
    .catch((error: unknown) => console.error(JSON.stringify({ event: "agent_calls_not_recorded", calls: calls.length, error: String(error) })));
}
