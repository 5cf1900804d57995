import { beforeAll, describe, expect, test } from "vitest";
import { MEMBER_CALLS_PER_WINDOW, MEMBER_MESSAGE_MAX_BYTES } from "../../../manifests/bounds.ts";
import { aSite, fetchWorker, headersOf, message, migrate, ORIGIN, send, tokensFor, tool } from "../../worker/private-mcp/kit.ts";
import type { TestSite } from "../../worker/private-mcp/kit.ts";

let site: TestSite;
let token: string;

beforeAll(async () => {
  await migrate();
  site = await aSite("messages");
  ({ access_token: token } = await tokensFor(site));
});

const call = message("tools/call", { name: "get_site_context", arguments: {} });
const right = headersOf("tools/call", { name: "get_site_context" });

describe("a message", () => {
  test("that is a hundred calls is none", async () => {
    const { status, error } = await send(token, Array.from({ length: 100 }, () => call));
    expect([status, error?.code]).toEqual([400, -32600]);
  });

  test.each([
    ["text", { "content-type": "text/plain" }, 415], ["another method than its header says", { ...right, "mcp-method": "tools/list" }, 400],
    ["another name than its header says", { ...right, "mcp-name": "publish" }, 400], ["a protocol nobody speaks", { ...right, "mcp-protocol-version": "1999-01-01" }, 400],
  ])("of %s is refused", async (_, headers, status) => {
    expect((await send(token, call, headers)).status).toBe(status);
  });

  test.each([[0, 200], [1, 413]])("of %i bytes more than the bound answers %i", async (more, status) => {
    const text = JSON.stringify(call);
    expect((await send(token, text + " ".repeat(MEMBER_MESSAGE_MAX_BYTES - text.length + more), right)).status).toBe(status);
  });

  test("that is no JSON is refused", async () => {
    expect((await send(token, "{", right)).error?.code).toBe(-32700);
  });

  test("of another host or page is refused, before its token is looked at", async () => {
    expect((await send(token, call, right, "https://rebound.example/mcp")).status).toBe(403);
    expect((await send(token, call, { ...right, origin: "http://elsewhere.example" })).status).toBe(403);
    expect((await send(token, call, { ...right, origin: "null" })).status).toBe(403);
  });

  test("is POST", async () => {
    const response = await fetchWorker(new Request(`${ORIGIN}/mcp`, { headers: { authorization: `Bearer ${token}` } }));
    expect([response.status, response.headers.get("allow")]).toEqual([405, "POST"]);
  });

  test.each(["__proto__", "constructor", "toString", "documents.write", "plugin.grant", "x".repeat(3_000)])("that calls %s finds no tool", async (name) => {
    expect((await send(token, message("tools/call", { name, arguments: {} }))).result).toBeUndefined();
  });

  test("cannot say who it is from", async () => {
    const given = { actor: { kind: "operator", id: "x" }, page: "home", changes: { title: "x" }, version: 1, idempotencyKey: "0123456789abcdef" };
    expect((await tool(token, "update_page", given)).code).toBe("INVALID_REQUEST");
  });
});

describe("answers", () => {
  test("are kept by nobody", async () => {
    const { headers } = await send(token, call, right);
    expect(headers.get("cache-control")).toBe("no-store");
    expect(headers.get("access-control-allow-credentials")).toBeNull();
  });
});

describe("calls", () => {
  test("of one agent are counted, and those of another are not", async () => {
    const { access_token: busy } = await tokensFor(site);
    const answers = await Promise.all(Array.from({ length: MEMBER_CALLS_PER_WINDOW + 5 }, () => send(busy, message("prompts/list"), headersOf("prompts/list"))));
    const refused = answers.filter(({ status }) => status === 429);
    expect(refused.length).toBeGreaterThan(0);
    expect(refused[0]?.headers.get("retry-after")).toMatch(/^\d+$/);
    expect((await send(token, call, right)).status).toBe(200);
  });
});
