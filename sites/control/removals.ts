/** The removal of a site's records, over the tables of several owners. Each batch is one transaction. */
import { endGrantsAt } from "./agents/agentGrants.ts";
import { hasLogins, removeLoginsAt } from "./logins/logins.ts";
import { IDENTITY, removeIdentities } from "./people/identities.ts";
import { hasLinksElsewhere, removeLinksOf } from "./people/invitations.ts";
import { isMemberElsewhere, membersFound, removeMembers } from "./people/members.ts";
import { forgetClaimsOf } from "./records/claims.ts";
import { isOpenRecord, repeatRecord, resolveRecord } from "./records/records.ts";
import { removeHostnames } from "./tenants/hostnames.ts";
import { type SiteRef, closeSite, removeSite } from "./tenants/sites.ts";

/** The id of the operational record, which stays open until the site's hostnames are free. */
const recordId = ({ tenant, site }: SiteRef): string => `removal:${tenant}/${site}`;

/** SQL condition: a site is being removed. */
export const isBeingRemoved = (tenant: string, site: string): string =>
  isOpenRecord(`'removal:' || ${tenant} || '/' || ${site}`);

/** Conditions under which an identity stays: it is a member elsewhere, has ever logged in, or has invited. */
const STAYS = [isMemberElsewhere(IDENTITY, "?1", "?2"), hasLogins(IDENTITY), hasLinksElsewhere(IDENTITY, "?1", "?2")];

/** Removes the people who are known by this site alone. The statement precedes the one that removes the members. */
export const removeLeaving = (db: D1Database, { tenant, site }: SiteRef): D1PreparedStatement =>
  removeIdentities(db, { sql: membersFound("?1", "?2"), values: [tenant, site] }, STAYS);

/** The archive that keeps a removed site. */
export interface RemovalRecord {
  readonly backup: string;
  readonly archive: string;
}

/**
 * Ends everything that lets a person or an agent into a site, and stops its hostnames. They stay taken, so that nobody
 * else gets one while a cache may show the site. A repeat changes nothing.
 */
export async function closeRemoved(db: D1Database, ref: SiteRef, archive: RemovalRecord, at: number): Promise<void> {
  await db.batch([
    db.prepare("PRAGMA defer_foreign_keys = true"),
    repeatRecord(db, { ...ref, id: recordId(ref), kind: "removal", payload: JSON.stringify(archive), createdAt: at }),
    endGrantsAt(db, ref),
    removeLoginsAt(db, ref),
    removeLinksOf(db, ref),
    removeLeaving(db, ref),
    removeMembers(db, ref),
    forgetClaimsOf(db, ref),
    closeSite(db, ref),
  ]);
}

const UNDER_WAY = `SELECT ${isBeingRemoved("?1", "?2")} AS found`;

export const isRemovalUnderWay = async (db: D1Database, { tenant, site }: SiteRef): Promise<boolean> =>
  (await db.prepare(UNDER_WAY).bind(tenant, site).first<{ found: number }>())?.found === 1;

/** Removes a closed site's last records, which frees its hostnames and its id. The tenant stays, and so does audit. */
export async function finishRemoval(db: D1Database, ref: SiteRef, at: number): Promise<void> {
  await db.batch([...removeHostnames(db, ref), removeSite(db, ref), resolveRecord(db, recordId(ref), at)]);
}
