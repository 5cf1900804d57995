import { describe, expect, test } from "vitest";
import { REVISIONS_KEPT } from "../../../manifests/bounds/documents.ts";
import {
  PUBLISH_INLINE_PAGES,
  PUBLISH_RESTARTS,
  PUBLISH_STEP_PAGES,
  RELEASES_KEPT,
  RELEASES_SLACK,
} from "../../../manifests/bounds/publishing.ts";
import { columnsOf, tablesOf } from "../../../runtime/backups/columns.ts";
import { Initialiser } from "../../../runtime/operating/initialise.ts";
import type { PublishResult } from "../../../runtime/publishing/publisher.ts";
import {
  PACK,
  SITE,
  THEME,
  filesPlugin,
  initialiseInput,
  listPlugin,
  listSection,
  page,
  siteOf,
  textPlugin,
  textSection,
  themePlugin,
  worldOf,
  worldWith,
  type World,
} from "../kernel/world.ts";
import { testPowers } from "../kernel/powers.ts";

const publish = (world: World): Promise<PublishResult> => world.run<PublishResult>("publish", {});
const changedPaths = (world: World, release: number): string[] =>
  world.kernel.releases.pathsBetween(SITE, release - 1, release, 1_000).toSorted();
const blogPages = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, n) => [`p${String(n).padStart(5, "0")}`, page(`/p/${n}`)]));

async function finish(world: World): Promise<number> {
  let steps = 1;
  while (!(await world.kernel.publisher.step(SITE))) steps += 1;
  return steps;
}

describe("a first publication", () => {
  test("shows every page and answers 404 for the rest", async () => {
    const world = await worldWith({ home: page("/"), about: page("/about") });
    expect(await world.html("/")).toContain("Text of /");
    expect(await world.html("/about")).toContain("Text of /about");
    expect(await world.statusOf("/nowhere")).toBe(404);
  });

  test("is idempotent: equal input creates nothing, other input changes nothing", async () => {
    const world = await worldWith({ home: page("/") });
    const again = await world.kernel.initialiser.run(initialiseInput(siteOf({ home: page("/") })));
    expect(again).toMatchObject({ created: false, release: 1, sequence: 1 });
    const other = initialiseInput(siteOf({ home: page("/", { title: "Other" }) }));
    await expect(world.kernel.initialiser.run(other)).rejects.toMatchObject({ code: "SITE_INITIALIZATION_CONFLICT" });
    expect(await world.html("/")).toContain("Page /");
  });

  test("repeated for another origin shows the same content there, and no draft", async () => {
    const world = await worldWith({ home: page("/"), about: page("/about") });
    await world.write("about", page("/about", { title: "Draft title" }));
    const moved = initialiseInput(siteOf({ home: page("/"), about: page("/about") }), {
      origin: "https://new.example",
      hostnames: ["new.example"],
    });
    expect(await world.kernel.initialiser.run(moved)).toMatchObject({ created: false, release: 2, sequence: 2 });
    expect((await world.kernel.published.answer(SITE, "/sitemap.xml", null)).body).toContain(
      "https://new.example/about",
    );
    expect(await world.html("/about")).not.toContain("Draft title");
    expect(await world.kernel.initialiser.run(moved)).toMatchObject({ created: false, release: 2, sequence: 2 });
    await publish(world);
    expect(await world.html("/about")).toContain("Draft title");
  });

  test("raced by equal requests creates the site once", async () => {
    const world = worldOf(testPowers());
    const input = initialiseInput(siteOf({ home: page("/") }));
    const results = await Promise.allSettled([
      world.kernel.initialiser.run(input),
      world.kernel.initialiser.run(input),
    ]);
    const created = results.filter((result) => result.status === "fulfilled" && result.value.created);
    expect(created).toHaveLength(1);
    expect(world.kernel.sites.get(SITE)).toMatchObject({ release: 1, sequence: 1 });
  });

  test("with fields that break their schema leaves no site behind", async () => {
    const world = worldOf(testPowers());
    const broken = siteOf({
      home: page("/", { sections: [{ id: "s1", type: "test.text/text", fields: { text: 7 } }] }),
    });
    await expect(world.kernel.initialiser.run(initialiseInput(broken))).rejects.toMatchObject({
      code: "INVALID_REQUEST",
    });
    expect(world.kernel.sites.find(SITE)).toBeUndefined();
  });

  test("rehearsed refuses the same and changes nothing; a good one leaves no site either", async () => {
    const world = worldOf(testPowers());
    const good = initialiseInput(siteOf({ home: page("/") }));
    const broken = initialiseInput(
      siteOf({ home: page("/", { sections: [{ id: "s1", type: "test.text/text", fields: { text: 7 } }] }) }),
    );
    await expect(world.kernel.initialiser.rehearse(broken)).rejects.toMatchObject({ code: "INVALID_REQUEST" });
    expect(await world.kernel.initialiser.rehearse(good)).toBeNull();
    expect(world.kernel.sites.find(SITE)).toBeUndefined();
    expect(await world.kernel.initialiser.run(good)).toMatchObject({ created: true });
    expect(await world.kernel.initialiser.rehearse(good)).toBeNull();
    const other = initialiseInput(siteOf({ home: page("/", { title: "Other" }) }));
    await expect(world.kernel.initialiser.rehearse(other)).rejects.toMatchObject({
      code: "SITE_INITIALIZATION_CONFLICT",
    });
  });

  test("given up before its first publication leaves no row of the site, and another document may take its place", async () => {
    const world = worldOf(testPowers());
    const { sql } = world.powers;
    const rows = () =>
      tablesOf(sql).filter(
        (table) =>
          columnsOf(sql, table)?.all.includes("site") &&
          sql.all(`SELECT 1 FROM "${table}" WHERE site = ?`, SITE).length > 0,
      );
    const dies = () => Promise.reject(new Error("the machine died"));
    const dying = new Initialiser({
      ...world.kernel,
      powers: world.powers,
      publisher: { ...world.kernel.publisher, prepareAgain: dies } as never,
    });
    await expect(dying.run(initialiseInput(siteOf({ home: page("/") })))).rejects.toThrow("died");
    expect(rows()).toEqual(expect.arrayContaining(["documents", "sites"]));
    expect(world.kernel.initialiser.abandon(SITE)).toBeNull();
    expect(rows()).toEqual([]);
    expect(world.kernel.initialiser.abandon(SITE)).toBeNull();
    const other = initialiseInput(siteOf({ home: page("/", { title: "Other" }) }));
    expect(await world.kernel.initialiser.run(other)).toMatchObject({ created: true });
  });

  test("published is not given up", async () => {
    const world = await worldWith({ home: page("/") });
    expect(() => world.kernel.initialiser.abandon(SITE)).toThrow(expect.objectContaining({ code: "CONFLICT" }));
    expect(await world.html("/")).toContain("Page /");
  });

  test("keeps sections of plugins that are not there, shows nothing for them and names them", async () => {
    const world = worldOf(testPowers(), [themePlugin]);
    const result = await world.kernel.initialiser.run(initialiseInput(siteOf({ home: page("/") })));
    expect(result.unavailable).toEqual([{ type: "test.text/text", pages: ["home"] }]);
    expect(await world.html("/")).not.toContain("Text of");
    expect(world.kernel.documents.get(SITE, "page", "home")?.body.sections[0]?.fields).toEqual({ text: "Text of /" });
    expect(world.kernel.status().sites[0]?.plugins.missing).toEqual([{ id: "test.text", pages: 1, theme: false }]);
  });

  test("names plugins of directives that are not there with the pages that have them", async () => {
    const body = "One :gone.bits/go[two] three, and :gone.bits/go[four].";
    const world = await worldWith({ home: page("/", { sections: [textSection(body)] }), other: page("/other") });
    expect(await world.html("/")).toContain("One two three, and four.");
    expect(world.kernel.status().sites[0]?.plugins.missing).toEqual([{ id: "gone.bits", pages: 1, theme: false }]);
  });

  test("works without any plugin at all", async () => {
    const world = await worldWith({ home: page("/") }, []);
    expect(await world.html("/")).toContain("<title>");
  });
});

describe("a later publication", () => {
  test("writes rows only for the page that changed", async () => {
    const world = await worldWith({ home: page("/"), about: page("/about"), team: page("/team") });
    await world.write("about", page("/about", { sections: [textSection("New words")] }));
    expect(await world.html("/about")).not.toContain("New words");
    const result = await publish(world);
    expect(result).toMatchObject({ release: 2, sequence: 2, state: "ready", changed: 1 });
    expect(changedPaths(world, 2)).toEqual(["/about"]);
    expect(await world.html("/about")).toContain("New words");
  });

  test("of a draft that has not changed makes no release", async () => {
    const world = await worldWith({ home: page("/") });
    expect(await publish(world)).toEqual({ release: 1, sequence: 1, state: "ready", changed: 0, notices: [] });
  });

  test("renders pages that link to a page that moved, and forgets its old path", async () => {
    const world = await worldWith({
      home: page("/"),
      about: page("/about"),
      linker: page("/linker", { sections: [textSection("See [us](page:about).")] }),
    });
    await world.write("about", page("/company"));
    await publish(world);
    expect(changedPaths(world, 2)).toEqual(["/about", "/company", "/linker"]);
    expect(await world.html("/linker")).toContain('href="/company"');
    expect(await world.statusOf("/about")).toBe(404);
  });

  test("renders lists again when a page they show was added, retitled or removed", async () => {
    const world = await worldWith({ home: page("/", { sections: [listSection("news")] }), other: page("/other") });
    await world.write("n1", page("/news/one", { title: "First news", collection: "news", date: "2026-01-01" }));
    await publish(world);
    expect(await world.html("/")).toContain("<li>First news</li>");
    await world.write("n1", page("/news/one", { title: "Better news", collection: "news", date: "2026-01-01" }));
    await publish(world);
    expect(await world.html("/")).toContain("<li>Better news</li>");
    await world.write("n1", null);
    await publish(world);
    expect(await world.html("/")).not.toContain("news");
    expect(await world.statusOf("/news/one")).toBe(404);
    expect(changedPaths(world, 4)).toEqual(["/", "/news/one"]);
  });

  test("does not touch a list when a page outside it changes", async () => {
    const world = await worldWith({ home: page("/", { sections: [listSection("news")] }), other: page("/other") });
    await world.write("other", page("/other", { title: "Else" }));
    await publish(world);
    expect(changedPaths(world, 2)).toEqual(["/other"]);
  });

  test("lets two pages swap their paths", async () => {
    const world = await worldWith({ home: page("/"), one: page("/one"), two: page("/two") });
    const swap = [
      { kind: "page", id: "one", expected: 1, body: page("/two", { title: "One" }) },
      { kind: "page", id: "two", expected: 1, body: page("/one", { title: "Two" }) },
    ];
    await world.run("documents.write", { writes: swap });
    await publish(world);
    expect(await world.html("/one")).toContain("Two");
    expect(await world.html("/two")).toContain("One");
  });

  test("renders everything when the theme, the settings or the navigation changed", async () => {
    const world = await worldWith({ home: page("/"), about: page("/about") });
    const settings = { kind: "settings", id: "site", expected: 1, body: { name: "Renamed", language: "fr" } };
    await world.run("documents.write", { writes: [settings] });
    await publish(world);
    expect(changedPaths(world, 2)).toEqual(["/", "/about"]);
    expect(await world.html("/about")).toContain('lang="fr"');
  });

  test("renders the pages of a plugin that was updated, and only those", async () => {
    const world = await worldWith({ home: page("/"), list: page("/list", { sections: [listSection("news")] }) });
    const updated = world.restart([
      textPlugin("<p>v2 {{ fields.text }}</p>", "1.1.0"),
      listPlugin,
      themePlugin,
      filesPlugin,
    ]);
    await publish(updated);
    expect(changedPaths(updated, 2)).toEqual(["/"]);
    expect(await updated.html("/")).toContain("v2");
  });

  test("holds a section whose fields an updated plugin no longer accepts, and names page and field", async () => {
    const world = await worldWith({ home: page("/") });
    const { powers } = world;
    powers.sql.all("UPDATE documents SET body = replace(body, 'Text of /', '') WHERE kind = 'page'");
    powers.sql.all("UPDATE documents SET body = replace(body, '\"text\":\"\"', '\"text\":5') WHERE kind = 'page'");
    powers.sql.all("UPDATE sites SET recheck = 1");
    const { notices } = await publish(world);
    expect(notices).toMatchObject([{ plugin: "test.text", code: "content_held", pages: 1 }]);
    expect(notices[0]?.detail).toContain("/text: found 5");
    expect(await world.html("/")).toContain("Text of /");
  });

  test("prepared beside another one is refused when it comes second", async () => {
    const world = await worldWith({ home: page("/") });
    await world.write("home", page("/", { title: "Changed" }));
    const [one, other] = await Promise.all([
      world.kernel.publisher.prepare(SITE, "a"),
      world.kernel.publisher.prepare(SITE, "b"),
    ]);
    expect(one().release).toBe(2);
    expect(() => other()).toThrow(/^CONFLICT/);
  });
});

describe("restoring a release", () => {
  test("shows the old pages again without touching the draft, and the next publication shows the draft", async () => {
    const world = await worldWith({ home: page("/"), about: page("/about") });
    await world.write("home", page("/", { title: "Second" }));
    await world.write("new", page("/new"));
    await publish(world);
    expect(await world.run("release.restore", { release: 1 })).toMatchObject({ release: 1, sequence: 3 });
    expect(await world.html("/")).toContain("Page /");
    expect(await world.statusOf("/new")).toBe(404);
    expect(world.kernel.documents.get(SITE, "page", "home")?.body.title).toBe("Second");
    await publish(world);
    expect(await world.html("/")).toContain("Second");
    expect(await world.statusOf("/new")).toBe(200);
  });

  test("and going back to the theme of that release leaves no page in the theme between", async () => {
    const world = await worldWith({ home: page("/"), about: page("/about") });
    const theme = (expected: number, scheme: string) =>
      world.run("documents.write", { writes: [{ kind: "theme", id: "site", expected, body: { ...THEME, scheme } }] });
    await theme(1, "dark");
    await publish(world);
    await world.run("release.restore", { release: 1 });
    await theme(2, "auto");
    await publish(world);
    expect(await world.html("/about")).toContain('data-scheme="auto"');
    expect(await world.html("/")).toContain('data-scheme="auto"');
  });

  test("of a release that is not there is refused", async () => {
    const world = await worldWith({ home: page("/") });
    await expect(world.run("release.restore", { release: 9 })).rejects.toMatchObject({ code: "NOT_FOUND" });
  });

  test("is followed by releases that name what looks different, and nothing that looks as before", async () => {
    const world = await worldWith({ home: page("/"), about: page("/about"), third: page("/third") });
    await world.write("home", page("/", { title: "Newer" }));
    await world.write("about", page("/about", { title: "Newer" }));
    await publish(world);
    await world.run("release.restore", { release: 1 });
    await world.write("about", page("/about"));
    await world.write("third", page("/third", { title: "Newer" }));
    expect(await publish(world)).toMatchObject({ release: 3, changed: 2 });
    const { reads } = world.kernel;
    expect([1, 2, 3].map((release) => reads.outcome(SITE, release).since)).toEqual([
      null,
      { release: 1, shown: 2, paths: ["/", "/about"], more: false, opened: [], moreOpened: false },
      { release: 1, shown: 3, paths: ["/", "/third"], more: false, opened: [], moreOpened: false },
    ]);
    expect(reads.restoration(SITE, 2, 3).paths).toEqual(["/about", "/third"]);
    expect(() => reads.outcome(SITE, 9)).toThrow(expect.objectContaining({ code: "NOT_FOUND" }));
  });

  /** A site with this many releases of its home page, each with its number in the title. */
  async function published(releases: number): Promise<World> {
    const world = await worldWith({ home: page("/", { title: "Title 1" }) });
    for (let n = 2; n <= releases; n++) {
      await world.write("home", page("/", { title: `Title ${n}` }));
      await publish(world);
    }
    return world;
  }

  const prune = ({ kernel }: World): number | undefined => {
    const neededFrom = kernel.releaseRetention.prune(SITE, kernel.sites.get(SITE).release);
    if (neededFrom !== undefined) kernel.retention.prune(SITE, neededFrom);
    return neededFrom;
  };

  const most = RELEASES_KEPT + RELEASES_SLACK;

  test.each([
    [most - 1, false],
    [most, true],
    [most + 1, true],
  ])("with %i of them, old ones are forgotten: %s", async (releases, forgotten) => {
    const world = await published(releases);
    expect(prune(world) !== undefined).toBe(forgotten);
    const oldest = forgotten ? releases - RELEASES_KEPT + 1 : 1;
    if (forgotten)
      await expect(world.run("release.restore", { release: oldest - 1 })).rejects.toMatchObject({ code: "NOT_FOUND" });
    await world.run("release.restore", { release: oldest });
    expect(await world.html("/")).toContain(`Title ${oldest}<`);
    const blobs = world.powers.sql.all("SELECT digest FROM blobs");
    expect(blobs).toHaveLength((forgotten ? RELEASES_KEPT : releases) + 1);
  });

  test("of the current release is possible however old it is", async () => {
    const world = await published(most);
    await world.run("release.restore", { release: 1 });
    prune(world);
    expect(await world.html("/")).toContain("Title 1<");
    expect((await world.kernel.published.answer(SITE, "/index.md", null)).body).toContain("Title 1");
  });

  test.each([
    [REVISIONS_KEPT - 1, 1],
    [REVISIONS_KEPT, 1],
    [REVISIONS_KEPT + 1, 2],
  ])("%i versions nobody shows: the oldest kept is %i", async (versions, oldest) => {
    const world = await worldWith({ home: page("/"), about: page("/about") });
    for (let n = 2; n <= versions; n++) await world.write("about", page("/about", { title: `Version ${n}` }));
    await publish(world);
    world.kernel.retention.prune(SITE, world.kernel.documents.change(SITE));
    const kept = world.powers.sql.all<{ version: number }>(
      "SELECT min(version) AS version FROM documents WHERE id = 'about'",
    );
    expect(kept[0]?.version).toBe(oldest);
    expect(world.kernel.documents.get(SITE, "page", "about")?.version).toBe(versions);
  });

  test("and pruning never takes a version a kept release shows", async () => {
    const world = await worldWith({ home: page("/"), about: page("/about") });
    const shown = world.kernel.documents.change(SITE);
    for (let n = 2; n <= REVISIONS_KEPT + 5; n++) await world.write("about", page("/about", { title: `Version ${n}` }));
    world.kernel.retention.prune(SITE, shown);
    expect(world.kernel.documents.get(SITE, "page", "about", shown)?.version).toBe(1);
  });
});

describe("a publication in steps", () => {
  const many = PUBLISH_INLINE_PAGES + 1;

  test.each([
    ["one page fewer than the bound goes at once", PUBLISH_INLINE_PAGES - 1, "ready"],
    ["as many pages as the bound go at once", PUBLISH_INLINE_PAGES, "ready"],
    ["one page more goes in steps", PUBLISH_INLINE_PAGES + 1, "building"],
  ])("%s", async (_claim, count, state) => {
    const world = await worldWith(blogPages(count));
    const settings = { kind: "settings", id: "site", expected: 1, body: { name: "Renamed", language: "en" } };
    await world.run("documents.write", { writes: [settings] });
    expect((await publish(world)).state).toBe(state);
    await finish(world);
    expect(await world.html("/p/0")).toContain("Renamed");
  });

  const renamed = async (count = many): Promise<World> => {
    const world = await worldWith(blogPages(count));
    const settings = { kind: "settings", id: "site", expected: 1, body: { name: "Renamed", language: "en" } };
    await world.run("documents.write", { writes: [settings] });
    return world;
  };

  test("shows the old release, whole, until the last step", async () => {
    const world = await renamed(PUBLISH_STEP_PAGES * 2 + 1);
    await publish(world);
    let over = false;
    while (!over) {
      for (const path of ["/p/0", "/p/150", "/p/200"]) expect(await world.html(path)).toContain("Test site");
      over = await world.kernel.publisher.step(SITE);
    }
    for (const path of ["/p/0", "/p/150", "/p/200"]) expect(await world.html(path)).toContain("Renamed");
    expect(world.kernel.releases.find(SITE, 2)).toMatchObject({ state: "ready", done: 201, total: 201, changed: 201 });
  });

  test("goes on after a crash between steps, and does each page once", async () => {
    const world = await renamed(PUBLISH_STEP_PAGES * 2 + 1);
    await publish(world);
    await world.kernel.publisher.step(SITE);
    const revived = world.restart();
    expect(revived.kernel.releases.building(SITE)).toMatchObject({ done: PUBLISH_STEP_PAGES });
    expect(await finish(revived)).toBe(2);
    expect(revived.kernel.releases.find(SITE, 2)).toMatchObject({ state: "ready", changed: 201 });
  });

  test("does not see what is written meanwhile; the next publication does", async () => {
    const world = await renamed();
    await publish(world);
    await world.write("p00000", page("/p/0", { title: "Written meanwhile" }));
    await finish(world);
    expect(await world.html("/p/0")).not.toContain("Written meanwhile");
    await publish(world);
    await finish(world);
    expect(await world.html("/p/0")).toContain("Written meanwhile");
  });

  test("keeps others out until it is over", async () => {
    const world = await renamed();
    await publish(world);
    await expect(publish(world)).rejects.toMatchObject({ code: "CONFLICT" });
    await expect(world.run("release.restore", { release: 1 })).rejects.toMatchObject({ code: "CONFLICT" });
  });

  test("that fails half-way takes everything back, and the next one starts afresh", async () => {
    const world = await renamed();
    await publish(world);
    world.powers.sql.all(
      "UPDATE documents SET body = json_set(body, '$.title', hex(zeroblob(1000000))) WHERE id = 'p00100'",
    );
    await finish(world);
    expect(world.kernel.releases.find(SITE, 2)).toMatchObject({ state: "failed" });
    expect(world.kernel.releases.find(SITE, 2)?.problem).toContain("p00100");
    expect(await world.html("/p/0")).toContain("Test site");
    expect(world.kernel.releases.pathsBetween(SITE, 1, 2, 10)).toEqual([]);
    await world.write("p00100", page("/p/100", { title: "Mended" }));
    await publish(world);
    await finish(world);
    expect(await world.html("/p/100")).toContain("Mended");
    expect(await world.html("/p/0")).toContain("Renamed");
  });

  const withTheme = (n: number) => ({
    ...themePlugin,
    digest: `sha256-${n}`,
    files: {
      ...themePlugin.files,
      "layout.liquid": `<i>Theme ${n}</i><h1>{{ page.title }}</h1>{{ content }}`,
      "theme.css": `body { margin: ${n}px }`,
    },
  });

  test("begins again when plugins change under it, publishes the same draft, and mixes no two renderings", async () => {
    const world = await renamed(PUBLISH_STEP_PAGES * 2 + 1);
    await publish(world);
    await world.kernel.publisher.step(SITE);
    await world.write("p00007", page("/p/7", { title: "Written later" }));
    const deployed = world.restart([textPlugin(), listPlugin, withTheme(1), filesPlugin]);
    await finish(deployed);
    expect(deployed.kernel.releases.find(SITE, 2)).toMatchObject({ state: "ready", restarts: 1 });
    for (const n of [0, 7, 150, 200]) {
      const html = await deployed.html(`/p/${n}`);
      expect(html).toContain("<i>Theme 1</i>");
      expect(html).toContain("Renamed");
      expect(html).not.toContain("Written later");
      const css = /href="(\/_assets\/[^"]+\.css)"/.exec(html)?.[1] ?? "";
      expect(await deployed.html(css)).toContain("margin: 1px");
    }
  });

  test.each([
    [PUBLISH_RESTARTS - 1, "ready"],
    [PUBLISH_RESTARTS, "ready"],
    [PUBLISH_RESTARTS + 1, "failed"],
  ])("under which plugins change %i times is %s", async (times, state) => {
    let world = await renamed();
    await publish(world);
    for (let n = 1; n <= times; n++) {
      world = world.restart([textPlugin(), listPlugin, withTheme(n), filesPlugin]);
      await world.kernel.publisher.step(SITE);
    }
    await finish(world);
    expect(world.kernel.releases.find(SITE, 2)).toMatchObject({ state });
    expect(await world.html("/p/0")).toContain(state === "ready" ? `<i>Theme ${times}</i>` : "Test site");
  });

  test("marks pages that went as gone", async () => {
    const world = await renamed();
    await world.write("p00005", null);
    await publish(world);
    await finish(world);
    expect(await world.statusOf("/p/5")).toBe(404);
    expect(await world.statusOf("/p/6")).toBe(200);
  });
});

test("pack order does not matter to what is published", async () => {
  const one = await worldWith({ home: page("/") });
  const other = await worldWith({ home: page("/") }, [...PACK].toReversed());
  expect(await one.html("/")).toBe(await other.html("/"));
});
