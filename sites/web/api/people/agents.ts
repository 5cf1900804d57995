import { LIST_ROWS } from "../../../../manifests/bounds/api.ts";
import { Refusal } from "../../../../manifests/refusals/refusal.ts";
import type { Role } from "../../../../runtime/commands/permissions.ts";
import type { Scope } from "../../../../runtime/commands/scopes.ts";
import { isScope } from "../../../../runtime/commands/scopes.ts";
import type { Env } from "../../powers/env.ts";
import type { ApiCall } from "../request/call.ts";
import type { ControlDecision } from "../control/command.ts";
import { readCursor, writeCursor } from "../request/cursor.ts";
import { requireOwnerFor } from "./commands.ts";
import { auditElsewhere } from "./elsewhere.ts";
import type { SiteRef } from "../../../control/sites.ts";

/** An agent that acts for a member. The id names the grant and gives no access. */
export interface AgentRecord {
  readonly id: string;
  /** The id of the member whom the agent acts for. */
  readonly member: string;
  readonly hostname: string | null;
  readonly client: { readonly id: string; readonly name: string | null };
  readonly scopes: readonly Scope[];
  readonly createdAt: number;
  /** When the agent last called; null before the first call. */
  readonly usedAt: number | null;
  readonly expiresAt: number;
}

export interface AgentList {
  readonly items: readonly AgentRecord[];
  readonly next: string | null;
}

interface Row {
  readonly id: string;
  readonly member: string;
  readonly hostname: string | null;
  readonly client: string;
  readonly name: string | null;
  readonly scopes: string;
  readonly createdAt: number;
  readonly usedAt: number | null;
  readonly expiresAt: number;
}

/** Lists grants. A grant whose code was not redeemed is left out, because it expires within minutes. */
const GRANTS = `
  SELECT g.grant_id AS id, g.identity_id AS member, d.hostname AS hostname, json_extract(g.value, '$.clientId') AS client,
    json_extract(g.value, '$.metadata.name') AS name, json_extract(g.value, '$.scope') AS scopes,
    json_extract(g.value, '$.createdAt') * 1000 AS createdAt, g.used_at AS usedAt, g.expires_at AS expiresAt
  FROM agent_records g LEFT JOIN domains d ON d.tenant_id = g.tenant_id AND d.site_id = g.site_id AND d.is_primary = 1
  WHERE g.grant_id IS NOT NULL AND json_extract(g.value, '$.refreshTokenId') IS NOT NULL AND g.expires_at > ?1
    AND (json_extract(g.value, '$.createdAt') * 1000, g.grant_id) < (?2, ?3)`;
const NEWEST = "ORDER BY json_extract(g.value, '$.createdAt') DESC, g.grant_id DESC LIMIT ?4";
const OWN = `${GRANTS} AND g.identity_id = ?5 ${NEWEST}`;
const OF_SITE = `${GRANTS} AND g.tenant_id = ?5 AND g.site_id = ?6 ${NEWEST}`;

const END = Number.MAX_SAFE_INTEGER;

export interface GrantPortion {
  readonly now: number;
  readonly cursor: string | undefined;
  readonly limit: number | undefined;
}

/** Lists a member's own agents at all sites, the newest first. */
export const listOwnAgents = ({ DB }: Pick<Env, "DB">, identity: string, portion: GrantPortion): Promise<AgentList> =>
  list(DB, portion, OWN, [identity]);

/** Lists the agents of all members of a site, the newest first. */
export const listAgentsOf = (
  { DB }: Pick<Env, "DB">,
  { tenant, site }: SiteRef,
  portion: GrantPortion,
): Promise<AgentList> => list(DB, portion, OF_SITE, [tenant, site]);

async function list(
  DB: D1Database,
  { now, cursor, limit = LIST_ROWS }: GrantPortion,
  sql: string,
  whose: readonly string[],
): Promise<AgentList> {
  const [at, id] = cursor === undefined ? [END, ""] : readCursor(cursor);
  const { results } = await DB.prepare(sql)
    .bind(now, at, id, limit + 1, ...whose)
    .all<Row>();
  const items = results.slice(0, limit).map(recordOf);
  const last = results.length > limit ? items.at(-1) : undefined;
  return { items, next: last ? writeCursor([last.createdAt, last.id]) : null };
}

const recordOf = ({ client, name, scopes, ...row }: Row): AgentRecord => ({
  ...row,
  client: { id: client, name },
  scopes: (JSON.parse(scopes) as string[]).filter(isScope),
});

interface Found extends SiteRef {
  readonly key: string;
  readonly identity: string;
  readonly role: Role | null;
}

const FIND = `
  SELECT g.key AS key, g.tenant_id AS tenant, g.site_id AS site, g.identity_id AS identity, m.role AS role FROM agent_records g
  LEFT JOIN memberships m ON m.tenant_id = g.tenant_id AND m.site_id = g.site_id AND m.identity_id = g.identity_id
  WHERE g.grant_id = ?1 AND g.expires_at > ?2`;
const STOP = "DELETE FROM agent_records WHERE key = ?";
const IS_THERE = "EXISTS (SELECT 1 FROM agent_records WHERE key = ?)";

/** Ends one of the member's own grants, at any site. */
export async function endOwnAgent(call: ApiCall, id: string): Promise<ControlDecision> {
  const found = await find(call, id, ({ identity }) => identity === call.member.identity);
  return ending(call, id, found, "agent.stop");
}

/** Ends a grant of a member of this site. Only owners can end an owner's grant. */
export async function endAgentOf(call: ApiCall, id: string, actorRole: Role): Promise<ControlDecision> {
  const { tenant, site } = call.member;
  const found = await find(call, id, (one) => one.tenant === tenant && one.site === site);
  if (found.role) requireOwnerFor(actorRole, found.role);
  return ending(call, id, found, "member.agent.stop");
}

async function find({ env: { DB }, at }: ApiCall, id: string, isMeant: (found: Found) => boolean): Promise<Found> {
  const found = await DB.prepare(FIND).bind(id, at).first<Found>();
  if (!found || !isMeant(found)) throw new Refusal("NOT_FOUND");
  return found;
}

async function ending(call: ApiCall, id: string, found: Found, command: string): Promise<ControlDecision> {
  const { DB } = call.env;
  return {
    output: { ended: id },
    condition: { sql: IS_THERE, values: [found.key] },
    effects: [DB.prepare(STOP).bind(found.key), ...(await auditElsewhere(call, found, command, id))],
    forget: () => undefined,
  };
}
