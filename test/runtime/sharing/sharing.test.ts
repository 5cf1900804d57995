import { createHash } from "node:crypto";
import { beforeEach, describe, expect, test } from "vitest";
import {
  SHARE_LINK_DAYS_MAX,
  SHARE_LINK_NAME_MAX_CHARS,
  SHARE_LINK_PAGES_MAX,
  SHARE_LINKS_MAX,
} from "../../../manifests/bounds/publishing.ts";
import type { Refusal } from "../../../manifests/refusals/refusal.ts";
import type { Role } from "../../../runtime/commands/permissions.ts";
import { FORM_SCRIPT_PATH } from "../../../runtime/forms/script.ts";
import { setAddress } from "../../../runtime/tenancy/siteAddress.ts";
import { STYLE_SOURCE } from "../../../runtime/editing/showing/guestBanner.ts";
import type { ShareLinkMade } from "../../../runtime/sharing/views.ts";
import { MEMBER, SITE, type World, listSection, page, textSection, worldWith } from "../kernel/world.ts";

const DAY_MS = 24 * 60 * 60 * 1000;
const DRAFT = "Only in the draft";

let world: World;
let role: Role | undefined;

beforeEach(async () => {
  role = "editor";
  world = await worldWith(
    {
      home: page("/", { sections: [listSection("news")] }),
      about: page("/about", { sections: [textSection("[Old](page:old)")] }),
      old: page("/old", { collection: "news" }),
    },
    undefined,
    { roleOf: async ({ identity }) => (identity === MEMBER.id ? role : undefined) },
  );
  await world.run("publish", {});
});

const make = (more: object = {}): Promise<ShareLinkMade> =>
  world.run<ShareLinkMade>("share.create", { name: "A client", days: 7, ...more });

const secretOf = ({ path }: ShareLinkMade): string => path.slice("/_draft/".length);

const seen = async (link: ShareLinkMade, path: string) => world.kernel.sharedDraft.answer(SITE, secretOf(link), path);

const htmlOf = async (link: ShareLinkMade, path: string): Promise<string | null | undefined> =>
  (await seen(link, path))?.body;

const codeOf = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => "done",
    ({ code }: Refusal) => code,
  );

const links = () => world.kernel.shareLinks.list(SITE);

describe("a link to the whole draft", () => {
  test("shows each page as it is now, with a banner and without the editor's marks", async () => {
    await world.write("about", page("/about", { title: DRAFT }));
    const link = await make();
    const answer = await seen(link, "/about");
    expect(answer?.status).toBe(200);
    expect(answer?.body).toContain(DRAFT);
    expect(answer?.body).toContain('class="svc-guest"');
    expect(answer?.body).not.toMatch(/data-page-id|svc-draft-change/);
    await world.write("about", page("/about", { title: "Written later" }));
    expect(await htmlOf(link, "/about")).toContain("Written later");
  });

  test("is for no cache and no search engine", async () => {
    const answer = await seen(await make(), "/about");
    expect(answer?.headers["Cache-Control"]).toBe("private, no-store");
    expect(answer?.headers["X-Robots-Tag"]).toBe("noindex, nofollow, noarchive");
    expect(answer?.headers["ETag"]).toBeUndefined();
  });

  test("has a banner whose style the policy allows by its digest", async () => {
    const answer = await seen(await make(), "/about");
    const style = /<style>(.*?)<\/style>/.exec(answer?.body ?? "")?.[1] ?? "";
    const digest = createHash("sha256").update(style).digest("base64");
    expect(STYLE_SOURCE).toBe(`'sha256-${digest}'`);
    expect(answer?.headers["Content-Security-Policy"]).toContain(`style-src 'self' ${STYLE_SOURCE}`);
  });

  test("shows the draft's style sheet, its files and the page for unknown addresses", async () => {
    const link = await make();
    const sheet = /href="(\/_assets\/[^"?]+\.css)/.exec((await htmlOf(link, "/about")) ?? "")?.[1] ?? "";
    expect((await seen(link, sheet))?.headers["Content-Type"]).toContain("text/css");
    expect(await htmlOf(link, "/sitemap.xml")).toContain("<urlset>");
    expect((await seen(link, FORM_SCRIPT_PATH))?.headers["Content-Type"]).toContain("text/javascript");
    expect((await seen(link, "/nowhere"))?.status).toBe(404);
  });
});

describe("a page for readers", () => {
  const secret = { audience: ["readers"], sections: [textSection("Only for readers, [home](page:home)")] };

  beforeEach(async () => {
    await world.write("members", page("/members", { ...secret, sections: [...secret.sections, listSection("news")] }));
    await world.write("about", page("/about", secret));
  });

  test("is in no link whose maker did not say so: visitors get its door there", async () => {
    const link = await make();
    for (const path of ["/members", "/about"]) expect(await seen(link, path), path).toBeNull();
    for (const path of [
      "/members/",
      "/members.md",
      "/about.md",
      "/members/page/2",
      "/members/feed.xml",
      "/",
      "/sitemap.xml",
    ])
      expect(await htmlOf(link, path), path).not.toContain("Only for readers");
  });

  test("is in a link whose maker said so", async () => {
    const link = await make({ readers: true });
    expect(await htmlOf(link, "/members")).toContain("Only for readers");
    expect(await htmlOf(link, "/members.md")).toContain("Only for readers");
    expect(links()).toMatchObject([{ readers: true }]);
  });

  test("is chosen only with that word, and leaves a link when it gets its readers later", async () => {
    expect(await codeOf(make({ pages: ["about"] }))).toBe("INVALID_REQUEST");
    const [said, old] = [await make({ pages: ["about"], readers: true }), await make({ pages: ["old", "home"] })];
    expect(await htmlOf(said, "/about")).toContain("Only for readers");
    expect(await htmlOf(old, "/old")).toContain("Page /old");
    await world.write("old", page("/old", secret));
    expect(await seen(old, "/old")).toBeNull();
    expect(await htmlOf(old, "/")).not.toContain("Only for readers");
    expect(await world.kernel.sharedDraft.remarkable(SITE, secretOf(old), "/old")).toBeUndefined();
  });
});

describe("a link to chosen pages", () => {
  const chosen = { pages: ["about"] };

  test("shows their draft, and nothing of any other", async () => {
    await world.write("about", page("/about", { title: DRAFT, sections: [listSection("news")] }));
    await world.write("old", page("/old", { title: "Secret title", collection: "news" }));
    await world.write("new", page("/new", { title: "Secret page", collection: "news" }));
    const link = await make(chosen);
    const html = await htmlOf(link, "/about");
    expect(html).toContain(DRAFT);
    expect(html).toContain("Page /old");
    expect(html).not.toMatch(/Secret/);
    for (const path of ["/old", "/new", "/", "/sitemap.xml", "/about.md", "/nowhere"])
      expect(await seen(link, path), path).toBeNull();
  });

  test("shows menus, settings and theme as they are published", async () => {
    const { version } = world.kernel.documents.only(SITE, "settings");
    await world.run("settings.put", { expected: version, body: { name: "Secret name", language: "en" } });
    const html = await htmlOf(await make(chosen), "/about");
    expect(html).toContain("Test site");
    expect(html).not.toContain("Secret name");
  });

  test("follows a page to a new path, and links between its pages", async () => {
    const link = await make({ pages: ["about", "old"] });
    await world.write("old", page("/moved", { collection: "news" }));
    expect(await htmlOf(link, "/about")).toContain('href="/moved"');
    expect(await htmlOf(link, "/moved")).toContain("Page /moved");
    expect(await seen(link, "/old")).toBeNull();
  });

  test("begins with the first page that is left, and ends with the last one", async () => {
    const link = await make({ pages: ["old", "about"] });
    const open = () => world.kernel.sharedDraft.open(SITE, secretOf(link));
    await world.write("old", null);
    expect(await open()).toMatchObject({ path: "/about" });
    await world.write("about", null);
    expect(await open()).toBeNull();
  });

  test("forgets a deleted page, which another page of its id does not bring back", async () => {
    const link = await make({ pages: ["about", "old"] });
    await world.write("old", null);
    world.kernel.shareLinks.forgetPages(SITE, (page) => !world.kernel.documents.pageEntry(SITE, page));
    await world.write("old", page("/old", { title: "Another page" }));
    expect(await seen(link, "/old")).toBeNull();
    await world.write("about", null);
    world.kernel.shareLinks.forgetPages(SITE, (page) => !world.kernel.documents.pageEntry(SITE, page));
    expect(links()).toEqual([]);
  });

  test("shows what is published as of the present release and address", async () => {
    const link = await make({ pages: ["home"] });
    expect(await htmlOf(link, "/")).toContain("Page /old");
    await world.write("old", page("/old", { title: "Renamed", collection: "news" }));
    await world.run("publish", {});
    expect(await htmlOf(link, "/")).toContain("Renamed");
    setAddress({ ...world.kernel, powers: world.powers }, SITE, "https://other.example", ["other.example"]);
    expect(world.kernel.sites.get(SITE).origin).toBe("https://other.example");
    expect(await htmlOf(link, "/")).not.toContain("acme.example");
  });

  test("links its pages on a site with several languages, too", async () => {
    const { version } = world.kernel.documents.only(SITE, "settings");
    const languages = [
      { tag: "en", name: "English" },
      { tag: "de", name: "Deutsch", prefix: "/de" },
    ];
    await world.run("settings.put", { expected: version, body: { name: "Test site", language: "en", languages } });
    await world.run("publish", {});
    await world.write("new", page("/new"));
    await world.write("about", page("/about", { sections: [textSection("[Old](page:old) [New](page:new)")] }));
    await world.write("old", page("/moved", { collection: "news" }));
    const html = await htmlOf(await make({ pages: ["about", "old", "new"] }), "/about");
    expect(html).toContain('href="/moved"');
    expect(html).toContain('href="/new"');
  });

  test("names pages of the draft", async () => {
    expect(await codeOf(make({ pages: ["about", "nowhere"] }))).toBe("INVALID_REQUEST");
    await world.write("old", null);
    expect(await codeOf(make({ pages: ["old"] }))).toBe("INVALID_REQUEST");
  });
});

describe("a link", () => {
  test("counts each opening, and tells how long it is valid", async () => {
    const link = await make({ days: 2 });
    world.powers.clock.now += DAY_MS;
    const opened = await world.kernel.sharedDraft.open(SITE, secretOf(link));
    expect(opened).toEqual({ path: "/", forMs: DAY_MS });
    await seen(link, "/about");
    const first = world.powers.clock.now;
    for (const later of [59_999, 60_000]) {
      world.powers.clock.now = first + later;
      await world.kernel.sharedDraft.open(SITE, secretOf(link));
      expect(links()).toMatchObject([{ opened: later < 60_000 ? 1 : 2 }]);
    }
  });

  test("ends at its moment, and is swept", async () => {
    const link = await make({ days: 1 });
    world.powers.clock.now = link.endsAt - 1;
    expect(await seen(link, "/")).not.toBeNull();
    world.powers.clock.now = link.endsAt;
    expect(await seen(link, "/")).toBeNull();
    expect(links()).toEqual([]);
    world.kernel.shareLinks.sweep(link.endsAt);
    expect(world.powers.sql.all("SELECT id FROM share_links")).toEqual([]);
  });

  test("shows nothing once it is taken back", async () => {
    const link = await make();
    await world.run("share.remove", { link: link.id });
    expect(await seen(link, "/")).toBeNull();
    expect(await world.kernel.sharedDraft.open(SITE, secretOf(link))).toBeNull();
    expect(await codeOf(world.run("share.remove", { link: link.id }))).toBe("NOT_FOUND");
  });

  test.each([["an author", "author"] as const, ["nobody", undefined] as const])(
    "shows nothing while its maker is %s",
    async (_, now) => {
      const link = await make();
      role = now;
      expect(await seen(link, "/")).toBeNull();
      role = "editor";
      expect(await seen(link, "/")).not.toBeNull();
    },
  );

  test("stores no secret beside the answer that the command may repeat", async () => {
    const secret = secretOf(await make());
    const rows = world.powers.sql.all<object>("SELECT * FROM share_links");
    expect(JSON.stringify(rows)).not.toContain(secret);
    expect(await world.kernel.sharedDraft.answer(SITE, links()[0]?.id ?? "", "/")).toBeNull();
  });
});

describe("the bounds of links", () => {
  const name = (chars: number): string => "n".repeat(chars);
  test.each([
    ["a name", { name: name(SHARE_LINK_NAME_MAX_CHARS) }, { name: name(SHARE_LINK_NAME_MAX_CHARS + 1) }],
    ["the days", { days: SHARE_LINK_DAYS_MAX }, { days: SHARE_LINK_DAYS_MAX + 1 }],
    ["the least days", { days: 1 }, { days: 0 }],
    [
      "the pages",
      { pages: Array.from({ length: SHARE_LINK_PAGES_MAX }, () => "about") },
      { pages: Array.from({ length: SHARE_LINK_PAGES_MAX + 1 }, () => "about") },
    ],
    ["an empty name", { name: "n" }, { name: " " }],
    ["a name of one line", { name: "a b" }, { name: "a\nb" }],
  ])("hold for %s", async (_, most, beyond) => {
    expect(await codeOf(make(most))).toBe("done");
    expect(await codeOf(make(beyond))).toBe("INVALID_REQUEST");
  });

  test("hold for the links of a site, of which ended ones do not count", async () => {
    for (let n = 1; n < SHARE_LINKS_MAX; n += 1) await make();
    const last = await make({ days: 8 });
    expect(await codeOf(make())).toBe("TOO_LARGE");
    world.powers.clock.now = last.endsAt - 1;
    expect(await codeOf(make())).toBe("done");
  });
});
