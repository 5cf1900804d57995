import { sha256Hex } from "../../platform/keys/digest.ts";
import type { Env } from "../powers/env.ts";
import { normaliseHostname } from "../names/hostname.ts";
import type { HostRoute } from "../../control/tenants/hostnames.ts";
import { LOGIN_COOKIE } from "./cookies.ts";
import { readCookie } from "../../requests/readCookie.ts";
import { KnownCookies, type SignedLogin } from "./knownCookies.ts";
import { KnownLogins } from "./knownLogins.ts";
import { type LoggedInMember, type Login, findMember } from "../../control/logins/logins.ts";
import { verifyToken } from "../../platform/login/token.ts";

const cookies = new KnownCookies(() => Date.now());
const logins = new KnownLogins(() => Date.now());

/**
 * The member who sent a request; null for every other caller. The login must be signed for this hostname, and be
 * neither expired nor revoked. The member must belong to the site of the verified hostname.
 */
export async function resolveMember(request: Request, env: Env): Promise<LoggedInMember | null> {
  const login = await readLogin(request, env);
  if (!login) return null;
  return logins.find(`${login.hostname} ${login.id}`, () => findMember(env.DB, login, Date.now()));
}

/** The member of this site who sent a request. A login at another site does not count. */
export async function memberAt(
  request: Request,
  env: Env,
  { tenant, site }: Pick<HostRoute, "tenant" | "site">,
): Promise<LoggedInMember | null> {
  const member = await resolveMember(request, env);
  return member?.tenant === tenant && member.site === site ? member : null;
}

/**
 * Drops cached logins of this isolate. Must be called wherever a login ends, or a role or a tenant's status changes.
 */
export const forgetMembers = (isMeant: (member: LoggedInMember) => boolean): void => logins.forget(isMeant);

/** The login in the cookie, if its signature is valid. Only the database knows whether the login still is. */
export async function readLogin(request: Request, env: Pick<Env, "SESSION_SECRET">): Promise<Login | undefined> {
  const token = readCookie(request, LOGIN_COOKIE);
  const hostname = normaliseHostname(new URL(request.url).host);
  if (token === undefined || hostname === undefined) return undefined;
  return cookies.find(env.SESSION_SECRET, `${hostname} ${token}`, () => verified(env.SESSION_SECRET, hostname, token));
}

async function verified(signedWith: string, hostname: string, token: string): Promise<SignedLogin | undefined> {
  const read = await verifyToken(signedWith, "svc-session+jwt", hostname, token);
  return read && { login: { id: await sha256Hex(read.secret), secret: read.secret, hostname }, expires: read.expires };
}
