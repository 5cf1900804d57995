import { exportSPKI, generateKeyPair, importJWK, SignJWT, type JWTHeaderParameters } from "jose";
import { describe, expect, test, vi } from "vitest";
import {
  CALLBACK_QUERY_MAX_CHARS,
  LOGIN_ATTEMPT_MS,
  IDENTITY_ANSWER_MAX_BYTES,
  IDENTITY_TIMEOUT_MS,
  SUBJECT_MAX_CHARS,
} from "../../../manifests/bounds/logins.ts";
import { Browser } from "../../worker/auth/browser.ts";
import {
  type FakeProvider,
  type Quirks,
  json,
  KEY_ID,
  PUBLIC_JWK,
  withProvider,
} from "../../worker/auth/fakeProvider.ts";
import {
  ATTEMPT,
  attempt,
  begin,
  invite,
  loggedIn,
  LOGIN,
  ownerOf,
  rows,
  type Site,
} from "../../worker/auth/siteLogins.ts";
import { aSite } from "../../worker/site/harness.ts";

/** Forged and faulty answers of an identity provider. None may log anybody in. */

let provider: FakeProvider;
withProvider((own) => {
  provider = own;
});

/** The effects of an answer: on the browser's cookies and on the database. */
async function left(response: Response, browser: Browser, site: Site): Promise<object> {
  const body = await response.json<{ code: string }>();
  return {
    code: body.code,
    members: Object.keys(body).toSorted(),
    cacheControl: response.headers.get("cache-control"),
    cookies: response.headers.getSetCookie(),
    isIn: browser.cookies(site.origin).has(LOGIN),
    logins: await rows("login_sessions", "tenant_id = ?", site.name),
  };
}

/** The expected state after a failed login. */
const nobody = (code = "LOGIN_FAILED"): object => ({
  code,
  members: ["code", "instance", "status", "title", "type"],
  cacheControl: "no-store",
  cookies: [],
  isIn: false,
  logins: 0,
});

const without =
  (name: string) =>
  (claims: object): object =>
    Object.fromEntries(Object.entries(claims).filter(([claim]) => claim !== name));

const now = (): number => Math.floor(Date.now() / 1000);
const part = (value: unknown): string =>
  btoa(JSON.stringify(value)).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
const signedBy = async (key: CryptoKey | Uint8Array, header: object, claims: object): Promise<string> =>
  new SignJWT({ ...claims }).setProtectedHeader(header as JWTHeaderParameters).sign(key);

const TOKENS: [string, Quirks][] = [
  ["of another issuer", { claims: (all) => ({ ...all, iss: "https://evil.example" }) }],
  ["of the issuer with a slash", { claims: (all) => ({ ...all, iss: "https://login.example/" }) }],
  ["of no issuer", { claims: without("iss") }],
  ["for another client", { claims: (all) => ({ ...all, aud: "another" }) }],
  ["for nobody", { claims: without("aud") }],
  [
    "for several clients, of whom another asked for it",
    { claims: (all) => ({ ...all, aud: ["site-under-test", "another"], azp: "another" }) },
  ],
  ["of nobody", { claims: without("sub") }],
  ["of an empty subject", { claims: (all) => ({ ...all, sub: "" }) }],
  ["of a subject that is a number", { claims: (all) => ({ ...all, sub: 7 }) }],
  ["with another nonce", { claims: (all) => ({ ...all, nonce: "x".repeat(43) }) }],
  ["without a nonce", { claims: without("nonce") }],
  ["that is over", { claims: (all) => ({ ...all, exp: now() - 31 }) }],
  ["that never ends", { claims: without("exp") }],
  ["not issued at any time", { claims: without("iat") }],
  ["not valid yet", { claims: (all) => ({ ...all, nbf: now() + 60 }) }],
  ["signed by nobody", { sign: async (claims) => `${part({ alg: "none" })}.${part(claims)}.` }],
  [
    "signed with our own secret",
    {
      sign: (claims) =>
        signedBy(new TextEncoder().encode("a client secret with : % + and ü"), { alg: "HS256", kid: KEY_ID }, claims),
    },
  ],
  [
    "signed with the public key as if it were a secret",
    {
      sign: async (claims) => {
        const key = await importJWK(PUBLIC_JWK, "RS256", { extractable: true });
        return signedBy(
          new TextEncoder().encode(await exportSPKI(key as CryptoKey)),
          { alg: "HS256", kid: KEY_ID },
          claims,
        );
      },
    },
  ],
  [
    "signed with another key under the same name",
    {
      sign: async (claims) =>
        signedBy((await generateKeyPair("RS256")).privateKey, { alg: "RS256", kid: KEY_ID }, claims),
    },
  ],
  [
    "signed with another key that it brings along",
    {
      sign: async (claims) => {
        const { privateKey, publicKey } = await generateKeyPair("RS256", { extractable: true });
        return signedBy(
          privateKey,
          {
            alg: "RS256",
            kid: KEY_ID,
            jwk: await crypto.subtle.exportKey("jwk", publicKey),
            jku: "https://evil.example/keys",
          },
          claims,
        );
      },
    },
  ],
  ["signed with a key nobody has published", { header: (all) => ({ ...all, kid: "unknown" }) }],
  [
    "with a changed subject under an old signature",
    {
      token: (token) => {
        const [header, claims = "", signature] = token.split(".");
        return [
          header,
          part({ ...(JSON.parse(atob(claims.replaceAll("-", "+").replaceAll("_", "/"))) as object), name: "x" }),
          signature,
        ].join(".");
      },
    },
  ],
  ["with its signature cut off", { token: (token) => token.split(".").slice(0, 2).join(".") }],
  ["with an empty signature", { token: (token) => `${token.split(".").slice(0, 2).join(".")}.` }],
  ["that is no token", { token: () => "nonsense" }],
  ["that is not there", { tokenAnswer: () => json({ access_token: "x", token_type: "Bearer" }) }],
  ["that UserInfo gives to somebody else", { userinfo: () => json({ sub: "somebody else" }) }],
  [
    "whose subject UserInfo spells differently",
    { userinfo: (answer) => json({ sub: `${(answer as { sub: string }).sub} ` }) },
  ],
  ["whose subject UserInfo does not say", { userinfo: () => json({ name: "x" }) }],
];

describe("an ID token", () => {
  test.each(TOKENS)("%s logs nobody in", async (_, quirks) => {
    const site = await aSite("token");
    provider.quirks = quirks;
    const browser = new Browser();
    expect(await left(await attempt(browser, provider, site), browser, site)).toEqual(nobody());
    expect(await rows("login_attempts", "hostname = ?", `${site.name}.example`)).toBe(0);
  });

  test.each([
    [-1, 303],
    [0, 303],
    [1, 400],
  ])("with a subject of the longest length and %i characters: %i", async (more, status) => {
    const site = await aSite("subject");
    const subject = "s".repeat(SUBJECT_MAX_CHARS + more);
    await invite(site, subject, "viewer");
    expect((await attempt(new Browser(), provider, site, subject)).status).toBe(status);
  });

  test.each(["a\u200bb", "a\u0000b", "a\nb", "\u202e"])("with the subject %j logs nobody in", async (subject) => {
    const site = await aSite("subject");
    await invite(site, subject, "owner");
    const browser = new Browser();
    expect(await left(await attempt(browser, provider, site, subject), browser, site)).toEqual(nobody());
  });

  test("that was used in an earlier login logs nobody in", async () => {
    const [site, other] = await Promise.all([aSite("replay"), aSite("replay")]);
    let kept = "";
    provider.quirks = { token: (token) => (kept = token) };
    await loggedIn(provider, site);
    provider.quirks = { token: () => kept };
    const browser = new Browser();
    expect(await left(await attempt(browser, provider, other, ownerOf(site)), browser, other)).toEqual(nobody());
  });
});

const BROKEN: [string, Quirks][] = [
  [
    "answers with an error of its own",
    { tokenAnswer: () => new Response("<h1>500</h1>", { status: 500, headers: { "content-type": "text/html" } }) },
  ],
  [
    "answers with a page",
    { tokenAnswer: () => new Response("<h1>Hello</h1>", { headers: { "content-type": "text/html" } }) },
  ],
  [
    "sends us elsewhere",
    { tokenAnswer: () => new Response(null, { status: 302, headers: { location: "https://evil.example/token" } }) },
  ],
  ["does not know us", { tokenAnswer: () => json({ error: "invalid_client" }, 401) }],
  [
    "breaks the connection",
    {
      tokenAnswer: () => {
        throw new TypeError("connection lost");
      },
    },
  ],
  ["has no keys to be had", { keys: () => new Response("gone", { status: 500 }) }],
  ["has no UserInfo", { userinfo: () => json({ error: "server_error" }, 500) }],
  [
    "sends UserInfo without an end",
    {
      userinfo: () =>
        new Response("x".repeat(IDENTITY_ANSWER_MAX_BYTES + 1), { headers: { "content-type": "application/json" } }),
    },
  ],
];

describe("a provider that", () => {
  test.each(BROKEN)("%s makes logging in impossible, not wrong", async (_, quirks) => {
    const site = await aSite("broken");
    provider.quirks = quirks;
    // Different settings, so that no cached keys of an earlier test apply.
    const browser = new Browser(undefined, {
      OIDC_AUTHORIZATION_ENDPOINT: `https://login.example/authorize?${site.name}`,
    });
    const response = await attempt(browser, provider, site);
    expect(response.status).toBe(503);
    expect(await left(response, browser, site)).toEqual(nobody("LOGIN_UNAVAILABLE"));
  });

  test.each([
    [-1, 303],
    [0, 303],
    [1, 503],
  ])("sends an answer of the largest size and %i bytes: %i", async (more, status) => {
    const site = await aSite("size");
    provider.quirks = {
      userinfo: (answer) =>
        new Response(JSON.stringify(answer).padEnd(IDENTITY_ANSWER_MAX_BYTES + more, " "), {
          headers: { "content-type": "application/json" },
        }),
    };
    expect((await attempt(new Browser(), provider, site)).status).toBe(status);
  });

  test("does not answer is given up after the time limit", async () => {
    const site = await aSite("slow");
    const waits: number[] = [];
    const timeout = AbortSignal.timeout.bind(AbortSignal);
    vi.spyOn(AbortSignal, "timeout").mockImplementation((wait) => {
      waits.push(wait);
      return timeout(20);
    });
    provider.quirks = {
      userinfo: async () => {
        await scheduler.wait(60_000);
        return json({});
      },
    };
    const stuck = vi.mocked(globalThis.fetch).getMockImplementation();
    vi.mocked(globalThis.fetch).mockImplementation((input, init) => {
      const aborted = new Promise<never>((_, fail) => {
        init?.signal?.addEventListener("abort", () => fail(init.signal?.reason));
      });
      return Promise.race([stuck?.(input, init) ?? aborted, aborted]);
    });
    const browser = new Browser();
    expect(await left(await attempt(browser, provider, site), browser, site)).toEqual(nobody("LOGIN_UNAVAILABLE"));
    expect(new Set(waits)).toEqual(new Set([IDENTITY_TIMEOUT_MS]));
  });
});

describe("the authorization response", () => {
  test.each<[string, (answer: URLSearchParams) => void]>([
    ["has no state", (answer) => answer.delete("state")],
    ["has an empty state", (answer) => answer.set("state", "")],
    ["has a state nobody gave out", (answer) => answer.set("state", "x".repeat(43))],
    ["has a state with SQL in it", (answer) => answer.set("state", "' OR 1=1 --")],
    ["has two states", (answer) => answer.append("state", answer.get("state") ?? "")],
    ["is from another issuer", (answer) => answer.set("iss", "https://evil.example")],
    ["is from two issuers", (answer) => answer.append("iss", "https://evil.example")],
    ["has no code", (answer) => answer.delete("code")],
    ["has two codes", (answer) => answer.append("code", "x")],
    ["has a code nobody gave out", (answer) => answer.set("code", "x")],
    [
      "says that somebody declined",
      (answer) => {
        answer.delete("code");
        answer.set("error", "access_denied");
      },
    ],
    ["is an error and a code at once", (answer) => answer.set("error", "access_denied")],
    ["brings tokens along", (answer) => answer.set("id_token", "x.y.z")],
    ["is wrapped in a token", (answer) => answer.set("response", "x.y.z")],
  ])("that %s logs nobody in", async (_, change) => {
    const site = await aSite("answer");
    const browser = new Browser();
    expect(
      await left(await browser.go(provider.consent(await begin(browser, site), ownerOf(site), change)), browser, site),
    ).toEqual(nobody());
  });

  test.each<[string, string]>([
    ["access_denied", "LOGIN_FAILED"],
    ["login_required", "LOGIN_FAILED"],
    ["unauthorized_client", "LOGIN_UNAVAILABLE"],
    ["invalid_scope", "LOGIN_UNAVAILABLE"],
    ["server_error", "LOGIN_UNAVAILABLE"],
    ["x", "LOGIN_UNAVAILABLE"],
  ])("that is the error %s logs nobody in and says %s", async (error, code) => {
    const site = await aSite("error");
    const browser = new Browser();
    const address = provider.consent(await begin(browser, site), ownerOf(site), (answer) => {
      answer.delete("code");
      answer.set("error", error);
    });
    expect(await left(await browser.go(address), browser, site)).toEqual(nobody(code));
  });

  test("that contains an error text shows it to nobody", async () => {
    const site = await aSite("said");
    const browser = new Browser();
    const address = provider.consent(await begin(browser, site), ownerOf(site), (answer) => {
      answer.set("error", "<script>alert(1)</script>");
      answer.set("error_description", "call 555-0100 to unlock your account");
    });
    const response = await browser.go(address, { headers: { accept: "text/html" } });
    const html = await response.text();
    expect([response.status, response.headers.get("content-type")]).toEqual([503, "text/html; charset=utf-8"]);
    expect(html).not.toMatch(/script|555|unlock/);
  });

  test.each([
    [-1, 303],
    [0, 303],
    [1, 400],
  ])("of the longest length and %i characters: %i", async (more, status) => {
    const site = await aSite("long");
    const browser = new Browser();
    const address = provider.consent(await begin(browser, site), ownerOf(site), (answer) => answer.set("pad", ""));
    const { search } = new URL(address);
    expect((await browser.go(`${address}${"x".repeat(CALLBACK_QUERY_MAX_CHARS + more - search.length)}`)).status).toBe(
      status,
    );
  });

  test("is accepted once, however often it is sent", async () => {
    const site = await aSite("again");
    const browser = new Browser();
    const address = provider.consent(await begin(browser, site), ownerOf(site));
    const cookie = `${ATTEMPT}=${browser.cookies(site.origin).get(ATTEMPT)}`;
    const answers = await Promise.all(Array.from({ length: 8 }, () => browser.go(address, { headers: { cookie } })));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([303, 400, 400, 400, 400, 400, 400, 400]);
    expect((await browser.go(address, { headers: { cookie } })).status).toBe(400);
    expect(await rows("login_sessions", "tenant_id = ?", site.name)).toBe(1);
    expect(provider.asked.filter(({ path }) => path === "/token")).toHaveLength(1);
  });

  test("is used up also by a failed login", async () => {
    const site = await aSite("once");
    const browser = new Browser();
    const address = provider.consent(await begin(browser, site), ownerOf(site));
    provider.quirks = { userinfo: () => json({ error: "server_error" }, 500) };
    expect((await browser.go(address)).status).toBe(503);
    provider.quirks = { anyCode: true };
    expect(await left(await browser.go(address), browser, site)).toEqual(nobody());
  });

  test("with another attempt's code logs nobody in, although the provider would accept the code", async () => {
    const site = await aSite("code");
    provider.quirks = { anyCode: true };
    const [first, second] = [new Browser(), new Browser()];
    const stolen = new URL(provider.consent(await begin(first, site), ownerOf(site))).searchParams.get("code") ?? "";
    const address = provider.consent(await begin(second, site), ownerOf(site), (answer) => answer.set("code", stolen));
    expect(await left(await second.go(address), second, site)).toEqual(nobody());
  });

  test("without the attempt's cookie, or with another browser's or another kind of cookie, logs nobody in", async () => {
    const site = await aSite("browser");
    const other = new Browser();
    await begin(other, site);
    const theirs = other.cookies(site.origin).get(ATTEMPT) ?? "";
    for (const cookie of ["", `${ATTEMPT}=`, `${ATTEMPT}=${theirs}`, `${ATTEMPT}=x.y.z`, `${LOGIN}=${theirs}`]) {
      const browser = new Browser();
      const address = provider.consent(await begin(browser, site), ownerOf(site));
      expect(await left(await browser.go(address, { headers: { cookie } }), browser, site)).toEqual(nobody());
    }
  });

  test("carried to another tenant's hostname logs nobody in there, and stays valid at its own hostname", async () => {
    const [site, other] = await Promise.all([aSite("mine"), aSite("other")]);
    await invite(other, ownerOf(site), "owner");
    const browser = new Browser();
    const address = provider.consent(await begin(browser, site), ownerOf(site));
    const cookie = `${ATTEMPT}=${browser.cookies(site.origin).get(ATTEMPT)}`;
    const carried = address.replace(site.origin, other.origin);
    expect(await left(await browser.go(carried, { headers: { cookie } }), browser, other)).toEqual(nobody());
    expect((await browser.go(address)).status).toBe(303);
  });

  test.each([
    [-1_000, 303],
    [0, 400],
    [1_000, 400],
  ])("after the attempt's lifetime and %i ms: %i", async (more, status) => {
    vi.useFakeTimers({ toFake: ["Date"], now: 1_800_000_000_000 });
    const site = await aSite("late");
    const browser = new Browser();
    const address = provider.consent(await begin(browser, site), ownerOf(site));
    vi.setSystemTime(1_800_000_000_000 + LOGIN_ATTEMPT_MS + more);
    expect((await browser.go(address)).status).toBe(status);
  });

  test.each(["HEAD", "POST", "PUT"])("sent with %s is refused", async (method) => {
    const site = await aSite("method");
    const browser = new Browser();
    const address = provider.consent(await begin(browser, site), ownerOf(site));
    expect((await browser.go(address, { method })).status).toBe(405);
    expect((await browser.go(address)).status).toBe(303);
  });
});
