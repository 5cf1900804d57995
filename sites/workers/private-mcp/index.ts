import { Refusal, refusalText } from "../../../manifests/refusals/refusal.ts";
import { visibleJson } from "../../../manifests/visible.ts";
import { ANSWER_HEADERS } from "../../../runtime/serving/answerHeaders.ts";
import { preflight, refusedMessage } from "../../mcp/answers.ts";
import { CORS, isAllowedOrigin } from "../../mcp/origins.ts";
import { type AboutRequest, logSecurity, requestOf } from "../../platform/security/securityEvents.ts";
import { styleSheet } from "../../web/document/sheet.ts";
import { STYLE_PATH } from "../../web/document/sheetPath.ts";
import type { Env } from "./bindings/env.ts";
import { type AuthorizationRequest, askMember, beginAuthorization, forgiving, takeAnswer } from "./oauth/authorize.ts";
import { documentFetch } from "./oauth/documentFetch.ts";
import { grantSorry, speechOf } from "./oauth/pages.ts";
import { findLimit, tooMany } from "./oauth/limits.ts";
import { PATHS } from "./oauth/paths.ts";
import { carrying, received } from "./oauth/received.ts";
import { helpersOf, oauthEnv, serversOf, withoutReason } from "./oauth/server.ts";
import { exchange } from "./oauth/token.ts";
import { serveMember } from "./serve.ts";

// The OAuth library uses the global `fetch` and accepts no other.
globalThis.fetch = documentFetch(globalThis.fetch.bind(globalThis));

/**
 * CORS for programs: pages of other origins may send a bearer token that they have. Cookies count only on pages for
 * people.
 */
const PROGRAM_CORS = {
  ...CORS,
  "Access-Control-Allow-Headers": `${CORS["Access-Control-Allow-Headers"]}, authorization`,
  "Access-Control-Expose-Headers": `${CORS["Access-Control-Expose-Headers"]}, www-authenticate`,
};

/** Pages for a person at a browser. */
const PAGES: Readonly<Record<string, (asking: AuthorizationRequest) => Promise<Response>>> = {
  [`GET ${PATHS.authorize}`]: forgiving(beginAuthorization),
  [`GET ${PATHS.callback}`]: forgiving(askMember),
  [`POST ${PATHS.consent}`]: forgiving(takeAnswer),
};
const PAGE_PATHS: ReadonlySet<string> = new Set([PATHS.authorize, PATHS.callback, PATHS.consent]);

export default {
  async fetch(request: Request, env, ctx) {
    const about = requestOf(request, crypto.randomUUID());
    try {
      return await route(request, env, ctx, about);
    } catch (error) {
      if (error instanceof Refusal) return refusedMessage(error.status, -32600, refusalText(error.code));
      console.error(visibleJson({ event: "private_mcp_failed", ...about, error: String(error) }));
      return refusedMessage(500, -32603, refusalText("INTERNAL"));
    }
  },
} satisfies ExportedHandler<Env>;

async function route(request: Request, env: Env, ctx: ExecutionContext, about: AboutRequest): Promise<Response> {
  const url = new URL(request.url);
  // Anybody can point a name at this server, so it serves only its own.
  if (url.origin !== env.MEMBERS_MCP_ORIGIN)
    return refusedMessage(403, -32000, "No site is served under this hostname.");
  if (request.method === "GET" && url.pathname === STYLE_PATH) return styleSheet();
  return withinLimit(request, env, ctx, about);
}

async function withinLimit(request: Request, env: Env, ctx: ExecutionContext, about: AboutRequest): Promise<Response> {
  const url = new URL(request.url);
  const isPage = PAGE_PATHS.has(url.pathname);
  if (!isPage && !isAllowedOrigin(request.headers.get("origin")))
    return refusedMessage(403, -32000, "Requests from this Origin are not accepted.");
  const limit = await findLimit(env, request);
  if (limit?.allowed === false) {
    logSecurity(
      { event: "agent_login_limited", ...about, actor: null, outcome: "refused", code: "RATE_LIMITED" },
      Date.now(),
    );
    return isPage
      ? grantSorry(speechOf(request), "RATE_LIMITED", "", limit.fields)
      : opened(tooMany(limit.fields), about);
  }
  const answer = await (isPage ? forPeople : forPrograms)(askingOf(request, env, about), ctx);
  for (const [name, value] of Object.entries(limit?.fields ?? {})) answer.headers.set(name, value);
  return answer;
}

async function forPeople(asking: AuthorizationRequest): Promise<Response> {
  const { request } = asking;
  const { pathname } = new URL(request.url);
  return (
    (await PAGES[`${request.method} ${pathname}`]?.(asking)) ?? grantSorry(speechOf(request), "METHOD_NOT_ALLOWED")
  );
}

function askingOf(request: Request, env: Env, about: AboutRequest): AuthorizationRequest {
  const oauth = oauthEnv(env);
  return { request, env: oauth, helpers: helpersOf(serversOf(env, serveMember), oauth), about };
}

async function forPrograms(asking: AuthorizationRequest, ctx: ExecutionContext): Promise<Response> {
  const { request, env, about } = asking;
  if (request.method === "OPTIONS") return preflight(PROGRAM_CORS);
  const { authorization, resource } = serversOf(env, serveMember);
  const { pathname } = new URL(request.url);
  if (pathname === PATHS.mcp || pathname.startsWith("/.well-known/oauth-protected-resource"))
    return opened(await resource.fetch(request, env, ctx), about);
  const library: Library = (asked) => authorization.fetch(asked, env, ctx);
  return opened(await (AROUND[`${request.method} ${pathname}`]?.(asking, library) ?? library(request)), about);
}

type Library = (request: Request) => Promise<Response>;

/** OAuth requests that pass through our code before they reach the library. */
const AROUND: Readonly<Record<string, (asking: AuthorizationRequest, library: Library) => Promise<Response>>> = {
  [`POST ${PATHS.token}`]: exchange,
  [`POST ${PATHS.register}`]: async ({ request }, library) => library(carrying(request, await received(request))),
};

function opened(answer: Response, about: AboutRequest): Response {
  const headers = new Headers(answer.headers);
  withoutReason(headers, about);
  const cacheControl = answer.headers.get("Cache-Control");
  for (const [name, value] of Object.entries({ ...ANSWER_HEADERS.agentAnswer, ...PROGRAM_CORS }))
    headers.set(name, value);
  if (cacheControl !== null) headers.set("Cache-Control", cacheControl);
  return new Response(answer.body, { status: answer.status, headers });
}
