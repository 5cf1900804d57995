import { SECURITY_LINES_PER_WINDOW, SECURITY_LINES_WINDOW_SECONDS } from "../../../manifests/bounds/operators.ts";
import { visibleJson } from "../../../manifests/visible.ts";
import { spendFrom } from "../../../runtime/tenancy/rateLimits.ts";

/** A security event. It holds no content, no person's network address and no secret. */
export interface SecurityEvent {
  readonly event: string;
  readonly host: string;
  /** Our id of the request, which also is in a problem's `instance`. */
  readonly request: string;
  /** The platform's id of the request, if there is one. */
  readonly ray: string | null;
  /** A member or an operator, named as in audit, or a digest of a client; null if unknown. */
  readonly actor: string | null;
  readonly outcome: "done" | "refused";
  readonly code?: string;
  /** A reason in our own or a library's words, never received text. */
  readonly reason?: string;
}

/** The fields of an event that come from its request. */
export type AboutRequest = Pick<SecurityEvent, "host" | "request" | "ray">;

const POLICY = {
  name: "security-lines",
  quota: SECURITY_LINES_PER_WINDOW,
  windowSeconds: SECURITY_LINES_WINDOW_SECONDS,
};

/** By kind of event: the time at which its quota of lines is full again, and the number of dropped lines. */
const written = new Map<string, { freeAt: number; left: number }>();

/** Logs one line of JSON. Each kind has a quota; further lines are counted, and the next logged one has the count. */
export function logSecurity(event: SecurityEvent, now: number): void {
  const before = written.get(event.event) ?? { freeAt: 0, left: 0 };
  const { granted, freeAt } = spendFrom(POLICY, before.freeAt, now);
  written.set(event.event, { freeAt, left: granted > 0 ? 0 : before.left + 1 });
  if (granted === 0) return;
  console.warn(
    visibleJson({ time: new Date(now).toISOString(), ...event, ...(before.left > 0 ? { leftOut: before.left } : {}) }),
  );
}

/** Resets the quotas. Tests of several files share an isolate, and would use up each other's lines. */
export const forgetLines = (): void => written.clear();

/** The fields of an event that come from its request. */
export const requestOf = (request: Request, id: string): AboutRequest => ({
  host: new URL(request.url).hostname,
  request: id,
  ray: request.headers.get("cf-ray"),
});
