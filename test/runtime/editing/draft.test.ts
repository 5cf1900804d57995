import { describe, expect, test } from "vitest";
import type { PublishedAnswer } from "../../../runtime/serving/publishedAnswer.ts";
import { SITE, page, textSection, type World } from "../kernel/world.ts";
import { EDITING_PACK, box, editingWorld } from "./editingWorld.ts";

const draft = (world: World, path: string): Promise<PublishedAnswer> => world.kernel.draft.answer(SITE, path);
const retitle = (world: World, title: string, expected = 1) =>
  world.run("page.update", { page: "about", expected, changes: { title } });
const sheetIn = (html: string | null): string =>
  /href="(\/_assets\/[0-9a-f]{64}\.css)\?svc_mode=edit"/.exec(html ?? "")?.[1] ?? "none";

describe("a draft page", () => {
  test("is what would be published now, and no visitor sees it", async () => {
    const world = await editingWorld();
    await retitle(world, "Draft");
    expect((await draft(world, "/about")).body).toContain("<h1>Draft</h1>");
    await retitle(world, "Draft again", 2);
    expect((await draft(world, "/about")).body).toContain("<h1>Draft again</h1>");
    expect(await world.html("/about")).not.toContain("Draft");
  });

  test("says what the editor needs to know: endpoint, draft, page, sections", async () => {
    const world = await editingWorld({
      home: page("/", { sections: [box("b", textSection("In", "in"))] }),
      about: page("/about"),
    });
    await retitle(world, "New");
    const { body } = await draft(world, "/");
    for (const said of [
      '<meta name="svc-editor-endpoint" content="/_editor">',
      '<meta name="svc-draft-change" content="2">',
      '<meta name="robots" content="noindex, nofollow, noarchive">',
      'data-page-id="home" data-page-version="1"',
      'data-section="test.text/text" data-section-id="in"',
      'data-section-parent="b" data-section-slot="left"',
    ])
      expect(body).toContain(said);
  });

  test("is never kept and never listed, whatever becomes of it", async () => {
    const world = await editingWorld();
    for (const path of ["/", "/nothing", "/sitemap.xml", "/index.md"]) {
      const { headers } = await draft(world, path);
      expect([path, headers["Cache-Control"], headers["X-Robots-Tag"], headers["ETag"]]).toEqual([
        path,
        "private, no-store",
        "noindex, nofollow, noarchive",
        undefined,
      ]);
      expect(headers).toMatchObject({ "X-Content-Type-Options": "nosniff", "X-Frame-Options": "DENY" });
    }
  });

  test("has the headers of the published page apart from those", async () => {
    const world = await editingWorld();
    const { ETag: _, ...published } = (await world.kernel.published.answer(SITE, "/", null)).headers;
    expect((await draft(world, "/")).headers).toEqual({
      ...published,
      "Cache-Control": "private, no-store",
      "X-Robots-Tag": "noindex, nofollow, noarchive",
    });
  });

  test("brings its style sheet along, which no visitor can fetch before it is published", async () => {
    const restyled = EDITING_PACK.map((entry) =>
      entry.manifest.id === "test.theme"
        ? { ...entry, files: { ...entry.files, "theme.css": "body { margin: 1px }" } }
        : entry,
    );
    const world = (await editingWorld()).restart(restyled);
    const sheet = sheetIn((await draft(world, "/")).body);
    expect(await draft(world, sheet)).toMatchObject({
      status: 200,
      body: expect.stringContaining("margin: 1px"),
      headers: { "Content-Type": "text/css; charset=utf-8", "Cache-Control": "private, no-store" },
    });
    expect(await world.statusOf(sheet)).toBe(404);
  });
});

describe("of what is no page", () => {
  test("a page that was deleted is gone, and one that was made is there", async () => {
    const world = await editingWorld();
    await world.run("page.delete", { page: "about", expected: 1 });
    await world.run("page.create", { body: page("/new") });
    expect([(await draft(world, "/about")).status, (await draft(world, "/new")).status]).toEqual([404, 200]);
    expect([await world.statusOf("/about"), await world.statusOf("/new")]).toEqual([200, 404]);
  });

  test("files and Markdown are those of the draft", async () => {
    const world = await editingWorld();
    await world.run("page.create", { body: page("/new") });
    expect((await draft(world, "/sitemap.xml")).body).toContain("https://acme.example/new");
    expect((await draft(world, "/new.md")).body).toContain("Text of /new");
    expect(await world.html("/sitemap.xml")).not.toContain("/new");
  });

  test("redirects work and are remembered by no browser", async () => {
    const world = await editingWorld();
    await world.run("redirects.put", {
      expected: 1,
      body: {
        entries: [
          { from: "/old", to: "/about", status: 301 },
          { from: "/gone", status: 410 },
        ],
      },
    });
    expect(await draft(world, "/old")).toMatchObject({
      status: 302,
      headers: { Location: "/about", "Cache-Control": "private, no-store" },
    });
    expect((await draft(world, "/gone")).status).toBe(410);
  });

  test("the site's own page for addresses that do not exist is shown, in its draft", async () => {
    const world = await editingWorld();
    await world.run("page.create", { body: page("/404", { title: "Lost" }) });
    expect(await draft(world, "/nothing")).toMatchObject({
      status: 404,
      body: expect.stringContaining("<h1>Lost</h1>"),
    });
    expect((await draft(world, "/404")).status).toBe(404);
  });

  test("another site's paths are not there", async () => {
    expect((await draft(await editingWorld(), "/hidden")).status).toBe(404);
  });
});

test("a site the workspace does not have has no draft", async () => {
  const world = await editingWorld();
  await expect(world.kernel.draft.answer("nowhere", "/")).rejects.toMatchObject({
    code: "NOT_FOUND",
  });
});
