import type { OAuthResourceAuth } from "@cloudflare/workers-oauth-provider";
import { insufficientScope } from "@cloudflare/workers-oauth-provider";
import { createMcpHandler, isJsonContentType } from "@modelcontextprotocol/server";
import { MCP_TEXT_MAX_CHARS, MEMBER_MESSAGE_MAX_BYTES } from "../../manifests/bounds.ts";
import { Refusal } from "../../manifests/refusal.ts";
import { rateHeaders } from "../../runtime/rateHeaders.ts";
import { isScope } from "../../runtime/scopes.ts";
import { refused, secured } from "../shared/mcp/answers.ts";
import { readMessage } from "../shared/mcp/message.ts";
import { CallRecords } from "./callRecords.ts";
import type { Caller } from "./caller.ts";
import { CALLS, spend } from "./limit.ts";
import type { CallMessage } from "./message.ts";
import type { OAuthEnv } from "./oauth/server.ts";
import type { Pinned } from "./oauth/standing.ts";
import { recordRefusedCall } from "./refusedCalls.ts";
import type { Session } from "./server.ts";
import { serverFor } from "./server.ts";
import { toolNamed } from "./tools/index.ts";

/** Of all agents this isolate serves. */
const RECORDS = new CallRecords((ms) => scheduler.wait(ms));

/** One message of an agent whose token is good. */
export async function serve(request: Request, env: OAuthEnv, ctx: ExecutionContext, auth: OAuthResourceAuth): Promise<Response> {
  const caller = callerOf(env, auth, ctx.props as Pinned);
  if (!caller) return gone(env);
  if (caller.status === "suspended") return refused(503, -32000, "This site is not available at the moment.", { "Retry-After": "300" });
  if (request.method !== "POST") return refused(405, -32000, "Send messages with POST.", { Allow: "POST" });
  if (!isJsonContentType(request.headers.get("content-type") ?? "")) return refused(415, -32600, "A message is application/json.");
  const message = await readMessage(request, MEMBER_MESSAGE_MAX_BYTES);
  if ("status" in message) return refused(message.status, message.code, message.message);
  const standing = spend(caller.grant);
  const limits = rateHeaders(CALLS, standing);
  if (!standing.allowed) return refused(429, -32000, "Too many calls: wait as long as Retry-After says.", limits);
  const call = recorded({ request, env, ctx, auth, caller, message: message.value });
  // Whoever hangs up before the answer has called all the same.
  ctx.waitUntil(call.catch(() => undefined));
  return secured(await call, limits);
}

/**
 * Who is calling: what the token was given for, and only if the member, the site and the grant are still there. What
 * the token says must be what the grant says; neither can be chosen by whoever sends the request.
 */
function callerOf(env: OAuthEnv, { scope, clientId, token }: OAuthResourceAuth, pinned: Pinned): Caller | undefined {
  const { standing } = env.OAUTH_KV;
  if (!standing || standing.tenant !== pinned.tenant || standing.site !== pinned.site || standing.identity !== pinned.identity) return undefined;
  return { ...standing, scopes: scope.filter(isScope), client: (clientId ?? "").slice(0, MCP_TEXT_MAX_CHARS), grant: token.slice(0, token.lastIndexOf(":")) };
}

/** The same whether the member, the site or the grant has gone. */
const gone = ({ MEMBERS_MCP_ORIGIN }: OAuthEnv): Response =>
  refused(401, -32000, "This grant is over: ask the member again.", {
    "WWW-Authenticate": `Bearer error="invalid_token", resource_metadata="${MEMBERS_MCP_ORIGIN}/.well-known/oauth-protected-resource/mcp"`,
  });

/** The scope that a tool needs and the token has not, so that a client can ask the member for it. */
function missingScope({ scopes }: Caller, message: unknown): string | undefined {
  const { method, params } = Object(message) as CallMessage;
  const tool = method === "tools/call" && typeof params?.name === "string" ? toolNamed(params.name) : undefined;
  return tool && !scopes.includes(tool.scope) ? tool.scope : undefined;
}

interface Answering {
  readonly request: Request;
  readonly env: OAuthEnv;
  readonly ctx: ExecutionContext;
  readonly auth: OAuthResourceAuth;
  readonly caller: Caller;
  readonly message: unknown;
}

/** A call and the record of it, which says how it ended: so it is written afterwards. */
async function recorded(answering: Answering): Promise<Response> {
  const { env, ctx, caller: { tenant, site, identity, client, grant }, message } = answering;
  const session: Session = { env: env.real, caller: answering.caller, requestId: crypto.randomUUID(), outcome: "ok" };
  const at = Date.now();
  const response = await answer(session, answering);
  ctx.waitUntil(recordRefusedCall(session, Object(message) as CallMessage, at).catch(unrecorded));
  RECORDS.add(env, ctx, {
    id: session.requestId, tenant, site, identity, client, grant: `grant:${grant}`, name: nameOf(message), outcome: session.outcome, durationMs: Date.now() - at, at,
  });
  return response;
}

const unrecorded = (error: unknown): void => console.error(JSON.stringify({ event: "refusal_not_recorded", error: String(error) }));

async function answer(session: Session, { request, auth, caller, message }: Answering): Promise<Response> {
  const missing = missingScope(caller, message);
  if (missing !== undefined) {
    session.refusal = new Refusal("FORBIDDEN");
    session.outcome = session.refusal.code;
    return insufficientScope(auth, [...new Set([...auth.scope, missing])]);
  }
  const handler = createMcpHandler(() => serverFor(session), { maxRequestBodySize: MEMBER_MESSAGE_MAX_BYTES });
  return whole(await handler.fetch(request, { parsedBody: message }));
}

/**
 * The answer once all of it is there. Clients of before are answered with a stream, which is handed out while the call
 * is still under way; it ends with the call, as nothing is sent in between and nobody is told of changes here.
 */
async function whole(response: Response): Promise<Response> {
  const { body, status, headers } = response;
  if (body === null || !headers.get("content-type")?.startsWith("text/event-stream")) return response;
  return new Response(await new Response(body).arrayBuffer(), { status, headers });
}

/** What was called: the method, and of a tool its name. */
function nameOf(message: unknown): string {
  const { method, params } = Object(message) as CallMessage;
  const name = method === "tools/call" ? params?.name : method;
  return (typeof name === "string" ? name : "unknown").slice(0, 128);
}
