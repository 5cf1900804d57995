import { beforeAll, describe, expect, test } from "vitest";
import { PATHS } from "../../../sites/workers/private-mcp/oauth/paths.ts";
import { expectKind } from "../../support/answerKinds.ts";
import {
  aSite,
  authorizationQuery,
  fetchWorker,
  headersOf,
  message,
  migrate,
  ORIGIN,
  tokensFor,
} from "./agentClient.ts";

beforeAll(migrate);

const PAGES: ReadonlySet<string> = new Set([PATHS.authorize, PATHS.callback, PATHS.consent]);
const METADATA = [
  "/.well-known/oauth-authorization-server",
  "/.well-known/oauth-protected-resource",
  "/.well-known/oauth-protected-resource/mcp",
];

const ask = (method: string, path: string, init: RequestInit = {}): Promise<Response> =>
  fetchWorker(new Request(`${ORIGIN}${path}`, { method, redirect: "manual", ...init }));

describe("every answer of the members' server says what its kind has to", () => {
  test.each([...Object.values(PATHS), ...METADATA, "/nothing"])("%s", async (path) => {
    const isPage = PAGES.has(path);
    for (const method of ["GET", "POST", "PUT", "DELETE"])
      expectKind(
        await ask(method, path),
        isPage ? "agentLoginPage" : "agentAnswer",
        isPage ? {} : { "access-control-allow-origin": "*" },
      );
    expectKind(await ask("OPTIONS", path), isPage ? "agentLoginPage" : "agentAnswer");
  });

  test("on the way to the identity provider, which keeps the window it was opened in", async () => {
    const response = await ask("GET", `/authorize?${await authorizationQuery()}`);
    expect(response.status).toBe(303);
    expectKind(response, "agentLoginStep", { "cross-origin-opener-policy": "unsafe-none" });
  });

  test("to a call, and to one without a good token", async () => {
    const { access_token: token } = await tokensFor(await aSite("headers"));
    const init = (bearer: string): RequestInit => ({
      headers: {
        authorization: `Bearer ${bearer}`,
        "content-type": "application/json",
        accept: "application/json, text/event-stream",
        ...headersOf("tools/list"),
      },
      body: JSON.stringify(message("tools/list")),
    });
    for (const [bearer, status] of [
      [token, 200],
      [`${token}x`, 401],
    ] as const) {
      const response = await ask("POST", "/mcp", init(bearer));
      expect(response.status).toBe(status);
      expectKind(response, "agentAnswer");
    }
  });

  test("at a host that is not its own, to a page over plain http, and to too many", async () => {
    expectKind(await fetchWorker(new Request("https://elsewhere.example/mcp")), "agentAnswer");
    expectKind(await ask("GET", "/mcp", { headers: { origin: "http://elsewhere.example" } }), "agentAnswer");
    for (const [path, kind] of [
      [PATHS.authorize, "agentLoginPage"],
      [PATHS.token, "agentAnswer"],
    ] as const) {
      const method = path === PATHS.token ? "POST" : "GET";
      let response = await ask(method, path, { headers: { "cf-connecting-ip": "2001:db8:77::1" } });
      while (response.status !== 429)
        response = await ask(method, path, { headers: { "cf-connecting-ip": "2001:db8:77::1" } });
      expectKind(response, kind);
    }
  });
});
