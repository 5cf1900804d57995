import { DurableObject } from "cloudflare:workers";
import { type CallToolResult, createMcpHandler, McpServer } from "@modelcontextprotocol/server";
import * as z from "zod";

interface Env {
  readonly HOLDER: DurableObjectNamespace<Holder>;
}

/** Stores and returns a value. */
export class Holder extends DurableObject {
  async hold(value: string): Promise<void> {
    await this.ctx.storage.put("value", value);
  }

  async read(): Promise<string> {
    return (await this.ctx.storage.get<string>("value")) ?? "{}";
  }
}

const input = z.object({ page: z.string() });
const holderOf = ({ HOLDER }: Env) => HOLDER.get(HOLDER.idFromName("one"));

function serverOf(env: Env): McpServer {
  const server = new McpServer({ name: "baseline", version: "1.0.0" });
  server.registerTool(
    "read_draft_page",
    { description: "Reads a page.", inputSchema: input },
    async (): Promise<CallToolResult> => JSON.parse(await holderOf(env).read()) as CallToolResult,
  );
  return server;
}

export default {
  async fetch(request, env) {
    if (request.method !== "PUT") return createMcpHandler(() => serverOf(env)).fetch(request);
    await holderOf(env).hold(await request.text());
    return new Response(null, { status: 204 });
  },
} satisfies ExportedHandler<Env>;
