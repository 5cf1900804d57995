import type { Role } from "../../../runtime/commands/permissions.ts";

/** The words of one role. */
export interface RoleWords {
  readonly title: string;
  /** The rights of the role, as a sentence that begins with its title. */
  readonly may: string;
  /** The role within a sentence: "you are …". */
  readonly inSentence: string;
  /** A name for a member of the role without a name. */
  readonly unnamed: string;
}

/** The words of all roles. A new role is one line here in each language. */
export type RoleTable = Readonly<Record<Role, RoleWords>>;

/** One kind of words for all roles. */
export const byRole = (table: RoleTable, kind: keyof RoleWords): Readonly<Record<Role, string>> =>
  Object.fromEntries(Object.entries(table).map(([role, words]) => [role, words[kind]])) as Record<Role, string>;
