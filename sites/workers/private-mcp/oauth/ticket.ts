import { SignJWT, jwtVerify } from "jose";
import { AGENT_CONSENT_MS } from "../../../../manifests/bounds/agents.ts";
import { signingKey } from "../../../platform/login/secret.ts";

const TYPE = "svc-consent+jwt";
const ALGORITHM = "HS256";

interface Ticket {
  /** The consent question. It is bound to one browser and can be answered once. */
  readonly handle: string;
  /** The identity that logged in. */
  readonly identity: string;
}

/** Signs which person a question was shown to, so that another person cannot answer it. */
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
