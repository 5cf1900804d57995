import * as z from "zod/mini";
import { LOGIN_CODE_BODY_MAX_BYTES } from "../../../manifests/bounds/logins.ts";
import { Refusal } from "../../../manifests/refusals/refusal.ts";
import { json } from "../http/answers.ts";
import { sha256Hex } from "../../platform/keys/digest.ts";
import { readJson } from "../intake/body.ts";
import { readBytes } from "../../requests/bytes.ts";
import type { AboutRequest } from "../../platform/security/securityEvents.ts";
import type { Env } from "../powers/env.ts";
import { redirectAnswer } from "./answers.ts";
import { LOGIN_COOKIE } from "./cookies.ts";
import { allowLogin, exchangeCode } from "../../control/logins/loginCodes.ts";
import { recordLogin } from "./loginAudit.ts";
import { openLogin } from "../../control/logins/logins.ts";
import { type Loopback, COMMAND_LINE_PATH, loopbackOrigin, queryOf, readLoopback } from "./loopback.ts";
import { forgetMembers, readLogin, resolveMember } from "./member.ts";
import { loginQuestion } from "./pages.ts";
import type { AddressedSite } from "./addressedSite.ts";
import { isRepeated } from "../../platform/login/repeated.ts";
import { writeToken } from "../../platform/login/token.ts";

/**
 * Gives `svc login` a login of its own. A member allows it in a browser, and a one-time code brings it to the program.
 * `GET` asks the logged-in member; a visitor logs in first and then returns here.
 */
export async function askCommandLine(request: Request, env: Env, place: AddressedSite): Promise<Response> {
  const asked = readLoopback(new URL(request.url).searchParams);
  if (!asked) throw unreadable();
  const member = await resolveMember(request, env);
  if (!member)
    return redirectAnswer(
      `${place.origin}/api/auth/start?return=${encodeURIComponent(COMMAND_LINE_PATH + queryOf(asked))}`,
    );
  const check = await checkWord(asked);
  return loginQuestion({
    place,
    role: member.role,
    check,
    loopback: loopbackOrigin(asked),
    action: `${COMMAND_LINE_PATH}/allow`,
    fields: fieldsOf(asked),
  });
}

/** `POST …/allow`: the member's consent. The one-time code is only ever in the redirect to the program. */
export async function allowCommandLine(
  request: Request,
  env: Env,
  { origin, hostname }: AddressedSite,
): Promise<Response> {
  requireOwnPage(request, origin);
  const form = await readForm(request);
  if (isRepeated(form)) throw unreadable();
  const answer = form.get("answer");
  form.delete("answer");
  const asked = readLoopback(form);
  if (!asked || (answer !== "yes" && answer !== "no")) throw unreadable();
  const member = await resolveMember(request, env);
  if (!member) throw new Refusal("UNAUTHENTICATED");
  if (answer === "no") return back(asked, origin, "error", "declined");
  const code = await allowLogin(env.DB, {
    hostname,
    challenge: asked.challenge,
    loginSession: member.loginSession,
    now: Date.now(),
  });
  return back(asked, origin, "code", code);
}

/**
 * Redirects to the program. The answer names the site, so that a program that talks to two sites cannot mix up their
 * codes.
 */
const back = (asked: Loopback, site: string, name: "code" | "error", value: string): Response =>
  redirectAnswer(`${loopbackOrigin(asked)}/?${name}=${value}&state=${asked.state}&site=${encodeURIComponent(site)}`);

const exchangeShape = z.strictObject({ code: z.string(), verifier: z.string() });

/**
 * `POST …/login`: the program exchanges the code for a login. This login was never in a browser and expires with the
 * login that allowed it. It ends the program's previous login.
 */
export async function openCommandLine(
  request: Request,
  env: Env,
  place: AddressedSite,
  about: AboutRequest,
): Promise<Response> {
  const { hostname, origin } = place;
  if ((request.headers.get("origin") ?? origin) !== origin) throw new Refusal("ORIGIN_MISMATCH");
  const body = exchangeShape.safeParse((await readJson(request, LOGIN_CODE_BODY_MAX_BYTES)).value);
  if (!body.success) throw unreadable();
  const now = Date.now();
  const member = await exchangeCode(env.DB, { hostname, ...body.data, now });
  const before = await readLogin(request, env);
  const opened =
    member &&
    (await openLogin(env.DB, {
      place,
      identity: member.identity,
      before: before?.secret,
      allowedBy: member.loginSession,
      now,
    }));
  if (!member || !opened) throw new Refusal("LOGIN_FAILED");
  forgetMembers(({ loginSession }) => loginSession === before?.id);
  const { tenant, site, role, identity } = member;
  await recordLogin(env, {
    event: "login.open",
    tenant,
    site,
    identity,
    about: opened.id,
    now,
    request: about,
    via: "svc login",
  });
  const token = await writeToken(env.SESSION_SECRET, { kind: "svc-session+jwt", hostname, now, ...opened });
  return json(201, {
    cookie: LOGIN_COOKIE,
    login: token,
    expiresAt: now + opened.lifetime,
    member: { tenant, site, role },
  });
}

/** Eight characters that both the terminal and the page show, so that the member recognises the request. */
async function checkWord({ challenge }: Loopback): Promise<string> {
  const digest = (await sha256Hex(challenge)).toUpperCase();
  return `${digest.slice(0, 4)}-${digest.slice(4, 8)}`;
}

const fieldsOf = ({ port, challenge, state }: Loopback): Readonly<Record<string, string>> => ({
  port: String(port),
  challenge,
  state,
});

/** Requires an Origin header of this site. Pages cannot set this header or Sec-Fetch-Site. */
function requireOwnPage({ headers }: Request, origin: string): void {
  const site = headers.get("sec-fetch-site");
  if (headers.get("origin") !== origin || (site !== null && site !== "same-origin"))
    throw new Refusal("ORIGIN_MISMATCH");
}

async function readForm(request: Request): Promise<URLSearchParams> {
  if (request.headers.get("content-type") !== "application/x-www-form-urlencoded") {
    throw new Refusal("UNSUPPORTED_MEDIA_TYPE", { allowed: "application/x-www-form-urlencoded" });
  }
  return new URLSearchParams(new TextDecoder().decode(await readBytes(request.body, LOGIN_CODE_BODY_MAX_BYTES)));
}

const unreadable = (): Refusal =>
  new Refusal("INVALID_REQUEST", {
    issues: [{ pointer: "", found: "something else", allowed: "what svc login sends" }],
  });
