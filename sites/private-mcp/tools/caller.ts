import type { Permission } from "../../../runtime/commands/permissions.ts";
import { can } from "../../../runtime/commands/permissions.ts";
import type { AgentCaller } from "../../../runtime/agents/agentCalls.ts";
import type { Scope } from "../../../runtime/commands/scopes.ts";
import type { GrantState } from "../oauth/grantState.ts";

/** The member behind an agent as of this call, and what the agent may do. */
export interface Caller extends GrantState {
  /** The token's scopes, which may be fewer than the grant's. */
  readonly scopes: readonly Scope[];
  /** The client's id: the address of its document, or its registered id. */
  readonly client: string;
  /** Names one agent of one member for limits. */
  readonly grant: string;
}

/** Role and scope: neither replaces the other. */
export const mayUse = ({ role, scopes }: Caller, permission: Permission, scope: Scope): boolean =>
  can(role, permission) && scopes.includes(scope);

/** The caller as the workspace sees them. */
export const whoIs = ({ identity: id, role, scopes, client }: Caller): AgentCaller => ({ id, role, scopes, client });
