import { describe, expect, test } from "vitest";
import { WANTED_PAGES_MAX_BYTES } from "../../../manifests/bounds/publicContent.ts";
import type { Page, Redirect } from "../../../runtime/documents/content/content.ts";
import { RedirectTable } from "../../../runtime/documents/redirectTable.ts";
import { SITE, page, siteOf, initialiseInput, textSection, themePlugin, worldOf, worldWith } from "../kernel/world.ts";
import { testPowers } from "../kernel/powers.ts";

const answer = async (path: string, ifNoneMatch: string | null = null) =>
  (
    await worldWith({ home: page("/"), about: page("/about"), hidden: page("/hidden", { noindex: true }) })
  ).kernel.published.answer(SITE, path, ifNoneMatch);

describe("a page", () => {
  test("comes with a strong validator, a bounded shared life and a policy without script", async () => {
    const { status, headers } = await answer("/");
    expect(status).toBe(200);
    expect(headers["ETag"]).toMatch(/^"[0-9a-f]{64}"$/);
    expect(headers["Cache-Control"]).toBe("public, max-age=0, s-maxage=30, must-revalidate");
    expect(headers["Content-Security-Policy"]).toContain("default-src 'none'");
    expect(headers["Content-Security-Policy"]).not.toMatch(/script-src|unsafe|frame-src/);
    expect(headers["Vary"]).toBeUndefined();
  });

  test.each([
    ["its own tag", (tag: string) => tag, 304],
    ["its tag made weak", (tag: string) => `W/${tag}`, 304],
    ["its tag among others", (tag: string) => `"x", ${tag}`, 304],
    ["anything", () => "*", 304],
    ["another tag", () => '"other"', 200],
    ["the tag without quotes", (tag: string) => tag.slice(1, -1), 200],
  ])("asked for with %s", async (_claim, value, status) => {
    const tag = (await answer("/")).headers["ETag"] ?? "";
    const second = await answer("/", value(tag));
    expect(second.status).toBe(status);
    expect(second.body === null).toBe(status === 304);
    expect(second.headers["ETag"]).toBe(tag);
  });

  test("has a Markdown twin that names its canonical address", async () => {
    const { headers, body } = await answer("/about.md");
    expect(headers["Content-Type"]).toBe("text/markdown; charset=utf-8");
    expect(headers["Link"]).toBe('<https://acme.example/about>; rel="canonical"');
    expect(body).toContain("Text of /about");
    expect((await answer("/index.md")).body).toContain("Text of /");
    expect((await answer("/nothing.md")).status).toBe(404);
  });
});

describe("a page that visitors ask for again", () => {
  const readsOfPages = async (pages: Record<string, Page>) => {
    const powers = testPowers();
    let reads = 0;
    const { sql } = powers;
    const all: typeof sql.all = (query, ...values) => {
      if (/FROM entries LEFT JOIN blobs/.test(query)) reads += 1;
      return sql.all(query, ...values);
    };
    const world = worldOf({ ...powers, sql: { ...sql, all } });
    await world.kernel.initialiser.run(initialiseInput(siteOf(pages)));
    const visit = async (path: string, query = ""): Promise<number> => {
      const before = reads;
      await world.kernel.published.answer(SITE, path, null, { query });
      return reads - before;
    };
    return { world, visit };
  };

  test("is read once, whatever its queries are, and in bytes", async () => {
    const { world, visit } = await readsOfPages({ home: page("/"), over: page("/über-uns") });
    expect([await visit("/"), await visit("/", "?utm_source=a"), await visit("/", "?b=2")]).toEqual([1, 0, 0]);
    expect([await visit("/über-uns"), await visit("/%C3%BCber-uns"), await visit("/")]).toEqual([1, 0, 0]);
    const { body, bytes } = await world.kernel.published.answer(SITE, "/", null);
    expect(new TextDecoder().decode(bytes)).toBe(body);
  });

  test("is read anew after a publication, which also takes it away", async () => {
    const { world, visit } = await readsOfPages({ home: page("/"), gone: page("/gone") });
    await visit("/gone");
    expect(await world.html("/")).toContain("Text of /");
    await world.write("home", page("/", { sections: [textSection("New words")] }));
    await world.write("gone", null);
    expect(await world.html("/")).toContain("Text of /");
    await world.run("publish", {});
    expect(await world.html("/")).toContain("New words");
    expect(await world.statusOf("/gone")).toBe(404);
  });

  test("is read each time if it is longer than the memory", async () => {
    const long = page("/long", { sections: [textSection("word ".repeat(WANTED_PAGES_MAX_BYTES / 10))] });
    const { visit } = await readsOfPages({ home: page("/"), long });
    expect([await visit("/"), await visit("/long"), await visit("/long"), await visit("/")]).toEqual([1, 1, 1, 0]);
  });
});

describe("a page at an address of other letters", () => {
  const world = worldWith({
    home: page("/", { sections: [textSection("[us](page:us)")] }),
    us: page("/über-uns"),
    old: page("/seite.html"),
    far: page("/你好/吗"),
  });
  const statusOf = async (path: string): Promise<number> =>
    (await (await world).kernel.published.answer(SITE, path, null)).status;

  test.each(["/%C3%BCber-uns", "/%C3%BCber-uns.md", "/seite.html", "/seite.html.md", "/%E4%BD%A0%E5%A5%BD/%E5%90%97"])(
    "is served at %s",
    async (path) => expect(await statusOf(path)).toBe(200),
  );

  test.each(["/%C3%9Cber-uns", "/%c3%bcber-uns", "/%FCber-uns", "/SEITE.html"])(
    "is left to the only spelling when asked for as %s",
    async (path) => expect(await statusOf(path)).toBe(404),
  );

  test("is named in ASCII by links, twin, sitemap and headers", async () => {
    const { published } = (await world).kernel;
    const [home, twin, sitemap] = await Promise.all(
      ["/", "/%C3%BCber-uns.md", "/sitemap.xml"].map((path) => published.answer(SITE, path, null)),
    );
    expect(home?.body).toContain('href="/%C3%BCber-uns"');
    expect(twin?.headers["Link"]).toBe('<https://acme.example/%C3%BCber-uns>; rel="canonical"');
    expect(sitemap?.body).toContain("<loc>https://acme.example/%E4%BD%A0%E5%A5%BD/%E5%90%97</loc>");
    expect((await published.answer(SITE, "/index.md", null)).body).toContain("(https://acme.example/%C3%BCber-uns)");
  });
});

describe("addresses that are no pages", () => {
  test("the stylesheet is named by its digest and never changes", async () => {
    const world = await worldWith({ home: page("/") });
    const href = /href="(\/_assets\/[0-9a-f]{64}\.css)"/.exec(await world.html("/"))?.[1] ?? "";
    const css = await world.kernel.published.answer(SITE, href, null);
    expect(css.headers).toMatchObject({
      "Content-Type": "text/css; charset=utf-8",
      "Cache-Control": expect.stringContaining("immutable"),
    });
    expect(css.body).toContain("margin: 0");
    expect(await world.statusOf(href.replace(/[0-9a-f]{64}/, "0".repeat(64)))).toBe(404);
  });

  test("the sitemap lists pages once a release, without those that ask not to be listed", async () => {
    const { body, headers } = await answer("/sitemap.xml");
    expect(headers["Content-Type"]).toBe("application/xml; charset=utf-8");
    expect(body).toBe(
      "<urlset><url><loc>https://acme.example/</loc></url><url><loc>https://acme.example/about</loc></url></urlset>",
    );
  });

  test("the page at /404 is shown with that status wherever nothing is, and at its own address", async () => {
    const world = await worldWith({ home: page("/"), lost: page("/404", { sections: [textSection("Lost?")] }) });
    for (const path of ["/404", "/nowhere"]) {
      expect(await world.html(path)).toContain("Lost?");
      expect(await world.statusOf(path)).toBe(404);
    }
    expect((await world.kernel.published.answer(SITE, "/sitemap.xml", null)).body).not.toContain("404");
  });

  test("a site without such a page gets a built-in one in its theme", async () => {
    const { status, body } = await answer("/nowhere");
    expect(status).toBe(404);
    expect(body).toContain("Page not found");
    expect(body).toContain("<nav>");
  });

  test("browsers that look for the icon at its usual address are led to the one of the settings", async () => {
    const world = await worldWith({ home: page("/") });
    expect(await world.statusOf("/favicon.ico")).toBe(404);
    const { version, body } = world.kernel.documents.only(SITE, "settings");
    const icon = { src: `/media/${"a".repeat(64)}/icon.png`, alt: "A boat", width: 64, height: 64 };
    await world.run("settings.put", { expected: version, body: { ...body, icon } });
    await world.run("publish", {});
    const { status, headers } = await world.kernel.published.answer(SITE, "/favicon.ico", null);
    expect([status, headers["Location"], headers["Cache-Control"]]).toEqual([
      302,
      icon.src,
      expect.stringContaining("s-maxage=30"),
    ]);
  });

  test("a site that has published nothing says nothing", async () => {
    const { status, body } = await worldOf(testPowers()).kernel.published.answer("nobody", "/", null);
    expect([status, body]).toEqual([404, "Not found\n"]);
  });

  test("without a files plugin there is no sitemap", async () => {
    const world = await worldWith({ home: page("/") }, [themePlugin]);
    expect(await world.statusOf("/sitemap.xml")).toBe(404);
  });
});

describe("redirects", () => {
  const table = new RedirectTable({
    entries: [
      { from: "/old", to: "/new", status: 301 },
      { from: "/Case.html", to: "/case", status: 308 },
      { from: "/shop/*", to: "https://shop.example/*", status: 302 },
      { from: "/shop/gone/*", status: 410 },
      { from: "/all/*", to: "/", status: 307 },
      { from: "/dead", status: 410 },
    ] satisfies Redirect[],
  });

  test.each([
    ["/old", 301, "/new"],
    ["/OLD", 301, "/new"],
    ["/old/more", undefined, undefined],
    ["/case.html", 308, "/case"],
    ["/shop/a/b", 302, "https://shop.example/a/b"],
    ["/shop", 302, "https://shop.example"],
    ["/shop/gone/x", 410, undefined],
    ["/all/x", 307, "/"],
    ["/dead", 410, undefined],
    ["/__proto__", undefined, undefined],
  ])("%s", (path, status, location) => {
    expect(table.match(path)).toEqual(status === undefined ? undefined : { status, location, query: "" });
  });

  test("belong to the release: a draft redirect is not followed before it is published", async () => {
    const world = worldOf(testPowers());
    const document = siteOf({ home: page("/") });
    await world.kernel.initialiser.run(
      initialiseInput({ ...document, redirects: { entries: [{ from: "/old", to: "/", status: 301 }] } }),
    );
    expect((await world.kernel.published.answer(SITE, "/old", null)).headers["Location"]).toBe("/");
    const entries = [
      { from: "/old", status: 410 },
      { from: "/", to: "/elsewhere", status: 301 },
    ];
    await world.run("documents.write", { writes: [{ kind: "redirects", id: "site", expected: 1, body: { entries } }] });
    expect(await world.statusOf("/old")).toBe(301);
    await world.run("publish", {});
    expect(await world.statusOf("/old")).toBe(410);
    expect(await world.statusOf("/")).toBe(200);
  });
});
