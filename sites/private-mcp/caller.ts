import type { Permission } from "../../runtime/permissions.ts";
import { can } from "../../runtime/permissions.ts";
import type { AgentCaller } from "../../runtime/plugins/agentCalls.ts";
import type { Scope } from "../../runtime/scopes.ts";
import type { Standing } from "./oauth/standing.ts";

/** The member an agent acts for, as they stand at this very call, and what they let it do. */
export interface Caller extends Standing {
  /** Of the token, which may have fewer than the grant. */
  readonly scopes: readonly Scope[];
  /** Id of the client: the address of its document, or what it was registered as. */
  readonly client: string;
  /** Names one agent of one member for limits. */
  readonly grant: string;
}

/** Role and scope: neither replaces the other. */
export const mayUse = ({ role, scopes }: Caller, permission: Permission, scope: Scope): boolean => can(role, permission) && scopes.includes(scope);

/** The caller as a workspace is told of it. */
export const whoIs = ({ identity: id, role, scopes, client }: Caller): AgentCaller => ({ id, role, scopes, client });
