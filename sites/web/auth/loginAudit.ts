import { LOGIN_AUDIT_ROWS, LOGIN_AUDIT_WINDOW_MS } from "../../../manifests/bounds/logins.ts";
import { type AuditEntry, auditLogin } from "../../control/records/audit.ts";
import { type AboutRequest, logSecurity } from "../../platform/security/securityEvents.ts";
import { timeOrderedId } from "../../platform/keys/timeOrderedId.ts";
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

const REFUSED: ReadonlySet<LoginEvent> = new Set(["login.refuse", "login.fail"]);

/** Writes an audit row, unless one actor caused too many rows of one kind. The log then has the event instead. */
export async function recordLogin(
  { DB }: Pick<Env, "DB">,
  { event, tenant, site, identity, about, now, request, via }: LoginRow,
): Promise<void> {
  const actor = identity === undefined ? "visitor" : `member:${identity}`;
  const outcome = REFUSED.has(event) ? "refused" : "done";
  const entry: AuditEntry = {
    tenant,
    site,
    actor,
    command: event,
    inputDigest: about,
    outcome,
    requestId: request.request,
    at: now,
    ...(via !== undefined && { via }),
  };
  const quota = { since: now - LOGIN_AUDIT_WINDOW_MS, most: LOGIN_AUDIT_ROWS };
  if (!(await auditLogin(DB, timeOrderedId(now), entry, quota)))
    logSecurity({ event: "login_not_audited", ...request, actor, outcome, reason: event }, now);
}
