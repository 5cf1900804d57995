import { SECURITY_LINES_PER_WINDOW, SECURITY_LINES_WINDOW_SECONDS } from "../../manifests/bounds.ts";
import { spendFrom } from "../../runtime/rateLimits.ts";

/** What a security event says. It holds no content, no address of a person and no secret. */
export interface SecurityEvent {
  readonly event: string;
  readonly host: string;
  /** Our id of the request, which a problem's `instance` names too. */
  readonly request: string;
  /** The platform's id of the request, where it gives one. */
  readonly ray: string | null;
  /** A member or operator as audit names them, or a digest; null when nobody is known. */
  readonly actor: string | null;
  readonly outcome: "done" | "refused";
  readonly code?: string;
  /** In our words or a library's; never what was received. */
  readonly reason?: string;
}

/** Which request an event is about. */
export type AboutRequest = Pick<SecurityEvent, "host" | "request" | "ray">;

const POLICY = { name: "security-lines", quota: SECURITY_LINES_PER_WINDOW, windowSeconds: SECURITY_LINES_WINDOW_SECONDS };

/** For each kind of event: when its lines are all free again, and how many were left out. */
const written = new Map<string, { freeAt: number; left: number }>();

/** Writes one line of JSON. A flood of one kind fills no log: its lines are counted, and the next one says how many are missing. */
export function logSecurity(event: SecurityEvent, now: number): void {
  const before = written.get(event.event) ?? { freeAt: 0, left: 0 };
  const { granted, freeAt } = spendFrom(POLICY, before.freeAt, now);
  written.set(event.event, { freeAt, left: granted > 0 ? 0 : before.left + 1 });
  if (granted === 0) return;
  console.warn(JSON.stringify({ time: new Date(now).toISOString(), ...event, ...(before.left > 0 ? { leftOut: before.left } : {}) }));
}

/** What every event takes from the request it is about. */
export const requestOf = (request: Request, id: string): AboutRequest => ({
  host: new URL(request.url).hostname,
  request: id,
  ray: request.headers.get("cf-ray"),
});
