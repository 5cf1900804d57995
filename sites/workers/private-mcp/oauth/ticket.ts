import { SignJWT, jwtVerify } from "jose";
import * as z from "zod/mini";
import { AGENT_CONSENT_MS } from "../../../../manifests/bounds/agents.ts";
import { signingKey } from "../../../platform/login/secret.ts";

const TYPE = "svc-consent+jwt";
const ALGORITHM = "HS256";

interface Ticket {
  /** The consent question. It is bound to one browser and can be answered once. */
  readonly handle: string;
  /** The person who logged in. */
  readonly person: TicketPerson;
}

/**
 * A person by the name that the provider proved. An internal id would not do: an operator may move it to another name
 * before the answer.
 */
export interface TicketPerson {
  readonly issuer: string;
  readonly subject: string;
}

const personShape = z.object({ issuer: z.string(), subject: z.string() });

/** Signs which person a question was shown to, so that another person cannot answer it. */
export async function writeTicket(secret: string, origin: string, { handle, person }: Ticket): Promise<string> {
  const seconds = Math.floor(Date.now() / 1000);
  return new SignJWT({ person })
    .setProtectedHeader({ alg: ALGORITHM, typ: TYPE })
    .setAudience(origin)
    .setJti(handle)
    .setIssuedAt(seconds)
    .setExpirationTime(seconds + AGENT_CONSENT_MS / 1000)
    .sign(await signingKey(secret));
}

/** The person in a ticket for this question; undefined for anything else. */
export async function readTicket(
  secret: string,
  origin: string,
  handle: string,
  ticket: string,
): Promise<TicketPerson | undefined> {
  const key = await signingKey(secret);
  const read = await jwtVerify(ticket, key, {
    algorithms: [ALGORITHM],
    typ: TYPE,
    audience: origin,
    requiredClaims: ["person", "jti", "exp", "aud"],
  }).catch(() => undefined);
  return read?.payload.jti === handle ? personShape.safeParse(read.payload["person"]).data : undefined;
}
