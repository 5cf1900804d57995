/** What a member may do, by role. Everything that asks whether somebody may do something asks this table. */

export const ROLES = ["owner", "admin", "editor", "author", "viewer"] as const;
export type Role = (typeof ROLES)[number];

const READING = ["site.read"] as const;
const WRITING = [...READING, "content.edit", "media.write"] as const;
const EDITING = [...WRITING, "content.publish", "theme.edit", "forms.read", "forms.write"] as const;
const MANAGING = [
  ...EDITING,
  "plugins.manage",
  "members.manage",
  "domains.manage",
  "backups.manage",
  "audit.read",
] as const;
/** An admin does everything but this, so that nobody but an owner makes, changes or removes an owner. */
const OWNING = [...MANAGING, "owners.manage"] as const;

export const PERMISSIONS = OWNING;
export type Permission = (typeof PERMISSIONS)[number];

const TABLE: Readonly<Record<Role, readonly Permission[]>> = {
  owner: OWNING,
  admin: MANAGING,
  editor: EDITING,
  author: WRITING,
  viewer: READING,
};

export const permissionsOf = (role: Role): readonly Permission[] => TABLE[role];

/** What something needs: one permission, or each of several. */
export type Needed = Permission | readonly Permission[];

export const can = (role: Role, needed: Needed): boolean => [needed].flat().every((permission) => TABLE[role].includes(permission));
