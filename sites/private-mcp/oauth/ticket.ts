import { SignJWT, jwtVerify } from "jose";
import { AGENT_CONSENT_MS } from "../../../manifests/bounds/agents.ts";
import { signingKey } from "../../shared/login/secret.ts";

const TYPE = "svc-consent+jwt";
const ALGORITHM = "HS256";

interface Ticket {
  /** The question it goes with; a question is bound to one browser and answered once. */
  readonly handle: string;
  /** The identity that logged in to answer. */
  readonly identity: string;
}

/** Signs who was asked a question, so that nobody can answer the page for another person. */
export async function writeTicket(secret: string, origin: string, { handle, identity }: Ticket): Promise<string> {
  const seconds = Math.floor(Date.now() / 1000);
  return new SignJWT()
    .setProtectedHeader({ alg: ALGORITHM, typ: TYPE })
    .setAudience(origin)
    .setSubject(identity)
    .setJti(handle)
    .setIssuedAt(seconds)
    .setExpirationTime(seconds + AGENT_CONSENT_MS / 1000)
    .sign(await signingKey(secret));
}

/** The identity in a ticket for this question; undefined for anything else. */
export async function readTicket(
  secret: string,
  origin: string,
  handle: string,
  ticket: string,
): Promise<string | undefined> {
  const key = await signingKey(secret);
  const read = await jwtVerify(ticket, key, {
    algorithms: [ALGORITHM],
    typ: TYPE,
    audience: origin,
    requiredClaims: ["sub", "jti", "exp", "aud"],
  }).catch(() => undefined);
  return read?.payload.jti === handle ? read.payload.sub : undefined;
}
