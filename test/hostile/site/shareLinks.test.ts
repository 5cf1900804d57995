/** Share links that are guessed, leaked, used where they show nothing, or opened after their end. */
import { beforeAll, describe, expect, test } from "vitest";
import { GUEST_REMARK_MAX_BYTES, GUEST_REMARKS_PER_WINDOW } from "../../../manifests/bounds/publishing.ts";
import { expectValue } from "../../../runtime/commands/answer.ts";
import type { CommandName } from "../../../runtime/commandNames.ts";
import type { RemarksView } from "../../../runtime/remarks/views.ts";
import type { ShareLinkMade } from "../../../runtime/sharing/views.ts";
import { aSite, db, get, migrate, send, workspaceOf } from "../../worker/site/harness.ts";
import { identityOf, ownerOf, type Site } from "../../worker/auth/siteLogins.ts";

beforeAll(migrate);

const DRAFT = "Only in the draft";
const COOKIE = "__Host-svc_guest";

async function run<T>(site: Site, name: CommandName, input: object): Promise<T> {
  const actor = { kind: "member" as const, id: await identityOf(ownerOf(site)) };
  const envelope = { site: "main", actor, key: crypto.randomUUID(), requestId: crypto.randomUUID() };
  const { json } = expectValue(await workspaceOf(site.name).execute(name, envelope, input));
  return JSON.parse(json) as T;
}

interface Shared {
  readonly site: Site;
  readonly link: ShareLinkMade;
  readonly secret: string;
  /** The cookie of a browser that has opened the link. */
  readonly cookie: string;
}

/** A site with unpublished text on one page, and a link that shows it. */
async function shared(more: object = {}): Promise<Shared> {
  const site = await aSite("shared");
  await run(site, "page.update", { page: "about", expected: 1, changes: { title: DRAFT } });
  const link = await run<ShareLinkMade>(site, "share.create", { name: "A client", days: 7, ...more });
  const secret = link.path.slice("/_draft/".length);
  return { site, link, secret, cookie: `${COOKIE}=${secret}` };
}

const answerOf = async (site: Site, path: string, headers: HeadersInit = {}): Promise<Response> =>
  (await get(`${site.origin}${path}`, headers)).response;

const textOf = async (site: Site, path: string, headers: HeadersInit = {}): Promise<string> =>
  (await answerOf(site, path, headers)).text();

describe("a share link", () => {
  test("leads to the draft, by one cookie that scripts and other sites do not get", async () => {
    const { site, link, secret, cookie } = await shared();
    const opened = await answerOf(site, link.path);
    expect([opened.status, opened.headers.get("location")]).toEqual([303, "/"]);
    const set = opened.headers.getSetCookie();
    expect(set).toHaveLength(1);
    expect(set[0]).toMatch(
      new RegExp(`^${COOKIE}=${secret}; Path=/; Secure; SameSite=Lax; HttpOnly; Max-Age=(604800|604799)$`),
    );
    expect(opened.headers.get("referrer-policy")).toBe("no-referrer");
    expect(opened.headers.get("cache-control")).toBe("no-store");
    expect(await textOf(site, "/about", { cookie })).toContain(DRAFT);
  });

  test("ends in the browser by the banner's link", async () => {
    const { site, cookie } = await shared();
    expect(await textOf(site, "/about", { cookie })).toContain('href="/_draft/end"');
    const ended = await answerOf(site, "/_draft/end", { cookie });
    expect([ended.status, ended.headers.get("location")]).toEqual([303, "/"]);
    expect(ended.headers.getSetCookie()[0]).toMatch(new RegExp(`^${COOKIE}=; .*Max-Age=0$`));
  });

  test.each([
    ["a guessed one", "00000000-0000-4000-8000-000000000000"],
    ["a shorter one", "0"],
    ["markup", "%3Cscript%3E"],
    ["a path behind it", "a/b"],
  ])("that is %s shows nothing, in one sentence", async (_, secret) => {
    const { site } = await shared();
    const answer = await answerOf(site, `/_draft/${secret}`);
    expect([answer.status, answer.headers.getSetCookie()]).toEqual([410, []]);
    expect(await answer.text()).toContain("has ended or was taken back");
    expect(await textOf(site, "/about", { cookie: `${COOKIE}=${secret}` })).not.toContain(DRAFT);
  });

  test("of another site shows nothing", async () => {
    const [{ cookie, link }, other] = [await shared(), await shared()];
    expect((await answerOf(other.site, link.path)).status).toBe(410);
    expect(await textOf(other.site, "/about", { cookie })).not.toContain(DRAFT);
  });

  test("given twice shows nothing, because somebody else may have set one", async () => {
    const { site, cookie } = await shared();
    expect(await textOf(site, "/about", { cookie: `${cookie}; ${cookie}` })).not.toContain(DRAFT);
  });

  test("leaves nothing in the cache, and finds nothing in it", async () => {
    const { site, cookie } = await shared();
    const published = await textOf(site, "/about");
    expect(await textOf(site, "/about", { cookie })).toContain(DRAFT);
    expect(await textOf(site, "/about")).toBe(published);
    const answer = await answerOf(site, "/about", { cookie, "if-none-match": "*" });
    expect([answer.status, answer.headers.get("etag"), answer.headers.get("cache-control")]).toEqual([
      200,
      null,
      "private, no-store",
    ]);
  });

  test("is named to no page as a referrer: by its own address, by one that was guessed, and at its end", async () => {
    const { site, link, cookie } = await shared({ remarks: true });
    const guessed = "/_draft/00000000-0000-4000-8000-000000000000";
    for (const path of [link.path, `${link.path}/`, `${link.path}?a=1`, guessed, "/_draft/<b>", "/_draft/end"]) {
      const { headers } = await answerOf(site, path, { cookie });
      expect([path, headers.get("referrer-policy")]).toEqual([path, "no-referrer"]);
    }
    // The page itself has an address without the secret, and its banner asks no other site for anything.
    const html = await textOf(site, "/about", { cookie });
    expect(html).not.toContain(link.path);
    const banner = /<aside class="svc-guest">[^]*?<\/aside>/.exec(html)?.[0] ?? "";
    expect(banner).toContain("svc-guest");
    expect(banner).not.toMatch(/https?:|\/\/|src=|url\(|@import/i);
  });

  test("opens neither the API nor the editor, and changes nothing", async () => {
    const { site, cookie } = await shared();
    for (const path of ["/api/share-links", "/api/pages/about", "/api/changes"])
      expect((await answerOf(site, path, { cookie })).status, path).toBe(401);
    for (const [method, path] of [
      ["POST", "/api/pages"],
      ["POST", "/api/publish"],
      ["POST", "/api/remarks"],
      ["DELETE", "/api/pages/about"],
    ] as const) {
      const headers = { cookie, origin: site.origin, "content-type": "application/json", "if-match": '"2"' };
      const sent = new Request(`${site.origin}${path}`, { method, headers, body: method === "POST" ? "{}" : null });
      expect([path, (await send(sent)).response.status]).toEqual([path, 401]);
    }
    expect(await textOf(site, "/_editor", { cookie })).not.toContain(DRAFT);
    const posted = new Request(`${site.origin}/about`, { method: "POST", headers: { cookie } });
    expect((await send(posted)).response.status).toBe(405);
  });

  test("names no member, no other link and no change of the draft", async () => {
    const { site, cookie } = await shared();
    await run(site, "share.create", { name: "Another client", days: 7 });
    const html = await textOf(site, "/about", { cookie });
    expect(html).not.toMatch(/Another client|A client|data-page-id|svc-draft-change|member:/);
    expect(html).not.toContain(await identityOf(ownerOf(site)));
  });

  test("for one page shows no other draft", async () => {
    const { site, link, cookie } = await shared({ pages: ["home"] });
    expect((await answerOf(site, link.path)).headers.get("location")).toBe("/");
    expect(await textOf(site, "/", { cookie })).toContain("svc-guest");
    for (const path of ["/about", "/about.md", "/sitemap.xml", "/about?svc_mode=edit"]) {
      const answer = await answerOf(site, path, { cookie });
      expect(await answer.text(), path).not.toContain(DRAFT);
      expect(answer.headers.get("cache-control"), path).not.toBe("private, no-store");
    }
  });

  test("shows nothing once its maker has left", async () => {
    const { site, link, cookie } = await shared();
    await db.prepare("DELETE FROM memberships WHERE tenant_id = ?").bind(site.name).run();
    expect((await answerOf(site, link.path)).status).toBe(410);
    expect(await textOf(site, "/about", { cookie })).not.toContain(DRAFT);
  });

  test("shows nothing once it is taken back", async () => {
    const { site, link, cookie } = await shared();
    await run(site, "share.remove", { link: link.id });
    expect((await answerOf(site, link.path)).status).toBe(410);
    expect(await textOf(site, "/about", { cookie })).not.toContain(DRAFT);
  });

  test("is an address that no page and no redirect can take", async () => {
    const { site } = await shared();
    const taken = run(site, "page.update", { page: "about", expected: 2, changes: { path: "/_draft/end" } });
    await expect(taken).rejects.toMatchObject({ code: "INVALID_REQUEST" });
  });
});

describe("a guest's remark", () => {
  const REMARKS = "/_draft/remarks";
  const SAID = { path: "/about", name: "Ada <b>", quote: "", words: "<script>alert(1)</script>" };
  /** The bytes of a form beside its words. */
  const REST = `${new URLSearchParams({ ...SAID, words: "" })}`.length;

  async function leave(
    site: Site,
    fields: Readonly<Record<string, string>>,
    headers: HeadersInit = {},
  ): Promise<Response> {
    const sent = { method: "POST", headers: { origin: site.origin, ...headers }, body: new URLSearchParams(fields) };
    return (await send(new Request(`${site.origin}${REMARKS}`, sent))).response;
  }

  const kept = async (site: Site): Promise<RemarksView["items"]> => {
    const read = await workspaceOf(site.name).read("remarks", "main", {});
    return (expectValue(read) as RemarksView).items;
  };

  test("arrives under a typed name, as text, and shows no visitor anything", async () => {
    const { site, cookie } = await shared({ remarks: true });
    const html = await textOf(site, "/about", { cookie });
    expect(html).toContain(`<form method="post" action="${REMARKS}">`);
    const answer = await leave(site, SAID, { cookie });
    expect([answer.status, answer.headers.get("location"), answer.headers.getSetCookie()]).toEqual([
      303,
      "/about#svc-remarked",
      [],
    ]);
    expect(await kept(site)).toMatchObject([{ page: "about", words: [{ name: "Ada <b>", words: SAID.words }] }]);
    // The guest sees their own words again, as text.
    const again = await textOf(site, "/about", { cookie });
    expect([again.includes("&lt;script&gt;alert(1)"), again.includes("<script>alert(1)")]).toEqual([true, false]);
    expect(await textOf(site, "/about")).not.toContain(REMARKS);
  });

  test.each([
    ["without a link", {}, {}, 410],
    ["by a link that allows none", {}, { cookie: "own" }, 410],
    ["from another site", { remarks: true }, { cookie: "own", origin: "https://evil.example" }, 403],
    ["from a frame without origin", { remarks: true }, { cookie: "own", origin: "null" }, 403],
    ["of a type that a form cannot send", { remarks: true }, { cookie: "own", "content-type": "text/plain" }, 415],
  ])("is refused %s", async (_, more, headers, status) => {
    const { site, cookie } = await shared(more);
    const answer = await leave(site, SAID, "cookie" in headers ? { ...headers, cookie } : headers);
    expect(answer.status).toBe(status);
    expect(await kept(site)).toEqual([]);
  });

  test.each([
    ["on a page that the link does not show", { path: "/" }, 410],
    ["on no page", { path: "//evil.example" }, 410],
    ["at the bound of bytes", { words: "x".repeat(GUEST_REMARK_MAX_BYTES - REST) }, 400],
    ["with a byte more", { words: "x".repeat(GUEST_REMARK_MAX_BYTES - REST + 1) }, 413],
    ["with 100,000 characters", { words: "x".repeat(100_000) }, 413],
    ["with too many characters", { words: "x".repeat(4_001) }, 400],
    ["with fields that nobody asked for", { mentions: "owner" }, 400],
    ["with no name", { name: "" }, 400],
  ])("is refused %s", async (_, more, status) => {
    const { site, cookie } = await shared({ remarks: true, pages: ["about"] });
    expect((await leave(site, { ...SAID, ...more }, { cookie })).status).toBe(status);
    expect(await kept(site)).toEqual([]);
  });

  test("shows the answers of members without their names, and nothing that others said", async () => {
    const { site, link, cookie } = await shared({ remarks: true });
    await leave(site, SAID, { cookie });
    const [first] = await kept(site);
    const owner = await identityOf(ownerOf(site));
    await run(site, "remark.answer", { remark: first?.remark, words: "We will <i>do</i> it", mentions: [owner] });
    await run(site, "remark.add", { page: "about", words: "Only among members" });
    const other = await run<ShareLinkMade>(site, "share.create", { name: "Another client", days: 7, remarks: true });
    const others = `${COOKIE}=${other.path.slice("/_draft/".length)}`;
    await leave(site, { ...SAID, words: "Said under another link" }, { cookie: others });
    const html = await textOf(site, "/about", { cookie });
    expect(html).toContain("Ada &lt;b&gt;");
    expect(html).toContain("We will &lt;i&gt;do&lt;/i&gt; it");
    expect(html).not.toMatch(/Only among members|Said under another link|member:|Another client/);
    expect(html).not.toContain(owner);
    // Neither another page, another link, nor a visitor gets them.
    expect(await textOf(site, "/", { cookie })).not.toContain("We will");
    expect(await textOf(site, "/about", { cookie: others })).not.toContain("We will");
    expect(await textOf(site, "/about")).not.toContain("We will");
    await run(site, "share.remove", { link: link.id });
    expect(await textOf(site, "/about", { cookie })).not.toContain("We will");
  });

  test("is one of at most as many in an hour as the bound says, and one more is refused", async () => {
    const { site, cookie } = await shared({ remarks: true });
    const statuses: number[] = [];
    for (let sent = 1; sent <= GUEST_REMARKS_PER_WINDOW + 1; sent += 1)
      statuses.push((await leave(site, { ...SAID, words: `Remark ${sent}` }, { cookie })).status);
    expect(statuses.slice(-3)).toEqual([303, 303, 429]);
    expect(statuses.filter((status) => status === 303)).toHaveLength(GUEST_REMARKS_PER_WINDOW);
    expect(await kept(site)).toHaveLength(GUEST_REMARKS_PER_WINDOW);
  });
});
