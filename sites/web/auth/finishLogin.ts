import { CALLBACK_QUERY_MAX_CHARS } from "../../../manifests/bounds/logins.ts";
import { Refusal } from "../../../manifests/refusals/refusal.ts";
import { JOIN_PATH } from "../../../runtime/rendering/editorEntry.ts";
import { findIdentityId } from "../../control/people/identities.ts";
import { type AboutRequest, logSecurity } from "../../platform/security/securityEvents.ts";
import type { Env } from "../powers/env.ts";
import { redirectAnswer } from "./answers.ts";
import { type ReturnedAttempt, takeAttempt } from "../../control/logins/loginAttempts.ts";
import { ATTEMPT_COOKIE, keepCookie, keepMarker, LOGIN_COOKIE } from "./cookies.ts";
import { readCookie } from "../../requests/readCookie.ts";
import { identify } from "../../platform/login/identify.ts";
import { proveJoining } from "./joinings.ts";
import { rememberBrowser } from "./knownBrowser.ts";
import { recordLogin } from "./loginAudit.ts";
import { openLogin } from "../../control/logins/logins.ts";
import { forgetMembers, readLogin } from "./member.ts";
import { receipt } from "./pages.ts";
import { type AddressedSite, type LoginPlace, callbackAddress } from "./addressedSite.ts";
import { readToken, writeToken } from "../../platform/login/token.ts";

/**
 * `GET /api/auth/callback`: the return from the identity provider. A member gets a login. A guest who has opened an
 * invitation link is asked for consent. Any other person sees their issuer and subject.
 */
export async function finishLogin(
  request: Request,
  env: Env,
  place: AddressedSite,
  about: AboutRequest,
): Promise<Response> {
  const url = new URL(request.url);
  const attempt = await readAttempt(request, env, place, url);
  const person = await identify(env, { ...attempt, callback: callbackAddress(place.origin) }, url.searchParams, about);
  const identity = await findIdentityId(env.DB, person.issuer, person.subject);
  const before = await readLogin(request, env);
  const now = Date.now();
  const opened = await openLogin(env.DB, { place, identity, before: before?.secret, now });
  const { tenant, site } = place.route;
  if (!opened) {
    const joining = attempt.returnTo === JOIN_PATH && (await proveJoining(request, env, place, person, now));
    if (joining) return redirectAnswer(`${place.origin}${JOIN_PATH}`, [joining]);
    await recordLogin(env, { event: "login.refuse", tenant, site, about: identity, now, request: about });
    return receipt(request, place.origin, person);
  }
  await recordLogin(env, { event: "login.open", tenant, site, identity, about: opened.id, now, request: about });
  forgetMembers((known) => known.identity === identity || known.loginSession === before?.id);
  const { hostname, origin } = place;
  const { lifetime } = opened;
  const token = await writeToken(env.SESSION_SECRET, { kind: "svc-session+jwt", hostname, now, ...opened });
  const known = await rememberBrowser(request, env, place, {
    identity,
    login: opened.id,
    requestId: about.request,
    now,
  });
  return redirectAnswer(`${origin}${attempt.returnTo}`, [
    keepCookie(LOGIN_COOKIE, token, lifetime),
    keepMarker(lifetime),
    ...(known === undefined ? [] : [known]),
  ]);
}

/** The return at an origin without a site. It shows the person's issuer and subject, and sets no cookie. */
export async function finishReceipt(
  request: Request,
  env: Env,
  place: LoginPlace,
  about: AboutRequest,
): Promise<Response> {
  const url = new URL(request.url);
  const attempt = await readAttempt(request, env, place, url);
  const person = await identify(env, { ...attempt, callback: callbackAddress(place.origin) }, url.searchParams, about);
  logSecurity(
    { event: "login_without_site", ...about, actor: null, outcome: "refused", code: "NOT_INVITED" },
    Date.now(),
  );
  return receipt(request, place.origin, person);
}

/**
 * The attempt of this callback. It is taken before the provider is asked, so that it can be used only once, whatever
 * happens then.
 */
async function readAttempt(request: Request, env: Env, { hostname }: LoginPlace, url: URL): Promise<ReturnedAttempt> {
  const { search, searchParams } = url;
  const [state, ...more] = searchParams.getAll("state");
  const isReadable = search.length <= CALLBACK_QUERY_MAX_CHARS && more.length === 0;
  if (!isReadable || state === undefined) throw new Refusal("LOGIN_FAILED");
  const browser = await readToken(env.SESSION_SECRET, "svc-login+jwt", hostname, readCookie(request, ATTEMPT_COOKIE));
  if (browser === undefined) throw new Refusal("LOGIN_FAILED");
  const attempt = await takeAttempt(env.DB, { hostname, state, browser, now: Date.now() });
  if (!attempt) throw new Refusal("LOGIN_FAILED");
  return { ...attempt, state };
}
