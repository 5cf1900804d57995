import { describe, expect, test, vi } from "vitest";
import {
  INVITATION_LINK_DAYS,
  INVITATION_LINK_KEPT_MS,
  INVITATION_LINK_MAX_DAYS,
  INVITATION_LINKS_MAX,
  JOIN_REQUESTS,
  JOINING_MS,
  LOGIN_WINDOW_SECONDS,
  MEMBERS_MAX,
} from "../../../manifests/bounds/logins.ts";
import { anEditor, callApi, codeOf, done, memberOf } from "../api/apiClient.ts";
import { isLinkOpen } from "../../../sites/control/people/invitations.ts";
import { forgetLines } from "../../../sites/platform/security/securityEvents.ts";
import { expectKind } from "../../support/answerKinds.ts";
import { db, unique } from "../site/harness.ts";
import { Browser } from "./browser.ts";
import { type FakeProvider, withProvider } from "./fakeProvider.ts";
import {
  type Link,
  type Made,
  agree,
  arrive,
  JOIN,
  LINKS,
  linksOf,
  makeLink,
  openLink,
  roleOf,
  stateOf,
  turn,
} from "./invitations.ts";
import { identityOf, invite, loggedIn, LOGIN, seesDraft } from "./siteLogins.ts";

let provider: FakeProvider;
withProvider((own) => {
  provider = own;
});

const DAY_MS = 86_400_000;

describe("an invitation link", () => {
  test("lets the person who opens it, logs in and agrees become a member with its role and name", async () => {
    const owner = await anEditor();
    const [{ site }, browser, subject] = [owner, new Browser(), unique("guest")];
    const made = await makeLink(owner, { role: "editor", name: "Vela <b>" });
    expect(made.address).toMatch(new RegExp(`^${site.origin}${JOIN}#[A-Za-z0-9_-]{43}$`));
    const opened = await openLink(browser, site, made.address);
    expect([opened.status, opened.headers.get("location")]).toEqual([303, JOIN]);
    const invited = await (await browser.go(site.origin + JOIN)).text();
    expect(invited).toContain("Your role would be editor: it writes, publishes, and reads what visitors sent.");
    expect(invited).not.toContain('value="join"');
    const back = await arrive(browser, provider, site, { address: made.address, subject });
    expect(back.headers.get("location")).toBe(site.origin + JOIN);
    const page = await browser.go(site.origin + JOIN);
    expectKind(page, "joinPage");
    expect(await page.text()).toContain(`You are logged in as ${subject}`);
    expect(await roleOf(site, subject)).toBeUndefined();
    const joined = await agree(browser, site);
    expect([joined.status, joined.headers.get("location")]).toEqual([303, `${site.origin}/_editor`]);
    expect([await roleOf(site, subject), await seesDraft(browser, site)]).toEqual(["editor", true]);
    const { items } = await done<{ items: { id: string; name: string }[] }>(
      await callApi(owner, "GET", "/api/members"),
    );
    expect(items).toContainEqual(expect.objectContaining({ id: await identityOf(subject), name: "Vela <b>" }));
    expect(await linksOf(owner)).toMatchObject([{ state: "used", usedBy: await identityOf(subject) }]);
  });

  test("is said once: a repeat answers without it, and nothing that is kept holds it", async () => {
    const owner = await anEditor();
    const [key, body] = [crypto.randomUUID(), { role: "viewer" }];
    const first = await done<Made>(await callApi(owner, "POST", LINKS, { key, body }));
    const again = await callApi(owner, "POST", LINKS, { key, body });
    expect(again.headers.get("idempotency-replayed")).toBe("true");
    expect(await done<Made>(again)).toEqual({ link: first.link, address: null });
    const secret = first.address.split("#")[1] ?? "";
    const tables = ["invitation_links", "joinings", "claims", "audit", "login_attempts"];
    await openLink(new Browser(), owner.site, first.address);
    for (const table of tables) {
      const { results } = await db.prepare(`SELECT * FROM ${table}`).all();
      expect(JSON.stringify(results)).not.toContain(secret);
    }
    expect((await linksOf(owner)).map(({ id }) => id)).toEqual([first.link.id]);
  });

  test("is taken back by whoever manages members, and counts no more", async () => {
    const owner = await anEditor();
    const [admin, browser, subject] = [await memberOf(owner.site, "admin"), new Browser(), unique("guest")];
    const made = await makeLink(owner);
    await arrive(browser, provider, owner.site, { address: made.address, subject });
    const opens = isLinkOpen(db, () => Date.now());
    const asked = { tenant: owner.site.name, site: "main", link: made.link.id };
    expect([await opens(asked), await opens({ ...asked, site: "other" })]).toEqual([true, false]);
    await done(await callApi(admin, "DELETE", `${LINKS}/${made.link.id}`));
    expect(await opens(asked)).toBe(false);
    expect((await agree(browser, owner.site)).status).toBe(410);
    expect([await stateOf(owner, made), await roleOf(owner.site, subject)]).toEqual(["revoked", undefined]);
    expect((await openLink(new Browser(), owner.site, made.address)).status).toBe(410);
  });

  test("that was used is not taken back, and one that is not there is not found", async () => {
    const owner = await anEditor();
    const [made, browser] = [await makeLink(owner), new Browser()];
    await arrive(browser, provider, owner.site, { address: made.address, subject: unique("guest") });
    await agree(browser, owner.site);
    expect(await codeOf(await callApi(owner, "DELETE", `${LINKS}/${made.link.id}`))).toBe("CONFLICT");
    expect(await codeOf(await callApi(owner, "DELETE", `${LINKS}/${"0".repeat(64)}`))).toBe("NOT_FOUND");
  });

  test("may be declined, and goes on counting for the person it is for", async () => {
    const owner = await anEditor();
    const [made, browser, subject] = [await makeLink(owner), new Browser(), unique("guest")];
    await arrive(browser, provider, owner.site, { address: made.address, subject });
    expect((await turn(browser, owner.site, { do: "decline" })).headers.get("location")).toBe("/");
    expect((await agree(browser, owner.site)).status).toBe(410);
    expect([await stateOf(owner, made), await roleOf(owner.site, subject)]).toEqual(["open", undefined]);
  });

  test("is written down when it is made, used and taken back", async () => {
    const owner = await anEditor();
    const [made, browser, subject] = [await makeLink(owner), new Browser(), unique("guest")];
    await arrive(browser, provider, owner.site, { address: made.address, subject });
    await agree(browser, owner.site);
    await done(await callApi(owner, "DELETE", `${LINKS}/${(await makeLink(owner)).link.id}`));
    const { items } = await done<{ items: { actor: string; command: string }[] }>(
      await callApi(owner, "GET", "/api/audit"),
    );
    const joined = `member:${await identityOf(subject)}`;
    const rows = items.map(({ actor, command }) => [command, actor === joined ? "guest" : "owner"].join(" "));
    expect(rows).toEqual(expect.arrayContaining(["member.link owner", "member.join guest", "member.unlink owner"]));
  });
});

describe("the bounds of invitation links", () => {
  test.each([
    [0, "INVALID_REQUEST"],
    [1, "201"],
    [2, "201"],
    [INVITATION_LINK_MAX_DAYS - 1, "201"],
    [INVITATION_LINK_MAX_DAYS, "201"],
    [INVITATION_LINK_MAX_DAYS + 1, "INVALID_REQUEST"],
  ])("%i days: %s", async (days, answer) => {
    const owner = await anEditor();
    expect(await codeOf(await callApi(owner, "POST", LINKS, { body: { role: "viewer", days } }))).toBe(answer);
  });

  test.each([
    [INVITATION_LINK_DAYS * DAY_MS - 1, 303],
    [INVITATION_LINK_DAYS * DAY_MS, 410],
    [INVITATION_LINK_DAYS * DAY_MS + 1, 410],
  ])("%i ms after it was made: %i", async (later, status) => {
    const owner = await anEditor();
    const made = await makeLink(owner);
    vi.setSystemTime(made.link.expiresAt - INVITATION_LINK_DAYS * DAY_MS + later);
    expect((await openLink(new Browser(), owner.site, made.address)).status).toBe(status);
  });

  test.each([
    [INVITATION_LINKS_MAX - 1, "201"],
    [INVITATION_LINKS_MAX, "CONFLICT"],
    [INVITATION_LINKS_MAX + 1, "CONFLICT"],
  ])("beside %i open ones: %s", async (count, answer) => {
    const owner = await anEditor();
    const ids = JSON.stringify(Array.from({ length: count }, () => unique("link").padEnd(64, "0")));
    const insert = `INSERT INTO invitation_links (id, tenant_id, site_id, role, maker_id, created_at, expires_at)
      SELECT value, ?1, 'main', 'viewer', ?2, ?3, ?3 + 1000000 FROM json_each(?4)`;
    await db.prepare(insert).bind(owner.site.name, owner.identity, Date.now(), ids).run();
    expect(await codeOf(await callApi(owner, "POST", LINKS, { body: { role: "viewer" } }))).toBe(answer);
  });

  test.each([
    [INVITATION_LINK_KEPT_MS - 1, 2],
    [INVITATION_LINK_KEPT_MS, 1],
    [INVITATION_LINK_KEPT_MS + 1, 1],
  ])("%i ms after it ended, beside a new one: %i are listed", async (later, listed) => {
    const owner = await anEditor();
    const { link } = await makeLink(owner);
    // Each new link sweeps some expired ones, so links of other tests are deleted first.
    await db.prepare("DELETE FROM invitation_links WHERE id <> ?").bind(link.id).run();
    vi.setSystemTime(link.expiresAt + later);
    const again = await anEditor();
    await makeLink(again);
    const row = await db
      .prepare("SELECT count(*) AS n FROM invitation_links WHERE id = ?")
      .bind(link.id)
      .first<{ n: number }>();
    expect((row?.n ?? 0) + 1).toBe(listed);
  });

  test("is gone with its name when its time to be kept has passed, with any login", async () => {
    const [owner, member] = [await anEditor(), unique("member")];
    const { link } = await makeLink(owner, { role: "viewer", name: unique("Vela") });
    await invite(owner.site, member, "viewer");
    // Each login sweeps some expired links, so links of other tests are deleted first.
    await db.prepare("DELETE FROM invitation_links WHERE id <> ?").bind(link.id).run();
    const kept = () => db.prepare("SELECT name FROM invitation_links WHERE id = ?").bind(link.id).first();
    vi.setSystemTime(link.expiresAt + INVITATION_LINK_KEPT_MS - 1000);
    await loggedIn(provider, owner.site, member);
    expect(await kept()).not.toBeNull();
    vi.setSystemTime(link.expiresAt + INVITATION_LINK_KEPT_MS);
    await loggedIn(provider, owner.site, member);
    expect(await kept()).toBeNull();
  });

  test.each([
    [JOINING_MS - 1, 303],
    [JOINING_MS, 410],
    [JOINING_MS + 1, 410],
  ])("agreeing %i ms after it was opened: %i", async (later, status) => {
    const owner = await anEditor();
    const [made, browser] = [await makeLink(owner), new Browser()];
    const now = Math.ceil(Date.now() / 1000) * 1000;
    vi.setSystemTime(now);
    await arrive(browser, provider, owner.site, { address: made.address, subject: unique("guest") });
    vi.setSystemTime(now + later);
    expect((await agree(browser, owner.site)).status).toBe(status);
  });

  test("the identity of somebody who never agreed is gone with the next login after that time", async () => {
    const owner = await anEditor();
    const [made, subject, member] = [await makeLink(owner), unique("guest"), unique("member")];
    await invite(owner.site, member, "viewer");
    await arrive(new Browser(), provider, owner.site, { address: made.address, subject });
    const kept = () => db.prepare("SELECT issuer FROM joinings WHERE subject = ?").bind(subject).first();
    expect(await kept()).not.toBeNull();
    vi.setSystemTime(Date.now() + JOINING_MS);
    await loggedIn(provider, owner.site, member);
    expect(await kept()).toBeNull();
  });

  test.each([
    [JOIN_REQUESTS - 1, 410],
    [JOIN_REQUESTS, 429],
    [JOIN_REQUESTS + 1, 429],
  ])("a guess after %i others of one address: %i", async (count, status) => {
    const { site } = await anEditor();
    const browser = new Browser();
    // Tries that take seconds would get room back meanwhile.
    vi.setSystemTime(Date.now());
    forgetLines();
    const lines = vi.spyOn(console, "warn").mockImplementation(() => undefined);
    for (let guess = 0; guess < count; guess += 1) await openLink(browser, site, "A".repeat(43));
    const answer = await openLink(browser, site, "A".repeat(43));
    expect(answer.status).toBe(status);
    if (status === 429) expect(Number(answer.headers.get("retry-after"))).toBeLessThanOrEqual(LOGIN_WINDOW_SECONDS);
    const written = lines.mock.calls.flat().join("\n");
    expect([written.includes("join_limited"), written.includes("AAAA")]).toEqual([status === 429, false]);
  });

  test.each([
    [MEMBERS_MAX - 1, 303],
    [MEMBERS_MAX, 410],
  ])("beside %i members: %i", async (count, status) => {
    const owner = await anEditor();
    const [made, browser] = [await makeLink(owner), new Browser()];
    const people = JSON.stringify(Array.from({ length: count - 1 }, () => unique("m").padEnd(64, "0")));
    await db.batch([
      db
        .prepare(
          "INSERT INTO identities (id, issuer, subject, created_at) SELECT value, 'https://login.example', value, 0 FROM json_each(?)",
        )
        .bind(people),
      db
        .prepare(
          "INSERT INTO memberships (tenant_id, site_id, identity_id, role, created_at) SELECT ?, 'main', value, 'viewer', 0 FROM json_each(?)",
        )
        .bind(owner.site.name, people),
    ]);
    await arrive(browser, provider, owner.site, { address: made.address, subject: unique("guest") });
    expect((await agree(browser, owner.site)).status).toBe(status);
  });
});

const alertIn = (html: string): string => /role="alert">(.*?)<\/p>/.exec(html)?.[1] ?? "";

describe("the page of an invitation", () => {
  test("asks for the link where none was opened, and knows it with or without its address", async () => {
    const owner = await anEditor();
    const { site } = owner;
    const page = await new Browser().go(site.origin + JOIN);
    expectKind(page, "joinPage");
    expect(await page.text()).toContain('name="invitation"');
    const { address } = await makeLink(owner);
    for (const text of [address, ` ${address}\n`, address.split("#")[1] ?? ""])
      expect((await openLink(new Browser(), site, text)).status).toBe(303);
  });

  test.each(["", "nothing", `#${"A".repeat(42)}`, `#${"A".repeat(44)}`, "%00", "<script>"])(
    "says so where “%s” is no link",
    async (text) => {
      const { site } = await anEditor();
      const browser = new Browser();
      const answer = await openLink(browser, site, text);
      const html = await answer.text();
      expect([answer.status, html.includes("This link opens no invitation here")]).toEqual([410, true]);
      expect(alertIn(html)).not.toContain("it was used");
      expect(browser.cookies(site.origin).size).toBe(0);
    },
  );

  test("takes a link that a mail program has mangled, and does not call it used", async () => {
    const owner = await anEditor();
    const { site } = owner;
    const { address } = await makeLink(owner);
    const [, secret = ""] = address.split("#");
    const wrapped = `https://eur01.safelinks.protection.outlook.com/?url=${encodeURIComponent(address)}&data=05`;
    for (const text of [wrapped, `<${address}>.`, address.replace("#", "%23")])
      expect((await openLink(new Browser(), site, text)).status).toBe(303);
    const lost = alertIn(await (await openLink(new Browser(), site, address.slice(0, -1))).text());
    expect([lost.includes("This link opens no invitation here"), lost.includes("it was used")]).toEqual([true, false]);
    for (const path of [`%23${secret}`, `%23${secret}.`, `%2523${secret}`])
      expect((await new Browser().go(`${site.origin}${JOIN}${path}`)).headers.get("location")).toBe(
        `${site.origin}${JOIN}#${secret}`,
      );
    expect((await new Browser().go(`${site.origin}${JOIN}%23short`)).headers.get("location")).toBe(site.origin + JOIN);
    expect((await new Browser().go(`${site.origin}${JOIN}ed`)).status).toBe(404);
  });

  test("tells a member that the invitation stays for somebody else", async () => {
    const owner = await anEditor();
    const made = await makeLink(owner);
    const browser = new Browser();
    const cookie = { cookie: owner.cookie };
    await openLink(browser, owner.site, made.address);
    const html = await (await browser.go(owner.site.origin + JOIN, { headers: cookie })).text();
    expect(html).toContain("You are logged in here as owner.");
    expect(await stateOf(owner, made)).toBe("open");
  });

  test("takes no other turn and no other method", async () => {
    const { site } = await anEditor();
    expect((await turn(new Browser(), site, { do: "promote" })).status).toBe(400);
    expect((await new Browser().go(site.origin + JOIN, { method: "PUT" })).status).toBe(405);
  });

  test("keeps the ordinary login of a stranger as it is", async () => {
    const owner = await anEditor();
    const [made, browser, subject] = [await makeLink(owner), new Browser(), unique("guest")];
    await openLink(browser, owner.site, made.address);
    const begun = await browser.go(`${owner.site.origin}/api/auth/start`);
    const answer = await browser.go(provider.consent(begun.headers.get("location") ?? "", subject));
    expect([answer.status, await answer.json()]).toEqual([403, { issuer: "https://login.example", subject }]);
    expect(browser.cookies(owner.site.origin).has(LOGIN)).toBe(false);
    expect((await agree(browser, owner.site)).status).toBe(410);
  });
});

describe("the list of invitation links", () => {
  test("goes on where the page before ended, newest first", async () => {
    const owner = await anEditor();
    const made = [await makeLink(owner), await makeLink(owner), await makeLink(owner)];
    interface Page {
      readonly items: Link[];
      readonly next: string | null;
    }
    const seen: string[] = [];
    for (let next: string | null = ""; next !== null;) {
      const query: string = next === "" ? "?limit=2" : `?limit=2&cursor=${encodeURIComponent(next)}`;
      const page: Page = await done<Page>(await callApi(owner, "GET", LINKS + query));
      seen.push(...page.items.map(({ id }) => id));
      ({ next } = page);
    }
    expect(seen.toSorted()).toEqual(made.map(({ link }) => link.id).toSorted());
  });

  test("and its forms are refused to who may not manage members", async () => {
    const owner = await anEditor();
    const editor = await memberOf(owner.site, "editor");
    const { link } = await makeLink(owner);
    expect(await codeOf(await callApi(editor, "GET", LINKS))).toBe("FORBIDDEN");
    expect(await codeOf(await callApi(editor, "POST", LINKS, { body: { role: "viewer" } }))).toBe("FORBIDDEN");
    expect(await codeOf(await callApi(editor, "DELETE", `${LINKS}/${link.id}`))).toBe("FORBIDDEN");
  });
});
