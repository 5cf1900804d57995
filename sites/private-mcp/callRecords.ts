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
  VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`;
const SWEEP = "DELETE FROM agent_calls WHERE id IN (SELECT id FROM agent_calls WHERE at <= ? LIMIT ?)";

let waiting: CallRecord[] = [];
let flushing: Promise<void> | undefined;

/** Writes calls down together: a row for each at once would cost every call as much as answering it. */
export function record(env: Pick<Env, "DB">, ctx: Pick<ExecutionContext, "waitUntil">, call: CallRecord): void {
  waiting.push(call);
  if (waiting.length >= AGENT_CALLS_BATCH) ctx.waitUntil(flush(env));
  else ctx.waitUntil((flushing ??= scheduler.wait(AGENT_CALLS_WAIT_MS).then(() => flush(env))));
}

async function flush({ DB }: Pick<Env, "DB">): Promise<void> {
  flushing = undefined;
  const calls = waiting;
  waiting = [];
  if (calls.length === 0) return;
  const insert = DB.prepare(INSERT);
  const rows = calls.map(({ id, tenant, site, identity, client, name, outcome, durationMs, at }) =>
    insert.bind(id, tenant, site, identity, client, name, outcome, durationMs, at));
  const sweep = DB.prepare(SWEEP).bind(Date.now() - AGENT_CALLS_KEPT_MS, LOGIN_SWEEP_ROWS);
  await DB.batch([...rows, sweep]).catch((error: unknown) => console.error(JSON.stringify({ event: "agent_calls_not_recorded", calls: calls.length, error: String(error) })));
}
