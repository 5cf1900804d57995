import { describe, expect, test } from "vitest";
import { ROUTE_ACCESS } from "../../../manifests/manifest/executable.ts";
import {
  type Permission,
  type Role,
  PERMISSIONS,
  ROLES,
  can,
  permissionsOf,
} from "../../../runtime/commands/permissions.ts";

/** A copy of the table by hand, so that a change must be deliberate. */
const MATRIX: Readonly<Record<Permission, readonly Role[]>> = {
  "site.read": ["owner", "admin", "editor", "author", "viewer"],
  "remarks.write": ["owner", "admin", "editor", "author", "viewer"],
  "content.edit": ["owner", "admin", "editor", "author"],
  "media.write": ["owner", "admin", "editor", "author"],
  "content.publish": ["owner", "admin", "editor"],
  "theme.edit": ["owner", "admin", "editor"],
  "forms.read": ["owner", "admin", "editor"],
  "forms.write": ["owner", "admin", "editor"],
  "plugins.manage": ["owner", "admin"],
  "members.manage": ["owner", "admin"],
  "domains.manage": ["owner", "admin"],
  "backups.manage": ["owner", "admin"],
  "audit.read": ["owner", "admin"],
  "owners.manage": ["owner"],
};

describe("a role", () => {
  test.each(Object.entries(MATRIX))("may %s exactly when it is one of %j", (permission, roles) => {
    expect(ROLES.filter((role) => can(role, permission as Permission))).toEqual(roles);
  });

  test("has no permission besides, and none twice", () => {
    expect(Object.keys(MATRIX).toSorted()).toEqual(PERMISSIONS.toSorted());
    for (const role of ROLES) expect(new Set(permissionsOf(role)).size).toBe(permissionsOf(role).length);
  });
});

test("a route of a plugin may ask for any permission but those that every member has", () => {
  const some = PERMISSIONS.filter((permission) => MATRIX[permission].length < ROLES.length);
  expect(ROUTE_ACCESS.toSorted()).toEqual(["member", "public", ...some].toSorted());
});
