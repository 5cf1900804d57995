import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import {
  AGENT_ADDRESS_MAX_CHARS,
  AGENT_FORM_MAX_BYTES,
  AGENT_LOGINS,
  AGENT_LOGIN_WINDOW_SECONDS,
  AGENT_TOKEN_REQUESTS,
} from "../../../manifests/bounds/agents.ts";
import { CALLBACK_QUERY_MAX_CHARS } from "../../../manifests/bounds/logins.ts";
import {
  authorizationQuery,
  db,
  fetchWorker,
  migrate,
  ORIGIN,
  REDIRECT,
} from "../../worker/private-mcp/agentClient.ts";

const NOW = 1_800_000_000_000;

beforeAll(migrate);
beforeEach(() => void vi.useFakeTimers({ toFake: ["Date"], now: NOW }));
afterEach(() => void vi.useRealTimers());

type Ask = (address: string) => Promise<Response>;

const page =
  (path: string, init: RequestInit = {}): Ask =>
  (address) =>
    fetchWorker(
      new Request(`${ORIGIN}${path}`, {
        ...init,
        headers: { "cf-connecting-ip": address, ...(init.headers as Record<string, string> | undefined) },
      }),
    );

const form = {
  method: "POST",
  body: "grant_type=nothing",
  headers: { "content-type": "application/x-www-form-urlencoded", origin: ORIGIN },
};
const registration = {
  method: "POST",
  headers: { "content-type": "application/json" },
  body: JSON.stringify({ client_name: "x", redirect_uris: [REDIRECT], token_endpoint_auth_method: "none" }),
};

/** Requests that anybody can send, with their answers within the limit. */
const ASKED: readonly [name: string, ask: Ask, quota: number, status: number][] = [
  ["agent-authorize", page("/authorize?client_id=nobody"), AGENT_LOGINS, 400],
  ["agent-callback", page("/auth/callback?state=s&code=c"), AGENT_LOGINS, 400],
  ["agent-answer", page("/authorize/answer", form), AGENT_LOGINS, 400],
  ["agent-register", page("/oauth/register", registration), AGENT_LOGINS, 201],
  ["agent-token", page("/oauth/token", form), AGENT_TOKEN_REQUESTS, 401],
];

describe.each(ASKED)("%s", (name, ask, quota, status) => {
  const address = `2001:db8:a:${name.length.toString(16)}::1`;
  const interval = (AGENT_LOGIN_WINDOW_SECONDS * 1000) / quota;

  test("is answered up to its rate limit, then refused until the stated time", async () => {
    for (let left = quota - 1; left >= 0; left -= 1) {
      const { status: found, headers } = await ask(address);
      expect([found, headers.get("ratelimit")?.startsWith(`"${name}";r=${left};`), headers.get("retry-after")]).toEqual(
        [status, true, null],
      );
    }
    const refused = await ask(address);
    expect(refused.status).toBe(429);
    expect(Object.fromEntries(refused.headers)).toMatchObject({
      "retry-after": String(Math.ceil(interval / 1000)),
      "ratelimit-policy": `"${name}";q=${quota};w=${AGENT_LOGIN_WINDOW_SECONDS}`,
      "cache-control": "no-store",
    });
    expect(refused.headers.getSetCookie()).toEqual([]);
    expect((await ask(address.replace("::1", ":9::7"))).status, "the same network").toBe(429);
    expect((await ask("192.0.2.1")).status, "another network").toBe(status);
    vi.setSystemTime(NOW + interval - 1);
    expect((await ask(address)).status).toBe(429);
    vi.setSystemTime(NOW + interval);
    expect((await ask(address)).status).toBe(status);
    expect((await ask(address)).status).toBe(429);
  });
});

describe("a refusal", () => {
  test("is text for a program and a page for a person, and stores no address", async () => {
    const ip = "192.0.2.77";
    for (let count = 0; count < AGENT_LOGINS; count += 1) await page("/authorize?client_id=nobody")(ip);
    const shown = await page("/authorize?client_id=nobody")(ip);
    expect([shown.status, shown.headers.get("content-type"), shown.headers.get("x-frame-options")]).toEqual([
      429,
      "text/html; charset=utf-8",
      "DENY",
    ]);
    for (let count = 0; count < AGENT_LOGINS; count += 1) await page("/oauth/register", registration)(ip);
    const answered = await page("/oauth/register", registration)(ip);
    expect([answered.status, await answered.json()]).toEqual([
      429,
      expect.objectContaining({ error: "temporarily_unavailable" }),
    ]);
    expect(answered.headers.get("access-control-expose-headers")).toContain("retry-after");
    expect(JSON.stringify((await db.prepare("SELECT * FROM rate_limits").all()).results)).not.toContain("192.0.2");
  });
});

describe("the address of an authorization request", () => {
  test.each([
    [-1, 303],
    [0, 303],
    [1, 400],
  ])("of %i characters more than the bound answers %i", async (more, status) => {
    const start = `${ORIGIN}/authorize?${await authorizationQuery({ state: "" })}&state=`;
    expect(
      (await fetchWorker(new Request(start + "s".repeat(AGENT_ADDRESS_MAX_CHARS + more - start.length)))).status,
    ).toBe(status);
  });
});

describe("the identity provider's authorization response", () => {
  test.each([[-1], [0], [1]])("may have the largest number of characters and %i", async (more) => {
    const start = "?code=c&iss=https://login.example&state=";
    const began = await fetchWorker(new Request(`${ORIGIN}/authorize?${await authorizationQuery()}`));
    const state = new URL(began.headers.get("location") ?? "").searchParams.get("state") ?? "";
    const search = `${start}${state}&x=`.padEnd(CALLBACK_QUERY_MAX_CHARS + more, "x");
    const cookie = began.headers
      .getSetCookie()
      .map((line) => line.split(";")[0])
      .join("; ");
    const come = (): Promise<Response> =>
      fetchWorker(new Request(`${ORIGIN}/auth/callback${search}`, { headers: { cookie } }));
    const fetched = vi.spyOn(globalThis, "fetch").mockRejectedValue(new TypeError("nothing is there"));
    const { status } = await come();
    expect([status, fetched.mock.calls.length > 0]).toEqual(more > 0 ? [400, false] : [503, true]);
    fetched.mockRestore();
  });
});

describe("a form of the authorization server", () => {
  test.each([
    [-1, 401],
    [0, 401],
    [1, 413],
  ])("for a token of %i bytes more than the bound answers %i", async (more, status) => {
    const body = "grant_type=nothing&x=".padEnd(AGENT_FORM_MAX_BYTES + more, "x");
    expect((await page("/oauth/token", { ...form, body })("192.0.2.3")).status).toBe(status);
  });

  test.each([
    [-1, 400],
    [0, 400],
    [1, 413],
  ])("with an answer of %i bytes more than the bound answers %i", async (more, status) => {
    const body = "handle=h&ticket=t&x=".padEnd(AGENT_FORM_MAX_BYTES + more, "x");
    expect((await page("/authorize/answer", { ...form, body })("192.0.2.4")).status).toBe(status);
  });
});
