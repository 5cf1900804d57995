import { Refusal } from "../../../manifests/refusals/refusal.ts";
import type { AboutRequest } from "../../platform/security/securityEvents.ts";
import type { Env } from "../powers/env.ts";
import { leaving } from "./answers.ts";
import { dropCookie, dropMarker, LOGIN_COOKIE, SEARCH_COOKIE, SEARCH_PATH } from "./cookies.ts";
import { type LoginEvent, type LoginRow, recordLogin } from "./loginAudit.ts";
import { type EndedLogin, endEverything, endLogin } from "../../control/logins/logins.ts";
import { forgetMembers, readLogin } from "./member.ts";
import { recheckLive } from "./recheckLive.ts";
import type { AddressedSite } from "./addressedSite.ts";

/**
 * `POST /api/auth/logout`: ends this login and the logins that it allowed. With `?everywhere=true` it ends all logins
 * and agent grants of the person at all sites. It needs no idempotency key, because a repeat changes nothing. It
 * succeeds for everybody, so that a browser with a bad cookie loses the cookie.
 */
export async function logout(
  request: Request,
  env: Env,
  { origin }: AddressedSite,
  about: AboutRequest,
): Promise<Response> {
  if (request.headers.get("origin") !== origin) throw new Refusal("ORIGIN_MISMATCH");
  const everywhere = readEverywhere(new URL(request.url));
  const login = await readLogin(request, env);
  if (login) {
    const now = Date.now();
    const ended = await (everywhere ? endEverything : endLogin)(env.DB, login, now);
    const ids = new Set(ended.map(({ id }) => id));
    forgetMembers(({ loginSession }) => ids.has(loginSession));
    await recheckLive(
      env,
      ended.map(({ tenant }) => tenant),
    );
    await recordEnds(env, everywhere ? "login.everywhere" : "login.end", ended, { now, request: about });
  }
  const cookies = [dropCookie(LOGIN_COOKIE), dropMarker(), dropCookie(SEARCH_COOKIE, SEARCH_PATH)];
  return leaving(cookies, isForm(request) ? `${origin}/` : undefined);
}

/** Writes one audit row for each site at which a login ended. */
async function recordEnds(
  env: Env,
  event: LoginEvent,
  ended: readonly EndedLogin[],
  when: Pick<LoginRow, "now" | "request">,
): Promise<void> {
  const bySite = new Map(ended.map((one) => [`${one.tenant}/${one.site}`, one]));
  for (const { id: about, ...whose } of bySite.values()) await recordLogin(env, { event, about, ...when, ...whose });
}

function readEverywhere({ searchParams }: URL): boolean {
  const given = searchParams.getAll("everywhere");
  if (given.length === 0) return false;
  if (given.length === 1 && given[0] === "true") return true;
  const issue = { pointer: "/everywhere", found: "something else", allowed: "true, or nothing" };
  throw new Refusal("INVALID_REQUEST", { issues: [issue] });
}

/** A form without a script navigates, so the answer must be a redirect. */
const isForm = ({ headers }: Request): boolean =>
  headers.get("content-type")?.startsWith("application/x-www-form-urlencoded") === true;
