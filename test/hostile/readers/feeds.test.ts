/** Feeds of readers: another person's address, an old one, and what a feed may not tell. */
import { describe, expect, test } from "vitest";
import { READER_FEED_ENTRIES, READER_FEED_READS, READER_LETTERS_SECONDS } from "../../../manifests/bounds/logins.ts";
import type { Page } from "../../../runtime/documents/content/content.ts";
import { SITE, page, textSection } from "../../runtime/kernel/world.ts";
import { bodyOf, readersWorld } from "../../runtime/readers/readersWorld.ts";

const dated = (path: string, more: Partial<Page> = {}): Page =>
  page(path, { title: `Title ${path}`, date: "2025-01-02", sections: [textSection("Secret text")], ...more });

const PAGES = {
  home: page("/"),
  open: dated("/open"),
  all: dated("/all", { audience: ["readers"], date: "2025-01-03", description: "A & <b>" }),
  paid: dated("/paid", { audience: ["paid"] }),
  hidden: dated("/hidden", { audience: ["readers"], noindex: true }),
  later: dated("/later", { audience: ["readers"], date: "2999-01-01" }),
  teased: dated("/teased", { audience: ["paid"], teaser: true, date: "2025-01-01", updated: "2025-02-03" }),
  undated: page("/undated", { audience: ["readers"] }),
};

const secretIn = (html: string): string => /\/_reader\/feed\/(\w+)</.exec(html)?.[1] ?? "";

const titles = (body: unknown): string[] =>
  [...String(body).matchAll(/<title>(Title [^<]*)/g)].map(([, one]) => one ?? "");

async function site(pages: Record<string, Page> = PAGES) {
  const at = await readersWorld(pages);
  const login = await at.signIn("ann@tide.example", "/all");
  const give = async (): Promise<string> => secretIn(bodyOf(await at.act({ do: "giveFeed", login })));
  const read = async (secret: string) => {
    const outcome = await at.act({ do: "readFeed", secret });
    return "answer" in outcome ? outcome.answer : undefined;
  };
  return { ...at, login, give, read };
}

describe("the feed of a reader", () => {
  test("has the pages with a date that the reader may read, newest first, without their texts", async () => {
    const { give, read } = await site();
    const feed = await read(await give());
    expect(feed?.headers).toMatchObject({
      "Cache-Control": "private, no-store",
      "Content-Type": "application/atom+xml; charset=utf-8",
      "Referrer-Policy": "no-referrer",
      "X-Robots-Tag": "noindex, nofollow, noarchive",
    });
    expect(titles(feed?.body)).toEqual(["Title /all"]);
    expect(feed?.body).toContain("<summary>A &amp; &lt;b&gt;</summary>");
    expect(feed?.body).not.toMatch(/Secret text|_reader/);
  });

  test("follows the groups of its reader and the published audiences", async () => {
    const { give, read, world } = await site();
    const reader = world.kernel.readers.at(SITE, "ann@tide.example")?.id ?? "";
    const secret = await give();
    await world.run("reader.groups", { reader, groups: ["paid"] });
    expect(titles((await read(secret))?.body)).toEqual(["Title /all", "Title /paid", "Title /teased"]);
    await world.run("reader.groups", { reader, groups: [] });
    expect(titles((await read(secret))?.body)).toEqual(["Title /all"]);
    await world.write("all", dated("/all", { audience: ["press"] }));
    expect(titles((await read(secret))?.body)).toEqual(["Title /all"]);
    await world.run("publish", {});
    expect(titles((await read(secret))?.body)).toEqual([]);
  });

  test("has an address that one page shows, and no table", async () => {
    const { act, login, give, world } = await site();
    // The page breaks long facts, and an address is as long as three lines of a narrow screen.
    const given = bodyOf(await act({ do: "giveFeed", login }));
    expect(given).toMatch(/<dd><code>[^<]*\/_reader\/feed\/\w+<\/code><\/dd>/);
    expect(given).toMatch(/\.svc-readers dd\{[^}]*overflow-wrap:anywhere/);
    const secret = await give();
    expect(bodyOf(await act({ do: "look", login }))).not.toContain(secret);
    const tables = world.powers.sql.all<{ name: string }>("SELECT name FROM sqlite_master WHERE type = 'table'");
    const whole = JSON.stringify(tables.map(({ name }) => world.powers.sql.all(`SELECT * FROM "${name}"`)));
    expect(whole).not.toContain(secret);
  });

  test("ends with a new address, at the reader's word, and with the account", async () => {
    const { act, login, give, read, world } = await site();
    const [one, two] = [await give(), await give()];
    expect([(await read(one))?.status, (await read(two))?.status]).toEqual([404, 200]);
    await act({ do: "endFeed", login });
    expect((await read(two))?.status).toBe(404);
    const three = await give();
    await act({ do: "forget", login });
    expect((await read(three))?.status).toBe(404);
    expect(world.powers.sql.all("SELECT * FROM reader_feeds")).toEqual([]);
  });

  test("ends when a member removes the reader, and after a rewind", async () => {
    const { give, read, signIn, act, world } = await site();
    const one = await give();
    await world.run("reader.remove", { reader: world.kernel.readers.at(SITE, "ann@tide.example")?.id ?? "" });
    expect((await read(one))?.status).toBe(404);
    const login = await signIn("ann@tide.example", "/all");
    const two = secretIn(bodyOf(await act({ do: "giveFeed", login })));
    expect((await read(two))?.status).toBe(200);
    world.kernel.readerLogins.forgetAll();
    expect((await read(two))?.status).toBe(404);
  });

  test("is well-formed XML whatever the titles say", async () => {
    const { give, read } = await site({
      home: page("/"),
      odd: dated("/all", { audience: ["readers"], title: "]]><x> & \u0007\ud800", description: '"<!--' }),
    });
    const body = String((await read(await give()))?.body);
    expect(body).toContain("<title>]]&gt;&lt;x&gt; &amp; \ufffd</title>");
    expect(
      body
        .split("<")
        .slice(1)
        .every((part) => /^(?:\?xml|\/?[a-z]+[ >])/.test(part)),
    ).toBe(true);
  });

  test.each(["", "0".repeat(64), "../sitemap.xml", "%00"])("is no guess, and no login: %j", async (secret) => {
    const { login, act, read, visit, give } = await site();
    for (const one of [secret, login]) expect((await read(one))?.status).toBe(404);
    expect(secretIn(bodyOf(await act({ do: "giveFeed", login: secret })))).toBe("");
    expect((await visit("/all", await give())).status).toBe(403);
  });

  test.each([
    [READER_FEED_READS - 1, 200],
    [READER_FEED_READS, 200],
    [READER_FEED_READS + 1, 429],
  ])("answers read %i of an hour with %i", async (times, status) => {
    const { give, read, world } = await site();
    const secret = await give();
    let last: number | undefined;
    for (let n = 0; n < times; n += 1) last = (await read(secret))?.status;
    expect(last).toBe(status);
    world.powers.clock.now += READER_LETTERS_SECONDS * 1_000;
    expect((await read(secret))?.status).toBe(200);
  });

  test.each([READER_FEED_ENTRIES - 1, READER_FEED_ENTRIES, READER_FEED_ENTRIES + 1])(
    "has at most its bound of %i pages",
    async (n) => {
      const many = Object.fromEntries(
        Array.from({ length: n }, (_, index) => [`p${index}`, dated(`/p${index}`, { audience: ["readers"] })]),
      );
      const { give, read } = await site({ home: page("/"), ...many });
      expect(String((await read(await give()))?.body).split("<entry>").length - 1).toBe(
        Math.min(n, READER_FEED_ENTRIES),
      );
    },
  );
});
