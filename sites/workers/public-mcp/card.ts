import type { PublishedSite } from "../../mcp/publishedSite.ts";
import { serverInfo } from "./server.ts";
import type { McpTarget } from "./target.ts";

const SCHEMA = "https://static.modelcontextprotocol.io/schemas/v1/server-card.schema.json";
export const CARD_TYPE = "application/mcp-server-card+json";
export const CATALOGUE_TYPE = "application/ai-catalog+json";

const reversed = (hostname: string): string => hostname.split(".").toReversed().join(".");

/** The server card: this server's identity and address. A client asks the server itself for its tools. */
export function serverCard({ base }: McpTarget, site: PublishedSite | undefined) {
  const { version } = serverInfo("");
  const hostname = site?.hostname ?? new URL(base).hostname;
  return {
    $schema: SCHEMA,
    name: `${reversed(hostname)}/site`,
    title: site ? site.catalogue.site.name : "Directory of sites",
    description: site
      ? `Published content of ${hostname}, read only.`
      : "Lists the sites and the addresses of their MCP servers.",
    version,
    ...(site ? { websiteUrl: site.catalogue.site.url } : {}),
    remotes: [{ type: "streamable-http", url: `${base}/mcp`, supportedProtocolVersions: PROTOCOLS }],
  };
}

const PROTOCOLS = ["2026-07-28", "2025-11-25", "2025-06-18", "2025-03-26"];

/** The catalogue of everything that this host offers to agents. */
export function aiCatalogue(target: McpTarget, site: PublishedSite | undefined) {
  const { base } = target;
  const hostname = site?.hostname ?? new URL(base).hostname;
  const displayName = site?.catalogue.site.name ?? hostname;
  const { description } = serverCard(target, site);
  return {
    specVersion: "1.0",
    host: { displayName, identifier: hostname },
    entries: [
      {
        identifier: `urn:air:${hostname}:mcp:site`,
        displayName,
        type: CARD_TYPE,
        url: `${base}/mcp/server-card`,
        description,
        representativeQueries: site
          ? [`What does ${displayName} offer?`, `Which page of ${displayName} answers this question?`]
          : ["Which sites are here?", "What is the MCP server address of this site?"],
      },
    ],
  };
}
