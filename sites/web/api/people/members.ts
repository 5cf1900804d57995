import { LIST_ROWS } from "../../../../manifests/bounds/api.ts";
import { actorName } from "../../../../runtime/area/actor.ts";
import type { Role } from "../../../../runtime/commands/permissions.ts";
import type { Env } from "../../powers/env.ts";
import type { LoggedInMember } from "../../powers/loggedInMember.ts";
import { readCursor, writeCursor } from "../request/cursor.ts";

/** A member as other members see them. */
export interface MemberRecord {
  readonly id: string;
  readonly issuer: string;
  readonly subject: string;
  readonly name: string | null;
  readonly role: Role;
  readonly createdAt: number;
}

export type SiteRef = Pick<LoggedInMember, "tenant" | "site">;

const MEMBERS = `
  SELECT m.identity_id AS id, i.issuer, i.subject, m.name, m.role, m.created_at AS createdAt
  FROM memberships m JOIN identities i ON i.id = m.identity_id
  WHERE m.tenant_id = ? AND m.site_id = ?`;
const LIST = `${MEMBERS} AND (m.created_at, m.identity_id) > (?, ?) ORDER BY m.created_at, m.identity_id LIMIT ?`;
const FIND = `${MEMBERS} AND m.identity_id = ?`;

export interface MemberList {
  readonly items: readonly MemberRecord[];
  readonly next: string | null;
}

/** Lists members in the order in which they joined. */
export async function membersOfSite(
  { DB }: Pick<Env, "DB">,
  { tenant, site }: SiteRef,
  cursor: string | undefined,
  limit = LIST_ROWS,
): Promise<MemberList> {
  const [at, id] = cursor === undefined ? [-1, ""] : readCursor(cursor);
  const { results } = await DB.prepare(LIST)
    .bind(tenant, site, at, id, limit + 1)
    .all<MemberRecord>();
  const items = results.slice(0, limit);
  const last = results.length > limit ? items.at(-1) : undefined;
  return { items, next: last ? writeCursor([last.createdAt, last.id]) : null };
}

const NAMES = "SELECT identity_id AS id, name, role FROM memberships WHERE tenant_id = ? AND site_id = ?";

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

export async function memberNames({ DB }: Pick<Env, "DB">, { tenant, site }: SiteRef): Promise<readonly NamedMember[]> {
  const { results } = await DB.prepare(NAMES).bind(tenant, site).all<{ id: string; name: string | null; role: Role }>();
  return results.map(({ id, name, role }) => ({
    actor: actorName({ kind: "member", id }),
    name: name === null ? null : withoutAddress(name),
    role,
  }));
}

export const findMemberRecord = (
  { DB }: Pick<Env, "DB">,
  { tenant, site }: SiteRef,
  id: string,
): Promise<MemberRecord | null> => DB.prepare(FIND).bind(tenant, site, id).first<MemberRecord>();
