import { type CallToolResult, createMcpHandler, McpServer } from "@modelcontextprotocol/server";
import * as z from "zod";
import { digestProof } from "../../../../sites/platform/keys/digest.ts";

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
    const text = await request.text();
    // The public store of one machine answers no text without its proof.
    const metadata = await digestProof(text);
    await env.PUBLIC_CONTENT.put(new URL(request.url).pathname, text, { metadata });
    return new Response(null, { status: 204 });
  },
} satisfies ExportedHandler<Env>;
