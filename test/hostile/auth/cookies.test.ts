import { env } from "cloudflare:workers";
import { exportSPKI, generateKeyPair, importJWK, SignJWT, type JWTHeaderParameters, type JWTPayload } from "jose";
import { describe, expect, test, vi } from "vitest";
import { LOGIN_KNOWN_MS, LOGIN_LIFETIME_MS, LOGIN_TOKEN_MAX_CHARS } from "../../../manifests/bounds/logins.ts";
import type { SiteEnv as Env } from "../../../sites/workers/site/env.ts";
import { siteHosting } from "../../../sites/workers/site/powers.ts";
import { forgetMembers, resolveMember } from "../../../sites/web/auth/member.ts";
import { newSecret } from "../../../sites/platform/login/secret.ts";
import { Browser } from "../../worker/auth/browser.ts";
import { type FakeProvider, PUBLIC_JWK, withProvider } from "../../worker/auth/fakeProvider.ts";
import {
  ATTEMPT,
  attempt,
  begin,
  invite,
  loggedIn,
  LOGIN,
  ownerOf,
  post,
  rows,
  seesDraft,
  type Site,
} from "../../worker/auth/siteLogins.ts";
import { aSite, db, unique } from "../../worker/site/harness.ts";

/** Attacks with forged, stolen and expired cookies. */

let provider: FakeProvider;
withProvider((own) => {
  provider = own;
});

const SECRET = "only-for-these-tests-only-for-these-tests";
const KEY = new TextEncoder().encode(SECRET);
const TYPE = "svc-session+jwt";

interface Login {
  readonly site: Site;
  readonly hostname: string;
  /** The secret of a valid login. */
  readonly jti: string;
  readonly token: string;
}

async function aLogin(): Promise<Login> {
  const site = await aSite("cookie");
  const browser = await loggedIn(provider, site);
  const token = browser.cookies(site.origin).get(LOGIN) ?? "";
  const { jti } = JSON.parse(atob(token.split(".")[1] ?? "")) as { jti: string };
  return { site, hostname: `${site.name}.example`, jti, token };
}

/** Marks all logins of the site as recently used. */
const inUse = ({ name }: Site): Promise<unknown> =>
  db.prepare("UPDATE login_sessions SET seen_at = expires_at WHERE tenant_id = ?").bind(name).run();

const holding = ({ origin }: Site, cookie: string): Promise<Response> =>
  new Browser().go(`${origin}/?svc_mode=edit`, { headers: { cookie } });

async function isIn(site: Site, token: string): Promise<boolean> {
  const response = await holding(site, `${LOGIN}=${token}`);
  expect(response.status).toBe(200);
  return response.headers.has("x-robots-tag");
}

interface Change {
  readonly header?: object;
  readonly claims?: object;
  readonly key?: CryptoKey | Uint8Array;
}

/** A copy of our cookie with one difference. */
async function forged({ hostname, jti }: Login, { header = {}, claims = {}, key = KEY }: Change = {}): Promise<string> {
  const now = Math.floor(Date.now() / 1000);
  const said = { aud: hostname, jti, iat: now, exp: now + 60, ...claims };
  return new SignJWT(JSON.parse(JSON.stringify(said)) as JWTPayload)
    .setProtectedHeader({ alg: "HS256", typ: TYPE, ...header } as JWTHeaderParameters)
    .sign(key);
}

const part = (value: unknown): string => btoa(JSON.stringify(value)).replaceAll("=", "");
const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

describe("a cookie", () => {
  test("forged with the server's own secret is accepted, so each later case fails for its one difference", async () => {
    const login = await aLogin();
    expect(await isIn(login.site, await forged(login))).toBe(true);
  });

  test.each<[string, (login: Login) => Promise<string> | string]>([
    ["signed with another secret", (login) => forged(login, { key: bytes(`${SECRET}!`) })],
    ["signed with an empty secret", (login) => forged(login, { key: new Uint8Array(32) })],
    [
      "signed by nobody",
      ({ hostname, jti }) =>
        `${part({ alg: "none", typ: TYPE })}.${part({ aud: hostname, jti, iat: 0, exp: 9_999_999_999 })}.`,
    ],
    [
      "whose header says none",
      ({ token }) => [part({ alg: "none", typ: TYPE }), ...token.split(".").slice(1)].join("."),
    ],
    [
      "signed with our secret by another algorithm",
      (login) => forged(login, { header: { alg: "HS512" }, key: bytes(SECRET.repeat(2).slice(0, 64)) }),
    ],
    [
      "signed with a private key, whose public half it brings",
      async (login) => {
        const { privateKey, publicKey } = await generateKeyPair("RS256", { extractable: true });
        return forged(login, {
          header: {
            alg: "RS256",
            jwk: await crypto.subtle.exportKey("jwk", publicKey),
            jku: "https://login.example/keys",
          },
          key: privateKey,
        });
      },
    ],
    [
      "signed with the provider's public key as if it were a secret",
      async (login) => {
        const key = await importJWK(PUBLIC_JWK, "RS256", { extractable: true });
        return forged(login, { key: bytes(await exportSPKI(key as CryptoKey)) });
      },
    ],
    ["of another type", (login) => forged(login, { header: { typ: "JWT" } })],
    ["of the type of a login attempt", (login) => forged(login, { header: { typ: "svc-login+jwt" } })],
    ["of no type", (login) => forged(login, { header: { typ: undefined } })],
    [
      "with an extension we have to understand",
      (login) =>
        forged(login, { header: { crit: ["x"], x: 1 } }).catch(
          () => `${part({ alg: "HS256", typ: TYPE, crit: ["x"], x: 1 })}.e30.AAAA`,
        ),
    ],
    ["that is over", (login) => forged(login, { claims: { exp: Math.floor(Date.now() / 1000) } })],
    ["that never ends", (login) => forged(login, { claims: { exp: undefined } })],
    ["that ends in words", (login) => forged(login, { claims: { exp: "never" } })],
    ["not issued at any time", (login) => forged(login, { claims: { iat: undefined } })],
    ["not valid yet", (login) => forged(login, { claims: { nbf: Math.floor(Date.now() / 1000) + 60 } })],
    ["for no hostname", (login) => forged(login, { claims: { aud: undefined } })],
    ["for another hostname", (login) => forged(login, { claims: { aud: "other.example" } })],
    [
      "for this hostname among others",
      (login) => forged(login, { claims: { aud: [login.hostname, "other.example"] } }),
    ],
    ["for this hostname with a port", (login) => forged(login, { claims: { aud: `${login.hostname}:443` } })],
    ["that names no login", (login) => forged(login, { claims: { jti: undefined } })],
    ["that names an unknown login", (login) => forged(login, { claims: { jti: newSecret() } })],
    [
      "that names a login by something else than a secret",
      (login) => forged(login, { claims: { jti: "' OR 1=1 --" } }),
    ],
    ["that names several logins", (login) => forged(login, { claims: { jti: [login.jti] } })],
    ["of three parts and one more", ({ token }) => `${token}.AAAA`],
    ["encrypted rather than signed", ({ token }) => `${token}.AAAA.AAAA`],
    ["that is empty", () => ""],
    ["that is not a token", () => "%00%ff..{}"],
    ["that is quoted", ({ token }) => `"${token}"`],
  ])("%s is refused", async (_, make) => {
    const login = await aLogin();
    expect(await isIn(login.site, await make(login))).toBe(false);
  });

  test("with a missing or changed character at its end is refused", async () => {
    const { site, token } = await aLogin();
    for (let length = token.length - 1; length > 0; length -= 7)
      expect(await isIn(site, token.slice(0, length))).toBe(false);
    for (let at = 0; at < token.length - 1; at += 5) {
      const changed = token[at] === "A" ? "B" : "A";
      expect(await isIn(site, `${token.slice(0, at)}${changed}${token.slice(at + 1)}`)).toBe(false);
    }
    expect(await isIn(site, token)).toBe(true);
  });

  test.each([
    [-1, true],
    [0, true],
    [1, false],
  ])("%i characters longer than the longest accepted one: %s", async (more, isRead) => {
    const login = await aLogin();
    const short = await forged(login, { claims: { pad: "" } });
    // Base64 grows by four characters for every three.
    const missing = LOGIN_TOKEN_MAX_CHARS + more - short.length;
    const token = await padded(login, missing);
    expect(token.length).toBe(LOGIN_TOKEN_MAX_CHARS + more);
    expect(await isIn(login.site, token)).toBe(isRead);
  });

  test("that is sent twice is refused, whichever value is valid", async () => {
    const login = await aLogin();
    const other = await forged(login, { key: bytes("an attacker's secret of enough characters") });
    for (const cookie of [`${LOGIN}=${other}; ${LOGIN}=${login.token}`, `${LOGIN}=${login.token}; ${LOGIN}=${other}`]) {
      expect((await holding(login.site, cookie)).headers.has("x-robots-tag")).toBe(false);
    }
  });

  test.each([
    "svc_session",
    "__Secure-svc_session",
    "__host-svc_session",
    " __Host-svc_session",
    "x__Host-svc_session",
    "__Host-svc_session2",
    ATTEMPT,
  ])("under the name %j is ignored", async (name) => {
    const { site, token } = await aLogin();
    const isOurs = name.trim() === LOGIN;
    expect((await holding(site, `${name}=${token}`)).headers.has("x-robots-tag")).toBe(isOurs);
  });
});

/** A token that is longer by exactly this many characters, through padding in claims and header. */
async function padded(login: Login, missing: number): Promise<string> {
  for (let claim = Math.floor((missing * 3) / 4) - 12; claim < missing; claim += 1) {
    for (const header of ["", "x", "xx", "xxx"]) {
      const token = await forged(login, { claims: { pad: "p".repeat(claim) }, header: { pad: header } });
      const wanted = (await forged(login, { claims: { pad: "" } })).length + missing;
      if (token.length === wanted) return token;
    }
  }
  throw new Error("no such length");
}

describe("a login", () => {
  test("of one site is refused at another, of the same tenant or not, also if the cookie is copied", async () => {
    const [mine, other] = await Promise.all([aSite("mine"), aSite("other")]);
    await invite(other, ownerOf(mine), "owner");
    const browser = await loggedIn(provider, mine);
    expect(await isIn(other, browser.cookies(mine.origin).get(LOGIN) ?? "")).toBe(false);
  });

  test("of one hostname is refused at the site's other hostname, even if it is signed again for that name", async () => {
    const login = await aLogin();
    const alias = `${unique("alias")}.example`;
    await db.batch([
      db
        .prepare(
          "INSERT INTO domains (hostname, tenant_id, site_id, status, created_at) VALUES (?, ?, 'main', 'verified', 0)",
        )
        .bind(alias, login.site.name),
      db.prepare("UPDATE domains SET is_primary = 0 WHERE hostname = ?").bind(login.hostname),
      db.prepare("UPDATE domains SET is_primary = 1 WHERE hostname = ?").bind(alias),
    ]);
    const there = { ...login.site, origin: `https://${alias}` };
    expect(await isIn(there, login.token)).toBe(false);
    expect(await isIn(there, await forged({ ...login, hostname: alias }))).toBe(false);
  });

  test("is refused once its hostname belongs to another tenant, even if that tenant has invited the same person", async () => {
    const { site, hostname, token } = await aLogin();
    const other = await aSite("buyer");
    await invite(other, ownerOf(site), "owner");
    expect(await isIn(site, token)).toBe(true);
    await db
      .prepare("UPDATE domains SET tenant_id = ?, is_primary = 0 WHERE hostname = ?")
      .bind(other.name, hostname)
      .run();
    forgetMembers(() => true);
    const request = new Request(`${site.origin}/`, { headers: { cookie: `${LOGIN}=${token}` } });
    expect(await resolveMember(request, siteHosting(env as unknown as Env))).toBeNull();
  });

  test.each([
    [-1_000, true],
    [0, false],
    [1_000, false],
  ])("ends after twelve hours and %i ms: %s is left of it", async (more, isLeft) => {
    vi.useFakeTimers({ toFake: ["Date"], now: 1_800_000_000_000 });
    const { site, token } = await aLogin();
    await inUse(site);
    vi.setSystemTime(1_800_000_000_000 + LOGIN_LIFETIME_MS + more);
    expect(await isIn(site, token)).toBe(isLeft);
  });

  test("lasts no longer if its cookie is signed for a longer time", async () => {
    vi.useFakeTimers({ toFake: ["Date"], now: 1_800_000_000_000 });
    const login = await aLogin();
    await inUse(login.site);
    vi.setSystemTime(1_800_000_000_000 + LOGIN_LIFETIME_MS);
    expect(await isIn(login.site, await forged(login))).toBe(false);
  });

  test.each([
    ["revoked", "UPDATE login_sessions SET revoked_at = 1 WHERE tenant_id = ?"],
    ["of somebody who is no member any more", "DELETE FROM memberships WHERE tenant_id = ?"],
    ["deleted", "DELETE FROM login_sessions WHERE tenant_id = ?"],
  ])("that is %s stays valid for at most five seconds, in an isolate that has cached it", async (_, change) => {
    vi.useFakeTimers({ toFake: ["Date"], now: 1_800_000_000_000 });
    const { site, token } = await aLogin();
    expect(await isIn(site, token)).toBe(true);
    await db.prepare(change).bind(site.name).run();
    vi.setSystemTime(1_800_000_000_000 + LOGIN_KNOWN_MS - 1);
    expect(await isIn(site, token)).toBe(true);
    vi.setSystemTime(1_800_000_000_000 + LOGIN_KNOWN_MS);
    expect(await isIn(site, token)).toBe(false);
  });
});

describe("session fixation", () => {
  test("fails, because a login sets a new cookie and ends the login that the browser had", async () => {
    const site = await aSite("fixed");
    await invite(site, "an attacker", "viewer");
    const attacker = await loggedIn(provider, site, "an attacker");
    const planted = attacker.cookies(site.origin).get(LOGIN) ?? "";
    const victim = new Browser();
    victim.cookies(site.origin).set(LOGIN, planted);
    await loggedIn(provider, site, ownerOf(site), victim);
    const made = victim.cookies(site.origin).get(LOGIN) ?? "";
    expect(made).not.toBe(planted);
    expect(await isIn(site, planted)).toBe(false);
    expect(await isIn(site, made)).toBe(true);
    expect(await rows("login_sessions", "tenant_id = ? AND revoked_at IS NULL", site.name)).toBe(1);
  });

  test("by a failed login leaves the earlier login as it is", async () => {
    const site = await aSite("kept");
    const browser = await loggedIn(provider, site);
    expect((await attempt(browser, provider, site, "a stranger")).status).toBe(403);
    expect(await seesDraft(browser, site)).toBe(true);
  });

  test("through the login attempt fails: a victim who is sent another person's response is not logged in, and the attempt stays valid", async () => {
    const site = await aSite("csrf");
    await invite(site, "an attacker", "viewer");
    const [attacker, victim] = [new Browser(), new Browser()];
    const address = provider.consent(await begin(attacker, site), "an attacker");
    await begin(victim, site);
    const response = await victim.go(address);
    expect([response.status, victim.cookies(site.origin).has(LOGIN)]).toEqual([400, false]);
    expect((await attacker.go(address)).status).toBe(303);
  });
});

describe("logging somebody else out", () => {
  test.each<[string, Record<string, string>]>([
    ["from nowhere", { origin: "null" }],
    ["from another site", { origin: "https://evil.example" }],
    ["from a sub-domain", { origin: "https://evil.HOST" }],
    ["from another port", { origin: "https://HOST:8443" }],
    ["over http", { origin: "http://HOST" }],
    ["with a method override", { origin: "https://evil.example", "x-http-method-override": "POST" }],
  ])("%s is refused, and they stay logged in", async (_, headers) => {
    const site = await aSite("csrf");
    const browser = await loggedIn(provider, site);
    const origin = headers["origin"]?.replace("HOST", `${site.name}.example`) ?? "";
    const response = await post(browser, `${site.origin}/api/auth/logout?everywhere=true`, {
      headers: { ...headers, origin },
    });
    expect([response.status, (await response.json<{ code: string }>()).code, response.headers.getSetCookie()]).toEqual([
      403,
      "ORIGIN_MISMATCH",
      [],
    ]);
    expect(await seesDraft(browser, site)).toBe(true);
  });

  test("without an Origin, or with GET, is refused", async () => {
    const site = await aSite("csrf");
    const browser = await loggedIn(provider, site);
    expect((await browser.go(`${site.origin}/api/auth/logout`, { method: "POST" })).status).toBe(403);
    expect((await browser.go(`${site.origin}/api/auth/logout`, { headers: { origin: site.origin } })).status).toBe(405);
    expect(await seesDraft(browser, site)).toBe(true);
  });

  test("everywhere, with a login that has ended, ends nothing", async () => {
    const site = await aSite("stale");
    const [stale, good] = [await loggedIn(provider, site), await loggedIn(provider, site)];
    const headers = { cookie: `${LOGIN}=${stale.cookies(site.origin).get(LOGIN)}` };
    await post(stale, `${site.origin}/api/auth/logout`);
    expect((await post(new Browser(), `${site.origin}/api/auth/logout?everywhere=true`, { headers })).status).toBe(204);
    expect(await seesDraft(good, site)).toBe(true);
  });
});
