/** Point 3: an agent's token reads its own tenant's site and plugins, and nothing of the other's. */
import type { DrillCheck } from "../check.ts";
import { blocked } from "../check.ts";
import type { DrillTenant, Reply } from "../plan.ts";
import type { DrillSession } from "../session.ts";
import { markerOf, PAGE } from "../session.ts";

const PROTOCOL = "2026-07-28";
const META = { "io.modelcontextprotocol/protocolVersion": PROTOCOL, "io.modelcontextprotocol/clientCapabilities": {} };

export function callTool(session: DrillSession, tenant: DrillTenant, name: string, input: object = {}): Promise<Reply> {
  const body = { jsonrpc: "2.0", id: 1, method: "tools/call", params: { name, arguments: input, _meta: META } };
  const headers = { "mcp-protocol-version": PROTOCOL, "mcp-method": "tools/call", "mcp-name": name };
  return session.agent(tenant, session.plan.agentsOrigin ?? "", body, headers);
}

const hasAgents = ({ plan }: DrillSession): boolean =>
  plan.agentsOrigin !== undefined && plan.tenants.every(({ agent }) => agent !== undefined);

const context: DrillCheck = {
  id: "agents.context",
  point: 3,
  title: "each agent reads the site it was allowed for",
  async run(session) {
    if (!hasAgents(session)) return blocked("agent");
    for (const tenant of session.plan.tenants) {
      if ((await callTool(session, tenant, "get_site_context")).status !== 200) return "failed";
      const page = await callTool(session, tenant, "read_draft_page", { page: PAGE });
      if (!page.text.includes(markerOf("public", tenant))) return "failed";
    }
    return "passed";
  },
};

const resources: DrillCheck = {
  id: "agents.resources",
  point: 3,
  title: "no agent reads a resource of the other tenant's site",
  async run(session) {
    if (!hasAgents(session)) return blocked("agent");
    const { a, b } = session;
    for (const [own, other] of [
      [a, b],
      [b, a],
    ] as const) {
      const uri = `site://${new URL(other.origin).hostname}/context`;
      const reply = await callTool(session, own, "read_plugin_resource", { uri });
      if (
        reply.status === 200 &&
        !reply.text.includes("NOT_FOUND") &&
        !reply.text.includes('"error"') &&
        !reply.text.includes('"isError":true')
      )
        return "failed";
    }
    return "passed";
  },
};

export const AGENTS: readonly DrillCheck[] = [context, resources];
