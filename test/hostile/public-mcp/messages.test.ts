import { beforeAll, describe, expect, onTestFinished, test, vi } from "vitest";
import {
  MCP_BODY_MAX_BYTES,
  MCP_BODY_TIMEOUT_MS,
  MCP_CALLS_PER_WINDOW,
  MCP_TEXT_MAX_CHARS,
} from "../../../manifests/bounds/agents.ts";
import { refusalText } from "../../../manifests/refusals/refusal.ts";
import { tenantKey } from "../../../runtime/serving/publicKeys.ts";
import {
  fetchWorker,
  initialize,
  migrate,
  MODERN,
  post,
  publish,
  type Published,
} from "../../worker/public-mcp/publishedSite.ts";
import { publicStore } from "../../worker/public-mcp/store.ts";

let site: Published;
beforeAll(async () => {
  await migrate();
  site = await publish("target");
});

const list = { jsonrpc: "2.0", id: 1, method: "tools/list" };
const sized = (bytes: number): string => {
  const text = JSON.stringify({ ...list, params: { _meta: { filler: "" } } });
  return text.replace('"filler":""', `"filler":"${"x".repeat(bytes - text.length)}"`);
};

describe("malformed messages", () => {
  test.each([
    ["a batch of 100 calls", JSON.stringify(Array.from({ length: 100 }, () => list)), 400],
    ["an empty batch", "[]", 400],
    ["no JSON", "{", 400],
    ["nothing", "", 400],
    ["half a character", new Uint8Array([0x22, 0xff, 0x22]), 400],
    ["a number", "7", 400],
    ["null", "null", 400],
    ["no version of JSON-RPC", '{"id":1,"method":"tools/list"}', 400],
    ["a method that is a number", '{"jsonrpc":"2.0","id":1,"method":7}', 400],
  ])("%s is refused", async (_, body, status) => {
    const response = await fetchWorker(
      new Request(site.url, {
        method: "POST",
        body,
        headers: { "content-type": "application/json", accept: "application/json, text/event-stream" },
      }),
    );
    expect(response.status).toBe(status);
  });

  test.each([
    [{}, 200],
    [{ "mcp-protocol-version": "2025-03-26" }, 200],
    [{ "mcp-protocol-version": "2025-06-18" }, 400],
    [{ accept: "*/*" }, 200],
  ])("a batch with the headers %j is answered with %i", async (headers, status) => {
    const body = JSON.stringify([list, { jsonrpc: "2.0", method: "notifications/initialized" }, { ...list, id: 2 }]);
    const all = { "content-type": "application/json", accept: "application/json, text/event-stream", ...headers };
    const response = await fetchWorker(new Request(site.url, { method: "POST", body, headers: all }));
    expect(response.status).toBe(status);
    if (status !== 200) return;
    expect(await response.json()).toMatchObject([
      { id: 1, result: { tools: expect.any(Array) } },
      { id: 2, result: { tools: expect.any(Array) } },
    ]);
  });

  test("a client that takes any content type is answered", async () => {
    const headers = { "content-type": "application/json", accept: "*/*" };
    const body = JSON.stringify(list);
    expect((await fetchWorker(new Request(site.url, { method: "POST", body, headers }))).status).toBe(200);
  });

  test.each([
    [MCP_BODY_MAX_BYTES - 1, 200],
    [MCP_BODY_MAX_BYTES, 200],
    [MCP_BODY_MAX_BYTES + 1, 413],
  ])("%d bytes are answered with %d", async (bytes, status) => {
    expect((await site.send(sized(bytes))).status).toBe(status);
  });

  test("a body that is longer than its stated length is cut off", async () => {
    const chunk = new TextEncoder().encode("x".repeat(16 * 1024));
    let sent = 0;
    const body = new ReadableStream<Uint8Array>({
      pull: (controller) => {
        sent += 1;
        controller.enqueue(chunk);
      },
    });
    const response = await fetchWorker(
      new Request(site.url, { method: "POST", body, headers: { "content-type": "application/json" } }),
    );
    expect([response.status, sent < 20]).toEqual([413, true]);
  });

  test("an endless body is given up", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    try {
      const body = new ReadableStream<Uint8Array>({
        start: (controller) => controller.enqueue(new TextEncoder().encode("{")),
      });
      const answer = fetchWorker(
        new Request(site.url, { method: "POST", body, headers: { "content-type": "application/json" } }),
      );
      // The site's row is read first, which needs real time.
      await vi.waitUntil(() => vi.getTimerCount() > 0, { timeout: 15_000 }).catch(() => undefined);
      await vi.advanceTimersByTimeAsync(MCP_BODY_TIMEOUT_MS);
      expect((await answer).status).toBe(408);
    } finally {
      vi.useRealTimers();
    }
  });

  test.each([
    "text/plain",
    "application/x-www-form-urlencoded",
    "application/jsonp",
    "multipart/form-data; boundary=x",
    "",
  ])("of type %j is refused", async (type) => {
    expect((await site.send(list, { "content-type": type })).status).toBe(415);
  });
});

describe("headers that are wrong, missing or contradict the body", () => {
  const modern = {
    ...list,
    params: {
      _meta: { "io.modelcontextprotocol/protocolVersion": MODERN, "io.modelcontextprotocol/clientCapabilities": {} },
    },
  };
  test.each([
    ["another method", { "mcp-protocol-version": MODERN, "mcp-method": "tools/call" }],
    ["no method", { "mcp-protocol-version": MODERN }],
    ["another version", { "mcp-protocol-version": "2025-06-18", "mcp-method": "tools/list" }],
  ])("%s is refused", async (_, headers) => {
    const answer = await site.send(modern, headers as Record<string, string>);
    expect([answer.status, answer.result]).toEqual([400, undefined]);
  });

  test("a version that does not exist is refused, with those that do", async () => {
    const later = {
      ...list,
      params: {
        _meta: {
          "io.modelcontextprotocol/protocolVersion": "2099-01-01",
          "io.modelcontextprotocol/clientCapabilities": {},
        },
      },
    };
    const answer = await site.send(later, { "mcp-protocol-version": "2099-01-01", "mcp-method": "tools/list" });
    expect([answer.status, answer.error?.code]).toEqual([400, -32022]);
    expect((await site.send(list, { "mcp-protocol-version": "1999-01-01" })).status).toBe(400);
  });

  test("a header with another tool's name is refused", async () => {
    const call = { ...modern, method: "tools/call", params: { ...modern.params, name: "get_site", arguments: {} } };
    const answer = await site.send(call, {
      "mcp-protocol-version": MODERN,
      "mcp-method": "tools/call",
      "mcp-name": "read_page",
    });
    expect(answer.status).toBe(400);
  });

  test.each(["__proto__", "constructor", "toString", "read_page ", "READ_PAGE", ""])(
    "the tool %j does not exist",
    async (name) => {
      expect((await site.send({ ...list, method: "tools/call", params: { name, arguments: {} } })).error).toMatchObject(
        { code: -32602 },
      );
    },
  );

  test.each(["sampling/createMessage", "resources/write", "tools/delete", "__proto__"])(
    "the method %s does not exist",
    async (method) => {
      expect((await site.send({ ...list, method })).error).toMatchObject({ code: -32601 });
    },
  );

  test.each([[MCP_TEXT_MAX_CHARS - 1], [MCP_TEXT_MAX_CHARS], [MCP_TEXT_MAX_CHARS + 1]])(
    "a URI of %d characters is unknown",
    async (length) => {
      const { error } = await site.send({
        ...list,
        method: "resources/read",
        params: { uri: `site://${"x".repeat(length - 7)}` },
      });
      expect([error?.code, error?.message.includes("longer than")]).toEqual([-32602, length > MCP_TEXT_MAX_CHARS]);
    },
  );

  test.each([
    ["the list's cursor", "resources/list", (text: string) => ({ cursor: text })],
    [
      "a template",
      "completion/complete",
      (text: string) => ({ ref: { type: "ref/resource", uri: text }, argument: { name: "path", value: "" } }),
    ],
    [
      "what was begun",
      "completion/complete",
      (text: string) => ({
        ref: { type: "ref/resource", uri: "site://x/page{+path}" },
        argument: { name: "path", value: text },
      }),
    ],
  ])("%s is accepted up to that length", async (_, method, params) => {
    const tooLong = async (more: number) =>
      (
        await site.send({ ...list, method, params: params("x".repeat(MCP_TEXT_MAX_CHARS + more)) })
      ).error?.message.includes("longer than") === true;
    expect([await tooLong(-1), await tooLong(0), await tooLong(1)]).toEqual([false, false, true]);
  });

  test("the cursor of the deployment's list is accepted up to that length", async () => {
    const asked: number[] = [];
    const store = {
      list: async ({ cursor }: { cursor: string }) => (asked.push(cursor.length), { keys: [], list_complete: true }),
    } as unknown as KVNamespace;
    for (const more of [-1, 0, 1]) {
      await post(
        "https://mcp.deployment.example/mcp",
        { ...list, method: "resources/list", params: { cursor: "x".repeat(MCP_TEXT_MAX_CHARS + more) } },
        {},
        { LIST_SITES: "yes", PUBLIC_CONTENT: store },
      );
    }
    expect(asked).toEqual([MCP_TEXT_MAX_CHARS - 1, MCP_TEXT_MAX_CHARS]);
  });
});

describe("a page whose own hostname resolves to this server (DNS rebinding)", () => {
  test.each([
    "https://evil.example/mcp",
    "https://mcp.evil.example/mcp",
    "http://127.0.0.1/mcp",
    "https://mcp.deployment.example.evil.example/mcp",
    "https://mcp./mcp",
  ])("reads nothing at %s", async (url) => {
    const { status, result } = await post(url, initialize("2025-06-18"));
    expect([status >= 400 && status < 500, result]).toEqual([true, undefined]);
  });

  test.each([
    "http://evil.example",
    "null",
    "http://localhost.evil.example",
    "https://evil.example/path",
    "javascript:alert(1)",
    "evil",
  ])("is refused as the origin %s", async (origin) => {
    expect((await site.send(initialize("2025-06-18"), { origin })).status).toBe(403);
  });

  test.each(["https://agents.example", "http://localhost:5173", "http://127.0.0.1:8080", "http://demo.localhost"])(
    "is accepted as %s, without credentials",
    async (origin) => {
      const { status, headers } = await site.send(initialize("2025-06-18"), { origin });
      expect([
        status,
        headers.get("access-control-allow-origin"),
        headers.get("access-control-allow-credentials"),
      ]).toEqual([200, "*", null]);
    },
  );
});

describe("a failure of ours", () => {
  const SECRET = "an address nobody is to know";
  const name = (): string => `broken-${crypto.randomUUID().slice(0, 8)}.example`;

  test("before the call gets fixed text and a time to retry", async () => {
    const store = { get: async () => Promise.reject(new Error(SECRET)) } as unknown as KVNamespace;
    const { status, headers, error } = await post(`https://mcp.${name()}/mcp`, list, {}, { PUBLIC_CONTENT: store });
    expect([status, headers.get("retry-after"), error?.code]).toEqual([503, "1", -32603]);
    expect(JSON.stringify(error)).not.toContain(SECRET);
  });

  test("during the call gets fixed text", async () => {
    const [kept, host] = [publicStore(), name()];
    kept.site(host);
    const pages = {
      name: "pages",
      title: "Pages",
      description: "Pages.",
      address: "page{+path}",
      answer: { query: { operation: "read", page: { field: "path" } } },
    };
    kept.values.set(
      tenantKey(host, "catalogue"),
      JSON.stringify({
        site: { name: host, language: "en", url: "" },
        tools: [],
        resources: [pages],
        prompts: [],
        forms: [],
        redirects: [],
      }),
    );
    kept.values.delete(tenantKey(host, "index"));
    const { error } = await post(
      `https://mcp.${host}/mcp`,
      { ...list, method: "resources/list" },
      {},
      { PUBLIC_CONTENT: kept.store },
    );
    expect(error).toMatchObject({ code: -32603, message: refusalText("INTERNAL") });
  });
});

test("another origin's preflight is accepted, without credentials", async () => {
  const { status, headers } = await fetchWorker(
    new Request(site.url, {
      method: "OPTIONS",
      headers: { origin: "https://agents.example", "access-control-request-method": "POST" },
    }),
  );
  expect([status, headers.get("access-control-allow-origin"), headers.get("access-control-allow-credentials")]).toEqual(
    [204, "*", null],
  );
  expect(headers.get("access-control-allow-headers")?.split(", ")).toEqual(
    expect.arrayContaining(["content-type", "mcp-protocol-version", "mcp-method", "mcp-name"]),
  );
  expect(headers.get("access-control-allow-headers")).not.toContain("authorization");
});

describe("many clients", () => {
  test("200 at once are all answered", async () => {
    const answers = await Promise.all(
      Array.from({ length: 200 }, (_, n) => site.send(list, { "cf-connecting-ip": `198.51.100.${n}` })),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  });

  test("one over its rate limit must wait, others need not, and no header makes it another client", async () => {
    // With a stopped clock, no used call is given back.
    vi.useFakeTimers({ toFake: ["Date"] });
    onTestFinished(() => void vi.useRealTimers());
    const mine = { "cf-connecting-ip": "203.0.113.7" };
    const answers = await Promise.all(
      Array.from({ length: MCP_CALLS_PER_WINDOW + 10 }, (_, n) =>
        site.send(list, { ...mine, "x-forwarded-for": `10.0.0.${n % 250}` }),
      ),
    );
    const refused = answers.filter(({ status }) => status === 429);
    expect([answers.length - refused.length, refused.length]).toEqual([MCP_CALLS_PER_WINDOW, 10]);
    expect(refused[0]?.headers.get("ratelimit-policy")).toBe(`"calls";q=${MCP_CALLS_PER_WINDOW};w=60`);
    expect(Number(refused[0]?.headers.get("retry-after"))).toBeGreaterThan(0);
    expect((await site.send(list, { "cf-connecting-ip": "203.0.113.8" })).status).toBe(200);
    const other = await publish("other");
    expect((await other.send(list, mine)).status, "at another site").toBe(200);
  });
});
