/** The permissions of members, by role. Every permission check reads this table. */

/** Every member says what they think about the draft. Remarks change nothing that visitors see. */
const READING = ["site.read", "remarks.write"] as const;
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
/** Adds the one permission that admins lack. So only owners can make, change or remove owners. */
const OWNING = [...MANAGING, "owners.manage"] as const;

export const PERMISSIONS = OWNING;
export type Permission = (typeof PERMISSIONS)[number];

/**
 * The permissions of each role. A new role is a row here and a migration, because the control plane refuses to store an
 * unknown role.
 */
const TABLE = {
  owner: OWNING,
  admin: MANAGING,
  editor: EDITING,
  author: WRITING,
  viewer: READING,
} as const satisfies Readonly<Record<string, readonly Permission[]>>;

export type Role = keyof typeof TABLE;
/** The roles, the most powerful first. */
export const ROLES = Object.keys(TABLE) as [Role, ...Role[]];

/** The role of a name. Undefined for a name that is none. */
export const roleNamed = (name: string | undefined): Role | undefined =>
  name !== undefined && Object.hasOwn(TABLE, name) ? (name as Role) : undefined;

export const permissionsOf = (role: Role): readonly Permission[] => TABLE[role];

/** The permission that an action needs, or several of which it needs all. */
export type Needed = Permission | readonly Permission[];

export const can = (role: Role, needed: Needed): boolean =>
  [needed].flat().every((permission) => permissionsOf(role).includes(permission));
