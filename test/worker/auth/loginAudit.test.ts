import { describe, expect, test, vi } from "vitest";
import { LOGIN_AUDIT_ROWS, LOGIN_AUDIT_WINDOW_MS } from "../../../manifests/bounds/logins.ts";
import { type LoginRow, recordLogin } from "../../../sites/web/auth/loginAudit.ts";
import { aSite, db } from "../site/harness.ts";
import { Browser } from "./browser.ts";
import { allow, aProgram, codeOf, exchange } from "./commandLineLogin.ts";
import { type FakeProvider, withProvider } from "./fakeProvider.ts";
import { attempt, identityOf, invite, loggedIn, ownerOf, post, type Site } from "./siteLogins.ts";

const NOW = 1_800_000_000_000;

let provider: FakeProvider;
withProvider((own) => {
  provider = own;
});

const ROWS =
  "SELECT command, actor, outcome, via FROM audit WHERE tenant_id = ? AND command LIKE 'login.%' ORDER BY command, via";
const audited = async ({ name }: Site): Promise<unknown[]> => (await db.prepare(ROWS).bind(name).all()).results;

describe("audit", () => {
  test("has a row for a login, its end, and one for a program", async () => {
    const [site, program] = [await aSite("audited"), await aProgram()];
    const actor = `member:${await identityOf(ownerOf(site))}`;
    const browser = await loggedIn(provider, site);
    await exchange(site, await codeOf(await allow(browser, site, program)), program.verifier);
    await post(browser, `${site.origin}/api/auth/logout`);
    expect(await audited(site)).toEqual([
      { command: "login.end", actor, outcome: "done", via: null },
      { command: "login.open", actor, outcome: "done", via: null },
      { command: "login.open", actor, outcome: "done", via: "svc login" },
    ]);
  });

  test("has a row for leaving everywhere, at each site", async () => {
    const [here, there] = [await aSite("here"), await aSite("there")];
    await invite(there, ownerOf(here), "viewer");
    await loggedIn(provider, there, ownerOf(here));
    await post(await loggedIn(provider, here), `${here.origin}/api/auth/logout?everywhere=true`);
    for (const site of [here, there])
      expect(await audited(site)).toContainEqual(
        expect.objectContaining({ command: "login.everywhere", outcome: "done" }),
      );
  });

  test("has a row for who is not invited, naming nobody, and for what failed", async () => {
    const site = await aSite("refused");
    expect((await attempt(new Browser(), provider, site, "a stranger")).status).toBe(403);
    await new Browser().go(`${site.origin}/api/auth/callback?state=x&code=y`);
    const { results } = await db
      .prepare("SELECT * FROM audit WHERE tenant_id = ? AND command LIKE 'login.%'")
      .bind(site.name)
      .all();
    expect(results).toHaveLength(2);
    expect(JSON.stringify(results)).not.toContain("a stranger");
    expect(await audited(site)).toEqual([
      { command: "login.fail", actor: "visitor", outcome: "refused", via: null },
      { command: "login.refuse", actor: "visitor", outcome: "refused", via: null },
    ]);
  });
});

const REQUEST = { host: "site.example", request: "r1", ray: null };

describe("the log", () => {
  test("names host and request of a login that failed, and of one that was tried too often, and holds nothing that was received", async () => {
    const said = vi.spyOn(console, "warn").mockImplementation(() => undefined);
    const site = await aSite("told");
    const browser = new Browser();
    const begun = await browser.go(`${site.origin}/api/auth/start?return=/`);
    const state = new URL(begun.headers.get("location") ?? "").searchParams.get("state") ?? "";
    expect(
      (await browser.go(`${site.origin}/api/auth/callback?state=${state}&code=a-forged-code&iss=https://evil.example`))
        .status,
    ).toBe(400);
    const lines = said.mock.calls.map(([line]) => JSON.parse(String(line)) as { event: string; request: string });
    const hostname = new URL(site.origin).hostname;
    expect(lines).toContainEqual({
      time: expect.any(String),
      event: "login_failed",
      host: hostname,
      request: expect.stringMatching(/^[0-9a-f-]{36}$/),
      ray: null,
      actor: null,
      outcome: "refused",
      code: "LOGIN_FAILED",
      reason: expect.any(String),
    });
    expect(JSON.stringify(lines)).not.toMatch(/a-forged-code/);
    const { request } = lines.find(({ event }) => event === "login_failed") ?? {};
    const row = await db
      .prepare("SELECT request_id FROM audit WHERE tenant_id = ? AND command = 'login.fail'")
      .bind(site.name)
      .first<{ request_id: string }>();
    expect(row?.request_id).toBe(request);
  });
});

describe("a flood", () => {
  const row = (site: Site, more: Partial<LoginRow> = {}): LoginRow => ({
    event: "login.fail",
    tenant: site.name,
    site: "main",
    about: "d",
    now: NOW,
    request: REQUEST,
    ...more,
  });

  test.each([
    [-1, -1],
    [0, 0],
    [1, 0],
  ])("of the bound and %i rows leaves the bound and %i, and the log has the others", async (more, left) => {
    const said = vi.spyOn(console, "warn").mockImplementation(() => undefined);
    const site = await aSite("flood");
    for (let n = 0; n < LOGIN_AUDIT_ROWS + more; n += 1) await recordLogin({ DB: db }, row(site));
    expect([(await audited(site)).length, said.mock.calls.length]).toEqual([
      LOGIN_AUDIT_ROWS + left,
      Math.max(0, more),
    ]);
  });

  test.each([
    [-1, 0],
    [0, 1],
    [1, 1],
  ])("is over after the window and %i ms: %i row more", async (more, rows) => {
    vi.spyOn(console, "warn").mockImplementation(() => undefined);
    const site = await aSite("flood");
    for (let n = 0; n < LOGIN_AUDIT_ROWS; n += 1) await recordLogin({ DB: db }, row(site));
    await recordLogin({ DB: db }, row(site, { now: NOW + LOGIN_AUDIT_WINDOW_MS + more }));
    expect((await audited(site)).length).toBe(LOGIN_AUDIT_ROWS + rows);
  });

  test("of failures hides no refusal, no member and no other site", async () => {
    const [site, other] = [await aSite("flood"), await aSite("other")];
    for (let n = 0; n < LOGIN_AUDIT_ROWS; n += 1) await recordLogin({ DB: db }, row(site));
    await recordLogin({ DB: db }, row(site, { event: "login.refuse" }));
    await recordLogin({ DB: db }, row(site, { event: "login.open", identity: "i" }));
    await recordLogin({ DB: db }, row(other));
    expect([(await audited(site)).length, (await audited(other)).length]).toEqual([LOGIN_AUDIT_ROWS + 2, 1]);
  });

  test("is counted by an index of its own, however full audit is", async () => {
    const { results } = await db
      .prepare(
        "EXPLAIN QUERY PLAN SELECT count(*) FROM audit WHERE tenant_id = 't' AND site_id = 's' AND command GLOB 'login.*' AND command = 'login.fail' AND actor = 'visitor' AND at > 0",
      )
      .all<{ detail: string }>();
    expect(results.map(({ detail }) => detail).join()).toContain("audit_logins");
  });
});
