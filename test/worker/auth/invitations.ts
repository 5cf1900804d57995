import { expect } from "vitest";
import type { Role } from "../../../runtime/commands/permissions.ts";
import { type Editor, callApi, done } from "../api/apiClient.ts";
import { db } from "../site/harness.ts";
import type { Browser } from "./browser.ts";
import type { FakeProvider } from "./fakeProvider.ts";
import { type Site, begin, identityOf, post } from "./siteLogins.ts";

export const LINKS = "/api/members/invitation-links";
export const JOIN = "/_editor/join";

export interface Link {
  readonly id: string;
  readonly state: string;
  readonly role: Role;
  readonly usedBy: string | null;
  readonly expiresAt: number;
}

export interface Made {
  readonly link: Link;
  readonly address: string;
}

export const makeLink = async (maker: Editor, body: object = { role: "author" }): Promise<Made> =>
  done<Made>(await callApi(maker, "POST", LINKS, { body }));

export const linksOf = async (owner: Editor): Promise<readonly Link[]> =>
  (await done<{ items: Link[] }>(await callApi(owner, "GET", LINKS))).items;

export const stateOf = async (owner: Editor, { link: { id } }: Made): Promise<string | undefined> =>
  (await linksOf(owner)).find((one) => one.id === id)?.state;

/** Sends a form of the invitation page. */
export const turn = (browser: Browser, { origin }: Site, fields: Record<string, string>, headers = {}) =>
  post(browser, origin + JOIN, { body: new URLSearchParams(fields), headers });

export const openLink = (browser: Browser, site: Site, address: string): Promise<Response> =>
  turn(browser, site, { do: "open", invitation: address });

/** Opens a link and logs in, up to the consent page. */
export async function arrive(
  browser: Browser,
  provider: FakeProvider,
  site: Site,
  { address, subject }: { readonly address: string; readonly subject: string },
): Promise<Response> {
  expect((await openLink(browser, site, address)).headers.get("location")).toBe(JOIN);
  return logInToJoin(browser, provider, site, subject);
}

export async function logInToJoin(
  browser: Browser,
  provider: FakeProvider,
  site: Site,
  subject: string,
): Promise<Response> {
  const location = await begin(browser, site, `?return=${encodeURIComponent(JOIN)}`);
  return browser.go(provider.consent(location, subject));
}

export const agree = (browser: Browser, site: Site): Promise<Response> => turn(browser, site, { do: "join" });

/** The person's role; undefined for a person who is no member. */
export async function roleOf({ name }: Site, subject: string): Promise<string | undefined> {
  const row = await db
    .prepare("SELECT role FROM memberships WHERE tenant_id = ? AND identity_id = ?")
    .bind(name, await identityOf(subject))
    .first<{ role: string }>();
  return row?.role;
}
