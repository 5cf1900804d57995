/** Point 3: an agent's token reads the site and the plugins of its own tenant, and nothing of the other tenant. */
import { DRILL_TRIES } from "../../../../../manifests/bounds/hosting.ts";
import { type DrillCheck, blocked, judged, ofEach } from "../session/check.ts";
import type { DrillTenant, Reply } from "../session/plan.ts";
import { DrillStop } from "../session/stop.ts";
import { type DrillSession, markerOf, PAGE } from "../session/session.ts";

const PROTOCOL = "2026-07-28";
const META = { "io.modelcontextprotocol/protocolVersion": PROTOCOL, "io.modelcontextprotocol/clientCapabilities": {} };

export function drillTool(
  session: DrillSession,
  tenant: DrillTenant,
  name: string,
  input: object = {},
): Promise<Reply> {
  const body = { jsonrpc: "2.0", id: 1, method: "tools/call", params: { name, arguments: input, _meta: META } };
  const headers = { "mcp-protocol-version": PROTOCOL, "mcp-method": "tools/call", "mcp-name": name };
  return session.agent(tenant, session.plan.agentsOrigin ?? "", body, headers);
}

export const hasAgents = ({ plan }: DrillSession): boolean =>
  plan.agentsOrigin !== undefined && plan.tenants.every(({ agent }) => agent !== undefined);

const context: DrillCheck = {
  id: "agents.context",
  point: 3,
  title: "each agent reads the site that it has a grant for",
  async run(session) {
    if (!hasAgents(session)) return blocked("agent");
    return ofEach(session.plan.tenants, async (tenant) => {
      if ((await drillTool(session, tenant, "get_site_context")).status !== 200) return "failed";
      const page = await drillTool(session, tenant, "read_draft_page", { page: PAGE });
      return judged(page.text.includes(markerOf("public", tenant)));
    });
  },
};

/** Reads the start page as the MCP resource of a first-party plugin. */
const readResource = (session: DrillSession, as: DrillTenant, of: DrillTenant): Promise<Reply> =>
  drillTool(session, as, "read_plugin_resource", { uri: `site://${new URL(of.origin).hostname}/page/` });

/** An MCP tool answers a refusal with status 200, so the error is only visible in the body. */
const hasText = ({ status, text }: Reply): boolean => status === 200 && !/"error"|"isError":true/.test(text);

/** True once the agent can read its site's start page. A queue delivers published pages, so this asks several times. */
export async function readsOwnResource(session: DrillSession, tenant: DrillTenant): Promise<boolean> {
  for (let tried = 1; tried <= DRILL_TRIES; tried++) {
    const read = await readResource(session, tenant, tenant);
    if (hasText(read) && read.text.includes(markerOf("public", tenant))) return true;
    await session.plan.pause();
  }
  return false;
}

const resources: DrillCheck = {
  id: "agents.resources",
  point: 3,
  title: "each agent reads a plugin's resource of its own site, and cannot read the other site's",
  async run(session) {
    if (!hasAgents(session)) return blocked("agent");
    const { a, b } = session;
    for (const [site, other] of [
      [a, b],
      [b, a],
    ] as const) {
      if (!(await readsOwnResource(session, site))) return "failed";
      if (hasText(await readResource(session, site, other))) throw new DrillStop("forged-request");
    }
    return "passed";
  },
};

export const AGENTS: readonly DrillCheck[] = [context, resources];
