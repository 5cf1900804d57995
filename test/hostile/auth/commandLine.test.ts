import { describe, expect, test } from "vitest";
import { LOGIN_CODE_BODY_MAX_BYTES } from "../../../manifests/bounds/logins.ts";
import { Browser } from "../../worker/auth/browser.ts";
import {
  type Program,
  allow,
  aProgram,
  askedBy,
  codeOf,
  exchange,
  FORM,
  PAGE,
  pageFor,
} from "../../worker/auth/commandLineLogin.ts";
import { type FakeProvider, withProvider } from "../../worker/auth/fakeProvider.ts";
import { identityOf, invite, loggedIn, LOGIN, ownerOf, post, rows, type Site } from "../../worker/auth/siteLogins.ts";
import { STYLE_PATH } from "../../../sites/web/document/sheetPath.ts";
import { aSite, db } from "../../worker/site/harness.ts";

/** Attacks on command-line logins: stealing one, or making a member grant one. */

let provider: FakeProvider;
withProvider((own) => {
  provider = own;
});

interface Scene {
  readonly site: Site;
  readonly program: Program;
  readonly browser: Browser;
}

async function scene(): Promise<Scene> {
  const site = await aSite("cli");
  return { site, program: await aProgram(), browser: await loggedIn(provider, site) };
}

const allowed = async ({ site, program, browser }: Scene): Promise<string> =>
  codeOf(await allow(browser, site, program));

const codes = async ({ site }: Scene): Promise<number> =>
  (
    await db
      .prepare("SELECT count(*) AS count FROM login_codes WHERE hostname = ?")
      .bind(`${site.name}.example`)
      .first<{ count: number }>()
  )?.count ?? -1;

/** The number of logins, which must be the browser's alone. */
const onlyTheBrowsers = ({ site }: Scene): Promise<number> =>
  rows("login_sessions", "tenant_id = ? AND revoked_at IS NULL", site.name);

/** Status, code and cookies of an answer. */
async function said(response: Response): Promise<string> {
  const cookies = response.headers.getSetCookie();
  return [response.status, (await response.json<{ code: string }>()).code, ...cookies].join(" ");
}

describe("a login code of the command line", () => {
  test("is redeemed once, however many requests send it at once", async () => {
    const here = await scene();
    const code = await allowed(here);
    const answers = await Promise.all(
      Array.from({ length: 6 }, () => exchange(here.site, code, here.program.verifier)),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 400, 400, 400, 400, 400]);
    expect(await onlyTheBrowsers(here)).toBe(2);
  });

  test("needs the verifier of the program that requested it, and a wrong verifier uses the code up", async () => {
    const here = await scene();
    const code = await allowed(here);
    expect(await said(await exchange(here.site, code, (await aProgram()).verifier))).toBe("400 LOGIN_FAILED");
    expect(await said(await exchange(here.site, code, here.program.verifier))).toBe("400 LOGIN_FAILED");
    expect([await codes(here), await onlyTheBrowsers(here)]).toEqual([0, 1]);
  });

  test.each<[string, (program: Program) => string]>([
    ["the challenge itself", ({ challenge }) => challenge],
    ["the state", ({ state }) => state],
    ["nothing", () => ""],
    ["one character less", ({ verifier }) => verifier.slice(1)],
    ["a line break more", ({ verifier }) => `${verifier}\n`],
  ])("is refused with %s as verifier", async (_, wrong) => {
    const here = await scene();
    expect(await said(await exchange(here.site, await allowed(here), wrong(here.program)))).toBe("400 LOGIN_FAILED");
    expect(await onlyTheBrowsers(here)).toBe(1);
  });

  test("is refused at another site, also if the person is a member there", async () => {
    const [here, other] = [await scene(), await aSite("cli")];
    await invite(other, ownerOf(here.site), "owner");
    const code = await allowed(here);
    expect(await said(await exchange(other, code, here.program.verifier))).toBe("400 LOGIN_FAILED");
    expect(await rows("login_sessions", "tenant_id = ?", other.name)).toBe(0);
    expect((await exchange(here.site, code, here.program.verifier)).status).toBe(201);
  });

  test.each<[string, (here: Scene) => Promise<unknown>]>([
    ["whose member logged out meanwhile", ({ browser, site }) => post(browser, `${site.origin}/api/auth/logout`)],
    [
      "whose member logged out everywhere",
      ({ browser, site }) => post(browser, `${site.origin}/api/auth/logout?everywhere=true`),
    ],
    [
      "whose member is none any more",
      ({ site }) => db.prepare("DELETE FROM memberships WHERE tenant_id = ?").bind(site.name).run(),
    ],
  ])("%s is refused", async (_, change) => {
    const here = await scene();
    const code = await allowed(here);
    await change(here);
    expect(await said(await exchange(here.site, code, here.program.verifier))).toBe("400 LOGIN_FAILED");
  });

  test("is stored only as a digest", async () => {
    const here = await scene();
    const code = await allowed(here);
    const row = await db
      .prepare("SELECT * FROM login_codes WHERE hostname = ?")
      .bind(`${here.site.name}.example`)
      .first();
    expect(JSON.stringify(row)).not.toContain(code);
    expect(JSON.stringify(row)).not.toContain(here.program.verifier);
  });

  test("cannot be redeemed by a page of another site", async () => {
    const here = await scene();
    const code = await allowed(here);
    expect(await said(await exchange(here.site, code, here.program.verifier, { origin: "https://evil.example" }))).toBe(
      "403 ORIGIN_MISMATCH",
    );
    expect(await said(await exchange(here.site, code, here.program.verifier, { "content-type": "text/plain" }))).toBe(
      "415 UNSUPPORTED_MEDIA_TYPE",
    );
    expect(await codes(here)).toBe(1);
  });

  test.each([
    [-1, 400],
    [0, 400],
    [1, 413],
  ])("is redeemed with a body of the largest size and %i bytes: %i", async (more, status) => {
    const here = await scene();
    const body = JSON.stringify({ code: "x", verifier: "y" }).padEnd(LOGIN_CODE_BODY_MAX_BYTES + more);
    const response = await new Browser().go(`${here.site.origin}${PAGE}/login`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body,
    });
    expect(response.status).toBe(status);
  });
});

describe("the address that receives a code", () => {
  test.each<[string, Record<string, string>]>([
    ["another host", { port: "50000@evil.example" }],
    ["another host after the port", { port: "50000.evil.example" }],
    ["a path", { port: "50000/evil" }],
    ["a port in another spelling", { port: "050000" }],
    ["a port that is a sum", { port: "50000+1" }],
    ["a port in other digits", { port: "５００００" }],
    ["a negative port", { port: "-5000" }],
    ["no port", { port: "" }],
    ["a service of the system", { port: "22" }],
    ["an address besides", { redirect_uri: "https://evil.example" }],
    ["a state with a header in it", { state: "x\r\nLocation: https://evil.example" }],
    ["a state that goes on", { state: `${"x".repeat(43)}&site=https://evil.example` }],
    ["a challenge that is none", { challenge: "plain" }],
  ])("is never %s", async (_, change) => {
    const here = await scene();
    const query = new URLSearchParams({ ...askedBy(here.program), ...change });
    expect(await said(await here.browser.go(`${here.site.origin}${PAGE}?${query.toString()}`))).toBe(
      "400 INVALID_REQUEST",
    );
    expect(await said(await allow(here.browser, here.site, here.program, change))).toBe("400 INVALID_REQUEST");
    expect(await codes(here)).toBe(0);
  });

  test("is refused if a parameter is repeated", async () => {
    const here = await scene();
    expect(await said(await here.browser.go(`${pageFor(here.site, here.program)}&port=50001`))).toBe(
      "400 INVALID_REQUEST",
    );
    const body = `${new URLSearchParams(askedBy(here.program)).toString()}&port=50001&answer=yes`;
    expect(await said(await post(here.browser, `${here.site.origin}${PAGE}/allow`, { headers: FORM, body }))).toBe(
      "400 INVALID_REQUEST",
    );
  });

  test.each([
    `${PAGE}`,
    `${PAGE}/allow`,
    `${PAGE}/login`,
    `${PAGE}?port=50000`,
    `${PAGE}?port=50000&challenge=${"c".repeat(43)}&state=${"s".repeat(43)}&x=y`,
    `${PAGE}?state=${"s".repeat(43)}&port=50000&challenge=${"c".repeat(43)}`,
  ])("logging in does not return to %s", async (path) => {
    const { site } = await scene();
    expect((await new Browser().go(`${site.origin}/api/auth/start?return=${encodeURIComponent(path)}`)).status).toBe(
      400,
    );
  });
});

describe("a member who is sent a hostile login link", () => {
  test("loses nothing by opening it, because the page only asks for consent", async () => {
    const here = await scene();
    const response = await here.browser.go(pageFor(here.site, await aProgram()));
    expect([response.status, response.headers.get("location"), await codes(here)]).toEqual([200, null, 0]);
  });

  test("cannot be made to agree from another origin", async () => {
    const here = await scene();
    for (const origin of [
      "null",
      "https://evil.example",
      `https://evil.${here.site.name}.example`,
      `${here.site.origin}:8443`,
      here.site.origin.replace("https", "http"),
      "http://127.0.0.1:49152",
    ]) {
      expect(await said(await allow(here.browser, here.site, here.program, {}, { origin }))).toBe(
        "403 ORIGIN_MISMATCH",
      );
    }
    for (const site of ["cross-site", "same-site", "none"]) {
      expect(await said(await allow(here.browser, here.site, here.program, {}, { "sec-fetch-site": site }))).toBe(
        "403 ORIGIN_MISMATCH",
      );
    }
    const bare = await here.browser.go(`${here.site.origin}${PAGE}/allow`, {
      method: "POST",
      headers: FORM,
      body: new URLSearchParams({ ...askedBy(here.program), answer: "yes" }).toString(),
    });
    expect(await said(bare)).toBe("403 ORIGIN_MISMATCH");
    expect(await codes(here)).toBe(0);
  });

  test("cannot be made to agree by a GET request or inside of a frame", async () => {
    const here = await scene();
    expect(
      (
        await here.browser.go(
          `${here.site.origin}${PAGE}/allow?${new URLSearchParams({ ...askedBy(here.program), answer: "yes" }).toString()}`,
        )
      ).status,
    ).toBe(405);
    const { headers } = await here.browser.go(pageFor(here.site, here.program));
    expect(headers.get("x-frame-options")).toBe("DENY");
    expect(headers.get("content-security-policy")).toBe(
      `default-src 'none'; style-src ${here.site.origin}${STYLE_PATH}; form-action 'self' http://127.0.0.1:${here.program.port}; base-uri 'none'; frame-ancestors 'none'`,
    );
    expect([headers.get("cache-control"), headers.get("referrer-policy")]).toEqual(["no-store", "same-origin"]);
    expect(await codes(here)).toBe(0);
  });

  test("cannot be made to agree by JSON or a file upload", async () => {
    const here = await scene();
    for (const type of [
      "application/json",
      "text/plain",
      "multipart/form-data; boundary=x",
      "application/x-www-form-urlencoded; charset=utf-7",
    ]) {
      expect(await said(await allow(here.browser, here.site, here.program, {}, { "content-type": type }))).toBe(
        "415 UNSUPPORTED_MEDIA_TYPE",
      );
    }
  });

  test("loses nothing without a login", async () => {
    const here = await scene();
    expect(await said(await allow(new Browser(), here.site, here.program))).toBe("401 UNAUTHENTICATED");
    const foreign = await loggedIn(provider, await aSite("cli"));
    expect(await said(await allow(foreign, here.site, here.program))).toBe("401 UNAUTHENTICATED");
    expect(await codes(here)).toBe(0);
  });
});

test("the code appears only in the address of the redirect, and no other site learns that address", async () => {
  const here = await scene();
  const response = await allow(here.browser, here.site, here.program);
  expect([
    response.headers.get("referrer-policy"),
    response.headers.get("cache-control"),
    await response.text(),
  ]).toEqual(["no-referrer", "no-store", ""]);
});

test("the fetched token belongs to the member who agreed, whichever cookie comes with the request", async () => {
  const here = await scene();
  await invite(here.site, "an attacker", "viewer");
  const attacker = await loggedIn(provider, here.site, "an attacker");
  const cookie = `${LOGIN}=${attacker.cookies(here.site.origin).get(LOGIN)}`;
  const response = await exchange(here.site, await allowed(here), here.program.verifier, { cookie });
  expect(await response.json()).toMatchObject({ member: { role: "owner" } });
  expect(
    await rows(
      "login_sessions",
      "tenant_id = ? AND identity_id = ? AND revoked_at IS NULL",
      here.site.name,
      await identityOf(ownerOf(here.site)),
    ),
  ).toBe(2);
});
