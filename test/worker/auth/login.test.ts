import { describe, expect, test } from "vitest";
import { LOGIN_LIFETIME_MS } from "../../../manifests/bounds/logins.ts";
import { aSite, db, unique } from "../site/harness.ts";
import { Browser } from "./browser.ts";
import { type FakeProvider, withProvider } from "./fakeProvider.ts";
import {
  ATTEMPT,
  attempt,
  begin,
  identityOf,
  invite,
  ISSUER,
  loggedIn,
  LOGIN,
  ownerOf,
  post,
  rows,
  seesDraft,
} from "./siteLogins.ts";

let provider: FakeProvider;
withProvider((own) => {
  provider = own;
});

describe("beginning a login", () => {
  test("leads to the provider with everything it needs, and nothing that is secret", async () => {
    const site = await aSite("begin");
    const browser = new Browser();
    const response = await browser.go(`${site.origin}/api/auth/start?return=/about`);
    const location = new URL(response.headers.get("location") ?? "");
    expect(`${location.origin}${location.pathname}`).toBe("https://login.example/authorize");
    expect(Object.fromEntries(location.searchParams)).toEqual({
      flavour: "plain",
      client_id: "site-under-test",
      redirect_uri: `${site.origin}/api/auth/callback`,
      response_type: "code",
      scope: "openid",
      state: expect.stringMatching(/^[\w-]{43}$/),
      nonce: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge_method: "S256",
    });
    const { verifier } =
      (await db
        .prepare("SELECT verifier FROM login_attempts WHERE hostname = ?")
        .bind(`${site.name}.example`)
        .first<{ verifier: string }>()) ?? {};
    expect(location.href).not.toContain(verifier);
    expect(response.headers.getSetCookie()).toEqual([
      expect.stringMatching(/^__Host-svc_login=[\w.-]+; Path=\/; Secure; SameSite=Lax; HttpOnly; Max-Age=600$/),
    ]);
    expect([response.headers.get("cache-control"), response.headers.get("referrer-policy")]).toEqual([
      "no-store",
      "no-referrer",
    ]);
  });

  test("uses every random value once", async () => {
    const site = await aSite("random");
    const seen = new Set<string>();
    for (let count = 0; count < 5; count += 1) {
      const { searchParams } = new URL(await begin(new Browser(), site));
      for (const name of ["state", "nonce", "code_challenge"]) seen.add(searchParams.get(name) ?? "");
    }
    expect(seen.size).toBe(15);
  });

  test("at another name of the site leads to the name it is published under", async () => {
    const site = await aSite("alias");
    const alias = `${unique("alias")}.example`;
    await db
      .prepare(
        "INSERT INTO domains (hostname, tenant_id, site_id, status, created_at) VALUES (?, ?, 'main', 'verified', 0)",
      )
      .bind(alias, site.name)
      .run();
    const response = await new Browser().go(`https://${alias}/api/auth/start?return=/about%3Fa=1`);
    expect([response.status, response.headers.get("location")]).toEqual([
      303,
      `${site.origin}/api/auth/start?return=%2Fabout%3Fa%3D1`,
    ]);
    expect(response.headers.getSetCookie()).toEqual([]);
  });

  test.each(["HEAD", "POST", "PUT", "DELETE", "OPTIONS"])("with %s begins nothing", async (method) => {
    const site = await aSite("method");
    const response = await new Browser().go(`${site.origin}/api/auth/start`, { method });
    expect([response.status, response.headers.get("allow")]).toEqual([405, "GET"]);
    expect(await rows("login_attempts", "hostname = ?", `${site.name}.example`)).toBe(0);
  });

  test("at a name nobody serves, or that is not verified, begins nothing", async () => {
    const site = await aSite("pending");
    await db
      .prepare(
        "INSERT INTO domains (hostname, tenant_id, site_id, status, created_at) VALUES (?, ?, 'main', 'pending', 0)",
      )
      .bind(`pending-${site.name}.example`, site.name)
      .run();
    for (const origin of [`https://pending-${site.name}.example`, `https://${unique("nobody")}.example`]) {
      for (const path of ["start", "callback?code=x&state=y"]) {
        const response = await new Browser().go(`${origin}/api/auth/${path}`);
        expect([response.status, response.headers.getSetCookie()]).toEqual([404, []]);
      }
    }
    expect(provider.asked).toEqual([]);
  });

  test("of a suspended tenant begins nothing, of a read-only one it does", async () => {
    const site = await aSite("suspended");
    const reader = await aSite("reader");
    await db.batch([
      db.prepare("UPDATE tenants SET status = 'suspended' WHERE id = ?").bind(site.name),
      db.prepare("UPDATE tenants SET status = 'read_only' WHERE id = ?").bind(reader.name),
    ]);
    expect((await new Browser().go(`${site.origin}/api/auth/start`)).status).toBe(503);
    await loggedIn(provider, reader);
  });
});

describe("a member who comes back", () => {
  test("is logged in for twelve hours, with the marker, at the page they came from", async () => {
    const site = await aSite("member");
    const browser = new Browser();
    const response = await browser.go(
      provider.consent(await begin(browser, site, "?return=/about%3Fview=all"), ownerOf(site)),
    );
    expect([response.status, response.headers.get("location"), response.headers.get("cache-control")]).toEqual([
      303,
      `${site.origin}/about?view=all`,
      "no-store",
    ]);
    expect(response.headers.getSetCookie()).toEqual([
      expect.stringMatching(/^__Host-svc_session=[\w.-]+; Path=\/; Secure; SameSite=Lax; HttpOnly; Max-Age=43200$/),
      "svc_mode=edit; Path=/; Secure; SameSite=Lax; Max-Age=43200",
      expect.stringMatching(/^__Host-svc_known=[\w.-]+; Path=\/; Secure; SameSite=Lax; HttpOnly; Max-Age=34560000$/),
    ]);
    expect([...browser.cookies(site.origin).keys()]).toEqual([ATTEMPT, LOGIN, "svc_mode", "__Host-svc_known"]);
    const row = await db
      .prepare("SELECT * FROM login_sessions WHERE hostname = ?")
      .bind(`${site.name}.example`)
      .first();
    expect(row).toMatchObject({
      identity_id: await identityOf(ownerOf(site)),
      tenant_id: site.name,
      site_id: "main",
      revoked_at: null,
    });
    expect(Number(row?.["expires_at"]) - Number(row?.["created_at"])).toBe(LOGIN_LIFETIME_MS);
    expect(await seesDraft(browser, site)).toBe(true);
  });

  test("in two tabs at once is logged in in both, each at its page, and the second login replaces the first", async () => {
    const site = await aSite("tabs");
    const browser = new Browser();
    const first = provider.consent(await begin(browser, site, "?return=/about"), ownerOf(site));
    const second = provider.consent(await begin(browser, site), ownerOf(site));
    expect((await browser.go(first)).headers.get("location")).toBe(`${site.origin}/about`);
    expect((await browser.go(second)).headers.get("location")).toBe(`${site.origin}/_editor`);
    expect(await seesDraft(browser, site)).toBe(true);
    expect(await rows("login_sessions", "tenant_id = ? AND revoked_at IS NULL", site.name)).toBe(1);
  });

  test("has shown the provider a secret, a verifier and the same address, and is asked for in both places", async () => {
    const site = await aSite("exchange");
    await loggedIn(provider, site);
    const [token, ...more] = provider.asked.filter(({ path }) => path !== "/keys");
    expect(token?.path).toBe("/token");
    expect(Object.fromEntries(token?.body ?? [])).toEqual({
      grant_type: "authorization_code",
      code: expect.any(String),
      code_verifier: expect.stringMatching(/^[\w-]{43}$/),
      redirect_uri: `${site.origin}/api/auth/callback`,
    });
    expect(more.map(({ path }) => path)).toEqual(["/userinfo"]);
  });

  test("leaves neither a token nor a code nor a secret in the database", async () => {
    const site = await aSite("secrets");
    const browser = await loggedIn(provider, site);
    const token = browser.cookies(site.origin).get(LOGIN) ?? "";
    const { jti } = JSON.parse(atob(token.split(".")[1] ?? "")) as { jti: string };
    const { results } = await db
      .prepare("SELECT * FROM login_sessions WHERE hostname = ?")
      .bind(`${site.name}.example`)
      .all();
    expect(JSON.stringify(results)).not.toContain(jti);
    expect(await rows("login_attempts", "hostname = ?", `${site.name}.example`)).toBe(0);
  });

  test.each(["owner", "admin", "editor", "author", "viewer"] as const)("may be %s", async (role) => {
    const site = await aSite("role");
    if (role !== "owner") await invite(site, `a ${role}`, role);
    const browser = await loggedIn(provider, site, role === "owner" ? ownerOf(site) : `a ${role}`);
    expect(await seesDraft(browser, site)).toBe(true);
  });

  test("needs no issuer in the answer of a provider that has not announced it", async () => {
    const site = await aSite("plain");
    const browser = new Browser();
    const response = await browser.go(
      provider.consent(await begin(browser, site), ownerOf(site), (answer) => answer.delete("iss")),
    );
    expect(response.status).toBe(303);
  });

  test("finds the keys through the issuer's metadata where none are configured", async () => {
    const site = await aSite("metadata");
    const browser = new Browser(undefined, { OIDC_JWKS_URI: "" });
    const response = await browser.go(
      provider.consent(await begin(browser, site), ownerOf(site), (answer) => answer.delete("iss")),
    );
    expect(response.status).toBe(303);
    expect(provider.asked.map(({ path }) => path)).toEqual([
      "/.well-known/openid-configuration",
      "/token",
      "/keys",
      "/userinfo",
    ]);
  });
});

describe("somebody nobody invited", () => {
  test("is told issuer and subject and nothing else, and leaves no trace", async () => {
    const site = await aSite("stranger");
    const browser = new Browser();
    const response = await attempt(browser, provider, site, "a stranger");
    expect([response.status, response.headers.get("content-type"), response.headers.get("cache-control")]).toEqual([
      403,
      "application/json",
      "no-store",
    ]);
    expect(await response.json()).toEqual({ issuer: ISSUER, subject: "a stranger" });
    expect(response.headers.getSetCookie()).toEqual([]);
    expect(browser.cookies(site.origin).has(LOGIN)).toBe(false);
    const identity = await identityOf("a stranger");
    expect(await rows("login_sessions", "identity_id = ?", identity)).toBe(0);
    expect(await db.prepare("SELECT 1 FROM identities WHERE id = ?").bind(identity).first()).toBeNull();
    expect(await db.prepare("SELECT 1 FROM memberships WHERE identity_id = ?").bind(identity).first()).toBeNull();
    expect(await seesDraft(browser, site)).toBe(false);
  });

  test("can read it in a browser, with every character shown as it is", async () => {
    const site = await aSite("stranger");
    const browser = new Browser();
    const address = provider.consent(await begin(browser, site), `<img src=x onerror="alert('1')">&`);
    const response = await browser.go(address, { headers: { accept: "text/html,*/*;q=0.8" } });
    const html = await response.text();
    expect([response.status, response.headers.get("content-type"), response.headers.get("cache-control")]).toEqual([
      403,
      "text/html; charset=utf-8",
      "no-store",
    ]);
    expect(html).toContain(`<dd><code>${ISSUER}</code></dd>`);
    expect(html).toContain("<dd><code>&lt;img src=x onerror=&quot;alert(&#39;1&#39;)&quot;&gt;&amp;</code></dd>");
    expect(html).not.toContain(site.name);
    expect(response.headers.getSetCookie()).toEqual([]);
  });

  test("is logged in at the next attempt once somebody has invited them", async () => {
    const site = await aSite("first-owner");
    const browser = new Browser();
    expect((await attempt(browser, provider, site, "new here")).status).toBe(403);
    await invite(site, "new here", "editor");
    expect(await seesDraft(await loggedIn(provider, site, "new here", browser), site)).toBe(true);
  });

  test("is a stranger at one site though a member of another", async () => {
    const [mine, other] = await Promise.all([aSite("mine"), aSite("other")]);
    expect((await attempt(new Browser(), provider, other, ownerOf(mine))).status).toBe(403);
  });

  test("is a stranger with the subject of a member from another issuer", async () => {
    const site = await aSite("issuer");
    await db.batch([
      db
        .prepare(
          "INSERT INTO identities (id, issuer, subject, created_at) VALUES (?, 'https://other.example', 'twin', 0)",
        )
        .bind("f".repeat(64)),
      db
        .prepare(
          "INSERT INTO memberships (tenant_id, site_id, identity_id, role, created_at) VALUES (?, 'main', ?, 'owner', 0)",
        )
        .bind(site.name, "f".repeat(64)),
    ]);
    expect((await attempt(new Browser(), provider, site, "twin")).status).toBe(403);
  });
});

describe("logging out", () => {
  test("ends this login at once and takes the cookies back", async () => {
    const site = await aSite("logout");
    const [browser, elsewhere] = [await loggedIn(provider, site), await loggedIn(provider, site)];
    const cookie = `${LOGIN}=${browser.cookies(site.origin).get(LOGIN)}`;
    expect(await seesDraft(browser, site)).toBe(true);
    const response = await post(browser, `${site.origin}/api/auth/logout`);
    expect([response.status, response.headers.getSetCookie()]).toEqual([
      204,
      [
        "__Host-svc_session=; Path=/; Secure; SameSite=Lax; HttpOnly; Max-Age=0",
        "svc_mode=; Path=/; Secure; SameSite=Lax; Max-Age=0",
        "__Secure-svc_search=; Path=/_editor; Secure; SameSite=Lax; HttpOnly; Max-Age=0",
      ],
    ]);
    const replayed = await new Browser().go(`${site.origin}/?svc_mode=edit`, { headers: { cookie } });
    expect(replayed.headers.get("x-robots-tag")).toBeNull();
    expect(await seesDraft(elsewhere, site)).toBe(true);
  });

  test("everywhere ends every login of this person on every site, and nobody else's", async () => {
    const [site, second] = await Promise.all([aSite("everywhere"), aSite("everywhere")]);
    await invite(second, ownerOf(site), "editor");
    await invite(site, "a colleague", "editor");
    const mine = [
      await loggedIn(provider, site),
      await loggedIn(provider, site),
      await loggedIn(provider, second, ownerOf(site)),
    ] as const;
    const colleague = await loggedIn(provider, site, "a colleague");
    const sites = [site, site, second] as const;
    for (const [index, browser] of mine.entries()) expect(await seesDraft(browser, sites[index] ?? site)).toBe(true);
    expect((await post(mine[0], `${site.origin}/api/auth/logout?everywhere=true`)).status).toBe(204);
    for (const [index, browser] of mine.entries()) expect(await seesDraft(browser, sites[index] ?? site)).toBe(false);
    expect(await seesDraft(colleague, site)).toBe(true);
  });

  test("with a form arrives at the home page", async () => {
    const site = await aSite("form");
    const browser = await loggedIn(provider, site);
    const response = await post(browser, `${site.origin}/api/auth/logout`, {
      headers: { "content-type": "application/x-www-form-urlencoded" },
      body: "",
    });
    expect([response.status, response.headers.get("location")]).toEqual([303, `${site.origin}/`]);
    expect([...browser.cookies(site.origin).keys()]).toEqual([ATTEMPT, "__Host-svc_known"]);
  });

  test("twice, or without a login, is no mistake", async () => {
    const site = await aSite("twice");
    const browser = await loggedIn(provider, site);
    const headers = { cookie: `${LOGIN}=${browser.cookies(site.origin).get(LOGIN)}` };
    for (const init of [{ headers }, { headers }, {}, { headers: { cookie: `${LOGIN}=nonsense` } }]) {
      expect((await post(new Browser(), `${site.origin}/api/auth/logout`, init)).status).toBe(204);
    }
  });

  test.each(["?everywhere=yes", "?everywhere", "?everywhere=true&everywhere=true"])(
    "with %s is refused",
    async (query) => {
      const site = await aSite("query");
      const browser = await loggedIn(provider, site);
      expect((await post(browser, `${site.origin}/api/auth/logout${query}`)).status).toBe(400);
      expect(await seesDraft(browser, site)).toBe(true);
    },
  );
});
