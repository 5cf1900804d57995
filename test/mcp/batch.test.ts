import { describe, expect, test } from "vitest";
import { MCP_BATCH_MAX } from "../../manifests/bounds/agents.ts";
import { acceptingBoth } from "../../sites/mcp/acceptance.ts";
import { answeredBatch, maySendBatches, refusedBatch } from "../../sites/mcp/batch.ts";

const asked = (headers: Record<string, string>): Request =>
  new Request("https://mcp.example/mcp", { method: "POST", headers, body: "[]" });

describe("a batch", () => {
  test.each([
    [{}, true],
    [{ "mcp-protocol-version": "2025-03-26" }, true],
    [{ "mcp-protocol-version": "2025-06-18" }, false],
    [{ "mcp-protocol-version": "2026-07-28" }, false],
  ])("with the headers %j may come: %s", (headers, may) => {
    expect(maySendBatches(asked(headers))).toBe(may);
  });

  test.each([
    [0, 400],
    [1, undefined],
    [MCP_BATCH_MAX - 1, undefined],
    [MCP_BATCH_MAX, undefined],
    [MCP_BATCH_MAX + 1, 400],
  ])("of %i messages is refused with %s", (count, status) => {
    expect(refusedBatch(Array.from({ length: count }, () => ({})))?.status).toBe(status);
  });

  test("is answered in its order, with the reply of each message and none of a notification", async () => {
    const answers: Record<string, Response> = {
      json: Response.json({ jsonrpc: "2.0", id: 1, result: { a: 1 } }),
      stream: new Response('event: message\ndata: {"jsonrpc":"2.0","id":2,"result":{}}\n\n', {
        headers: { "content-type": "text/event-stream" },
      }),
      notification: new Response(null, { status: 202 }),
      refused: Response.json({ jsonrpc: "2.0", id: null, error: { code: -32000, message: "Wait." } }, { status: 429 }),
    };
    const messages = [
      { id: 1, method: "json" },
      { id: 2, method: "stream" },
      { method: "notification" },
      { id: 4, method: "refused" },
      [],
      "x",
    ];
    const response = await answeredBatch(
      messages,
      async (message) => answers[(message as { method: string }).method] ?? new Response(),
    );
    const invalid = { jsonrpc: "2.0", id: null, error: { code: -32600, message: expect.any(String) } };
    expect([response.status, await response.json()]).toEqual([
      200,
      [
        { jsonrpc: "2.0", id: 1, result: { a: 1 } },
        { jsonrpc: "2.0", id: 2, result: {} },
        { jsonrpc: "2.0", id: 4, error: { code: -32000, message: "Wait." } },
        invalid,
        invalid,
      ],
    ]);
  });

  test("of notifications alone has no body", async () => {
    const response = await answeredBatch([{ method: "a" }], async () => new Response(null, { status: 202 }));
    expect([response.status, await response.text()]).toEqual([202, ""]);
  });
});

test.each([
  [{}, "application/json, text/event-stream"],
  [{ accept: "*/*" }, "application/json, text/event-stream"],
  [{ accept: "text/html, */*;q=0.8" }, "application/json, text/event-stream"],
  [{ accept: "application/json" }, "application/json"],
  [{ accept: "text/html" }, "text/html"],
])("a client that accepts %j is taken to accept %s", (headers, accept) => {
  expect(acceptingBoth(asked(headers)).headers.get("accept")).toBe(accept);
});
