import { JOINING_MS } from "../../../manifests/bounds/logins.ts";
import { JOIN_PATH } from "../../../runtime/rendering/editorEntry.ts";
import { isKnownLink } from "../../control/people/invitations.ts";
import { type Joining, findOpened, addJoining, proveOpened } from "../../control/people/joinings.ts";
import { sha256Hex } from "../../platform/keys/digest.ts";
import type { Identity } from "../../platform/login/identify.ts";
import { newSecret } from "../../platform/login/secret.ts";
import { type TokenInput, readToken, writeToken } from "../../platform/login/token.ts";
import { readCookie } from "../../requests/readCookie.ts";
import type { Env } from "../powers/env.ts";
import type { AddressedSite } from "./addressedSite.ts";
import { dropCookie, JOINING_COOKIE, keepCookie } from "./cookies.ts";

/** The address of an invitation. Browsers do not send the fragment, so no server log contains the secret. */
export const linkOf = (origin: string, secret: string): string => `${origin}${JOIN_PATH}#${secret}`;

/** Opens a link in this browser. Answers the cookie, or undefined if the link is not valid at this site. */
export async function openJoining(
  { DB, SESSION_SECRET }: Pick<Env, "DB" | "SESSION_SECRET">,
  { hostname, route: { tenant, site } }: AddressedSite,
  secret: string,
  now: number,
): Promise<string | undefined> {
  const browser = newSecret();
  const [id, link] = await Promise.all([sha256Hex(browser), sha256Hex(secret)]);
  if (!(await addJoining(DB, { id, hostname }, link, { tenant, site }, now))) return undefined;
  return keepJoining(SESSION_SECRET, { hostname, secret: browser, now, lifetime: JOINING_MS });
}

/** Tells whether a secret was ever an invitation to this site. Links that ended long ago are forgotten. */
export async function isInvitation(
  { DB }: Pick<Env, "DB">,
  { route }: AddressedSite,
  secret: string,
): Promise<boolean> {
  return isKnownLink(DB, route, await sha256Hex(secret));
}

async function keepJoining(key: string, token: Omit<TokenInput, "kind">): Promise<string> {
  return keepCookie(JOINING_COOKIE, await writeToken(key, { kind: "svc-joining+jwt", ...token }), token.lifetime);
}

/** The invitation that this browser has opened; undefined if none is valid. */
export async function findJoining(
  request: Request,
  env: Pick<Env, "DB" | "SESSION_SECRET">,
  { hostname, route }: AddressedSite,
  now: number,
): Promise<Joining | undefined> {
  const id = await idIn(request, env, hostname);
  return id === undefined ? undefined : findOpened(env.DB, { id, hostname }, route, now);
}

/**
 * Stores the person's identity with the opened invitation, and answers a new cookie; undefined without a valid one. The
 * old cookie ends, because another user of a shared computer may know it.
 */
export async function proveJoining(
  request: Request,
  env: Pick<Env, "DB" | "SESSION_SECRET">,
  { hostname }: AddressedSite,
  identity: Identity,
  now: number,
): Promise<string | undefined> {
  const id = await idIn(request, env, hostname);
  if (id === undefined) return undefined;
  const secret = newSecret();
  const expires = await proveOpened(env.DB, { id, hostname }, identity, await sha256Hex(secret), now);
  return expires === undefined
    ? undefined
    : keepJoining(env.SESSION_SECRET, { hostname, secret, now, lifetime: expires - now });
}

export const dropJoining = (): string => dropCookie(JOINING_COOKIE);

async function idIn(
  request: Request,
  { SESSION_SECRET }: Pick<Env, "SESSION_SECRET">,
  hostname: string,
): Promise<string | undefined> {
  const secret = await readToken(SESSION_SECRET, "svc-joining+jwt", hostname, readCookie(request, JOINING_COOKIE));
  return secret === undefined ? undefined : sha256Hex(secret);
}
