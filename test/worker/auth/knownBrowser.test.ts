import { runInDurableObject } from "cloudflare:test";
import { expect, test, vi } from "vitest";
import { KNOWN_BROWSER_MS } from "../../../manifests/bounds/logins.ts";
import type { AddressedSite } from "../../../sites/web/auth/addressedSite.ts";
import { rememberBrowser } from "../../../sites/web/auth/knownBrowser.ts";
import type { Env } from "../../../sites/web/powers/env.ts";
import { aSite, changeRows, workspaceOf } from "../site/harness.ts";
import { Browser } from "./browser.ts";
import { type FakeProvider, withProvider } from "./fakeProvider.ts";
import { begin, identityOf, ownerOf, type Site } from "./siteLogins.ts";

let provider: FakeProvider;
withProvider((own) => {
  provider = own;
});

const KNOWN = "__Host-svc_known";

/** A site whose owner has a proven address for letters. */
async function withAddress(): Promise<Site> {
  const site = await aSite("known");
  const member = await identityOf(ownerOf(site));
  await changeRows(site.name, (sql) =>
    sql.exec(
      "INSERT INTO mail_addresses (site, member, address, code, tries, code_until) VALUES ('main', ?, 'ann@harbour.example', NULL, 0, 0)",
      member,
    ),
  );
  return site;
}

const login = async (site: Site, browser: Browser): Promise<void> => {
  const response = await browser.go(provider.consent(await begin(browser, site), ownerOf(site)));
  expect(response.status).toBe(303);
};

const letters = ({ name }: Site): Promise<number> =>
  runInDurableObject(
    workspaceOf(name),
    (_, { storage: { sql } }) => sql.exec("SELECT * FROM mail_letters WHERE kind = 'login'").toArray().length,
  );

test("a member gets a letter about a login with a new browser, and none about later ones with it", async () => {
  const site = await withAddress();
  const browser = new Browser();
  await login(site, browser);
  expect(await letters(site)).toBe(1);
  await login(site, browser);
  expect(await letters(site)).toBe(1);
  await login(site, new Browser());
  expect(await letters(site)).toBe(2);
});

test("a browser known for one site, with a forged cookie, or for another person is new", async () => {
  const [site, other] = [await withAddress(), await withAddress()];
  const browser = new Browser();
  await login(site, browser);
  const known = browser.cookies(site.origin).get(KNOWN) ?? "";
  for (const value of [known, `${known.slice(0, -2)}xx`, "x"]) {
    const thief = new Browser();
    thief.cookies(other.origin).set(KNOWN, value);
    const before = await letters(other);
    await login(other, thief);
    expect(await letters(other)).toBe(before + 1);
  }
});

/** The cookie after a login, where the workspace answers so. */
function remembered(execute: () => Promise<unknown>): Promise<string | undefined> {
  const place = { hostname: "acme.example", route: { tenant: "acme", site: "main" } } as unknown as AddressedSite;
  const env = { SESSION_SECRET: "s".repeat(43), WORKSPACES: { of: () => ({ execute }) } } as unknown as Env;
  const login = { identity: "a".repeat(64), login: "one", requestId: "r", now: Date.now() };
  return rememberBrowser(new Request("https://acme.example/"), env, place, login);
}

test("a browser is known once the workspace was told of its login", async () => {
  expect(await remembered(async () => ({ ok: true, value: {} }))).toContain(KNOWN);
});

test.each([
  ["fails", () => Promise.reject(new Error("the workspace is gone"))],
  ["is refused", async () => ({ ok: false, refusal: { code: "FORBIDDEN", detail: {} } })],
])("a browser stays new while telling %s, so that the next login is told", async (_, execute) => {
  const logged = vi.spyOn(console, "error").mockImplementation(() => undefined);
  expect(await remembered(execute)).toBeUndefined();
  expect(logged).toHaveBeenCalledTimes(1);
  logged.mockRestore();
});

test("browsers keep the cookie for as long as they keep any", () => {
  expect(KNOWN_BROWSER_MS).toBe(400 * 86_400_000);
});
