import type { Role } from "../../../../runtime/commands/permissions.ts";
import { LIST_ROWS } from "../../../../manifests/bounds/api.ts";
import { Refusal } from "../../../../manifests/refusals/refusal.ts";
import { type Scope, isScope } from "../../../../runtime/commands/scopes.ts";
import {
  type ListedGrant,
  type OwnedGrant,
  findGrant,
  grantsAt,
  isGrantThere,
  ownGrants,
  removeGrant,
} from "../../../control/agents/agentGrants.ts";
import type { Portion } from "../../../control/sql/portion.ts";
import type { Env } from "../../powers/env.ts";
import type { ApiCall } from "../request/call.ts";
import type { ControlDecision } from "../control/command.ts";
import { type Cursor, readCursor, writeCursor } from "../request/cursor.ts";
import { requireOwnerFor } from "./commands.ts";
import { auditElsewhere } from "./elsewhere.ts";
import type { SiteRef } from "../../../control/tenants/sites.ts";

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

/** The cursor of the first page. */
const START: Cursor = [Number.MAX_SAFE_INTEGER, ""];

export interface GrantPortion {
  readonly now: number;
  readonly cursor: string | undefined;
  readonly limit: number | undefined;
}

/** Lists a member's own agents at all sites, the newest first. */
export const listOwnAgents = ({ DB }: Pick<Env, "DB">, identity: string, portion: GrantPortion): Promise<AgentList> =>
  list(portion, (part) => ownGrants(DB, identity, part));

/** Lists the agents of all members of a site, the newest first. */
export const listAgentsOf = ({ DB }: Pick<Env, "DB">, ref: SiteRef, portion: GrantPortion): Promise<AgentList> =>
  list(portion, (part) => grantsAt(DB, ref, part));

async function list(
  { now, cursor, limit = LIST_ROWS }: GrantPortion,
  read: (part: Portion) => Promise<readonly ListedGrant[]>,
): Promise<AgentList> {
  const results = await read({ now, before: cursor === undefined ? START : readCursor(cursor), most: limit + 1 });
  const items = results.slice(0, limit).map(recordOf);
  const last = results.length > limit ? items.at(-1) : undefined;
  return { items, next: last ? writeCursor([last.createdAt, last.id]) : null };
}

const recordOf = ({ client, name, scopes, ...row }: ListedGrant): AgentRecord => ({
  ...row,
  client: { id: client, name },
  scopes: (JSON.parse(scopes) as string[]).filter(isScope),
});

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

async function find(
  { env: { DB }, at }: ApiCall,
  id: string,
  isMeant: (found: OwnedGrant) => boolean,
): Promise<OwnedGrant> {
  const found = await findGrant(DB, id, at);
  if (!found || !isMeant(found)) throw new Refusal("NOT_FOUND");
  return found;
}

async function ending(call: ApiCall, id: string, found: OwnedGrant, command: string): Promise<ControlDecision> {
  const { DB } = call.env;
  return {
    output: { ended: id },
    condition: isGrantThere(found.key),
    effects: [removeGrant(DB, found.key), ...(await auditElsewhere(call, found, command, id))],
    forget: () => undefined,
  };
}
