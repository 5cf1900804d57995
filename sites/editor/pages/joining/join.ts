/** The page at which an invited person opens their link, logs in, reads about the site, and agrees to join. */
import { JOIN_REQUESTS, LOGIN_WINDOW_SECONDS } from "../../../../manifests/bounds/logins.ts";
import { Refusal } from "../../../../manifests/refusals/refusal.ts";
import { JOIN_PATH } from "../../../../runtime/rendering/editorEntry.ts";
import { rateHeaders } from "../../../../runtime/tenancy/rateHeaders.ts";
import type { RatePolicy } from "../../../../runtime/tenancy/rateLimits.ts";
import type { Identity } from "../../../platform/login/identify.ts";
import { spend } from "../../../control/records/rateLimits.ts";
import { writeToken } from "../../../platform/login/token.ts";
import { logSecurity, requestOf } from "../../../platform/security/securityEvents.ts";
import { seeOther } from "../../../web/http/answers.ts";
import { joinSite } from "../../../web/api/people/joining.ts";
import { type Incoming, locate } from "../../../web/api/pipeline/pipeline.ts";
import { requireOwnOrigin } from "../../../web/api/guards/origin.ts";
import type { ApiRequest } from "../../../web/api/request/call.ts";
import type { AddressedSite } from "../../../web/auth/addressedSite.ts";
import { redirectAnswer } from "../../../web/auth/answers.ts";
import { keepCookie, keepMarker, LOGIN_COOKIE } from "../../../web/auth/cookies.ts";
import { type Joining, endJoining } from "../../../control/people/joinings.ts";
import { secretIn } from "../../../web/auth/invitationSecret.ts";
import { dropJoining, findJoining, isInvitation, openJoining } from "../../../web/auth/joinings.ts";
import { openLogin } from "../../../control/logins/logins.ts";
import { recordLogin } from "../../../web/auth/loginAudit.ts";
import { forgetMembers, readLogin, memberAt } from "../../../web/auth/member.ts";
import { originOf } from "../../../web/http/origin.ts";
import { START } from "../desk/area.ts";
import { type Fields, readSentFields } from "../desk/sent.ts";
import { refusalSheet } from "../drawing/sheet.ts";
import { orTurnedAway } from "../drawing/turnedAway.ts";
import { askToOpen, confirmPage, invitedPage, alreadyMemberPage } from "./joinPages.ts";

const METHODS = ["GET", "HEAD", "POST"];
const LIMIT: RatePolicy = { name: "join", quota: JOIN_REQUESTS, windowSeconds: LOGIN_WINDOW_SECONDS };

export const invitation = (incoming: Incoming): Promise<Response> =>
  orTurnedAway(incoming, async () => {
    const asked = await locate(incoming);
    const { request, place } = asked;
    if (!METHODS.includes(request.method)) throw new Refusal("METHOD_NOT_ALLOWED", { allowed: METHODS });
    // The cookie is valid for one hostname only. Browsers keep the fragment across the redirect.
    if (place.hostname !== place.route.canonical)
      return seeOther(`${originOf(place.route.canonical, new URL(request.url))}${JOIN_PATH}`);
    return request.method === "POST" ? posted(asked) : shown(asked);
  });

/**
 * Leads on from a link whose fragment a mail program has encoded into the path. The secret goes into the fragment, in
 * which the page finds it.
 */
export const mangledInvitation = (incoming: Incoming): Promise<Response> =>
  orTurnedAway(incoming, async () => {
    const { request, place } = await locate(incoming);
    const secret = secretIn(new URL(request.url).pathname);
    const address = `${originOf(place.route.canonical, new URL(request.url))}${JOIN_PATH}`;
    return seeOther(secret === undefined ? address : `${address}#${secret}`);
  });

/** A verified identity takes precedence over the browser's login, which may belong to the computer's owner. */
async function shown(asked: ApiRequest): Promise<Response> {
  const { request, env, place, at } = asked;
  const joining = await findJoining(request, env, place, at);
  if (joining?.identity) return confirmPage(asked, joining, joining.identity);
  const member = await memberAt(request, env, place.route);
  if (member) return alreadyMemberPage(asked, member.role);
  return joining ? invitedPage(asked, joining) : askToOpen(asked);
}

async function posted(asked: ApiRequest): Promise<Response> {
  const { request, env, place, at } = asked;
  requireOwnOrigin(request, place.origin);
  const standing = await spend(env, LIMIT, request.headers, at);
  if (!standing.allowed) return limited(asked, rateHeaders(LIMIT, standing));
  const fields = await readSentFields(request);
  const turn = TURNS.get(fields.get("do") ?? "");
  if (!turn) throw new Refusal("INVALID_REQUEST");
  return turn(asked, fields);
}

/** Answers too many tries. Guessing a 256-bit secret is hopeless, but the log shows the attempt to the operator. */
function limited({ request, requestId, place, at }: ApiRequest, headers: Record<string, string>): Promise<Response> {
  const event = { event: "join_limited", actor: null, outcome: "refused", code: "RATE_LIMITED" } as const;
  logSecurity({ ...event, ...requestOf(request, requestId) }, at);
  return refusalSheet(place.origin, "RATE_LIMITED", { headers });
}

type Turn = (asked: ApiRequest, fields: Fields) => Promise<Response>;

const TURNS: ReadonlyMap<string, Turn> = new Map<string, Turn>([
  ["open", opened],
  ["join", joined],
  ["decline", declined],
]);

async function opened(asked: ApiRequest, fields: Fields): Promise<Response> {
  const { env, place, at } = asked;
  const secret = secretIn(fields.get("invitation") ?? "");
  if (secret === undefined) return askToOpen(asked, new Refusal("INVITATION_DAMAGED"));
  const cookie = await openJoining(env, place, secret, at);
  if (cookie !== undefined) return redirectAnswer(JOIN_PATH, [cookie]);
  const isKnown = await isInvitation(env, place, secret);
  return askToOpen(asked, new Refusal(isKnown ? "INVITATION_OVER" : "INVITATION_DAMAGED"));
}

/** The joining with its verified identity. It comes from the provider and not from the form. */
async function proven({ request, env, place, at }: ApiRequest): Promise<Proven> {
  const joining = await findJoining(request, env, place, at);
  if (!joining?.identity) throw new Refusal("INVITATION_OVER");
  return { joining, identity: joining.identity };
}

interface Proven {
  readonly joining: Joining;
  readonly identity: Identity;
}

/** Makes the person a member and logs them in. The browser's previous login ends. */
async function joined(asked: ApiRequest): Promise<Response> {
  const { joining, identity } = await proven(asked);
  const { request, env, place, at: now, requestId } = asked;
  const id = await joinSite(asked, joining, identity);
  const before = await readLogin(request, env);
  const opened = await openLogin(env.DB, { place, identity: id, before: before?.secret, now });
  if (!opened) throw new Refusal("INVITATION_OVER");
  const { hostname, origin, route } = place;
  const about = requestOf(request, requestId);
  await recordLogin(env, {
    event: "login.open",
    ...siteOf(route),
    identity: id,
    about: opened.id,
    now,
    request: about,
  });
  forgetMembers(({ loginSession }) => loginSession === before?.id);
  const { lifetime } = opened;
  const token = await writeToken(env.SESSION_SECRET, { kind: "svc-session+jwt", hostname, now, ...opened });
  return redirectAnswer(`${origin}${START}`, [
    dropJoining(),
    keepCookie(LOGIN_COOKIE, token, lifetime),
    keepMarker(lifetime),
  ]);
}

const siteOf = ({ tenant, site }: AddressedSite["route"]) => ({ tenant, site });

/** Declines the invitation. The link stays valid, because it may have reached the wrong person. */
async function declined(asked: ApiRequest): Promise<Response> {
  const { request, env, place, at } = asked;
  const joining = await findJoining(request, env, place, at);
  if (joining) await endJoining(env.DB, joining.id).run();
  return redirectAnswer("/", [dropJoining()]);
}
