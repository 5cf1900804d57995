import { digestOf } from "../api/audit.ts";
import type { Env } from "../env.ts";
import { normaliseHostname } from "../public/hostname.ts";
import { LOGIN_COOKIE, readCookie } from "./cookies.ts";
import { KnownLogins } from "./knownLogins.ts";
import type { Login, Member } from "./logins.ts";
import { findMember } from "./logins.ts";
import { readToken } from "./token.ts";

const logins = new KnownLogins(() => Date.now());

/**
 * Who sent this request: a login that is signed by us, for this hostname, neither over nor revoked, of somebody who is
 * a member of the site this hostname is verified for. Null for everybody else, whatever the reason.
 */
export async function resolveMember(request: Request, env: Env): Promise<Member | null> {
  const login = await loginOf(request, env);
  if (!login) return null;
  return logins.find(`${login.hostname} ${login.id}`, () => findMember(env, login, Date.now()));
}

/** Makes this isolate ask the database again; to be called wherever a login ends, or a role or a tenant changes. */
export const forgetMembers = (isMeant: (member: Member) => boolean): void => logins.forget(isMeant);

/** What the cookie says, if we signed it. Whether it still counts is known to the database alone. */
export async function loginOf(request: Request, env: Pick<Env, "SESSION_SECRET">): Promise<Login | undefined> {
  const token = readCookie(request, LOGIN_COOKIE);
  const hostname = normaliseHostname(new URL(request.url).host);
  if (token === undefined || hostname === undefined) return undefined;
  const secret = await readToken(env.SESSION_SECRET, "svc-session+jwt", hostname, token);
  return secret === undefined ? undefined : { id: await digestOf(secret), secret, hostname };
}
