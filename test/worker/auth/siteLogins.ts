import { expect } from "vitest";
import { type aSite, db } from "../site/harness.ts";
import { sha256Hex } from "../../../sites/platform/keys/digest.ts";
import type { Role } from "../../../runtime/commands/permissions.ts";
import { Browser } from "./browser.ts";
import type { FakeProvider } from "./fakeProvider.ts";

export const ISSUER = "https://login.example";
export const LOGIN = "__Host-svc_session";
export const ATTEMPT = "__Host-svc_login";

export type Site = Awaited<ReturnType<typeof aSite>>;

export const ownerOf = ({ name }: Site): string => `owner-of-${name}`;

export const identityOf = (subject: string): Promise<string> => sha256Hex(JSON.stringify([ISSUER, subject]));

export async function invite({ name }: Site, subject: string, role: Role): Promise<string> {
  const id = await identityOf(subject);
  await db.batch([
    db
      .prepare("INSERT OR IGNORE INTO identities (id, issuer, subject, created_at) VALUES (?, ?, ?, 0)")
      .bind(id, ISSUER, subject),
    db
      .prepare(
        "INSERT INTO memberships (tenant_id, site_id, identity_id, role, created_at) VALUES (?, 'main', ?, ?, 0)",
      )
      .bind(name, id, role),
  ]);
  return id;
}

/** Starts a login. Answers the provider's URL. */
export async function begin(browser: Browser, { origin }: Site, query = ""): Promise<string> {
  const response = await browser.go(`${origin}/api/auth/start${query}`);
  expect(response.status).toBe(303);
  return response.headers.get("location") ?? "";
}

/** Runs a whole login. Answers the callback's response. */
export async function attempt(
  browser: Browser,
  provider: FakeProvider,
  site: Site,
  subject = ownerOf(site),
): Promise<Response> {
  return browser.go(provider.consent(await begin(browser, site), subject));
}

export async function loggedIn(
  provider: FakeProvider,
  site: Site,
  subject = ownerOf(site),
  browser = new Browser(),
): Promise<Browser> {
  const response = await attempt(browser, provider, site, subject);
  expect([response.status, await response.text()]).toEqual([303, ""]);
  return browser;
}

export const post = (browser: Browser, url: string, init: RequestInit = {}): Promise<Response> =>
  browser.go(url, { method: "POST", ...init, headers: { origin: new URL(url).origin, ...init.headers } });

/** True if the site shows this browser its draft. */
export async function seesDraft(browser: Browser, { origin }: Site): Promise<boolean> {
  const response = await browser.go(`${origin}/?svc_mode=edit`);
  expect(response.status).toBe(200);
  return response.headers.get("x-robots-tag") !== null;
}

export async function rows(
  table: "login_sessions" | "login_attempts",
  where: string,
  ...values: string[]
): Promise<number> {
  const row = await db
    .prepare(`SELECT count(*) AS count FROM ${table} WHERE ${where}`)
    .bind(...values)
    .first<{ count: number }>();
  return row?.count ?? -1;
}
