import type { Role } from "../../../../runtime/commands/permissions.ts";

/** The words of one role. */
export interface RoleWords {
  readonly title: string;
  /** The rights of the role, in a sentence that begins with its title. */
  readonly may: string;
  /** The role inside a sentence: "you are …". */
  readonly inSentence: string;
  /** A member of the role whose name is unknown. */
  readonly unnamed: string;
}

/** The words of every role. A new role is a line here in each language. */
export type RoleTable = Readonly<Record<Role, RoleWords>>;

/** One kind of words of every role. */
export const byRole = (table: RoleTable, kind: keyof RoleWords): Readonly<Record<Role, string>> =>
  Object.fromEntries(Object.entries(table).map(([role, words]) => [role, words[kind]])) as Record<Role, string>;
