import { LOGIN_AUDIT_ROWS, LOGIN_AUDIT_WINDOW_MS } from "../../../manifests/bounds/logins.ts";
import type { AboutRequest } from "../../platform/security/securityEvents.ts";
import { timeOrderedId } from "../../platform/keys/timeOrderedId.ts";
import { logSecurity } from "../../platform/security/securityEvents.ts";
import type { Env } from "../powers/env.ts";

/** Events of logins. Refused strangers and failed logins have separate limits, so that neither can hide the other. */
export type LoginEvent = "login.open" | "login.end" | "login.everywhere" | "login.refuse" | "login.fail";

export interface LoginRow {
  readonly event: LoginEvent;
  readonly tenant: string;
  readonly site: string;
  /** Undefined if no identity was proven, or no site knows it. */
  readonly identity?: string;
  /** The SHA-256 of what the event is about, such as the refused identity. */
  readonly about: string;
  readonly now: number;
  readonly request: AboutRequest;
  /** The program that the login is for. */
  readonly via?: string;
}

/** Counts with a partial index, so the first conditions must repeat the index's own. */
const RECORD = `
  INSERT INTO audit (id, tenant_id, site_id, actor, command, input_digest, outcome, request_id, at, via)
  SELECT ?1, ?2, ?3, ?4, ?5, ?6, ?7, ?12, ?8, ?9
  WHERE (SELECT count(*) FROM audit
    WHERE tenant_id = ?2 AND site_id = ?3 AND command GLOB 'login.*' AND command = ?5 AND actor = ?4 AND at > ?10) < ?11`;

const REFUSED: ReadonlySet<LoginEvent> = new Set(["login.refuse", "login.fail"]);

/** Writes an audit row, unless one actor caused too many rows of one kind. The log then has the event instead. */
export async function recordLogin(
  { DB }: Pick<Env, "DB">,
  { event, tenant, site, identity, about, now, request, via }: LoginRow,
): Promise<void> {
  const actor = identity === undefined ? "visitor" : `member:${identity}`;
  const outcome = REFUSED.has(event) ? "refused" : "done";
  const written = await DB.prepare(RECORD)
    .bind(
      timeOrderedId(now),
      tenant,
      site,
      actor,
      event,
      about,
      outcome,
      now,
      via ?? null,
      now - LOGIN_AUDIT_WINDOW_MS,
      LOGIN_AUDIT_ROWS,
      request.request,
    )
    .run();
  if (written.meta.changes === 0)
    logSecurity({ event: "login_not_audited", ...request, actor, outcome, reason: event }, now);
}
