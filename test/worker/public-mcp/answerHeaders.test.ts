import { beforeAll, describe, expect, test } from "vitest";
import { ROUTES } from "../../../sites/workers/public-mcp/routes.ts";
import { expectKind } from "../../support/answerKinds.ts";
import { type Published, fetchWorker, initialize, migrate, publish } from "./publishedSite.ts";

let site: Published;
beforeAll(async () => {
  await migrate();
  site = await publish("headers");
});

const DESCRIPTIONS: ReadonlySet<string> = new Set(["GET /mcp/server-card", "GET /.well-known/ai-catalog.json"]);
const JSON_TYPE = { "content-type": "application/json" };

const ask = (method: string, path: string, init: RequestInit = {}): Promise<Response> =>
  fetchWorker(new Request(new URL(path, site.url), { method, ...init }));

describe("every answer of the public server says what its kind has to", () => {
  test.each([...ROUTES.keys()])("%s", async (route) => {
    const [method = "", path = ""] = route.split(" ");
    const response = await ask(method, path);
    expect(response.status).not.toBe(404);
    expectKind(response, DESCRIPTIONS.has(route) ? "agentDescription" : "agentAnswer", {
      "access-control-allow-origin": "*",
    });
  });

  test.each<[string, number, () => Promise<Response>]>([
    [
      "to a call",
      200,
      () =>
        ask("POST", "/mcp", {
          headers: { ...JSON_TYPE, accept: "application/json, text/event-stream" },
          body: JSON.stringify(initialize("2025-06-18")),
        }),
    ],
    ["to no JSON", 400, () => ask("POST", "/mcp", { headers: JSON_TYPE, body: "{" })],
    ["before a page elsewhere asks", 204, () => ask("OPTIONS", "/mcp")],
    ["to a page over plain http", 403, () => ask("GET", "/mcp", { headers: { origin: "http://elsewhere.example" } })],
    ["where there is nothing", 404, () => ask("GET", "/nothing")],
    [
      "of a site that is none",
      404,
      () => fetchWorker(new Request("https://mcp.nobody.example/mcp", { method: "POST" })),
    ],
    ["of a host that is not served", 403, () => fetchWorker(new Request("https://nobody.example/mcp"))],
    [
      "when its store is away",
      503,
      () =>
        fetchWorker(new Request("https://mcp.nobody-yet.example/mcp", { method: "POST" }), {
          PUBLIC_CONTENT: undefined as never,
        }),
    ],
  ])("%s, %i", async (_, status, made) => {
    const response = await made();
    expect(response.status).toBe(status);
    expectKind(response, "agentAnswer", { "access-control-allow-origin": "*" });
  });
});
