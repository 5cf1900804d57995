import { MCP_TTL_MS } from "../../manifests/bounds.ts";
import { refusalText } from "../../manifests/refusal.ts";
import { described, refused } from "../shared/mcp/answers.ts";
import { aiCatalogue, CARD_TYPE, CATALOGUE_TYPE, serverCard } from "./card.ts";
import type { Env } from "./env.ts";
import { CORS, isAllowedOrigin } from "../shared/mcp/origins.ts";
import type { PublishedSite } from "../shared/mcp/publishedSite.ts";
import { serve } from "./serve.ts";
import { siteOf } from "./sites.ts";
import type { Target } from "./target.ts";
import { targetOf } from "./target.ts";

export { CallLimitDO } from "./callLimitObject.ts";
export { ChangeNoticesDO } from "./changeNoticesObject.ts";

interface Asked {
  readonly request: Request;
  readonly env: Env;
  readonly target: Target;
  /** None when the request is about the deployment. */
  readonly site: PublishedSite | undefined;
}

type Route = (asked: Asked) => Response | Promise<Response>;

const SECONDS = MCP_TTL_MS / 1000;
const catalogue: Route = ({ target, site }) => described(CATALOGUE_TYPE, aiCatalogue(target, site), SECONDS);

/** All there is. Nothing of it speaks of logging in: a client that finds such an address here would insist on it. */
const ROUTES = new Map<string, Route>([
  ["POST /mcp", ({ request, env, site }) => serve(request, env, site)],
  ["GET /mcp", () => refused(405, -32000, "Send messages with POST.", { Allow: "POST" })],
  ["DELETE /mcp", () => refused(405, -32000, "There are no sessions to end.", { Allow: "POST" })],
  ["GET /mcp/server-card", ({ target, site }) => described(CARD_TYPE, serverCard(target, site), SECONDS)],
  ["GET /.well-known/ai-catalog.json", catalogue],
]);

/** The public MCP worker: published content for every agent. */
export default {
  async fetch(request: Request, env: Env): Promise<Response> {
    try {
      return await answer(request, env);
    } catch (error) {
      console.error(JSON.stringify({ event: "mcp_request_failed", error: String(error) }));
      return refused(503, -32603, refusalText("INTERNAL"), { "Retry-After": "1" });
    }
  },
} satisfies ExportedHandler<Env>;

async function answer(request: Request, env: Env): Promise<Response> {
  const url = new URL(request.url);
  if (!isAllowedOrigin(request.headers.get("origin"))) return refused(403, -32000, "Requests of this origin are not taken.");
  const target = targetOf(url, env);
  if (!target) return refused(403, -32000, "This host is not served here.");
  if (request.method === "OPTIONS") return new Response(null, { status: 204, headers: CORS });
  const route = ROUTES.get(`${request.method} ${target.path}`);
  if (!route) return refused(404, -32000, "There is nothing here.");
  const site = target.hostname === null ? undefined : await siteOf(env.PUBLIC_CONTENT, target.hostname);
  if (target.hostname !== null && !site) return refused(404, -32000, "There is no such site.");
  return route({ request, env, target, site });
}
