import type { Permission, Role } from "./permissions.ts";
import { can } from "./permissions.ts";

/** What a member can let an agent do, whatever more their role allows. */
export const SCOPES = ["site:read", "content:write", "content:publish", "plugins:use"] as const;
export type Scope = (typeof SCOPES)[number];

/** A scope is of no use to a role that has none of these. */
const NEEDS: Readonly<Record<Scope, readonly Permission[]>> = {
  "site:read": ["site.read"],
  "content:write": ["content.edit", "media.write", "theme.edit"],
  "content:publish": ["content.publish"],
  "plugins:use": ["site.read"],
};

export const isScope = (text: string): text is Scope => (SCOPES as readonly string[]).includes(text);

/** The scopes a role can make anything of. */
export const scopesOf = (role: Role): readonly Scope[] => SCOPES.filter((scope) => NEEDS[scope].some((permission) => can(role, permission)));
