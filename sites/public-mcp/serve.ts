import { createMcpHandler, isJsonContentType } from "@modelcontextprotocol/server";
import { MCP_BODY_MAX_BYTES } from "../../manifests/bounds.ts";
import { rateHeaders } from "../../runtime/rateHeaders.ts";
import { refused, secured } from "../shared/mcp/answers.ts";
import { readMessage } from "../shared/mcp/message.ts";
import { CALLS } from "./callLimitObject.ts";
import { directoryServer } from "./directory.ts";
import type { Env } from "./env.ts";
import { spend } from "./limit.ts";
import { noticeBus } from "./noticeBus.ts";
import type { PublishedSite } from "../shared/mcp/publishedSite.ts";
import { serverFor } from "./server.ts";

/** One message of a client to the server of a site, or to that of the deployment when there is no site. */
export async function serve(request: Request, env: Env, site: PublishedSite | undefined): Promise<Response> {
  if (!isJsonContentType(request.headers.get("content-type") ?? "")) return refused(415, -32600, "A message is application/json.");
  const message = await readMessage(request, MCP_BODY_MAX_BYTES);
  if ("status" in message) return refused(message.status, message.code, message.message);
  const standing = await spend(env, request, site ? `${site.place.tenant}/${site.place.site}` : "");
  const limits = rateHeaders(CALLS, standing);
  if (!standing.allowed) return refused(429, -32000, "Too many calls: wait as long as Retry-After says.", limits);
  return secured(await handlerFor(env, site).fetch(request, { parsedBody: message.value }), limits);
}

function handlerFor(env: Env, site: PublishedSite | undefined) {
  return createMcpHandler(({ era }) => (site ? serverFor(site, era === "modern") : directoryServer(env)), {
    maxRequestBodySize: MCP_BODY_MAX_BYTES,
    ...(site ? { bus: noticeBus(env, site) } : {}),
  });
}
