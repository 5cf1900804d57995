import { Hono } from "hono/tiny";
import { LOGIN_CALLBACKS, LOGIN_STARTS, LOGIN_WINDOW_SECONDS } from "../../../manifests/bounds/logins.ts";
import { Refusal } from "../../../manifests/refusals/refusal.ts";
import type { RatePolicy } from "../../../runtime/tenancy/rateLimits.ts";
import { nothingHere, problem, suspended } from "../http/answers.ts";
import type { ApiEnv, Env } from "../powers/env.ts";
import { type AboutRequest, logSecurity, requestOf } from "../../platform/security/securityEvents.ts";
import { rateHeaders } from "../../../runtime/tenancy/rateHeaders.ts";
import { spend } from "../../control/records/rateLimits.ts";
import { allowCommandLine, askCommandLine, openCommandLine } from "./commandLine.ts";
import { readAs } from "../../words/reader.ts";
import { speechFor } from "../powers/speech.ts";
import { sha256Hex } from "../../platform/keys/digest.ts";
import { finishLogin, finishReceipt } from "./finishLogin.ts";
import { recordLogin } from "./loginAudit.ts";
import { logout } from "./logout.ts";
import { loginSorry } from "./pages.ts";
import { type AddressedSite, type LoginPlace, addressedSite, configuredPlace } from "./addressedSite.ts";
import { startLogin, startReceipt } from "./startLogin.ts";

/**
 * Everything under /api/auth: login and logout. Answers are not cached, and only served hostnames have these routes.
 */
export const auth = new Hono<ApiEnv>();

const windowSeconds = LOGIN_WINDOW_SECONDS;
const START_LIMIT: RatePolicy = { name: "login-start", quota: LOGIN_STARTS, windowSeconds };
const CALLBACK_LIMIT: RatePolicy = { name: "login-callback", quota: LOGIN_CALLBACKS, windowSeconds };

interface Address {
  readonly method: "GET" | "POST";
  readonly limit?: RatePolicy;
  readonly answer: (request: Request, env: Env, place: AddressedSite, about: AboutRequest) => Promise<Response>;
  /** The answer at an origin of the deployment that no site has yet. */
  readonly withoutSite?: (request: Request, env: Env, place: LoginPlace, about: AboutRequest) => Promise<Response>;
}

/**
 * A build-time constant. The bundler drops code that needs `true`, so a deployment does not contain it. It is undefined
 * in plain Node.
 */
declare const LOCAL_HANDOFF: boolean | undefined;

const HANDOFF: Readonly<Record<string, Address>> =
  typeof LOCAL_HANDOFF === "boolean" && LOCAL_HANDOFF
    ? {
        "/local-handoff": {
          method: "POST",
          answer: async (request, env, place) => (await import("./handoff.ts")).localHandoff(request, env, place),
        },
      }
    : {};

export const ADDRESSES: Readonly<Record<string, Address>> = {
  "/start": { method: "GET", limit: START_LIMIT, answer: startLogin, withoutSite: startReceipt },
  "/callback": { method: "GET", limit: CALLBACK_LIMIT, answer: finishLogin, withoutSite: finishReceipt },
  "/logout": { method: "POST", answer: logout },
  "/command-line": { method: "GET", answer: askCommandLine },
  "/command-line/allow": { method: "POST", limit: CALLBACK_LIMIT, answer: allowCommandLine },
  "/command-line/login": { method: "POST", limit: CALLBACK_LIMIT, answer: openCommandLine },
  ...HANDOFF,
};

for (const [path, address] of Object.entries(ADDRESSES)) {
  auth.all(path, async ({ req, env, get, executionCtx }) => {
    const site = await addressedSite(req.raw, env, executionCtx);
    const place = site ?? (address.withoutSite && configuredPlace(req.raw, env));
    if (!place) return nothingHere();
    if (site?.route.status === "suspended")
      return suspended((await speechFor(req.raw, env)).words.refusals.TENANT_SUSPENDED);
    // HEAD is also refused, because it would begin a login that no browser finishes.
    if (req.raw.method !== address.method) return problem("METHOD_NOT_ALLOWED", {}, { Allow: address.method });
    return answer({ request: req.raw, env, place, site, about: requestOf(req.raw, get("requestId")) }, address);
  });
}

interface Asking {
  readonly request: Request;
  readonly env: Env;
  readonly place: LoginPlace;
  /** The site of the place. Undefined at an origin that no site has yet. */
  readonly site: AddressedSite | undefined;
  readonly about: AboutRequest;
}

const answer = async (asking: Asking, address: Address): Promise<Response> =>
  readAs({ speech: await speechFor(asking.request, asking.env) }, () => answered(asking, address));

async function answered(asking: Asking, address: Address): Promise<Response> {
  try {
    const { limit } = address;
    return await (limit ? limited(asking, address, limit) : chosen(asking, address));
  } catch (error) {
    if (error instanceof Refusal && error.code === "LOGIN_FAILED") await recordFailure(asking);
    if (error instanceof Refusal && BROWSERS_SEE.has(error.code))
      return loginSorry(asking.request, asking.place.origin, error.code);
    throw error;
  }
}

async function chosen({ request, env, place, site, about }: Asking, address: Address): Promise<Response> {
  if (site) return address.answer(request, env, site, about);
  return address.withoutSite?.(request, env, place, about) ?? nothingHere();
}

/** Records a failed login without an actor, because no identity was proven. Audit belongs to a site. */
async function recordFailure({ request, env, site: addressed, about: asked }: Asking): Promise<void> {
  if (!addressed) return;
  const { tenant, site } = addressed.route;
  const about = await sha256Hex(new URL(request.url).pathname);
  await recordLogin(env, { event: "login.fail", tenant, site, about, now: Date.now(), request: asked });
}

/** Refusals that a person in the middle of a login sees as a page. */
const BROWSERS_SEE: ReadonlySet<string> = new Set(["LOGIN_FAILED", "LOGIN_UNAVAILABLE"]);

async function limited(asking: Asking, address: Address, limit: RatePolicy): Promise<Response> {
  const { request, env, place, about } = asking;
  const standing = await spend(env, limit, request.headers, Date.now());
  const fields = rateHeaders(limit, standing);
  if (!standing.allowed) {
    logSecurity(
      { event: "login_limited", ...about, actor: null, outcome: "refused", code: "RATE_LIMITED", reason: limit.name },
      Date.now(),
    );
    return loginSorry(request, place.origin, "RATE_LIMITED", fields);
  }
  const response = await chosen(asking, address);
  for (const [name, value] of Object.entries(fields)) response.headers.set(name, value);
  return response;
}
