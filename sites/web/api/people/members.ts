import * as z from "zod/mini";
import { LIST_ROWS } from "../../../../manifests/bounds/api.ts";
import { actorName } from "../../../../runtime/area/actor.ts";
import { type Role, ROLES } from "../../../../runtime/commands/permissions.ts";
import type { Env } from "../../powers/env.ts";
import { type MemberRecord, membersAfter, namedMembers } from "../../../control/people/members.ts";
import type { SiteRef } from "../../../control/tenants/sites.ts";
import { type Cursor, readCursor, writeCursor } from "../request/cursor.ts";

/** The cursor of the first page. */
const START: Cursor = [-1, ""];

/** A member as owners, admins and operators see one. */
export const memberRecord = z.strictObject({
  id: z.string(),
  issuer: z.string(),
  subject: z.string(),
  name: z.nullable(z.string()),
  role: z.enum(ROLES),
  createdAt: z.int(),
});

export interface MemberList {
  readonly items: readonly MemberRecord[];
  readonly next: string | null;
}

/** Lists members in the order in which they joined. */
export async function membersOfSite(
  { DB }: Pick<Env, "DB">,
  ref: SiteRef,
  cursor: string | undefined,
  limit = LIST_ROWS,
): Promise<MemberList> {
  const results = await membersAfter(DB, ref, cursor === undefined ? START : readCursor(cursor), limit + 1);
  const items = results.slice(0, limit);
  const last = results.length > limit ? items.at(-1) : undefined;
  return { items, next: last ? writeCursor([last.createdAt, last.id]) : null };
}

/** The facts that every member may know about another member. */
export interface NamedMember {
  /** The actor's name in the history of documents. */
  readonly actor: string;
  /** Null if the member has no name. */
  readonly name: string | null;
  readonly role: Role;
}

/**
 * Cuts mail addresses in names at the @. An owner may have typed an address as a name, and every member reads names.
 */
const withoutAddress = (name: string): string => name.replace(/<?([^\s<>@]+)@[^\s<>]+>?/g, "$1");

export async function memberNames({ DB }: Pick<Env, "DB">, ref: SiteRef): Promise<readonly NamedMember[]> {
  return (await namedMembers(DB, ref)).map(({ id, name, role }) => ({
    actor: actorName({ kind: "member", id }),
    name: name === null ? null : withoutAddress(name),
    role,
  }));
}
