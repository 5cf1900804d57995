import { type Permission, can } from "../../../../runtime/commands/permissions.ts";
import type { AgentCaller } from "../../../../runtime/agents/agentCalls.ts";
import type { Scope } from "../../../../runtime/commands/scopes.ts";
import type { GrantState } from "../../../control/agents/agentGrants.ts";

/** The member whom the agent acts for, in the state at this call, with the agent's scopes. */
export interface Caller extends GrantState {
  /** The token's scopes, possibly fewer than the grant's. */
  readonly scopes: readonly Scope[];
  /** The OAuth client id: the address of the client's document, or its registered id. */
  readonly client: string;
  /** The key of the agent's rate limits: one grant of one member. */
  readonly grant: string;
}

/** Both the member's role and the token's scopes must allow the use. */
export const mayUse = ({ role, scopes }: Caller, permission: Permission, scope: Scope): boolean =>
  can(role, permission) && scopes.includes(scope);

/** The caller in the form that the workspace takes. */
export const whoIs = ({ identity: id, role, scopes, client }: Caller): AgentCaller => ({ id, role, scopes, client });
