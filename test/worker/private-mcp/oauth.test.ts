import { afterEach, describe, expect, test, vi } from "vitest";
import { AGENT_CONSENT_MS, AGENT_NAME_MAX_CHARS, AGENT_TOKENS_KNOWN } from "../../../manifests/bounds/agents.ts";
import { forgetLines } from "../../../sites/platform/security/securityEvents.ts";
import { grantQuestion, speechOf } from "../../../sites/workers/private-mcp/oauth/pages.ts";
import { readTicket, writeTicket } from "../../../sites/workers/private-mcp/oauth/ticket.ts";
import { type Validating, validated } from "../../../sites/workers/private-mcp/oauth/validated.ts";
import * as oauth from "oauth4webapi";
import { aClient, aSite, fetchWorker, migrate, ORIGIN, REDIRECT, tokensOf } from "./agentClient.ts";

const SECRET = "only-for-these-tests-only-for-these-tests";
const NOW = 1_800_000_000_000;

afterEach(() => void vi.useRealTimers());

const PERSON = { issuer: "https://login.example", subject: "somebody" };

describe("a ticket", () => {
  test.each([
    [-1000, PERSON],
    [0, undefined],
    [1000, undefined],
  ])("is good until the bound and %i ms: %j", async (more, person) => {
    vi.useFakeTimers({ toFake: ["Date"], now: NOW });
    const ticket = await writeTicket(SECRET, ORIGIN, { handle: "h", person: PERSON });
    vi.setSystemTime(NOW + AGENT_CONSENT_MS + more);
    expect(await readTicket(SECRET, ORIGIN, "h", ticket)).toEqual(person);
  });

  test.each([
    ["another question", [SECRET, ORIGIN, "other"]],
    ["another deployment", [SECRET, "https://other.example", "h"]],
    ["another secret", [SECRET.toUpperCase(), ORIGIN, "h"]],
  ] as const)("is worth nothing for %s", async (_, [secret, origin, handle]) => {
    const ticket = await writeTicket(SECRET, ORIGIN, { handle: "h", person: PERSON });
    expect(await readTicket(secret, origin, handle, ticket)).toBeUndefined();
  });
});

describe("a request for a token that is refused", () => {
  test("is a line with host and request, with the reason that its answer does not have", async () => {
    await migrate();
    forgetLines();
    const said = vi.spyOn(console, "warn").mockImplementation(() => undefined);
    const fields = {
      grant_type: "authorization_code",
      code: "a-forged-code",
      client_id: await aClient(),
      code_verifier: "v".repeat(43),
      redirect_uri: REDIRECT,
    };
    const response = await fetchWorker(
      new Request(`${ORIGIN}/oauth/token`, {
        method: "POST",
        body: new URLSearchParams(fields),
        headers: { "cf-ray": "8f00-FRA" },
      }),
    );
    const lines = said.mock.calls.map(([line]) => JSON.parse(String(line)) as object);
    said.mockRestore();
    expect([response.status, [...response.headers.keys()].filter((name) => name.startsWith("x-refused"))]).toEqual([
      400,
      [],
    ]);
    expect(await response.json()).toEqual({ error: "invalid_grant", error_description: expect.any(String) });
    expect(lines).toEqual([
      {
        time: expect.any(String),
        event: "agent_oauth_refused",
        host: "agents.deployment.example",
        request: expect.stringMatching(/^[0-9a-f-]{36}$/),
        ray: "8f00-FRA",
        actor: null,
        outcome: "refused",
        reason: expect.stringMatching(/^[a-z-]+ [a-z_]+$/),
      },
    ]);
    expect(JSON.stringify(lines)).not.toContain("a-forged-code");
  });
});

describe("the name of a client", () => {
  test.each([
    [-1, 1],
    [0, 0],
    [1, 0],
  ])("of the bound and %i characters is shown, %i short of it", async (more, short) => {
    const name = "n".repeat(AGENT_NAME_MAX_CHARS + more);
    const client = {
      name,
      redirectHost: "client.example",
      isLocal: false,
      redirect: "https://client.example/callback",
    };
    const html = await grantQuestion(speechOf(new Request("https://mcp.example/")), {
      client,
      asked: ["site:read"],
      ticked: ["site:read"],
      sites: [],
      fields: {},
    }).text();
    expect(/<strong>(n+)<\/strong>/.exec(html)?.[1]).toHaveLength(AGENT_NAME_MAX_CHARS - short);
  });
});

describe("tokens", () => {
  const found = (audience: string) => ({ audience }) as Awaited<ReturnType<Validating["decipher"]>>;

  test.each([
    [-1, 0],
    [0, 0],
    [1, 1],
  ])("are deciphered once: of the bound and %i, the first is deciphered again %i times", async (more, again) => {
    const decipher = vi.fn<Validating["decipher"]>(async () => found("a"));
    const ask = (n: number) =>
      validated({ audience: "a", token: `user:grant:${more} ${n}`, store: { revalidate: async () => true }, decipher });
    for (let n = 0; n < AGENT_TOKENS_KNOWN + more; n += 1) await ask(n);
    decipher.mockClear();
    await ask(0);
    expect(decipher).toHaveBeenCalledTimes(again);
  });

  test("that were deciphered and are over are none, and are known for their audience only", async () => {
    const ask = (audience: string, holds: boolean) =>
      validated({
        audience,
        token: "user:grant:x",
        store: { revalidate: async () => holds },
        decipher: async () => (audience === "a" ? found("a") : null),
      });
    expect(await ask("a", true)).not.toBeNull();
    expect(await ask("a", false)).toBeNull();
    expect(await ask("b", true)).toBeNull();
  });
});

describe("a client of oauth4webapi", () => {
  test("finds the server, refreshes and gives its tokens back", async () => {
    await migrate();
    const { client: id, tokens } = await tokensOf(await aSite("oauth4webapi"));
    const options = { [oauth.customFetch]: (url: string, init?: object) => fetchWorker(new Request(url, init)) };
    const server = await oauth.processDiscoveryResponse(
      new URL(ORIGIN),
      await oauth.discoveryRequest(new URL(ORIGIN), { ...options, algorithm: "oauth2" }),
    );
    const [client, auth] = [{ client_id: id }, oauth.None()];
    const refreshing = await oauth.refreshTokenGrantRequest(server, client, auth, tokens.refresh_token, options);
    const pair = await oauth.processRefreshTokenResponse(server, client, refreshing);
    for (const token of [pair.access_token, pair.refresh_token ?? "", pair.refresh_token ?? ""]) {
      const revoking = await oauth.revocationRequest(server, client, auth, token, options);
      expect(revoking.status).toBe(200);
      await expect(oauth.processRevocationResponse(revoking)).resolves.toBeUndefined();
    }
    const late = await oauth.refreshTokenGrantRequest(server, client, auth, pair.refresh_token ?? "", options);
    await expect(oauth.processRefreshTokenResponse(server, client, late)).rejects.toMatchObject({
      error: "invalid_grant",
    });
  });
});
