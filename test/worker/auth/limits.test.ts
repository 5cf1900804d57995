import { env as bindings } from "cloudflare:workers";
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import {
  LIMITED_CLIENTS_MAX,
  LOGIN_CALLBACKS,
  LOGIN_STARTS,
  LOGIN_SWEEP_ROWS,
  LOGIN_WINDOW_SECONDS,
} from "../../../manifests/bounds/logins.ts";
import { clientKey } from "../../../runtime/tenancy/clientKey.ts";
import type { RatePolicy } from "../../../runtime/tenancy/rateLimits.ts";
import { clientDigest } from "../../../sites/platform/login/clientDigest.ts";
import { spend } from "../../../sites/control/records/rateLimits.ts";
import type { SiteEnv as Env } from "../../../sites/workers/site/env.ts";
import { aSite, db, migrate } from "../site/harness.ts";
import { Browser } from "./browser.ts";
import { FakeProvider } from "./fakeProvider.ts";
import { begin, loggedIn, ownerOf, rows, type Site } from "./siteLogins.ts";

const env = bindings as unknown as Env;
let site: Site;
let provider: FakeProvider;
const NOW = 1_800_000_000_000;
const INTERVAL_MS = (LOGIN_WINDOW_SECONDS * 1000) / LOGIN_STARTS;

beforeAll(async () => {
  await migrate();
  site = await aSite("limits");
});
beforeEach(() => {
  provider = new FakeProvider().install();
  vi.useFakeTimers({ toFake: ["Date"], now: NOW });
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

const start = (browser: Browser): Promise<Response> => browser.go(`${site.origin}/api/auth/start`);

async function exhaust(browser: Browser): Promise<Response> {
  for (let count = 0; count < LOGIN_STARTS; count += 1) expect((await start(browser)).status).toBe(303);
  return start(browser);
}

describe("beginning logins", () => {
  test("is allowed so often at once, each answer saying how many are left, and then refused", async () => {
    const browser = new Browser();
    for (let left = LOGIN_STARTS - 1; left >= 0; left -= 1) {
      const { status, headers } = await start(browser);
      expect([status, headers.get("ratelimit"), headers.get("retry-after")]).toEqual([
        303,
        `"login-start";r=${left};t=${left === 0 ? INTERVAL_MS / 1000 : 0}`,
        null,
      ]);
    }
    const begun = await rows("login_attempts", "hostname = ?", `${site.name}.example`);
    const refused = await start(browser);
    expect([refused.status, (await refused.json<{ code: string }>()).code]).toEqual([429, "RATE_LIMITED"]);
    expect(Object.fromEntries(refused.headers)).toMatchObject({
      "retry-after": String(INTERVAL_MS / 1000),
      ratelimit: `"login-start";r=0;t=${INTERVAL_MS / 1000}`,
      "ratelimit-policy": `"login-start";q=${LOGIN_STARTS};w=${LOGIN_WINDOW_SECONDS}`,
      "cache-control": "no-store",
    });
    expect(refused.headers.getSetCookie()).toEqual([]);
    expect(await rows("login_attempts", "hostname = ?", `${site.name}.example`)).toBe(begun);
  });

  test.each([
    [-1, 429],
    [0, 303],
    [1, 303],
  ])("is allowed again when the time said has passed, and %i ms: %i", async (more, status) => {
    const browser = new Browser();
    await exhaust(browser);
    vi.setSystemTime(NOW + INTERVAL_MS + more);
    expect((await start(browser)).status).toBe(status);
  });

  test("costs no database query for somebody known to be over the limit", async () => {
    const browser = new Browser();
    await exhaust(browser);
    expect((await browser.see(`${site.origin}/api/auth/start`)).work.database).toBe(0);
  });

  test("is not held against anybody for longer when they keep trying", async () => {
    const browser = new Browser();
    await exhaust(browser);
    for (let count = 0; count < 20; count += 1) await start(browser);
    vi.setSystemTime(NOW + INTERVAL_MS);
    expect((await start(browser)).status).toBe(303);
  });

  test("counts each network address for itself, of IPv6 each network, whatever else a request claims", async () => {
    expect((await exhaust(new Browser("2001:db8:7:1::1"))).status).toBe(429);
    expect((await start(new Browser("2001:db8:7:1:ffff:ffff:ffff:ffff"))).status).toBe(429);
    expect((await start(new Browser("2001:DB8:0007:0001::2"))).status).toBe(429);
    expect((await start(new Browser("2001:db8:7:2::1"))).status).toBe(303);
    const forged = {
      "x-forwarded-for": "192.0.2.9",
      "x-real-ip": "192.0.2.9",
      "true-client-ip": "192.0.2.9",
      forwarded: "for=192.0.2.9",
    };
    expect((await new Browser("2001:db8:7:1::3").go(`${site.origin}/api/auth/start`, { headers: forged })).status).toBe(
      429,
    );
  });

  test("keeps no network address", async () => {
    await start(new Browser("192.0.2.77"));
    const { results } = await db.prepare("SELECT * FROM rate_limits").all();
    expect(results.length).toBeGreaterThan(0);
    expect(JSON.stringify(results)).not.toContain("192.0.2");
  });

  test("locks nobody out when the clock is set back", async () => {
    const browser = new Browser();
    vi.setSystemTime(NOW + 24 * 60 * 60 * 1000);
    await exhaust(browser);
    vi.setSystemTime(NOW);
    expect((await start(browser)).status).toBe(303);
  });

  test("tells a person in a browser in a page", async () => {
    const browser = new Browser();
    await exhaust(browser);
    const response = await browser.go(`${site.origin}/api/auth/start`, { headers: { accept: "text/html" } });
    expect([response.status, response.headers.get("content-type")]).toEqual([429, "text/html; charset=utf-8"]);
  });
});

describe("coming back", () => {
  test("is limited apart from beginning, also with nonsense", async () => {
    const browser = new Browser();
    const address = provider.consent(await begin(browser, site), ownerOf(site));
    for (let count = 0; count < LOGIN_CALLBACKS; count += 1) {
      expect((await browser.go(`${site.origin}/api/auth/callback?code=x&state=y`)).status).toBe(400);
    }
    expect((await browser.go(address)).status).toBe(429);
    expect((await start(browser)).status).toBe(303);
    vi.setSystemTime(NOW + INTERVAL_MS);
    expect((await browser.go(address)).status).toBe(303);
  });
});

describe("what is over", () => {
  test("is removed beside what is new", async () => {
    await db.batch([
      db.prepare("INSERT INTO rate_limits (id, free_at) VALUES (?, 1)").bind("0".repeat(64)),
      db
        .prepare(
          "INSERT INTO login_attempts (id, browser, hostname, nonce, verifier, return_to, expires_at) VALUES (?, ?, 'over.example', 'n', 'v', '/', 1)",
        )
        .bind("0".repeat(64), "0".repeat(64)),
    ]);
    await start(new Browser());
    expect(await rows("login_attempts", "hostname = 'over.example'")).toBe(0);
    expect(await db.prepare("SELECT 1 FROM rate_limits WHERE free_at = 1").first()).toBeNull();
  });
});

/** Expired rows of each kind, which new rows sweep. */
const OVER: readonly [table: string, insert: string, isOver: string, act: () => Promise<unknown>][] = [
  [
    "rate_limits",
    "INSERT INTO rate_limits (id, free_at) SELECT value, 1 FROM json_each(?)",
    "free_at = 1",
    () => start(new Browser()),
  ],
  [
    "login_attempts",
    `INSERT INTO login_attempts (id, browser, hostname, nonce, verifier, return_to, expires_at)
     SELECT value, value, 'over.example', 'n', 'v', '/', 1 FROM json_each(?)`,
    "expires_at = 1",
    () => start(new Browser()),
  ],
  [
    "login_sessions",
    `INSERT INTO login_sessions (id, identity_id, tenant_id, site_id, hostname, created_at, expires_at)
     SELECT value, m.identity_id, m.tenant_id, m.site_id, 'over.example', 0, 1
     FROM json_each(?), (SELECT * FROM memberships LIMIT 1) m`,
    "expires_at = 1",
    () => loggedIn(provider, site),
  ],
];

describe.each(OVER)("old rows of %s", (table, insert, isOver, act) => {
  test.each([
    [-1, 0],
    [0, 0],
    [1, 1],
  ])("as many as are removed at once and %i: %i are left", async (more, left) => {
    await db.prepare(`DELETE FROM ${table}`).run();
    const ids = Array.from({ length: LOGIN_SWEEP_ROWS + more }, (_, n) => String(n).padStart(64, "0"));
    await db.prepare(insert).bind(JSON.stringify(ids)).run();
    const count = async () =>
      (await db.prepare(`SELECT count(*) AS n FROM ${table} WHERE ${isOver}`).first<{ n: number }>())?.n;
    expect(await count()).toBe(LOGIN_SWEEP_ROWS + more);
    await act();
    expect(await count()).toBe(left);
  });
});

describe("clients over their limit", () => {
  const policy: RatePolicy = { name: "for these tests", quota: 1, windowSeconds: 60 };

  test("are remembered, as many as the bound: one more costs the first of them a question", async () => {
    const headers = Array.from(
      { length: LIMITED_CLIENTS_MAX + 1 },
      (_, n) => new Headers({ "cf-connecting-ip": `2001:db8:2:${n.toString(16)}::1` }),
    );
    const ids = await Promise.all(headers.map((each) => clientDigest(env, policy.name, each)));
    await db
      .prepare("INSERT INTO rate_limits (id, free_at) SELECT value, ? FROM json_each(?)")
      .bind(NOW + 60_000, JSON.stringify(ids))
      .run();
    const batch = vi.spyOn(db, "batch");
    const [first = new Headers(), ...others] = headers;
    const questionsOfFirst = async (): Promise<number> => {
      batch.mockClear();
      expect((await spend(env, policy, first, NOW)).allowed).toBe(false);
      return batch.mock.calls.length;
    };
    expect(await questionsOfFirst()).toBe(1);
    const costs: number[] = [];
    for (const [n, other] of others.entries()) {
      expect((await spend(env, policy, other, NOW)).allowed).toBe(false);
      if (n + 2 >= LIMITED_CLIENTS_MAX - 1) costs.push(await questionsOfFirst());
    }
    expect(costs).toEqual([0, 0, 1]);
  });
});

describe("who is counted", () => {
  test.each([
    ["192.0.2.1", "192.0.2.1"],
    ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2"],
    ["2001:db8::1", "2001:db8:0:0"],
    ["::1", "0:0:0:0"],
    ["2001:DB8:0001::", "2001:db8:1:0"],
    ["1::2:3:4:5:6:7", "1:0:2:3"],
    ["::ffff:192.0.2.1", "192.0.2.1"],
    ["::FFFF:192.0.2.2", "192.0.2.2"],
    ["::ffff:1:2", "0:0:0:0"],
  ])("of %s is %s", (address, key) => {
    expect(clientKey(new Headers({ "cf-connecting-ip": address }))).toBe(key);
  });

  test("without the platform is everybody as one", () => {
    expect(clientKey(new Headers({ "x-forwarded-for": "192.0.2.1" }))).toBe("local");
  });
});
