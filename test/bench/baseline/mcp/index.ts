import { type CallToolResult, createMcpHandler, McpServer } from "@modelcontextprotocol/server";
import * as z from "zod";

interface Env {
  readonly PUBLIC_CONTENT: KVNamespace;
}

const input = z.object({ page: z.string() });

function serverOf({ PUBLIC_CONTENT }: Env): McpServer {
  const server = new McpServer({ name: "baseline", version: "1.0.0" });
  server.registerTool(
    "read_page",
    { description: "Reads a page.", inputSchema: input },
    async ({ page }): Promise<CallToolResult> => {
      const held = await PUBLIC_CONTENT.get<CallToolResult>(page, "json");
      return held ?? { content: [], isError: true };
    },
  );
  return server;
}

export default {
  async fetch(request, env) {
    if (request.method !== "PUT") return createMcpHandler(() => serverOf(env)).fetch(request);
    await env.PUBLIC_CONTENT.put(new URL(request.url).pathname, await request.text());
    return new Response(null, { status: 204 });
  },
} satisfies ExportedHandler<Env>;
