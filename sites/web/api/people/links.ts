import { LIST_ROWS } from "../../../../manifests/bounds/api.ts";
import { INVITATION_LINK_DAYS, INVITATION_LINKS_MAX } from "../../../../manifests/bounds/logins.ts";
import { Refusal } from "../../../../manifests/refusals/refusal.ts";
import type { Role } from "../../../../runtime/commands/permissions.ts";
import { sha256Hex } from "../../../platform/keys/digest.ts";
import { newSecret } from "../../../platform/login/secret.ts";
import {
  type LinkRecord,
  addLink,
  findLink,
  isUnused,
  linksBefore,
  revokeLink,
  roomForLink,
  sweepLinks,
} from "../../../control/people/invitations.ts";
import { linkOf } from "../../auth/joinings.ts";
import type { Env } from "../../powers/env.ts";
import { originOf } from "../../http/origin.ts";
import type { ControlDecision } from "../control/command.ts";
import type { ApiCall } from "../request/call.ts";
import { type Cursor, readCursor, writeCursor } from "../request/cursor.ts";
import { requireOwnerFor } from "./commands.ts";
import type { SiteRef } from "../../../control/tenants/sites.ts";

export interface NewLink {
  readonly role: Role;
  readonly name?: string | undefined;
  readonly days?: number | undefined;
}

const DAY_MS = 86_400_000;

/** Makes a link that lets one person join with this role. Only this answer contains the link's address. */
export async function makeLink(
  { env: { DB }, member: { tenant, site, identity }, place, request, at }: ApiCall,
  { role, name, days = INVITATION_LINK_DAYS }: NewLink,
  actorRole: Role,
): Promise<ControlDecision> {
  requireOwnerFor(actorRole, role);
  const room = await roomForLink(DB, { tenant, site }, at);
  if (!room)
    throw new Refusal("CONFLICT", {
      conflict: "invitation_links_full",
      reason: `A site has at most ${INVITATION_LINKS_MAX} open invitation links.`,
    });
  const secret = newSecret();
  const made = { role, name: name ?? null, maker: identity, createdAt: at, expiresAt: at + days * DAY_MS };
  const link: LinkRecord = { id: await sha256Hex(secret), ...made, state: "open", usedAt: null, usedBy: null };
  const origin = originOf(place.route.canonical, new URL(request.url));
  return {
    output: { link, address: null },
    once: { address: linkOf(origin, secret) },
    condition: room,
    effects: [sweepLinks(DB, at), addLink(DB, { tenant, site }, link)],
    forget: () => undefined,
  };
}

export interface LinkList {
  readonly items: readonly LinkRecord[];
  readonly next: string | null;
}

/** The cursor of the first page. */
const START: Cursor = [Number.MAX_SAFE_INTEGER, ""];

interface Asking {
  readonly now: number;
  readonly cursor: string | undefined;
  readonly limit: number | undefined;
}

/** Lists links, the newest first. */
export async function listLinks(
  { DB }: Pick<Env, "DB">,
  ref: SiteRef,
  { now, cursor, limit = LIST_ROWS }: Asking,
): Promise<LinkList> {
  const before = cursor === undefined ? START : readCursor(cursor);
  const results = await linksBefore(DB, ref, { now, before, most: limit + 1 });
  const items = results.slice(0, limit);
  const last = results.length > limit ? items.at(-1) : undefined;
  return { items, next: last ? writeCursor([last.createdAt, last.id]) : null };
}

/** Revokes a link. Only owners may revoke an invitation of an owner. */
export async function endLink(
  { env: { DB }, member: { tenant, site }, at }: ApiCall,
  id: string,
  actorRole: Role,
): Promise<ControlDecision> {
  const link = await findLink(DB, { tenant, site }, id, at);
  if (!link) throw new Refusal("NOT_FOUND");
  requireOwnerFor(actorRole, link.role);
  if (link.state === "used")
    throw new Refusal("CONFLICT", {
      conflict: "invitation_used",
      reason: "A person has already joined with this link.",
    });
  return {
    output: { link: { ...link, state: "revoked" } satisfies LinkRecord },
    condition: isUnused({ tenant, site }, id),
    effects: [revokeLink(DB, id, at)],
    forget: () => undefined,
  };
}
