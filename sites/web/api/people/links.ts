import { LIST_ROWS } from "../../../../manifests/bounds/api.ts";
import { INVITATION_LINK_DAYS, INVITATION_LINKS_MAX } from "../../../../manifests/bounds/logins.ts";
import { Refusal } from "../../../../manifests/refusals/refusal.ts";
import type { Role } from "../../../../runtime/commands/permissions.ts";
import { sha256Hex } from "../../../platform/keys/digest.ts";
import { newSecret } from "../../../platform/login/secret.ts";
import type { LINK_STATES } from "../../auth/invitationLinks.ts";
import { countsAt, stateAt, sweepLinks } from "../../auth/invitationLinks.ts";
import { linkOf } from "../../auth/joinings.ts";
import type { Env } from "../../powers/env.ts";
import { originOf } from "../../http/origin.ts";
import type { ControlDecision } from "../control/command.ts";
import type { ApiCall } from "../request/call.ts";
import { readCursor, writeCursor } from "../request/cursor.ts";
import { requireOwnerFor } from "./commands.ts";
import type { SiteRef } from "./members.ts";

/** An invitation link, without its secret. */
export interface LinkRecord {
  /** The SHA-256 of the secret, which gives no access. */
  readonly id: string;
  readonly role: Role;
  readonly name: string | null;
  /** The id of the member who made it. */
  readonly maker: string;
  readonly createdAt: number;
  readonly expiresAt: number;
  readonly state: (typeof LINK_STATES)[number];
  readonly usedAt: number | null;
  readonly usedBy: string | null;
}

export interface NewLink {
  readonly role: Role;
  readonly name?: string | undefined;
  readonly days?: number | undefined;
}

const DAY_MS = 86_400_000;

const OPEN = `
  (SELECT count(*) FROM invitation_links l WHERE l.tenant_id = ?1 AND l.site_id = ?2 AND ${countsAt("?3")}) < ?4`;
/** The same condition with anonymous placeholders, for a batch that binds values in order. */
const ROOM = OPEN.replaceAll(/\?\d/g, "?");
const MAKE = `
  INSERT INTO invitation_links (id, tenant_id, site_id, role, name, maker_id, created_at, expires_at)
  VALUES (?, ?, ?, ?, ?, ?, ?, ?)`;

/** Makes a link that lets one person join with this role. Only this answer contains the link's address. */
export async function makeLink(
  { env: { DB }, member: { tenant, site, identity }, place, request, at }: ApiCall,
  { role, name, days = INVITATION_LINK_DAYS }: NewLink,
  actorRole: Role,
): Promise<ControlDecision> {
  requireOwnerFor(actorRole, role);
  const room = await DB.prepare(`SELECT ${OPEN} AS has`)
    .bind(tenant, site, at, INVITATION_LINKS_MAX)
    .first<{ has: number }>();
  if (room?.has !== 1)
    throw new Refusal("CONFLICT", { reason: `A site has at most ${INVITATION_LINKS_MAX} open invitation links.` });
  const secret = newSecret();
  const made = { role, name: name ?? null, maker: identity, createdAt: at, expiresAt: at + days * DAY_MS };
  const link: LinkRecord = { id: await sha256Hex(secret), ...made, state: "open", usedAt: null, usedBy: null };
  const origin = originOf(place.route.canonical, new URL(request.url));
  return {
    output: { link, address: null },
    once: { address: linkOf(origin, secret) },
    condition: { sql: ROOM, values: [tenant, site, at, INVITATION_LINKS_MAX] },
    effects: [
      sweepLinks(DB, at),
      DB.prepare(MAKE).bind(link.id, tenant, site, role, link.name, identity, at, link.expiresAt),
    ],
    forget: () => undefined,
  };
}

const LINKS = `
  SELECT l.id, l.role, l.name, l.maker_id AS maker, l.created_at AS createdAt, l.expires_at AS expiresAt,
    l.used_at AS usedAt, l.used_by AS usedBy, ${stateAt("?3")} AS state
  FROM invitation_links l WHERE l.tenant_id = ?1 AND l.site_id = ?2`;
const LIST = `${LINKS} AND (l.created_at, l.id) < (?4, ?5) ORDER BY l.created_at DESC, l.id DESC LIMIT ?6`;
const FIND = `${LINKS} AND l.id = ?4`;
const REVOKE = "UPDATE invitation_links SET revoked_at = ? WHERE id = ?";
/** A used link cannot be revoked. */
const UNUSED =
  "EXISTS (SELECT 1 FROM invitation_links WHERE id = ? AND tenant_id = ? AND site_id = ? AND used_at IS NULL)";

export interface LinkList {
  readonly items: readonly LinkRecord[];
  readonly next: string | null;
}

interface Portion {
  readonly now: number;
  readonly cursor: string | undefined;
  readonly limit: number | undefined;
}

/** Lists links, the newest first. */
export async function listLinks(
  { DB }: Pick<Env, "DB">,
  { tenant, site }: SiteRef,
  { now, cursor, limit = LIST_ROWS }: Portion,
): Promise<LinkList> {
  const [at, id] = cursor === undefined ? [Number.MAX_SAFE_INTEGER, ""] : readCursor(cursor);
  const { results } = await DB.prepare(LIST)
    .bind(tenant, site, now, at, id, limit + 1)
    .all<LinkRecord>();
  const items = results.slice(0, limit);
  const last = results.length > limit ? items.at(-1) : undefined;
  return { items, next: last ? writeCursor([last.createdAt, last.id]) : null };
}

/** Revokes a link. Only owners may revoke an invitation of an owner. */
export async function revokeLink(
  { env: { DB }, member: { tenant, site }, at }: ApiCall,
  id: string,
  actorRole: Role,
): Promise<ControlDecision> {
  const link = await DB.prepare(FIND).bind(tenant, site, at, id).first<LinkRecord>();
  if (!link) throw new Refusal("NOT_FOUND");
  requireOwnerFor(actorRole, link.role);
  if (link.state === "used") throw new Refusal("CONFLICT", { reason: "A person has already joined with this link." });
  return {
    output: { link: { ...link, state: "revoked" } satisfies LinkRecord },
    condition: { sql: UNUSED, values: [id, tenant, site] },
    effects: [DB.prepare(REVOKE).bind(at, id)],
    forget: () => undefined,
  };
}
