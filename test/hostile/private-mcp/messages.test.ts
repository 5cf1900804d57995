import { beforeAll, describe, expect, test, vi } from "vitest";
import {
  MCP_BODY_TIMEOUT_MS,
  MEMBER_CALLS_PER_WINDOW,
  MEMBER_MESSAGE_MAX_BYTES,
} from "../../../manifests/bounds/agents.ts";
import { refusalText } from "../../../manifests/refusals/refusal.ts";
import {
  aSite,
  fetchWorker,
  headersOf,
  message,
  migrate,
  ORIGIN,
  send,
  tokensFor,
  tool,
  type TestSite,
} from "../../worker/private-mcp/agentClient.ts";

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
  test("with a batch of a hundred calls is refused", async () => {
    const { status, error } = await send(
      token,
      Array.from({ length: 100 }, () => call),
    );
    expect([status, error?.code]).toEqual([400, -32600]);
  });

  test.each([
    ["text", { "content-type": "text/plain" }, 415],
    ["another method than its header says", { ...right, "mcp-method": "tools/list" }, 400],
    ["another name than its header says", { ...right, "mcp-name": "publish" }, 400],
    ["a protocol nobody speaks", { ...right, "mcp-protocol-version": "1999-01-01" }, 400],
    ["no method in its header", { "mcp-protocol-version": "2026-07-28", "mcp-name": "get_site_context" }, 400],
    ["no name in its header", { "mcp-protocol-version": "2026-07-28", "mcp-method": "tools/call" }, 400],
    ["another protocol than its header says", { ...right, "mcp-protocol-version": "2025-11-25" }, 400],
    ["a form", { "content-type": "multipart/form-data; boundary=x" }, 415],
    ["no type", { "content-type": "" }, 415],
  ])("of %s is refused", async (_, headers, status) => {
    expect((await send(token, call, headers)).status).toBe(status);
  });

  test.each([
    [-1, 200],
    [0, 200],
    [1, 413],
  ])("of %i bytes more than the bound answers %i", async (more, status) => {
    const text = JSON.stringify(call);
    expect((await send(token, text + " ".repeat(MEMBER_MESSAGE_MAX_BYTES - text.length + more), right)).status).toBe(
      status,
    );
  });

  test("that is too long is not read to its end, and an endless one is given up", async () => {
    const post = (body: ReadableStream<Uint8Array>): Promise<Response> =>
      fetchWorker(
        new Request(`${ORIGIN}/mcp`, {
          method: "POST",
          body,
          headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
        }),
      );
    const chunk = new Uint8Array(64 * 1024).fill(32);
    let sent = 0;
    const long = new ReadableStream<Uint8Array>({
      pull: (controller) => {
        sent += chunk.byteLength;
        controller.enqueue(chunk);
      },
    });
    expect((await post(long)).status).toBe(413);
    expect(sent).toBeLessThan(MEMBER_MESSAGE_MAX_BYTES + 4 * chunk.byteLength);
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    const { promise: read, resolve } = Promise.withResolvers<void>();
    const [first, never] = [new TextEncoder().encode("{"), new Promise<void>(() => undefined)];
    const slow = new ReadableStream<Uint8Array>({
      start: (controller) => controller.enqueue(first),
      pull: () => (resolve(), never),
    });
    const answer = post(slow);
    await read;
    await vi.advanceTimersByTimeAsync(MCP_BODY_TIMEOUT_MS);
    expect((await answer).status).toBe(408);
    vi.useRealTimers();
  });

  test("that is not JSON is refused", async () => {
    expect((await send(token, "{", right)).error?.code).toBe(-32700);
  });

  test("for another host or from another origin is refused before its token is checked", async () => {
    expect((await send(token, call, right, "https://rebound.example/mcp")).status).toBe(403);
    expect((await send(token, call, { ...right, origin: "http://elsewhere.example" })).status).toBe(403);
    expect((await send(token, call, { ...right, origin: "null" })).status).toBe(403);
  });

  test("must be a POST", async () => {
    const response = await fetchWorker(new Request(`${ORIGIN}/mcp`, { headers: { authorization: `Bearer ${token}` } }));
    expect([response.status, response.headers.get("allow")]).toEqual([405, "POST"]);
  });

  test.each(["__proto__", "constructor", "toString", "documents.write", "plugin.grant", "x".repeat(3_000)])(
    "that calls %s finds no tool",
    async (name) => {
      expect((await send(token, message("tools/call", { name, arguments: {} }))).result).toBeUndefined();
    },
  );

  test("cannot choose the member", async () => {
    const given = {
      actor: { kind: "operator", id: "x" },
      page: "home",
      operations: [{ op: "page", changes: { title: "x" } }],
      version: 1,
      idempotencyKey: "0123456789abcdef",
    };
    expect((await tool(token, "edit_page", given)).code).toBe("INVALID_REQUEST");
  });
});

describe("a failure of ours", () => {
  test("is answered with fixed text", async () => {
    const DB = {
      prepare: () => {
        throw new Error("an address nobody is to know");
      },
    } as unknown as D1Database;
    const response = await fetchWorker(
      new Request(`${ORIGIN}/oauth/token`, {
        method: "POST",
        body: new URLSearchParams({ grant_type: "refresh_token" }),
      }),
      { DB },
    );
    expect([response.status, await response.json()]).toMatchObject([
      500,
      { error: { code: -32603, message: refusalText("INTERNAL") } },
    ]);
  });
});

describe("answers", () => {
  test("may be requested by other origins with a token, and never with a cookie", async () => {
    const { status, headers } = await fetchWorker(
      new Request(`${ORIGIN}/mcp`, {
        method: "OPTIONS",
        headers: { origin: "https://agents.example", "access-control-request-method": "POST" },
      }),
    );
    expect([
      status,
      headers.get("access-control-allow-origin"),
      headers.get("access-control-allow-credentials"),
    ]).toEqual([204, "*", null]);
    expect([headers.get("access-control-allow-headers"), headers.get("access-control-expose-headers")]).toEqual([
      expect.stringContaining("authorization"),
      expect.stringContaining("www-authenticate"),
    ]);
    const page = await fetchWorker(new Request(`${ORIGIN}/authorize?client_id=nobody`));
    expect(page.headers.get("access-control-allow-origin")).toBeNull();
  });

  test("are never stored in a cache", async () => {
    const { headers } = await send(token, call, right);
    expect(headers.get("cache-control")).toBe("no-store");
    expect(headers.get("access-control-allow-credentials")).toBeNull();
  });
});

describe("calls", () => {
  test("of 200 clients at once are all answered, each for its own member", async () => {
    const members = await Promise.all(Array.from({ length: 10 }, () => site.invite("viewer")));
    const tokens = await Promise.all(
      members.map(async (member) => ({ member, token: (await tokensFor(site, member)).access_token })),
    );
    const agents = Array.from({ length: 20 }, () => tokens).flat();
    const answers = await Promise.all(
      agents.map(async ({ member, token: theirs }) => ({ member, ...(await tool(theirs, "get_site_context")) })),
    );
    expect(answers.map(({ status }) => status)).toEqual(agents.map(() => 200));
    expect(answers.every(({ member, value }) => (value["actingFor"] as { identity: string }).identity === member)).toBe(
      true,
    );
  });

  test("of one agent are counted, and another agent's are not", async () => {
    const { access_token: busy } = await tokensFor(site);
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() });
    const answers = await Promise.all(
      Array.from({ length: MEMBER_CALLS_PER_WINDOW + 5 }, () =>
        send(busy, message("prompts/list"), headersOf("prompts/list")),
      ),
    );
    const refused = answers.filter(({ status }) => status === 429);
    vi.useRealTimers();
    expect([
      refused.length,
      refused.every(({ headers }) => headers.get("ratelimit")?.startsWith('"agent-calls";r=0;')),
    ]).toEqual([5, true]);
    expect(refused[0]?.headers.get("retry-after")).toMatch(/^\d+$/);
    expect((await send(token, call, right)).status).toBe(200);
  });
});
