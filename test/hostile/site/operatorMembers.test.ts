/** The operator's way to the members of a site: what it may do, what it ends, and what its owner link never does. */
import { describe, expect, test } from "vitest";
import { MEMBERS_MAX } from "../../../manifests/bounds/logins.ts";
import { OPERATOR_MAKER } from "../../../sites/control/people/invitations.ts";
import { sha256Hex } from "../../../sites/platform/keys/digest.ts";
import { Browser } from "../../worker/auth/browser.ts";
import { type FakeProvider, withProvider } from "../../worker/auth/fakeProvider.ts";
import { agree, arrive, openLink, roleOf } from "../../worker/auth/invitations.ts";
import { ISSUER, type Site, identityOf, invite, loggedIn, ownerOf, seesDraft } from "../../worker/auth/siteLogins.ts";
import { aSite, db, operator, unique } from "../../worker/site/harness.ts";

let provider: FakeProvider;
withProvider((own) => {
  provider = own;
});

interface Said {
  readonly status: number;
  readonly body: {
    readonly code?: string;
    readonly conflict?: string;
    readonly changed?: boolean;
    readonly address?: string;
    readonly items?: readonly { readonly id: string; readonly role: string; readonly subject: string }[];
  };
}

async function ask({ name }: Site, method: string, path: string, body?: object): Promise<Said> {
  const headers = { "content-type": "application/json" };
  const { response } = await operator(`/api/admin/sites/${name}/main/${path}`, {
    method,
    ...(body && { headers, body: JSON.stringify(body) }),
  });
  return { status: response.status, body: await response.json<Said["body"]>() };
}

const audited = async ({ name }: Site): Promise<string[]> => {
  const { results } = await db
    .prepare(
      "SELECT command, outcome, about ->> 'member' AS member FROM audit WHERE tenant_id = ? AND command LIKE 'member.%' ORDER BY at, id",
    )
    .bind(name)
    .all<Record<"command" | "outcome" | "member", string>>();
  return results.map(({ command, outcome, member }) => `${command} ${outcome} ${member}`);
};

/** Fills a site with further members, up to this number. */
async function fill({ name }: Site, most: number): Promise<void> {
  const others = Array.from({ length: most - 1 }, (_, at) => ({ id: String(at).padStart(64, "0") }));
  await db.batch([
    db
      .prepare(
        "INSERT OR IGNORE INTO identities (id, issuer, subject, created_at) SELECT value ->> 'id', ?2, value ->> 'id', 0 FROM json_each(?1)",
      )
      .bind(JSON.stringify(others), ISSUER),
    db
      .prepare(
        "INSERT INTO memberships (tenant_id, site_id, identity_id, role, created_at) SELECT ?2, 'main', value ->> 'id', 'viewer', 0 FROM json_each(?1)",
      )
      .bind(JSON.stringify(others), name),
  ]);
}

/** A site whose owner the operator has removed. */
async function ownerless(prefix: string): Promise<Site> {
  const site = await aSite(prefix);
  await ask(site, "DELETE", `members/${await identityOf(ownerOf(site))}`);
  return site;
}

describe("the members of a site", () => {
  test("are listed, added and given roles, each once, and audit names all of it", async () => {
    const site = await aSite("glass");
    const [subject, owner] = [unique("sam"), await identityOf(ownerOf(site))];
    const sam = { issuer: ISSUER, subject, role: "owner", name: "Sam" };
    expect((await ask(site, "POST", "members", sam)).body).toMatchObject({ changed: true });
    expect((await ask(site, "POST", "members", sam)).body).toMatchObject({ changed: false });
    expect(await ask(site, "POST", "members", { ...sam, role: "viewer" })).toMatchObject({
      status: 409,
      body: { conflict: "member_exists" },
    });
    expect((await ask(site, "PUT", `members/${owner}/role`, { role: "viewer" })).body).toMatchObject({ changed: true });
    expect((await ask(site, "PUT", `members/${owner}/role`, { role: "viewer" })).body).toMatchObject({
      changed: false,
    });
    const { items = [] } = (await ask(site, "GET", "members")).body;
    expect(items.map(({ subject: who, role }) => [who, role])).toEqual([
      [ownerOf(site), "viewer"],
      [subject, "owner"],
    ]);
    const id = await identityOf(subject);
    expect((await audited(site)).toSorted()).toEqual([
      `member.invite done ${id}`,
      `member.invite replayed ${id}`,
      `member.role done ${owner}`,
      `member.role replayed ${owner}`,
    ]);
  });

  test("lose their logins with their membership, and a repeat changes nothing", async () => {
    const site = await aSite("glass");
    const browser = await loggedIn(provider, site);
    expect(await seesDraft(browser, site)).toBe(true);
    const path = `members/${await identityOf(ownerOf(site))}`;
    expect((await ask(site, "DELETE", path)).body).toMatchObject({ changed: true });
    expect(await seesDraft(browser, site)).toBe(false);
    expect((await ask(site, "DELETE", path)).body).toMatchObject({ changed: false });
    const owner = await identityOf(ownerOf(site));
    expect(await audited(site)).toEqual([`member.remove done ${owner}`, `member.remove replayed ${owner}`]);
  });

  test("are added one after another, so that two requests at once pass no bound", async () => {
    const site = await aSite("glass");
    await fill(site, MEMBERS_MAX - 1);
    const both = [unique("one"), unique("two")].map((subject) =>
      ask(site, "POST", "members", { issuer: ISSUER, subject, role: "viewer" }),
    );
    const answers = await Promise.all(both);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    expect(answers.find(({ status }) => status === 409)?.body.conflict).toBe("members_full");
  });

  test("are added once by two same requests at once", async () => {
    const site = await aSite("glass");
    const sam = { issuer: ISSUER, subject: unique("sam"), role: "owner" };
    const answers = await Promise.all([ask(site, "POST", "members", sam), ask(site, "POST", "members", sam)]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect(answers.filter(({ body }) => body.changed)).toHaveLength(1);
  });

  test("get no role that audit tells of while they leave", async () => {
    const site = await aSite("glass");
    const path = `members/${await identityOf(ownerOf(site))}`;
    const [left, role] = await Promise.all([
      ask(site, "DELETE", path),
      ask(site, "PUT", `${path}/role`, { role: "viewer" }),
    ]);
    expect([left.status, left.body.changed]).toEqual([200, true]);
    const told = (await audited(site)).filter((row) => row.startsWith("member.role"));
    expect(told).toHaveLength(role.status === 200 ? 1 : 0);
    expect((await ask(site, "GET", "members")).body.items).toEqual([]);
    if (role.status !== 200) expect(role.status).toBe(404);
  });

  test.each([
    ["POST", "members", { issuer: ISSUER, subject: "x", role: "king" }, 400],
    ["POST", "members", { issuer: "operator:", subject: "owner-link", role: "owner" }, 400],
    ["POST", "members", { issuer: ISSUER, subject: "x", role: "owner", site: "other" }, 400],
    ["PUT", `members/${"0".repeat(64)}/role`, { role: "owner" }, 404],
  ])("%s %s with %j is refused", async (method, path, body, status) => {
    expect((await ask(await aSite("glass"), method, path, body)).status).toBe(status);
  });

  test.each([
    [-1, 200],
    [0, 409],
    [1, 409],
  ])("at %i from the most a further one gets %i", async (more, status) => {
    const site = await aSite("glass");
    await fill(site, MEMBERS_MAX + more);
    expect((await ask(site, "POST", "members", { issuer: ISSUER, subject: "one-more", role: "owner" })).status).toBe(
      status,
    );
  });

  test("are those of an existing site alone", async () => {
    const { response } = await operator("/api/admin/sites/nobody/main/members");
    expect(response.status).toBe(404);
  });
});

describe("an operator's link for an owner", () => {
  test("makes one person the owner of a site without owners, and then ends", async () => {
    const site = await ownerless("left");
    const { body } = await ask(site, "POST", "owner-link");
    const [address = "", subject, browser] = [body.address, unique("heir"), new Browser()];
    expect(address).toMatch(new RegExp(`^${site.origin}/_editor/join#[A-Za-z0-9_-]{43}$`));
    await arrive(browser, provider, site, { address, subject });
    await agree(browser, site);
    expect(await roleOf(site, subject)).toBe("owner");
    expect((await openLink(new Browser(), site, address)).status).toBe(410);
    const people = await (await browser.go(`${site.origin}/_editor/people`)).text();
    expect(people).toContain("made by the operator");
  });

  test("makes no owner of a member, who gets the role from the operator", async () => {
    const [site, subject, browser] = [await ownerless("left"), unique("mate"), new Browser()];
    await invite(site, subject, "viewer");
    const { address = "" } = (await ask(site, "POST", "owner-link")).body;
    await arrive(browser, provider, site, { address, subject });
    expect((await agree(browser, site)).status).toBe(410);
    expect(await roleOf(site, subject)).toBe("viewer");
    await ask(site, "PUT", `members/${await identityOf(subject)}/role`, { role: "owner" });
    expect(await roleOf(site, subject)).toBe("owner");
  });

  test("is refused while the site has an owner", async () => {
    expect(await ask(await aSite("owned"), "POST", "owner-link")).toMatchObject({
      status: 409,
      body: { conflict: "site_owned" },
    });
  });

  test("ends as soon as the site has an owner by another way, and stays so for the person who has opened it", async () => {
    const site = await ownerless("left");
    const { address = "" } = (await ask(site, "POST", "owner-link")).body;
    const [browser, subject] = [new Browser(), unique("late")];
    await arrive(browser, provider, site, { address, subject });
    await invite(site, unique("other"), "owner");
    await agree(browser, site);
    expect(await roleOf(site, subject)).toBeUndefined();
    expect((await openLink(new Browser(), site, address)).status).toBe(410);
  });

  test.each([
    ["is removed", "DELETE", "", undefined],
    ["gets another role", "PUT", "/role", { role: "viewer" }],
  ])("stays ended when the owner whom the operator added %s", async (_, method, path, body) => {
    const [site, subject] = [await ownerless("left"), unique("heir")];
    const { address = "" } = (await ask(site, "POST", "owner-link")).body;
    await ask(site, "POST", "members", { issuer: ISSUER, subject, role: "owner" });
    expect((await ask(site, method, `members/${await identityOf(subject)}${path}`, body)).status).toBe(200);
    expect((await openLink(new Browser(), site, address)).status).toBe(410);
  });

  test("ends with the next one, and opens no other site", async () => {
    const [site, other] = [await ownerless("left"), await ownerless("left")];
    const { address: first = "" } = (await ask(site, "POST", "owner-link")).body;
    const { address: second = "" } = (await ask(site, "POST", "owner-link")).body;
    expect((await openLink(new Browser(), site, first)).status).toBe(410);
    expect((await openLink(new Browser(), other, second)).status).toBe(410);
    expect((await openLink(new Browser(), site, second)).status).toBe(303);
  });

  test("has a maker that no provider can name, so nobody logs in as it", async () => {
    expect(await sha256Hex(JSON.stringify([OPERATOR_MAKER.issuer, OPERATOR_MAKER.subject]))).toBe(OPERATOR_MAKER.id);
    expect(URL.canParse(OPERATOR_MAKER.issuer) && /^https?:/.test(OPERATOR_MAKER.issuer)).toBe(false);
  });
});
