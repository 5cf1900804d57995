import { LOGIN_ATTEMPT_MS } from "../../../manifests/bounds/logins.ts";
import { Refusal } from "../../../manifests/refusals/refusal.ts";
import type { AboutRequest } from "../../platform/security/securityEvents.ts";
import type { Env } from "../powers/env.ts";
import { originOf } from "../http/origin.ts";
import { redirectAnswer } from "./answers.ts";
import { beginAttempt } from "../../control/logins/loginAttempts.ts";
import { ATTEMPT_COOKIE, keepCookie } from "./cookies.ts";
import { readCookie } from "../../requests/readCookie.ts";
import { authorizationAddress } from "../../platform/login/identify.ts";
import { askToStart } from "./pages.ts";
import { type AddressedSite, type LoginPlace, callbackAddress } from "./addressedSite.ts";
import { EDITOR_PATH } from "../../../runtime/rendering/editorEntry.ts";
import { readReturnPath } from "./returnPath.ts";
import { newSecret } from "../../platform/login/secret.ts";
import { readToken, writeToken } from "../../platform/login/token.ts";

/**
 * `GET /api/auth/start?return=/path`: redirects to the identity provider, with a cookie that binds the return to this
 * browser. Without a path, the login ends in the editor.
 */
export async function startLogin(
  request: Request,
  env: Env,
  place: AddressedSite,
  about: AboutRequest,
): Promise<Response> {
  const url = new URL(request.url);
  const returnTo = wantedReturn(url);
  const { hostname, origin, route } = place;
  // The provider knows one callback for each site, and a login's cookie is valid for one hostname only.
  if (hostname !== route.canonical) return redirectAnswer(startAddress(originOf(route.canonical, url), returnTo));
  if (isFromElsewhere(request, env)) return askToStart(place, startAddress(origin, returnTo));
  return leadToProvider(request, env, place, { returnTo, about });
}

/** Begins a login at an origin without a site. It can only end in the person's receipt. */
export async function startReceipt(
  request: Request,
  env: Env,
  place: LoginPlace,
  about: AboutRequest,
): Promise<Response> {
  if (isFromElsewhere(request, env)) return askToStart(place, startAddress(place.origin, EDITOR_PATH));
  return leadToProvider(request, env, place, { returnTo: EDITOR_PATH, about });
}

async function leadToProvider(
  request: Request,
  env: Env,
  { hostname, origin }: LoginPlace,
  { returnTo, about }: { readonly returnTo: string; readonly about: AboutRequest },
): Promise<Response> {
  const now = Date.now();
  const browser = await findBrowser(request, env, hostname);
  const attempt = await beginAttempt(env.DB, { hostname, browser, returnTo, now });
  const location = await authorizationAddress(env, { ...attempt, callback: callbackAddress(origin) }, about);
  const lifetime = LOGIN_ATTEMPT_MS;
  const input = { kind: "svc-login+jwt", hostname, secret: browser, now, lifetime } as const;
  const token = await writeToken(env.SESSION_SECRET, input);
  return redirectAnswer(location, [keepCookie(ATTEMPT_COOKIE, token, lifetime)]);
}

/**
 * Tells whether another site started the login. Another site must not log a visitor in without their action, because it
 * could choose the account and the moment. Programs and old browsers send no such header and are not affected. A page of
 * the identity provider may: it chooses the account anyway.
 */
const isFromElsewhere = ({ headers }: Request, env: Env): boolean =>
  ["cross-site", "same-site"].includes(headers.get("sec-fetch-site") ?? "") && !isFromProvider(headers, env);

/** Tells whether a page of the identity provider leads here, as after it has made a person's first site. */
function isFromProvider(headers: Headers, { OIDC_AUTHORIZATION_ENDPOINT }: Env): boolean {
  const from = URL.parse(headers.get("referer") ?? "")?.origin;
  return from !== undefined && from === URL.parse(OIDC_AUTHORIZATION_ENDPOINT)?.origin;
}

const startAddress = (origin: string, returnTo: string): string =>
  `${origin}/api/auth/start?return=${encodeURIComponent(returnTo)}`;

/** The browser keeps its secret across concurrent attempts, because all tabs of an expired login start one at once. */
const findBrowser = async (request: Request, env: Env, hostname: string): Promise<string> =>
  (await readToken(env.SESSION_SECRET, "svc-login+jwt", hostname, readCookie(request, ATTEMPT_COOKIE))) ?? newSecret();

function wantedReturn({ searchParams }: URL): string {
  const wanted = searchParams.getAll("return");
  const path = wanted.length > 1 ? undefined : readReturnPath(wanted[0] ?? EDITOR_PATH);
  if (path === undefined) {
    const issue = { pointer: "/return", found: "something else", allowed: "one path of this site, outside /api" };
    throw new Refusal("INVALID_REQUEST", { issues: [issue] });
  }
  return path;
}
