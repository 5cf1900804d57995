/**
 * Non-interference: two sites differ only in a page for readers. Everything that visitors, agents and programs may ask
 * without an account must be equal in both, byte for byte.
 */
import { createHash } from "node:crypto";
import { describe, expect, test } from "vitest";
import type { Page } from "../../../runtime/documents/content/content.ts";
import { SITE, listSection, page, textSection } from "../../runtime/kernel/world.ts";
import { type ReadersWorld, readersWorld } from "../../runtime/readers/readersWorld.ts";

const secretPage = (word: string, more: Partial<Page> = {}): Page =>
  page("/members", {
    title: `Title ${word}`,
    description: `Description ${word}`,
    collection: "news",
    date: "2026-01-02",
    author: `Author ${word}`,
    sections: [
      textSection(
        `# Heading ${word}\n\nText ${word} and [back](page:home), with so many further words that lists would show the first of them.`,
      ),
    ],
    audience: ["readers"],
    ...more,
  });

const pagesWith = (word: string, more?: Partial<Page>): Record<string, Page> => ({
  home: page("/", {
    sections: [
      textSection("[The members](page:members), [by path](/members) and [about](page:about)"),
      listSection("news"),
      listSection("", "all"),
    ],
  }),
  about: page("/about", { collection: "news", date: "2026-01-01" }),
  members: secretPage(word, more),
});

/** The addresses that a person without an account may ask for. */
const ASKED = [
  "/",
  "/about",
  "/about.md",
  "/index.md",
  "/members",
  "/members/",
  "/Members",
  "/members.md",
  "/members/index.md",
  "/members/page/2",
  "/members/feed.xml",
  "/members.ics",
  "/readers:/members",
  "/readers%3A/members",
  "/sitemap.xml",
  "/llms.txt",
  "/feed.xml",
  "/search?q=Heading",
  "/favicon.ico",
  "/nowhere",
];

async function observed(at: ReadersWorld): Promise<Record<string, unknown>> {
  const { kernel } = at.world;
  const answers: [string, unknown][] = [];
  for (const asked of ASKED) {
    const [path = "", query] = asked.split("?");
    const answer = await kernel.serve(SITE, path, null, { query: query === undefined ? "" : `?${query}` });
    const { status, headers, body } = answer;
    answers.push([asked, { status, headers, body }]);
  }
  return {
    ...Object.fromEntries(answers),
    catalogue: await kernel.published.catalogue(SITE),
    text: await kernel.published.text(SITE, "members"),
    markdown: await kernel.published.markdown(SITE, "members"),
    stored: await storedFor(at),
  };
}

/** Everything that the public store and the visitors' search get. */
async function storedFor({ world: { kernel } }: ReadersWorld): Promise<unknown> {
  const put = new Map<string, string>();
  const places = {
    put: async (key: string, value: string) => void put.set(key, value),
    delete: async () => undefined,
    purge: async () => undefined,
  };
  for (let done = false; !done;) {
    const { sequence } = kernel.sites.get(SITE);
    ({ done } = await kernel.publicContent.refresh(SITE, sequence, places));
  }
  return [...put];
}

const QUIET = "zephyr";
const LOUD = "maelstrom";

describe("a page for readers", () => {
  test("changes nothing that a visitor without an account sees, whatever it says", async () => {
    const [one, other] = [await readersWorld(pagesWith(QUIET)), await readersWorld(pagesWith(LOUD))];
    const [seen, seenToo] = [await observed(one), await observed(other)];
    expect(seenToo).toEqual(seen);
    expect(JSON.stringify(seen)).not.toMatch(/zephyr/i);
    expect(JSON.stringify(seenToo)).not.toMatch(/maelstrom/i);
  });

  test("leaves no trace of its text in the database but in its document and its release", async () => {
    const at = await readersWorld(pagesWith(LOUD));
    await observed(at);
    const { sql } = at.world.powers;
    const tables = sql.all<{ name: string }>("SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name");
    const found = tables.flatMap(({ name }) =>
      JSON.stringify(sql.all(`SELECT * FROM "${name}"`)).includes(LOUD) ? [name] : [],
    );
    expect(found).toEqual(["blobs", "documents"]);
  });

  test.each([[{ teaser: true }], [{ teaser: true, noindex: true }], [{ teaser: true, description: undefined }]])(
    "is a teaser in lists of pages alone, without its text: %j",
    async (more) => {
      const at = await readersWorld(pagesWith(LOUD, more));
      const seen = await observed(at);
      // The Markdown of a page says what the page says, for agents, too.
      const { "/": home, "/index.md": _twin, stored, ...rest } = seen as { "/": { body: string } } & typeof seen;
      expect(home.body).toContain('href="/members"');
      expect(home.body.includes("Title maelstrom")).toBe(!("noindex" in more));
      expect(home.body).not.toMatch(/(?:Heading|Text) maelstrom/);
      expect(JSON.stringify(rest)).not.toMatch(/maelstrom/);
      const values = new Map(stored as [string, string][]);
      const isHome = (value: string): boolean => /The members|about home\n/.test(value);
      expect([...values].filter(([, value]) => value.includes("maelstrom") && !isHome(value))).toEqual([]);
      expect([...values.keys()].filter((key) => key.includes("members"))).toEqual([]);
    },
  );

  test("takes what was public back when it gets its audience, and gives it again", async () => {
    const at = await readersWorld(pagesWith(LOUD, { audience: undefined }));
    expect((await at.visit("/members")).status).toBe(200);
    await storedFor(at);
    await at.world.write("members", secretPage(LOUD));
    const { release } = at.world.kernel.sites.get(SITE);
    await at.world.run("publish", {});
    const now = at.world.kernel.sites.get(SITE).release;
    expect(at.world.kernel.releases.pathsBetween(SITE, release, now, 10)).toContain("/members");
    expect((await at.visit("/members")).status).toBe(403);
    expect(at.world.kernel.reads.releasePage(SITE, now, "/members").body).toContain("Text maelstrom");
    const back = at.world.kernel.reads.restoration(SITE, release);
    expect(back).toMatchObject({ paths: ["/", "/members"], more: false, opened: ["/members"] });
    expect(at.world.kernel.releases.find(SITE, now)?.changed).toBe(2);
    expect(at.world.kernel.releases.addressesBetween(SITE, release, now, 2)).toEqual(["/", "/members"]);
    expect(at.world.kernel.reads.restoration(SITE, now, release).opened).toEqual([]);
    const seen = await observed(at);
    expect(JSON.stringify(Object.entries(seen).filter(([name]) => name !== "stored"))).not.toMatch(/maelstrom/);
    expect(JSON.stringify(seen["stored"])).not.toMatch(/maelstrom/);
    await at.world.write("members", secretPage(LOUD, { audience: undefined }));
    await at.world.run("publish", {});
    expect((await at.visit("/members")).body).toContain("Text maelstrom");
    expect((await at.visit("/")).body).toContain('href="/members"');
  });

  test("is named before a release comes back that shows it to everybody, at its address there", async () => {
    const at = await readersWorld({
      home: page("/"),
      members: page("/plan"),
      other: page("/kept", { audience: ["paid"] }),
    });
    const { release } = at.world.kernel.sites.get(SITE);
    await at.world.write("members", page("/members", { audience: ["readers"] }));
    await at.world.run("publish", {});
    const { reads } = at.world.kernel;
    expect(reads.restoration(SITE, release).opened).toEqual(["/plan"]);
    await at.world.run("release.restore", { release });
    expect((await at.visit("/plan")).status).toBe(200);
    expect((await at.visit("/kept")).status).toBe(403);
  });

  test("is gone when it is deleted, for readers, too", async () => {
    const at = await readersWorld(pagesWith(LOUD));
    const login = await at.signIn("ann@tide.example");
    expect((await at.visit("/members", login)).body).toContain("Text maelstrom");
    await at.world.run("page.delete", { page: "members", expected: 1 });
    await at.world.run("publish", {});
    expect((await at.visit("/members", login)).status).toBe(404);
  });

  test("shows no form, and takes none, from people without an account", async () => {
    const at = await readersWorld(pagesWith(LOUD));
    await expect(at.world.kernel.published.placement(SITE, "members.s1")).rejects.toMatchObject({ code: "NOT_FOUND" });
    const place = { page: "members", section: "s1" } as Parameters<typeof at.world.kernel.published.withForm>[1];
    const state = { kind: "sent" } as unknown as Parameters<typeof at.world.kernel.published.withForm>[2];
    await expect(at.world.kernel.published.withForm(SITE, place, state, 200)).rejects.toMatchObject({
      code: "NOT_FOUND",
    });
  });
});

describe("groups", () => {
  const pages = {
    ...pagesWith(QUIET),
    paid: page("/paid", {
      audience: ["paid"],
      sections: [textSection("[press](page:press), [members](page:members), [home](page:home)")],
    }),
    press: page("/press", { audience: ["press", "paid"], sections: [textSection("[paid](page:paid) only paid")] }),
  };

  test("admit their readers alone, and link only where the whole audience may read", async () => {
    const at = await readersWorld(pages);
    const login = await at.signIn("ann@tide.example");
    const id = at.world.kernel.readers.at(SITE, "ann@tide.example")?.id ?? "";
    expect((await at.visit("/paid", login)).status).toBe(403);
    await at.world.run("reader.groups", { reader: id, groups: ["press"] });
    expect((await at.visit("/paid", login)).status).toBe(403);
    const press = await at.visit("/press", login);
    expect(press.status).toBe(200);
    expect(press.body).not.toContain('href="/paid"');
    await at.world.run("reader.groups", { reader: id, groups: ["paid"] });
    const paid = await at.visit("/paid", login);
    expect(paid.status).toBe(200);
    for (const path of ["/press", "/members", "/"]) expect(paid.body).toContain(`href="${path}"`);
    await at.world.run("reader.remove", { reader: id });
    expect((await at.visit("/members", login)).status).toBe(403);
  });

  test("that a linked page loses take the link away", async () => {
    const at = await readersWorld(pages);
    const login = await at.signIn("ann@tide.example");
    const id = at.world.kernel.readers.at(SITE, "ann@tide.example")?.id ?? "";
    await at.world.run("reader.groups", { reader: id, groups: ["paid"] });
    expect((await at.visit("/paid", login)).body).toContain('href="/press"');
    await at.world.write("press", { ...pages.press, audience: ["press"] });
    await at.world.run("publish", {});
    expect((await at.visit("/paid", login)).body).not.toContain('href="/press"');
  });
});

test("a member's draft shows the page, and its answer is for no cache", async () => {
  const at = await readersWorld(pagesWith(LOUD));
  const draft = await at.world.kernel.draft.answer(SITE, "/members");
  expect(draft.body).toContain("Text maelstrom");
  const login = await at.signIn("ann@tide.example");
  for (const answer of [draft, await at.visit("/members"), await at.visit("/members", login)]) {
    expect(answer.headers["Cache-Control"]).toBe("private, no-store");
    expect(answer.headers["X-Robots-Tag"]).toContain("noindex");
    expect(answer.headers["ETag"]).toBeUndefined();
  }
});

test("the pages of accounts have a style that their policy allows by its digest", async () => {
  const at = await readersWorld(pagesWith(LOUD));
  const { body, headers } = await at.visit("/members");
  const style = /<style>(.*?)<\/style>/.exec(body ?? "")?.[1] ?? "";
  const digest = createHash("sha256").update(style).digest("base64");
  expect(headers["Content-Security-Policy"]).toContain(`style-src 'self' 'sha256-${digest}';`);
});
