import { type Permission, type Role, can, permissionsOf } from "./permissions.ts";

/** The scopes that a member can grant an agent. A role may allow more than its scopes. */
export const SCOPES = ["site:read", "content:write", "content:publish", "plugins:use"] as const;
export type Scope = (typeof SCOPES)[number];

/** The permissions that each scope gives. A role with none of them cannot use the scope. */
const NEEDS: Readonly<Record<Scope, readonly Permission[]>> = {
  "site:read": ["site.read"],
  "content:write": ["content.edit", "media.write", "theme.edit"],
  "content:publish": ["content.publish"],
  "plugins:use": ["site.read"],
};

export const isScope = (text: string): text is Scope => (SCOPES as readonly string[]).includes(text);

/** The permissions of a member's agent: the role's permissions within its scopes. */
export const permissionsWithin = (role: Role, scopes: readonly Scope[]): readonly Permission[] =>
  permissionsOf(role).filter((permission) => scopes.some((scope) => NEEDS[scope].includes(permission)));

/** Lists the scopes that a role can use. */
export const scopesOf = (role: Role): readonly Scope[] =>
  SCOPES.filter((scope) => NEEDS[scope].some((permission) => can(role, permission)));
