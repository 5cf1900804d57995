import { describe, expect, test, vi } from "vitest";
import {
  LOGIN_CODE_MS,
  LOGIN_IDLE_MS,
  LOGIN_LIFETIME_MS,
  LOGIN_SEEN_MS,
  LOOPBACK_MIN_PORT,
} from "../../../manifests/bounds/logins.ts";
import { forgetMembers } from "../../../sites/web/auth/member.ts";
import { aSite, db } from "../site/harness.ts";
import { Browser } from "./browser.ts";
import { allow, aProgram, codeOf, exchange, PAGE, pageFor } from "./commandLineLogin.ts";
import { type FakeProvider, withProvider } from "./fakeProvider.ts";
import { loggedIn, LOGIN, ownerOf, post, rows, type Site } from "./siteLogins.ts";

const NOW = 1_800_000_000_000;
let provider: FakeProvider;
withProvider((own) => {
  provider = own;
});

interface Opened {
  readonly cookie: string;
  readonly login: string;
  readonly expiresAt: number;
}

const whoIs = async ({ origin }: Site, { login }: Pick<Opened, "login">): Promise<number> =>
  (await new Browser().go(`${origin}/api/site`, { headers: { cookie: `${LOGIN}=${login}` } })).status;

async function opened(site: Site, headers: Record<string, string> = {}): Promise<Opened> {
  const program = await aProgram();
  const browser = await loggedIn(provider, site);
  const response = await exchange(site, await codeOf(await allow(browser, site, program)), program.verifier, headers);
  expect(response.status).toBe(201);
  return response.json<Opened>();
}

describe("a login for the command line", () => {
  test("is asked for in a page that shows whose request it is, after logging in as usual", async () => {
    const [site, program] = [await aSite("cli"), await aProgram()];
    const browser = new Browser();
    const first = await browser.go(pageFor(site, program));
    const start = first.headers.get("location") ?? "";
    expect([first.status, start]).toEqual([
      303,
      expect.stringMatching(/\/api\/auth\/start\?return=%2Fapi%2Fauth%2Fcommand-line%3F/),
    ]);
    const begun = await browser.go(start);
    const back = await browser.go(provider.consent(begun.headers.get("location") ?? "", ownerOf(site)));
    expect(back.headers.get("location")).toBe(pageFor(site, program));
    const html = await (await browser.go(pageFor(site, program))).text();
    expect(html).toContain(`${site.name}.example`);
    expect(html).toMatch(/you are owner/);
    expect(html).toMatch(/<code>[0-9A-F]{4}-[0-9A-F]{4}<\/code>/);
  });

  test("goes to that port of this computer in one code, and is one of its own", async () => {
    const [site, program] = [await aSite("cli"), await aProgram(50_000)];
    const browser = await loggedIn(provider, site);
    const location = (await allow(browser, site, program)).headers.get("location") ?? "";
    const { origin, pathname, searchParams } = new URL(location);
    expect([origin, pathname, searchParams.get("state"), searchParams.get("site")]).toEqual([
      "http://127.0.0.1:50000",
      "/",
      program.state,
      site.origin,
    ]);
    expect([...searchParams.keys()]).toEqual(["code", "state", "site"]);
    const response = await exchange(site, searchParams.get("code") ?? "", program.verifier);
    const login = await response.json<Opened>();
    expect(login).toMatchObject({ cookie: LOGIN, member: { tenant: site.name, site: "main", role: "owner" } });
    expect([response.headers.getSetCookie(), login.login === browser.cookies(site.origin).get(LOGIN)]).toEqual([
      [],
      false,
    ]);
    expect(await whoIs(site, login)).toBe(200);
    expect(await rows("login_sessions", "tenant_id = ? AND revoked_at IS NULL", site.name)).toBe(2);
  });

  test("ends with svc logout, without the browser's", async () => {
    const site = await aSite("cli");
    const program = await aProgram();
    const browser = await loggedIn(provider, site);
    const login = await (
      await exchange(site, await codeOf(await allow(browser, site, program)), program.verifier)
    ).json<Opened>();
    const left = await post(new Browser(), `${site.origin}/api/auth/logout`, {
      headers: { cookie: `${LOGIN}=${login.login}` },
    });
    expect([left.status, await whoIs(site, login)]).toEqual([204, 401]);
    expect((await browser.go(`${site.origin}/api/site`)).status).toBe(200);
  });

  test("ends with logging out everywhere, in whichever browser", async () => {
    const site = await aSite("cli");
    const login = await opened(site);
    expect(await whoIs(site, login)).toBe(200);
    await post(await loggedIn(provider, site), `${site.origin}/api/auth/logout?everywhere=true`);
    expect(await whoIs(site, login)).toBe(401);
  });

  test.each([
    ["logs out", (browser: Browser, site: Site) => post(browser, `${site.origin}/api/auth/logout`)],
    ["logs in anew", (browser: Browser, site: Site) => loggedIn(provider, site, ownerOf(site), browser)],
  ])("ends when the browser that allowed it %s, and so does one it has allowed itself", async (_, leave) => {
    const [site, first, second] = [await aSite("cli"), await aProgram(), await aProgram()];
    const browser = await loggedIn(provider, site);
    const login = await (
      await exchange(site, await codeOf(await allow(browser, site, first)), first.verifier)
    ).json<Opened>();
    const program = new Browser();
    program.cookies(site.origin).set(LOGIN, login.login);
    const next = await (
      await exchange(site, await codeOf(await allow(program, site, second)), second.verifier)
    ).json<Opened>();
    expect([await whoIs(site, login), await whoIs(site, next)]).toEqual([200, 200]);
    await leave(browser, site);
    forgetMembers(() => true);
    expect([await whoIs(site, login), await whoIs(site, next)]).toEqual([401, 401]);
  });

  test("ends the one the program had before", async () => {
    const site = await aSite("cli");
    const before = await opened(site);
    const after = await opened(site, { cookie: `${LOGIN}=${before.login}` });
    expect([await whoIs(site, before), await whoIs(site, after)]).toEqual([401, 200]);
  });

  test("lasts as long as the login that allowed it, however often it is renewed by itself", async () => {
    vi.useFakeTimers({ toFake: ["Date"], now: NOW });
    const site = await aSite("cli");
    let browser = await loggedIn(provider, site);
    let login: Opened | undefined;
    for (const hours of [1, 2.5, 4, 5.5, 7, 8.5, 10, 11.5]) {
      vi.setSystemTime(NOW + hours * 3_600_000);
      const program = await aProgram();
      const response = await exchange(site, await codeOf(await allow(browser, site, program)), program.verifier);
      login = await response.json<Opened>();
      expect(login.expiresAt).toBe(NOW + LOGIN_LIFETIME_MS);
      browser = new Browser();
      browser.cookies(site.origin).set(LOGIN, login.login);
    }
    vi.setSystemTime(NOW + LOGIN_LIFETIME_MS - 1000);
    expect(await whoIs(site, login ?? { login: "" })).toBe(200);
    vi.setSystemTime(NOW + LOGIN_LIFETIME_MS);
    expect(await whoIs(site, login ?? { login: "" })).toBe(401);
  });

  test.each([
    [-1, 200],
    [0, 401],
    [1, 401],
  ])("that nobody has used for the bound and %i ms: %i", async (more, status) => {
    vi.useFakeTimers({ toFake: ["Date"], now: NOW });
    const site = await aSite("cli");
    const login = await opened(site);
    vi.setSystemTime(NOW + LOGIN_IDLE_MS + more);
    expect(await whoIs(site, login)).toBe(status);
  });

  test.each([
    [-1, 401],
    [0, 200],
    [1, 200],
  ])("used the step and %i ms after it began is known as used then: %i after the idle bound", async (more, status) => {
    vi.useFakeTimers({ toFake: ["Date"], now: NOW });
    const site = await aSite("cli");
    const login = await opened(site);
    vi.setSystemTime(NOW + LOGIN_SEEN_MS + more);
    expect(await whoIs(site, login)).toBe(200);
    vi.setSystemTime(NOW + LOGIN_IDLE_MS);
    expect(await whoIs(site, login)).toBe(status);
  });

  test("can be declined, and the program hears of it", async () => {
    const [site, program] = [await aSite("cli"), await aProgram()];
    const browser = await loggedIn(provider, site);
    const response = await allow(browser, site, program, { answer: "no" });
    expect(Object.fromEntries(new URL(response.headers.get("location") ?? "").searchParams)).toEqual({
      error: "declined",
      state: program.state,
      site: site.origin,
    });
    expect(
      (
        await db
          .prepare("SELECT count(*) AS count FROM login_codes WHERE hostname = ?")
          .bind(`${site.name}.example`)
          .first<{ count: number }>()
      )?.count,
    ).toBe(0);
  });

  test.each([
    [-1, 201],
    [0, 400],
    [1, 400],
  ])("can be fetched for a minute and %i ms: %i", async (more, status) => {
    vi.useFakeTimers({ toFake: ["Date"], now: NOW });
    const [site, program] = [await aSite("cli"), await aProgram()];
    const code = await codeOf(await allow(await loggedIn(provider, site), site, program));
    vi.setSystemTime(NOW + LOGIN_CODE_MS + more);
    expect((await exchange(site, code, program.verifier)).status).toBe(status);
  });

  test.each([
    [LOOPBACK_MIN_PORT - 1, 400],
    [LOOPBACK_MIN_PORT, 200],
    [LOOPBACK_MIN_PORT + 1, 200],
    [65_534, 200],
    [65_535, 200],
    [65_536, 400],
  ])("may wait at port %i: %i", async (port, status) => {
    const site = await aSite("cli");
    const browser = await loggedIn(provider, site);
    expect((await browser.go(pageFor(site, await aProgram(port)))).status).toBe(status);
  });

  test("is limited like any login", async () => {
    const [site, program] = [await aSite("cli"), await aProgram()];
    const response = await allow(await loggedIn(provider, site), site, program);
    expect(response.headers.get("ratelimit-policy")).toContain("login-callback");
    expect(
      (await new Browser().go(`${site.origin}${PAGE}`, { method: "POST", headers: { origin: site.origin } })).status,
    ).toBe(405);
  });
});
