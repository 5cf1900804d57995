import { MCP_TTL_MS } from "../../../manifests/bounds/agents.ts";
import { describedServer, refusedMessage } from "../../mcp/answers.ts";
import type { PublishedSite } from "../../mcp/publishedSite.ts";
import { aiCatalogue, CARD_TYPE, CATALOGUE_TYPE, serverCard } from "./card.ts";
import type { Env } from "./env.ts";
import { serve } from "./serve.ts";
import type { McpTarget } from "./target.ts";

interface Asked {
  readonly request: Request;
  readonly env: Env;
  readonly target: McpTarget;
  /** The site; undefined if the request is about the deployment. */
  readonly site: PublishedSite | undefined;
}

type Route = (asked: Asked) => Response | Promise<Response>;

const SECONDS = MCP_TTL_MS / 1000;
const catalogue: Route = ({ target, site }) => describedServer(CATALOGUE_TYPE, aiCatalogue(target, site), SECONDS);

/** All routes. None describes a login: a client that finds such an address here would insist on logging in. */
export const ROUTES = new Map<string, Route>([
  ["POST /mcp", ({ request, env, site }) => serve(request, env, site)],
  ["GET /mcp", () => refusedMessage(405, -32000, "Send each message with POST.", { Allow: "POST" })],
  ["DELETE /mcp", () => refusedMessage(405, -32000, "This server has no sessions.", { Allow: "POST" })],
  ["GET /mcp/server-card", ({ target, site }) => describedServer(CARD_TYPE, serverCard(target, site), SECONDS)],
  ["GET /.well-known/ai-catalog.json", catalogue],
]);
