import {
  type AuthRequest,
  type OAuthHelpers,
  AuthorizationError,
  authorizationErrorRedirect,
  CimdFetchError,
} from "@cloudflare/workers-oauth-provider";
import { AGENT_ADDRESS_MAX_CHARS, AGENT_SITES_SHOWN } from "../../../../manifests/bounds/agents.ts";
import { CALLBACK_QUERY_MAX_CHARS } from "../../../../manifests/bounds/logins.ts";
import { Refusal } from "../../../../manifests/refusals/refusal.ts";
import { ANSWER_HEADERS } from "../../../../runtime/serving/answerHeaders.ts";
import { type Scope, isScope, SCOPES, scopesOf } from "../../../../runtime/commands/scopes.ts";
import { type LoginSecrets, authorizationAddress, identify } from "../../../platform/login/identify.ts";
import { recordAnybodysEvent } from "../../../control/records/securityEvents.ts";
import { isRepeated } from "../../../platform/login/repeated.ts";
import type { AboutRequest } from "../../../platform/security/securityEvents.ts";
import { newSecret } from "../../../platform/login/secret.ts";
import type { OAuthEnv } from "./server.ts";
import { giveGrant } from "./giveGrant.ts";
import { PATHS } from "./paths.ts";
import { grantQuestion, grantReceipt, grantSorry, speechOf, valueOf } from "./pages.ts";
import { received } from "./received.ts";
import { findIdentityId } from "../../../control/people/identities.ts";
import { type SiteChoice, listSites } from "../../../control/people/members.ts";
import { weaknessIn } from "./strongKeys.ts";
import { readTicket, type TicketPerson, writeTicket } from "./ticket.ts";

export interface AuthorizationRequest {
  readonly request: Request;
  readonly env: OAuthEnv;
  readonly helpers: OAuthHelpers;
  /** The facts about the request for the security log. */
  readonly about: AboutRequest;
}

type Answering = (asking: AuthorizationRequest) => Promise<Response>;

/** Reports an error to the client if a redirect there is safe, and otherwise to the person in the browser. */
export const forgiving =
  (answer: Answering): Answering =>
  async (asking) => {
    try {
      return await answer(asking);
    } catch (error) {
      const speech = speechOf(asking.request);
      if (error instanceof AuthorizationError)
        return error.redirectTo === undefined
          ? grantSorry(speech, "INVALID_REQUEST", error.description)
          : redirect(error.redirectTo);
      if (error instanceof CimdFetchError)
        return grantSorry(speech, "INVALID_REQUEST", weaknessIn(error.detail) ?? speech.words.agent.unreadable);
      if (error instanceof Refusal) return grantSorry(speech, error.code);
      throw error;
    }
  };

/** `GET /authorize`: a client asks for access. The person first logs in at the identity provider. */
export const beginAuthorization: Answering = async ({ request, env, helpers, about }) => {
  if (request.url.length > AGENT_ADDRESS_MAX_CHARS || isRepeated(new URL(request.url).searchParams))
    throw new Refusal("INVALID_REQUEST");
  const asked = await helpers.parseAuthRequest(request);
  if (!asked.codeChallenge || asked.codeChallengeMethod !== "S256") {
    return redirect(
      authorizationErrorRedirect(asked, "invalid_request", "The request needs a code_challenge with the method S256."),
    );
  }
  if (asked.scope.length > 0 && !asked.scope.some(isScope))
    return redirect(authorizationErrorRedirect(asked, "invalid_scope"));
  const secrets = { nonce: newSecret(), verifier: newSecret() };
  const { state, headers } = await helpers.beginUpstream(asked, { data: secrets });
  return redirect(
    await authorizationAddress(env.real, { ...secrets, state, callback: callbackOf(env) }, about),
    headers,
  );
};

const callbackOf = ({ MEMBERS_MCP_ORIGIN }: OAuthEnv): string => `${MEMBERS_MCP_ORIGIN}${PATHS.callback}`;

/** `GET /auth/callback`: the person has logged in, and the page asks for their consent. */
export const askMember: Answering = async ({ request, env, helpers, about }) => {
  const { search, searchParams } = new URL(request.url);
  const [state, ...more] = searchParams.getAll("state");
  if (search.length > CALLBACK_QUERY_MAX_CHARS || state === undefined || more.length > 0)
    throw new Refusal("LOGIN_FAILED");
  const {
    request: asked,
    data,
    headers,
  } = await helpers.finishUpstream<Pick<LoginSecrets, "nonce" | "verifier">>(request);
  const refused = (event: string, actor: string): Promise<void> =>
    recordAnybodysEvent(env.DB, about, { event, actor, outcome: "refused", at: Date.now() });
  const attempt = { ...data, state, callback: callbackOf(env) };
  const person = await identify(env.real, attempt, searchParams, about).catch(async (error: unknown) => {
    if (error instanceof Refusal && error.code === "LOGIN_FAILED") await refused("agent_login_failed", "visitor");
    throw error;
  });
  const identity = await findIdentityId(env.DB, person.issuer, person.subject);
  const sites = await listSites(env.DB, identity, AGENT_SITES_SHOWN);
  if (sites.length === 0) {
    await refused("agent_login_refused", `visitor:${identity}`);
    return grantReceipt(speechOf(request), person);
  }
  return withCookies(await askConsent({ request, env, helpers, asked, person, sites }), headers);
};

interface Asked {
  readonly request: Request;
  readonly env: OAuthEnv;
  readonly helpers: OAuthHelpers;
  readonly asked: AuthRequest;
  readonly person: TicketPerson;
  readonly sites: readonly SiteChoice[];
}

async function askConsent({
  request,
  env,
  helpers,
  asked,
  person: { issuer, subject },
  sites,
}: Asked): Promise<Response> {
  const client = await helpers.describeConsent(asked);
  const { handle, headers } = await helpers.beginConsent(asked);
  const ticket = await writeTicket(env.SESSION_SECRET, env.MEMBERS_MCP_ORIGIN, {
    handle,
    person: { issuer, subject },
  });
  return withCookies(
    grantQuestion(speechOf(request), {
      client: {
        name: client.clientName,
        domain: client.clientDomain,
        redirectHost: client.redirectHost,
        isLocal: client.redirectIsLoopback,
        redirect: client.redirectUri,
      },
      asked: wanted(asked),
      ticked: named(asked),
      sites,
      fields: { handle, ticket },
    }),
    headers,
  );
}

/** The scopes to offer. A client that names none is offered all, and the member decides. */
const wanted = ({ scope }: AuthRequest): readonly Scope[] =>
  scope.length === 0 ? SCOPES : SCOPES.filter((one) => scope.includes(one));

/** The scopes that are ticked at first: the client's, or only reading if it names none. */
const named = (asked: AuthRequest): readonly Scope[] => (asked.scope.length === 0 ? ["site:read"] : wanted(asked));

/** `POST /authorize/answer`: the member's decision. */
export const takeAnswer: Answering = async ({ request, env, helpers }) => {
  if (request.headers.get("origin") !== env.MEMBERS_MCP_ORIGIN) throw new Refusal("ORIGIN_MISMATCH");
  const form = await readForm(request);
  if (isRepeated(form, ["scope"])) throw new Refusal("INVALID_REQUEST");
  const [handle, ticket] = [form.get("handle") ?? "", form.get("ticket") ?? ""];
  const person = await readTicket(env.SESSION_SECRET, env.MEMBERS_MCP_ORIGIN, handle, ticket);
  if (person === undefined) throw new Refusal("LOGIN_FAILED");
  if (form.get("answer") !== "yes") {
    const { redirectTo, headers } = await helpers.denyConsent(request, handle);
    return redirect(redirectTo, headers);
  }
  // Finds the person and reads the sites again, because the page may have been open for minutes.
  const identity = await findIdentityId(env.DB, person.issuer, person.subject);
  const site = (await listSites(env.DB, identity, AGENT_SITES_SHOWN)).find((one) => valueOf(one) === form.get("site"));
  const ticked = site ? scopesOf(site.role).filter((scope) => form.getAll("scope").includes(scope)) : [];
  const { request: asked, headers } = await helpers.approveConsent(request, handle);
  const scope = ticked.filter((one) => wanted(asked).includes(one));
  if (!site || scope.length === 0)
    return redirect(authorizationErrorRedirect(asked, "access_denied", "The member did not allow any scope."), headers);
  return redirect(await giveGrant({ env, helpers, asked, site, scope }), headers);
};

async function readForm(request: Request): Promise<URLSearchParams> {
  return new URLSearchParams(new TextDecoder().decode(await received(request)));
}

function redirect(location: string, given?: Headers): Response {
  const headers = new Headers(given);
  headers.delete("Location");
  for (const [name, value] of Object.entries({ ...ANSWER_HEADERS.agentLoginStep, Location: location }))
    headers.set(name, value);
  return new Response(null, { status: 303, headers });
}

function withCookies(response: Response, given: Headers): Response {
  const headers = new Headers(response.headers);
  for (const cookie of given.getSetCookie()) headers.append("Set-Cookie", cookie);
  return new Response(response.body, { status: response.status, headers });
}
