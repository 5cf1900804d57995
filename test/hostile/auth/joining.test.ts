import { describe, expect, test, vi } from "vitest";
import { LOGIN_KNOWN_MS } from "../../../manifests/bounds/logins.ts";
import type { Role } from "../../../runtime/commands/permissions.ts";
import { keepCookie } from "../../../sites/web/auth/cookies.ts";
import { writeToken } from "../../../sites/platform/login/token.ts";
import { Browser } from "../../worker/auth/browser.ts";
import { type FakeProvider, withProvider } from "../../worker/auth/fakeProvider.ts";
import {
  type Made,
  agree,
  arrive,
  JOIN,
  LINKS,
  logInToJoin,
  makeLink,
  openLink,
  roleOf,
  stateOf,
  turn,
} from "../../worker/auth/invitations.ts";
import { begin, identityOf, invite, loggedIn } from "../../worker/auth/siteLogins.ts";
import { type Editor, anEditor, callApi, codeOf, done, memberOf } from "../../worker/api/apiClient.ts";
import { db, operator, SESSION, unique } from "../../worker/site/harness.ts";

/** Attempts to join with an invitation of another person, with an expired one, or with a higher role. */

let provider: FakeProvider;
withProvider((own) => {
  provider = own;
});

interface Scene {
  readonly owner: Editor;
  readonly made: Made;
  readonly browser: Browser;
  readonly subject: string;
}

async function scene(body: object = { role: "author" }): Promise<Scene> {
  const owner = await anEditor();
  return { owner, made: await makeLink(owner, body), browser: new Browser(), subject: unique("guest") };
}

const arrived = ({ owner, made, browser, subject }: Scene): Promise<Response> =>
  arrive(browser, provider, owner.site, { address: made.address, subject });

const members = async ({ site }: Editor): Promise<number> =>
  (await db.prepare("SELECT count(*) AS n FROM memberships WHERE tenant_id = ?").bind(site.name).first<{ n: number }>())
    ?.n ?? -1;

describe("an invitation link is accepted once", () => {
  test("and refused to everybody after the first person has joined", async () => {
    const here = await scene();
    await arrived(here);
    await agree(here.browser, here.owner.site);
    expect((await openLink(new Browser(), here.owner.site, here.made.address)).status).toBe(410);
    expect(await members(here.owner)).toBe(2);
  });

  test("also if two people have opened it and agree at the same time", async () => {
    const here = await scene();
    const people = ["one", "two", "three"].map((name) => ({ browser: new Browser(), subject: unique(name) }));
    for (const person of people) await arrived({ ...here, ...person });
    const answers = await Promise.all(people.map(({ browser }) => agree(browser, here.owner.site)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([303, 410, 410]);
    expect(await members(here.owner)).toBe(2);
  });

  test("also if one browser agrees several times at once, or again later", async () => {
    const here = await scene();
    await arrived(here);
    const jar = new Map(here.browser.cookies(here.owner.site.origin));
    const answers = await Promise.all(Array.from({ length: 4 }, () => agree(here.browser, here.owner.site)));
    expect(answers.filter(({ status }) => status === 303)).toHaveLength(1);
    const replay = new Browser();
    for (const [name, value] of jar) replay.cookies(here.owner.site.origin).set(name, value);
    expect((await agree(replay, here.owner.site)).status).toBe(410);
    expect(await members(here.owner)).toBe(2);
  });

  test("and does not restore a member who was removed since", async () => {
    const here = await scene();
    await arrived(here);
    const jar = new Map(here.browser.cookies(here.owner.site.origin));
    await agree(here.browser, here.owner.site);
    await done(await callApi(here.owner, "DELETE", `/api/members/${await identityOf(here.subject)}`));
    for (const [name, value] of jar) here.browser.cookies(here.owner.site.origin).set(name, value);
    expect((await agree(here.browser, here.owner.site)).status).toBe(410);
    expect(await roleOf(here.owner.site, here.subject)).toBeUndefined();
  });
});

describe("the new member's role is the invitation's", () => {
  test.each(["?role=owner", "?role=owner&invitation=x", `#${"A".repeat(43)}`])(
    "whatever the address states: %s",
    async (more) => {
      const here = await scene({ role: "viewer" });
      await arrived(here);
      const body = new URLSearchParams({ do: "join", role: "owner" });
      const { origin } = here.owner.site;
      await here.browser.go(origin + JOIN + more, { method: "POST", body, headers: { origin } });
      expect(await roleOf(here.owner.site, here.subject)).toBe("viewer");
    },
  );

  test("and an admin can neither create nor revoke an owner's invitation", async () => {
    const owner = await anEditor();
    const admin = await memberOf(owner.site, "admin");
    expect(await codeOf(await callApi(admin, "POST", LINKS, { body: { role: "owner" } }))).toBe("FORBIDDEN");
    const made = await makeLink(owner, { role: "owner" });
    expect(await codeOf(await callApi(admin, "DELETE", `${LINKS}/${made.link.id}`))).toBe("FORBIDDEN");
    expect(await stateOf(owner, made)).toBe("open");
  });

  test("and a member's role does not change by an invitation", async () => {
    const here = await scene({ role: "owner" });
    const { site } = here.owner;
    await invite(site, here.subject, "viewer");
    await openLink(here.browser, site, here.made.address);
    await logInToJoin(here.browser, provider, site, here.subject);
    expect((await agree(here.browser, site)).status).toBe(410);
    expect([await roleOf(site, here.subject), await stateOf(here.owner, here.made)]).toEqual(["viewer", "open"]);
  });

  test("and the joining person is not the member who is logged in in the browser", async () => {
    const here = await scene({ role: "admin" });
    const { site } = here.owner;
    const viewer = unique("viewer");
    await invite(site, viewer, "viewer");
    await loggedIn(provider, site, viewer, here.browser);
    await openLink(here.browser, site, here.made.address);
    expect((await agree(here.browser, site)).status).toBe(410);
    await logInToJoin(here.browser, provider, site, here.subject);
    expect((await agree(here.browser, site)).status).toBe(303);
    expect([await roleOf(site, viewer), await roleOf(site, here.subject)]).toEqual(["viewer", "admin"]);
    const me = await here.browser.go(`${site.origin}/api/site`);
    expect(await me.json()).toMatchObject({ member: { id: await identityOf(here.subject), role: "admin" } });
  });
});

describe("an invitation of another site", () => {
  test("is refused here, and stays valid at its own site", async () => {
    const [here, other] = [await scene(), await anEditor()];
    const answer = await openLink(here.browser, other.site, here.made.address);
    expect([answer.status, await members(other)]).toEqual([410, 1]);
    expect(await stateOf(here.owner, here.made)).toBe("open");
  });

  test("lets nobody in with the cookie of that site", async () => {
    const [here, other] = [await scene(), await anEditor()];
    await arrived(here);
    for (const [name, value] of here.browser.cookies(here.owner.site.origin))
      here.browser.cookies(other.site.origin).set(name, value);
    expect((await agree(here.browser, other.site)).status).toBe(410);
    expect(await members(other)).toBe(1);
  });

  test("can be neither revoked nor listed here", async () => {
    const [here, other] = [await scene(), await anEditor()];
    expect(await codeOf(await callApi(other, "DELETE", `${LINKS}/${here.made.link.id}`))).toBe("NOT_FOUND");
    expect(await done(await callApi(other, "GET", LINKS))).toEqual({ items: [], next: null });
    expect(await stateOf(here.owner, here.made)).toBe("open");
  });
});

describe("an invitation ends with its creator's permission", () => {
  const asMaker = async (role: Role, invites: Role): Promise<{ owner: Editor; maker: Editor; made: Made }> => {
    const owner = await anEditor();
    const maker = await memberOf(owner.site, role);
    return { owner, maker, made: await makeLink(maker, { role: invites }) };
  };

  test.each<[Role, Role, Role, number]>([
    ["admin", "viewer", "editor", 410],
    ["owner", "owner", "admin", 410],
    ["owner", "viewer", "admin", 303],
    ["admin", "viewer", "owner", 303],
  ])("%s invites a %s and becomes %s: %i", async (before, invites, after, status) => {
    const { owner, maker, made } = await asMaker(before, invites);
    await done(await callApi(owner, "PATCH", `/api/members/${maker.identity}`, { body: { role: after } }));
    expect((await openLink(new Browser(), owner.site, made.address)).status).toBe(status);
  });

  test("also between opening and agreeing, and stays invalid if the creator gets the role again", async () => {
    const { owner, maker, made } = await asMaker("admin", "editor");
    const [browser, subject] = [new Browser(), unique("guest")];
    await arrive(browser, provider, owner.site, { address: made.address, subject });
    for (const role of ["viewer", "admin"])
      await done(await callApi(owner, "PATCH", `/api/members/${maker.identity}`, { body: { role } }));
    expect((await agree(browser, owner.site)).status).toBe(410);
    expect([await roleOf(owner.site, subject), await stateOf(owner, made)]).toEqual([undefined, "revoked"]);
  });

  test("when the creator's logins are ended, because the account may be stolen", async () => {
    const { owner, maker, made } = await asMaker("admin", "editor");
    const others = await makeLink(owner);
    await done(await callApi(owner, "DELETE", `/api/members/${maker.identity}/logins`));
    expect((await openLink(new Browser(), owner.site, made.address)).status).toBe(410);
    expect([await stateOf(owner, made), await stateOf(owner, others)]).toEqual(["revoked", "open"]);
  });

  test("when the creator is removed directly in the database", async () => {
    const [one, two] = [await asMaker("admin", "editor"), await asMaker("admin", "editor")];
    await done(await callApi(one.owner, "DELETE", `/api/members/${one.maker.identity}`));
    await db.prepare("DELETE FROM memberships WHERE identity_id = ?").bind(two.maker.identity).run();
    for (const { owner, made } of [one, two]) {
      expect((await openLink(new Browser(), owner.site, made.address)).status).toBe(410);
      expect(await stateOf(owner, made)).toBe("revoked");
    }
  });
});

describe("the agreement to join", () => {
  test.each<[string, Record<string, string>]>([
    ["another site", { origin: "https://evil.example", "sec-fetch-site": "cross-site" }],
    ["a sub-domain", { origin: "https://a.evil.example", "sec-fetch-site": "same-site" }],
    ["a sandboxed frame", { origin: "null", "sec-fetch-site": "cross-site" }],
    ["a lying fetch header", { "sec-fetch-site": "cross-site" }],
  ])("is refused to a form of %s", async (_, headers) => {
    const here = await scene();
    await arrived(here);
    for (const what of ["join", "open", "decline"]) {
      const fields = { do: what, invitation: here.made.address };
      expect((await turn(here.browser, here.owner.site, fields, headers)).status).toBe(403);
    }
    expect([await roleOf(here.owner.site, here.subject), await stateOf(here.owner, here.made)]).toEqual([
      undefined,
      "open",
    ]);
  });

  test("is refused without a fresh login of this browser", async () => {
    const here = await scene();
    await openLink(here.browser, here.owner.site, here.made.address);
    const named = { do: "join", issuer: "https://login.example", subject: here.subject };
    expect((await turn(here.browser, here.owner.site, named)).status).toBe(410);
    expect(await members(here.owner)).toBe(1);
  });

  test("is refused to a browser with copied cookies from before the login", async () => {
    const here = await scene();
    const { site } = here.owner;
    await openLink(here.browser, site, here.made.address);
    const lender = new Browser();
    for (const [name, value] of here.browser.cookies(site.origin)) lender.cookies(site.origin).set(name, value);
    await logInToJoin(here.browser, provider, site, here.subject);
    expect(await (await lender.go(site.origin + JOIN)).text()).not.toContain(here.subject);
    expect((await agree(lender, site)).status).toBe(410);
    expect((await agree(here.browser, site)).status).toBe(303);
    expect(await roleOf(site, here.subject)).toBe("author");
  });

  test("is refused to a stranger who logs in for another page while the invitation is open", async () => {
    const here = await scene();
    await openLink(here.browser, here.owner.site, here.made.address);
    for (const query of ["", "?return=%2F_editor%2Fjoin%3Fx%3D1", "?return=%2F_editor%2Fedit"]) {
      const answer = await here.browser.go(
        provider.consent(await begin(here.browser, here.owner.site, query), here.subject),
      );
      expect([answer.status, await answer.json()]).toEqual([
        403,
        { issuer: "https://login.example", subject: here.subject },
      ]);
    }
    expect((await agree(here.browser, here.owner.site)).status).toBe(410);
  });

  test("is refused to a stranger without an invitation, who gets a receipt and no cookie", async () => {
    const { owner, subject } = await scene();
    const browser = new Browser();
    const answer = await logInToJoin(browser, provider, owner.site, subject);
    expect([answer.status, answer.headers.getSetCookie()]).toEqual([403, []]);
    expect((await agree(browser, owner.site)).status).toBe(410);
  });

  test.each(["svc-login+jwt", "svc-session+jwt"] as const)("is refused with a cookie of the kind %s", async (kind) => {
    const here = await scene();
    await arrived(here);
    const { origin, name } = here.owner.site;
    const secret = "A".repeat(43);
    const token = await writeToken(SESSION, {
      kind,
      hostname: `${name}.example`,
      secret,
      now: Date.now(),
      lifetime: 600_000,
    });
    const [, value = ""] = /=([^;]*)/.exec(keepCookie("x", token, 600_000)) ?? [];
    here.browser.cookies(origin).set("__Host-svc_joining", value);
    expect((await agree(here.browser, here.owner.site)).status).toBe(410);
  });

  test.each(["read_only", "suspended"] as const)(
    "is postponed while the tenant is %s, and the invitation stays valid",
    async (status) => {
      const here = await scene();
      const { site } = here.owner;
      await arrived(here);
      const set = (to: string) =>
        operator(`/api/admin/tenants/${site.name}/status`, {
          method: "PUT",
          headers: { "content-type": "application/json" },
          body: JSON.stringify({ status: to }),
        });
      expect((await set(status)).response.status).toBe(200);
      vi.setSystemTime(Date.now() + LOGIN_KNOWN_MS * 2);
      const answer = await agree(here.browser, site);
      expect([answer.status, await roleOf(site, here.subject)]).toEqual([
        status === "suspended" ? 503 : 423,
        undefined,
      ]);
      await set("active");
      vi.setSystemTime(Date.now() + LOGIN_KNOWN_MS * 2);
      expect((await agree(here.browser, site)).status).toBe(303);
      expect(await roleOf(site, here.subject)).toBe("author");
    },
  );
});

describe("a name with markup or bidirectional control characters", () => {
  test("is shown as text on every page", async () => {
    const here = await scene({ role: "author", name: '<img src=x onerror="a">\u202Egnp' });
    await db
      .prepare("UPDATE memberships SET name = ? WHERE tenant_id = ?")
      .bind("<script>x</script>\u202E", here.owner.site.name)
      .run();
    await arrived(here);
    const seen = await (await here.browser.go(here.owner.site.origin + JOIN)).text();
    const list = await (
      await new Browser().go(`${here.owner.site.origin}/_editor/people`, { headers: { cookie: here.owner.cookie } })
    ).text();
    for (const html of [seen, list]) {
      expect(html).not.toMatch(/<script>x|<img src=x/);
      expect(html).not.toContain("\u202E");
    }
  });
});
