import { type OAuthResourceAuth, insufficientScope } from "@cloudflare/workers-oauth-provider";
import { createMcpHandler, isJsonContentType } from "@modelcontextprotocol/server";
import { MCP_TEXT_MAX_CHARS, MEMBER_MESSAGE_MAX_BYTES } from "../../../manifests/bounds/agents.ts";
import { Refusal } from "../../../manifests/refusals/refusal.ts";
import { visibleJson } from "../../../manifests/visible.ts";
import { rateHeaders } from "../../../runtime/tenancy/rateHeaders.ts";
import { isScope } from "../../../runtime/commands/scopes.ts";
import { refusedMessage, secured } from "../../mcp/answers.ts";
import { acceptingBoth } from "../../mcp/acceptance.ts";
import { answeredBatch, refusedBatch } from "../../mcp/batch.ts";
import { readMessage } from "../../mcp/message.ts";
import { CallRecords } from "./callRecords.ts";
import type { Caller } from "./tools/caller.ts";
import { CALLS, spendCall } from "./limit.ts";
import type { CallMessage } from "./message.ts";
import type { OAuthEnv } from "./oauth/server.ts";
import type { Membership } from "../../control/people/members.ts";
import { recordRefusedCall } from "./refusedCalls.ts";
import { type McpRequest, memberServer } from "./server.ts";
import { toolNamed } from "./tools/index.ts";

/** The pending call records of this isolate. */
const RECORDS = new CallRecords((ms) => scheduler.wait(ms));

/** Answers one message of an agent with a valid token. */
export async function serveMember(
  request: Request,
  env: OAuthEnv,
  ctx: ExecutionContext,
  auth: OAuthResourceAuth,
): Promise<Response> {
  const caller = callerOf(env, auth, ctx.props as Membership);
  if (!caller) return gone(env);
  if (caller.status === "suspended")
    return refusedMessage(503, -32000, "This site is not available at the moment.", { "Retry-After": "300" });
  if (request.method !== "POST") return refusedMessage(405, -32000, "Send each message with POST.", { Allow: "POST" });
  if (!isJsonContentType(request.headers.get("content-type") ?? ""))
    return refusedMessage(415, -32600, "A message needs the Content-Type application/json.");
  const message = await readMessage(request, MEMBER_MESSAGE_MAX_BYTES);
  if ("status" in message) return refusedMessage(message.status, message.code, message.message);
  const serving = { request, env, ctx, auth, caller };
  return Array.isArray(message.value)
    ? (refusedBatch(message.value) ?? serveBatch(serving, message.value))
    : serveOne({ ...serving, message: message.value });
}

async function serveOne(answering: Answering): Promise<Response> {
  const standing = spendCall(answering.caller.grant);
  const limits = rateHeaders(CALLS, standing);
  if (!standing.allowed)
    return refusedMessage(429, -32000, "Too many calls. Wait for the time in Retry-After.", limits);
  const call = recorded(answering);
  // A call counts even if its client disconnects before the answer.
  answering.ctx.waitUntil(call.catch(() => undefined));
  return secured(await call, limits);
}

const serveBatch = async (serving: Omit<Answering, "message">, messages: readonly unknown[]): Promise<Response> =>
  secured(await answeredBatch(messages, (message) => serveOne({ ...serving, message })));

/**
 * The caller, if the grant, the member and the site still exist. The token's properties must equal the stored grant, so
 * a request cannot choose either.
 */
function callerOf(
  env: OAuthEnv,
  { scope, clientId, token }: OAuthResourceAuth,
  pinned: Membership,
): Caller | undefined {
  const { grantState } = env.OAUTH_KV;
  if (
    !grantState ||
    grantState.tenant !== pinned.tenant ||
    grantState.site !== pinned.site ||
    grantState.identity !== pinned.identity
  )
    return undefined;
  return {
    ...grantState,
    scopes: scope.filter(isScope),
    client: (clientId ?? "").slice(0, MCP_TEXT_MAX_CHARS),
    grant: token.slice(0, token.lastIndexOf(":")),
  };
}

/** One answer for a missing member, site or grant, so that it does not reveal which. */
const gone = ({ MEMBERS_MCP_ORIGIN }: OAuthEnv): Response =>
  refusedMessage(401, -32000, "This grant has ended. Ask the member to authorize you again.", {
    "WWW-Authenticate": `Bearer error="invalid_token", resource_metadata="${MEMBERS_MCP_ORIGIN}/.well-known/oauth-protected-resource/mcp"`,
  });

/**
 * The scope that a tool needs and the token lacks, so that the client can ask the member for it; undefined if none is
 * missing.
 */
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

/** Answers a call and then records its outcome. */
async function recorded(answering: Answering): Promise<Response> {
  const {
    env,
    ctx,
    caller: { tenant, site, identity, client, grant },
    message,
  } = answering;
  const mcpRequest: McpRequest = {
    env: env.real,
    caller: answering.caller,
    requestId: crypto.randomUUID(),
    outcome: "ok",
  };
  const at = Date.now();
  const response = await answer(mcpRequest, answering);
  ctx.waitUntil(recordRefusedCall(mcpRequest, Object(message) as CallMessage, at).catch(unrecorded));
  RECORDS.add(env, ctx, {
    id: mcpRequest.requestId,
    tenant,
    site,
    identity,
    client,
    grant: `grant:${grant}`,
    name: nameOf(message),
    outcome: mcpRequest.outcome,
    durationMs: Date.now() - at,
    at,
  });
  return response;
}

const unrecorded = (error: unknown): void =>
  console.error(visibleJson({ event: "refusal_not_recorded", error: String(error) }));

async function answer(mcpRequest: McpRequest, { request, auth, caller, message }: Answering): Promise<Response> {
  const missing = missingScope(caller, message);
  if (missing !== undefined) {
    mcpRequest.refusal = new Refusal("FORBIDDEN");
    mcpRequest.outcome = mcpRequest.refusal.code;
    return lackingScope(insufficientScope(auth, [...new Set([...auth.scope, missing])]), missing, message);
  }
  const handler = createMcpHandler(() => memberServer(mcpRequest), { maxRequestBodySize: MEMBER_MESSAGE_MAX_BYTES });
  return whole(await handler.fetch(acceptingBoth(request), { parsedBody: message }));
}

/** The refusal with a message that a client can show, beside the header that its program reads. */
function lackingScope({ headers }: Response, scope: string, message: unknown): Response {
  const { id = null } = Object(message) as { readonly id?: unknown };
  const says = `This call needs the scope ${scope}, which the member has not allowed. Ask the member to allow it.`;
  const body = { jsonrpc: "2.0", error: { code: -32000, message: says, data: { scope } }, id };
  return Response.json(body, {
    status: 403,
    headers: { "WWW-Authenticate": headers.get("www-authenticate") ?? "" },
  });
}

/**
 * Reads the whole answer. Clients of older protocol versions get an event stream that ends with the call, because
 * nothing is sent in between.
 */
async function whole(response: Response): Promise<Response> {
  const { body, status, headers } = response;
  if (body === null || !headers.get("content-type")?.startsWith("text/event-stream")) return response;
  return new Response(await new Response(body).arrayBuffer(), { status, headers });
}

/** The method of a message, or the tool's name for a tool call. */
function nameOf(message: unknown): string {
  const { method, params } = Object(message) as CallMessage;
  const name = method === "tools/call" ? params?.name : method;
  return (typeof name === "string" ? name : "unknown").slice(0, 128);
}
