import { ProtocolError, ProtocolErrorCode, ResourceNotFoundError, Server } from "@modelcontextprotocol/server";
import { MCP_TEXT_MAX_CHARS, SITES_PAGE } from "../../../manifests/bounds/agents.ts";
import { siteMcpAddress } from "../../../runtime/rendering/agents/address.ts";
import { HOST_PREFIX, hostnameIn } from "../../../runtime/serving/publicKeys.ts";
import type { Env } from "./env.ts";
import { CACHE_HINTS, serverInfo } from "./server.ts";
import { findPublishedSite } from "./sites.ts";

/** Answers requests that name no site. It lists the sites if the deployment allows that, and otherwise nothing. */
export function directoryServer(env: Env): Server {
  const server = new Server(serverInfo("Directory"), {
    capabilities: { resources: { listChanged: false } },
    instructions: instructionsFor(env),
    cacheHints: CACHE_HINTS,
  });
  server.setRequestHandler("resources/list", async ({ params }) => {
    if (!isListed(env)) return { resources: [] };
    const { hostnames, nextCursor } = await someSites(env, params?.cursor);
    const resources = hostnames.map((name) => ({
      uri: siteMcpAddress(env.MCP_ORIGIN, name),
      name,
      title: name,
      mimeType: "application/json",
    }));
    return { resources, ...(nextCursor === undefined ? {} : { nextCursor }) };
  });
  server.setRequestHandler("resources/templates/list", () => ({ resourceTemplates: [] }));
  server.setRequestHandler("resources/read", async ({ params: { uri } }) => {
    const hostname = isListed(env) ? hostnameAt(env, uri) : undefined;
    const site = hostname === undefined ? undefined : await findPublishedSite(env.PUBLIC_CONTENT, hostname);
    if (!site) throw new ResourceNotFoundError(uri);
    const { name, language, url } = site.catalogue.site;
    return {
      contents: [{ uri, mimeType: "application/json", text: JSON.stringify({ name, language, url, mcp: uri }) }],
    };
  });
  return server;
}

const isListed = ({ LIST_SITES }: Env): boolean => LIST_SITES === "yes";

const instructionsFor = (env: Env): string =>
  `Every site has a server of its own at ${siteMcpAddress(env.MCP_ORIGIN, "{hostname}")}. ` +
  (isListed(env) ? "The resources here are the addresses of all sites." : "Sites are not listed here.");

function hostnameAt({ MCP_ORIGIN }: Env, uri: string): string | undefined {
  const hostname = uri.slice(`${MCP_ORIGIN}/sites/`.length, -"/mcp".length);
  return siteMcpAddress(MCP_ORIGIN, hostname) === uri ? hostname : undefined;
}

/** Lists hostnames of visible sites. The store also holds hostnames of suspended tenants, which are left out. */
async function someSites(env: Env, cursor: string | undefined): Promise<{ hostnames: string[]; nextCursor?: string }> {
  if (cursor !== undefined && cursor.length > MCP_TEXT_MAX_CHARS)
    throw new ProtocolError(ProtocolErrorCode.InvalidParams, "The cursor is not valid.");
  const list = await env.PUBLIC_CONTENT.list({
    prefix: HOST_PREFIX,
    limit: SITES_PAGE,
    ...(cursor === undefined ? {} : { cursor }),
  });
  const names = list.keys.map(({ name }) => hostnameIn(name));
  const shown = await Promise.all(
    names.map(async (name) => ((await findPublishedSite(env.PUBLIC_CONTENT, name))?.hostname === name ? [name] : [])),
  );
  return { hostnames: shown.flat(), ...(list.list_complete ? {} : { nextCursor: list.cursor }) };
}
