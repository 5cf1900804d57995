import { LIST_ROWS } from "../../../../manifests/bounds/api.ts";
import { LOGIN_IDLE_MS } from "../../../../manifests/bounds/logins.ts";
import { Refusal } from "../../../../manifests/refusals/refusal.ts";
import { recheckLive } from "../../auth/recheckLive.ts";
import { forgetMembers } from "../../auth/member.ts";
import type { LoggedInMember } from "../../powers/loggedInMember.ts";
import type { Env } from "../../powers/env.ts";
import type { ApiCall } from "../request/call.ts";
import type { ControlDecision } from "../control/command.ts";
import { readCursor, writeCursor } from "../request/cursor.ts";
import { auditElsewhere } from "./elsewhere.ts";

/** A login, as its member sees it. The id is a digest of the cookie's secret and gives no access. */
export interface LoginRecord {
  readonly id: string;
  readonly hostname: string;
  /** `program` for a program that the member allowed, such as the command line. */
  readonly kind: "browser" | "program";
  readonly isThis: boolean;
  readonly createdAt: number;
  /** When the login was last used, exact to a few minutes. */
  readonly usedAt: number;
  readonly expiresAt: number;
}

const GOOD = "identity_id = ?1 AND revoked_at IS NULL AND expires_at > ?2 AND max(created_at, ifnull(seen_at, 0)) > ?3";
const LIST = `
  SELECT id, hostname, iif(parent IS NULL, 'browser', 'program') AS kind, created_at AS createdAt,
    max(created_at, ifnull(seen_at, 0)) AS usedAt, expires_at AS expiresAt
  FROM login_sessions WHERE ${GOOD} AND (created_at, id) < (?4, ?5) ORDER BY created_at DESC, id DESC LIMIT ?6`;

const END = Number.MAX_SAFE_INTEGER;

interface Asking {
  readonly now: number;
  readonly cursor: string | undefined;
  readonly limit: number | undefined;
}

/** Lists a member's logins at all sites, the newest first. */
export async function listLogins(
  { DB }: Pick<Env, "DB">,
  self: LoggedInMember,
  { now, cursor, limit = LIST_ROWS }: Asking,
): Promise<{ readonly items: readonly LoginRecord[]; readonly next: string | null }> {
  const [at, id] = cursor === undefined ? [END, ""] : readCursor(cursor);
  const { results } = await DB.prepare(LIST)
    .bind(self.identity, now, now - LOGIN_IDLE_MS, at, id, limit + 1)
    .all<Omit<LoginRecord, "isThis">>();
  const items = results
    .slice(0, limit)
    .map((login): LoginRecord => ({ ...login, isThis: login.id === self.loginSession }));
  const last = results.length > limit ? items.at(-1) : undefined;
  return { items, next: last ? writeCursor([last.createdAt, last.id]) : null };
}

const FIND = `
  SELECT tenant_id AS tenant, site_id AS site FROM login_sessions
  WHERE ${GOOD} AND id = ?4`;
const STOP =
  "UPDATE login_sessions SET revoked_at = ?1 WHERE (id = ?2 OR parent = ?2) AND identity_id = ?3 AND revoked_at IS NULL";
const IS_GOOD = "EXISTS (SELECT 1 FROM login_sessions WHERE id = ? AND identity_id = ? AND revoked_at IS NULL)";

/** Ends one of the member's own logins at any site, and the logins that it allowed. */
export async function endOwnLogin(call: ApiCall, id: string): Promise<ControlDecision> {
  const {
    env: { DB },
    member: { identity },
    at,
  } = call;
  const found = await DB.prepare(FIND)
    .bind(identity, at, at - LOGIN_IDLE_MS, id)
    .first<Pick<LoggedInMember, "tenant" | "site">>();
  if (!found) throw new Refusal("NOT_FOUND");
  return {
    output: { ended: id },
    condition: { sql: IS_GOOD, values: [id, identity] },
    effects: [DB.prepare(STOP).bind(at, id, identity), ...(await auditElsewhere(call, found, "login.stop", id))],
    async forget() {
      forgetMembers((known) => known.identity === identity);
      await recheckLive(call.env, [found.tenant]);
    },
  };
}
