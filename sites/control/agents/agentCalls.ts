import { AGENT_CALLS_KEPT_MS } from "../../../manifests/bounds/agents.ts";
import { LOGIN_SWEEP_ROWS } from "../../../manifests/bounds/logins.ts";
import { useGrants } from "./agentGrants.ts";
import type { Membership } from "../people/members.ts";

/** The record of one call, without its input and its answer. */
export interface CallRecord extends Membership {
  readonly id: string;
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
const SWEEP = "DELETE FROM agent_calls WHERE id IN (SELECT id FROM agent_calls WHERE at <= ? LIMIT ?)";

/** Writes the records of calls, and the last use of their grants. */
export async function recordCalls(db: D1Database, calls: readonly CallRecord[], now: number): Promise<void> {
  const rows = JSON.stringify(calls);
  await db.batch([
    db.prepare(INSERT).bind(rows),
    useGrants(db, rows),
    db.prepare(SWEEP).bind(now - AGENT_CALLS_KEPT_MS, LOGIN_SWEEP_ROWS),
  ]);
}
