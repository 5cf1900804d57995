import { SECURITY_LINES_PER_WINDOW, SECURITY_LINES_WINDOW_SECONDS } from "../../manifests/bounds/operators.ts";
import { visibleJson } from "../../manifests/visible.ts";
import { spendFrom } from "../../runtime/tenancy/rateLimits.ts";

/** A security event. It holds no content, no person's address and no secret. */
export interface SecurityEvent {
  readonly event: string;
  readonly host: string;
  /** Our id of the request, which a problem's `instance` names too. */
  readonly request: string;
  /** The platform's id of the request, where it gives one. */
  readonly ray: string | null;
  /** A member or operator as audit names them, or a digest; null if unknown. */
  readonly actor: string | null;
  readonly outcome: "done" | "refused";
  readonly code?: string;
  /** A reason in our words or a library's, never the received text. */
  readonly reason?: string;
}

/** The request that an event is about. */
export type AboutRequest = Pick<SecurityEvent, "host" | "request" | "ray">;

const POLICY = {
  name: "security-lines",
  quota: SECURITY_LINES_PER_WINDOW,
  windowSeconds: SECURITY_LINES_WINDOW_SECONDS,
};

/** For each kind of event: the time at which its whole quota of lines is free, and the number of lines left out. */
const written = new Map<string, { freeAt: number; left: number }>();

/** Writes one line of JSON. A flood of one kind fills no log: its lines are counted, and the next one says how many are missing. */
export function logSecurity(event: SecurityEvent, now: number): void {
  const before = written.get(event.event) ?? { freeAt: 0, left: 0 };
  const { granted, freeAt } = spendFrom(POLICY, before.freeAt, now);
  written.set(event.event, { freeAt, left: granted > 0 ? 0 : before.left + 1 });
  if (granted === 0) return;
  console.warn(
    visibleJson({ time: new Date(now).toISOString(), ...event, ...(before.left > 0 ? { leftOut: before.left } : {}) }),
  );
}

/** Counts anew, as a new isolate does. Tests whose files share an isolate would otherwise use up each other's lines. */
export const forgetLines = (): void => written.clear();

/** Reads the fields that every event takes from its request. */
export const requestOf = (request: Request, id: string): AboutRequest => ({
  host: new URL(request.url).hostname,
  request: id,
  ray: request.headers.get("cf-ray"),
});
