import { type ServerEventBus, createMcpHandler, isJsonContentType } from "@modelcontextprotocol/server";
import { MCP_BODY_MAX_BYTES } from "../../../manifests/bounds/agents.ts";
import { rateHeaders } from "../../../runtime/tenancy/rateHeaders.ts";
import { refusedMessage, secured } from "../../mcp/answers.ts";
import { acceptingBoth } from "../../mcp/acceptance.ts";
import { answeredBatch, refusedBatch } from "../../mcp/batch.ts";
import { readMessage } from "../../mcp/message.ts";
import { CALLS } from "./callLimitObject.ts";
import { directoryServer } from "./directory.ts";
import type { Env } from "./env.ts";
import { spendQuestion } from "./limit.ts";
import { isListening, noticeBus, noticesFor } from "./noticeBus.ts";
import type { PublishedSite } from "../../mcp/publishedSite.ts";
import { subscribedIn, Subscriptions } from "./subscriptions.ts";
import { serverFor } from "./server.ts";

/** Answers one message to a site's server, or to the deployment's server without a site. */
export async function serve(request: Request, env: Env, site: PublishedSite | undefined): Promise<Response> {
  if (!isJsonContentType(request.headers.get("content-type") ?? ""))
    return refusedMessage(415, -32600, "A message needs the Content-Type application/json.");
  const message = await readMessage(request, MCP_BODY_MAX_BYTES);
  if ("status" in message) return refusedMessage(message.status, message.code, message.message);
  return Array.isArray(message.value)
    ? (refusedBatch(message.value) ?? serveBatch(request, env, site, message.value))
    : serveOne(request, env, site, message.value);
}

async function serveOne(
  request: Request,
  env: Env,
  site: PublishedSite | undefined,
  parsedBody: unknown,
): Promise<Response> {
  const standing = await spendQuestion(env, request, site ? `${site.place.tenant}/${site.place.site}` : "");
  const limits = rateHeaders(CALLS, standing);
  if (!standing.allowed)
    return refusedMessage(429, -32000, "Too many calls. Wait for the time in Retry-After.", limits);
  const answer =
    site && isListening(parsedBody)
      ? listen(request, env, site, parsedBody)
      : handlerFor(env, site).fetch(acceptingBoth(request), { parsedBody });
  return secured(await answer, limits);
}

const serveBatch = async (
  request: Request,
  env: Env,
  site: PublishedSite | undefined,
  messages: readonly unknown[],
): Promise<Response> => secured(await answeredBatch(messages, (one) => serveOne(request, env, site, one)));

function handlerFor(env: Env, site: PublishedSite | undefined, bus?: ServerEventBus) {
  return createMcpHandler(({ era }) => (site ? serverFor(site, era === "modern") : directoryServer(env)), {
    maxRequestBodySize: MCP_BODY_MAX_BYTES,
    ...(bus ? { bus } : {}),
  });
}

/** Reserves a listener's place first, so that a client without one learns it at once. */
async function listen(request: Request, env: Env, site: PublishedSite, parsedBody: unknown): Promise<Response> {
  const notices = await noticesFor(env, site, request);
  if (!notices)
    return refusedMessage(
      429,
      -32000,
      "This site has too many open streams, or you have too many. Open one stream, or try again later.",
      { "Retry-After": "60" },
    );
  const subscriptions = new Subscriptions(env.PUBLIC_CONTENT, site, subscribedIn(parsedBody));
  const bus = noticeBus(notices, subscriptions, () => void handler.close());
  const handler = handlerFor(env, site, bus);
  const answer = await handler.fetch(acceptingBoth(request), { parsedBody });
  bus.release();
  return answer;
}
