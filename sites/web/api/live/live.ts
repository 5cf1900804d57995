/** Opens the WebSocket over which an editor learns of changes at once. Without one, editors poll `/api/presence`. */
import { Refusal } from "../../../../manifests/refusals/refusal.ts";
import { type LiveCaller, LIVE_PATH } from "../../../platform/live/live.ts";
import type { LoggedInMember } from "../../../control/logins/logins.ts";
import { admitted, locate, type Incoming } from "../pipeline/pipeline.ts";
import { POLL } from "../routes/presence.ts";
import { type OptionalValues, member, page, section, since } from "../request/parameter.ts";

/**
 * The query parameters. `member` is the member for whom the editor's page was opened, as in the header of other
 * requests.
 */
const QUERY = { page, section, since, member };
type Query = OptionalValues<typeof QUERY>;

/**
 * Opens the socket after the poll's guards, because both answer the same. Browsers let any page open a socket to any
 * site, with cookies. So the Origin header is required and must be this site's own.
 */
export async function openLive(incoming: Incoming): Promise<Response> {
  const { request, env } = incoming;
  requireUpgrade(request);
  const asked = await locate(incoming);
  if (request.headers.get("origin") !== asked.place.origin)
    throw new Refusal("ORIGIN_MISMATCH", { allowed: asked.place.origin });
  const found = await admitted({ ...POLL, query: QUERY }, asked);
  const caller = findCaller(found.member, found.query);
  if (!env.LIVE) throw new Refusal("NOT_FOUND", { reason: "This deployment opens no WebSockets; poll /api/presence." });
  const opened = await env.LIVE.open(found.member.tenant, caller);
  if (opened.status !== 101)
    throw new Refusal("UNAVAILABLE", { reason: "Too many WebSockets are open; poll /api/presence." });
  return opened;
}

function requireUpgrade({ method, headers }: Request): void {
  if (method !== "GET" || headers.get("upgrade")?.toLowerCase() !== "websocket")
    throw new Refusal("INVALID_REQUEST", {
      reason: `${LIVE_PATH} only opens a WebSocket. Send the request as a WebSocket upgrade.`,
    });
}

function findCaller({ site, identity, loginSession: login, role }: LoggedInMember, query: Query): LiveCaller {
  const { page: at, section: within = null, since: known = null, member: named = identity } = query;
  if (named !== identity) throw new Refusal("OTHER_MEMBER");
  const missing = { pointer: "/page", found: "nothing", allowed: "the id of a page" };
  if (at === undefined) throw new Refusal("INVALID_REQUEST", { issues: [missing] });
  return { site, member: identity, login, role, page: at, section: within, since: known };
}
