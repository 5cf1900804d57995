/** One port serves all workers. The hostname of a request selects the worker. */
import { describe, expect, test } from "vitest";
import front from "../../../sites/workers/front/index.ts";

const answering = (name: string) => ({ fetch: async ({ url }: Request) => new Response(`${name} ${url}`) });
const AGENTS = { PUBLIC_MCP: answering("agents"), PRIVATE_MCP: answering("members") };
const REAL = { MCP_ORIGIN: "https://mcp.yard.example", MEMBERS_MCP_ORIGIN: "https://members.yard.example" };
const LOCAL = { MCP_ORIGIN: "", MEMBERS_MCP_ORIGIN: "" };
const SHARED = { SITE: answering("site"), ...AGENTS, ...LOCAL };
const MANAGED = { ...SHARED, DISPATCH: answering("dispatch") };

type Env = Parameters<typeof front.fetch>[1];

const answeredBy = async (url: string, env: Env, headers: HeadersInit = {}): Promise<string> =>
  (await (await front.fetch(new Request(url, { headers }), env)).text()).split(" ")[0] ?? "";

describe("with a worker for each tenant", () => {
  test.each([
    ["http://demo.localhost:8787/", "dispatch"],
    ["http://svc-drill-a.localhost:8787/api/site", "dispatch"],
    ["https://www.yard.example/_editor/edit", "dispatch"],
    // A path or a query with another worker's name belongs to the tenant's site.
    ["http://demo.localhost:8787/mcp", "dispatch"],
    ["http://demo.localhost:8787/sites/other.localhost/mcp", "dispatch"],
    ["http://demo.localhost:8787/?http://localhost/", "dispatch"],
    // A name that only begins or ends like this machine's.
    ["http://localhost.yard.example/", "dispatch"],
    ["http://xlocalhost:8787/", "dispatch"],
    ["http://localhost:8787/", "site"],
    ["http://localhost/api/health", "site"],
    ["https://localhost/", "site"],
    ["http://localhost:8787/mcp", "agents"],
    ["http://localhost:8787/sites/demo.localhost/mcp", "agents"],
    ["http://mcp.demo.localhost:8787/mcp", "agents"],
    ["http://127.0.0.1:8787/mcp", "members"],
  ])("%s is answered by %s", async (url, worker) => {
    expect(await answeredBy(url, MANAGED)).toBe(worker);
  });

  test("the MCP servers also answer at their real hostnames", async () => {
    const env = { ...MANAGED, ...REAL };
    expect(await answeredBy("https://mcp.yard.example/mcp", env)).toBe("agents");
    expect(await answeredBy("https://members.yard.example/mcp", env)).toBe("members");
    expect(await answeredBy("https://members.yard.example.other.example/", env)).toBe("dispatch");
  });
});

test.each(["http://demo.localhost:8787/", "http://localhost:8787/", "https://www.yard.example/"])(
  "with one worker for all tenants, %s is answered by the site",
  async (url) => {
    expect(await answeredBy(url, SHARED)).toBe("site");
  },
);

test("an https visitor is passed on as one, to the same worker", async () => {
  const headers = { "x-forwarded-proto": "https" };
  const answer = await front.fetch(new Request("http://demo.localhost/", { headers }), MANAGED);
  expect(await answer.text()).toBe("dispatch https://demo.localhost/");
});
