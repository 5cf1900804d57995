import { type Role, can, ROLES } from "../../../../runtime/commands/permissions.ts";
import { WORDS } from "../../../words/words.ts";
import type { SelectOption } from "../drawing/fields.ts";

const { people: words } = WORDS;

/** The roles that a member with this role may give. */
export const rolesBy = (actor: Role): SelectOption[] =>
  ROLES.filter((role) => role !== "owner" || can(actor, "owners.manage")).map((role) => [
    role,
    `${words.roles[role]}${WORDS.everyPage.colon}${words.may[role]}`,
  ]);
