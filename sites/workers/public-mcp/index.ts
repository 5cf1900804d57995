import { refusalText } from "../../../manifests/refusals/refusal.ts";
import { visibleJson } from "../../../manifests/visible.ts";
import { preflight, refusedMessage } from "../../mcp/answers.ts";
import type { Env } from "./env.ts";
import { CORS, isAllowedOrigin } from "../../mcp/origins.ts";
import { ROUTES } from "./routes.ts";
import { findPublishedSite } from "./sites.ts";
import { targetOf } from "./target.ts";

export { CallLimitDO } from "./callLimitObject.ts";
export { ChangeNoticesDO } from "./changeNoticesObject.ts";

/** The public MCP worker: published content for every agent. */
export default {
  async fetch(request: Request, env: Env): Promise<Response> {
    try {
      return await answer(request, env);
    } catch (error) {
      console.error(visibleJson({ event: "mcp_request_failed", error: String(error) }));
      return refusedMessage(503, -32603, refusalText("INTERNAL"), { "Retry-After": "1" });
    }
  },
} satisfies ExportedHandler<Env>;

async function answer(request: Request, env: Env): Promise<Response> {
  const url = new URL(request.url);
  if (!isAllowedOrigin(request.headers.get("origin")))
    return refusedMessage(403, -32000, "Requests from this Origin are not accepted.");
  const target = targetOf(url, env);
  if (!target) return refusedMessage(403, -32000, "No site is served under this hostname.");
  if (request.method === "OPTIONS") return preflight(CORS);
  const route = ROUTES.get(`${request.method} ${target.path}`);
  if (!route) return refusedMessage(404, -32000, "There is nothing here.");
  const site = target.hostname === null ? undefined : await findPublishedSite(env.PUBLIC_CONTENT, target.hostname);
  if (target.hostname !== null && !site) return refusedMessage(404, -32000, "There is no such site.");
  return route({ request, env, target, site });
}
