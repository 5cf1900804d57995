import { beforeAll, describe, expect, test } from "vitest";
import { PLACED_MAX_SECTIONS, REGION_MAX_ENTRIES } from "../../../manifests/bounds/documents.ts";
import { navigation, type Page } from "../../../runtime/documents/content/content.ts";
import { LATEST_CHANGE } from "../../../runtime/documents/content/forever.ts";
import { withPlaced } from "../../../runtime/documents/content/placing.ts";
import { refusalOf } from "../editing/editingWorld.ts";
import { PACK, SITE, page, textSection, type World } from "../kernel/world.ts";
import { PLACED, placed, placedWorld, shared, showing } from "./placedWorld.ts";

function bodyOf(world: World, id: string): { readonly version: number; readonly body: Page } {
  const found = world.kernel.documents.get(SITE, "page", id);
  if (!found) throw new Error(`no page ${id}`);
  return found;
}
const publish = (world: World, input: object = {}): Promise<unknown> => world.run("publish", input);

describe("a shared section", () => {
  let world: World;
  beforeAll(async () => {
    world = await placedWorld();
  });

  test("stands on every page that shows it, as if the page had its sections", async () => {
    for (const path of ["/", "/contact"]) {
      const html = await world.html(path);
      expect(html).toContain('id="here__words" data-section="test.text/text"');
      expect(html).toContain("Open from nine to five");
      expect(html).not.toContain("drawbridge.shared");
    }
    expect(await world.html("/about")).not.toContain("Open from nine");
    expect([await world.statusOf("/section/hours"), await world.statusOf("/section/hours.md")]).toEqual([404, 404]);
  });

  test("stands in the Markdown of the pages, which agents and search read", async () => {
    expect(await world.kernel.published.markdown(SITE, "contact")).toContain("Open from nine to five");
    expect(await world.kernel.published.text(SITE, "hours")).toBeUndefined();
  });

  test("is one part of the draft that is edited elsewhere", async () => {
    const { body = "" } = await world.kernel.draft.answer(SITE, "/contact");
    expect(body).toContain(`id="here" data-section="${PLACED}" data-section-id="here"`);
    expect(body).not.toContain('data-section-id="here__words"');
    expect(body).toMatch(/id="here__words"[^>]*>\s*<div><p>Open from nine/);
    const own = (await world.kernel.draft.answer(SITE, "/section/hours")).body ?? "";
    expect(own).toContain('data-section-id="words"');
  });

  test("says where it stands", () => {
    const { items } = world.kernel.reads.backLinks(SITE, "hours");
    expect(items.map(({ id }) => id).toSorted()).toEqual(["contact", "home"]);
  });

  test("changes all of its pages in one publication, and no other page", async () => {
    await world.write("hours", shared("hours", "Open from ten to six"));
    expect(await world.html("/")).toContain("Open from nine");
    await publish(world);
    for (const path of ["/", "/contact"]) expect(await world.html(path)).toContain("Open from ten to six");
    const made = world.powers.sql.all<{ page: string }>(
      "SELECT DISTINCT page FROM entries WHERE site = ? AND release = ?",
      SITE,
      world.kernel.sites.get(SITE).release,
    );
    expect(made.map((one) => one.page).toSorted()).toEqual(["contact", "home"]);
  });

  test("does not go while a page shows it, by any command", async () => {
    const { version } = bodyOf(world, "hours");
    expect((await refusalOf(world, "page.delete", { page: "hours", expected: version })).detail).toMatchObject({
      conflict: "page_used",
      uses: [{ id: "home" }, { id: "contact" }],
    });
    const items = [{ do: "delete", page: "hours", expected: version }];
    expect((await refusalOf(world, "pages.batch", { items })).detail).toMatchObject({ conflict: "page_used" });
    const change = { page: "hours", expected: version, changes: { type: null, values: null } };
    expect((await refusalOf(world, "page.update", change)).detail).toMatchObject({ conflict: "page_used" });
    const writes = [{ kind: "page", id: "hours", expected: version, body: null }];
    expect((await refusalOf(world, "documents.write", { writes })).detail).toMatchObject({ conflict: "page_used" });
  });

  test("goes with the last page that shows it, or after all have a copy of their own", async () => {
    const copies = ["home", "contact"].map((id) => {
      const { version, body } = bodyOf(world, id);
      return { do: "replace", page: id, expected: version, body: { ...body, sections: [textSection("An own copy")] } };
    });
    const items = [...copies, { do: "delete", page: "hours", expected: bodyOf(world, "hours").version }];
    await world.run("pages.batch", { items });
    await publish(world);
    expect(await world.html("/")).toContain("An own copy");
    expect(await world.html("/")).not.toContain("Open from ten");
  });
});

describe("a choice of pages", () => {
  test("shows the published section on a chosen page, and its change on all pages at once", async () => {
    const world = await placedWorld();
    await world.write("hours", shared("hours", "New hours"));
    await world.write("home", showing("/", "hours", { title: "New home" }));
    await publish(world, { only: { pages: ["home"] } });
    expect(await world.html("/")).toContain("New home");
    for (const path of ["/", "/contact"]) expect(await world.html(path)).toContain("Open from nine");
    await publish(world, { only: { pages: ["hours"] } });
    for (const path of ["/", "/contact"]) expect(await world.html(path)).toContain("New hours");
  });

  test("does not take a section from published pages that stay as they are", async () => {
    const world = await placedWorld();
    await world.write("home", page("/"));
    await world.write("contact", page("/contact"));
    await world.write("hours", null);
    const alone = await refusalOf(world, "publish", { only: { pages: ["hours"] } });
    const left = { conflict: "placed_entry_left", missing: [{ id: "home", for: "hours" }, { id: "contact" }] };
    expect(alone.detail).toMatchObject(left);
    const except = await refusalOf(world, "publish", { except: { pages: ["contact"] } });
    expect(except.detail).toMatchObject({ conflict: "placed_entry_left", missing: [{ id: "contact" }] });
    expect(world.kernel.reads.publication(SITE, { only: { pages: ["hours"] } }).missing).toHaveLength(2);
    await publish(world, { only: { pages: ["hours", "home", "contact"] } });
    expect(await world.html("/")).not.toContain("Open from nine");
  });

  test("names a shared section that stays unpublished", async () => {
    const world = await placedWorld();
    await world.write("notice", shared("notice", "Closed on Monday"));
    await world.write("about", showing("/about", "notice"));
    const { warnings } = world.kernel.reads.publication(SITE, { only: { pages: ["about"] } });
    expect(warnings.map(({ code }) => code)).toContain("entry_unpublished");
    await publish(world, { only: { pages: ["about"] } });
    expect(await world.html("/about")).not.toContain("Closed on Monday");
    await publish(world, { only: { pages: ["notice"] } });
    expect(await world.html("/about")).toContain("Closed on Monday");
  });
});

test("a restored release from before the section shows what it showed, and so does the next one", async () => {
  const world = await placedWorld({ home: page("/"), contact: page("/contact") });
  const before = world.kernel.sites.get(SITE).release;
  await world.write("home", showing("/", "hours"));
  await publish(world);
  expect(await world.html("/")).toContain("Open from nine");
  await world.run("release.restore", { release: before });
  expect(await world.html("/")).not.toContain("Open from nine");
  await world.write("about", page("/about", { title: "Again" }));
  await publish(world);
  expect(await world.html("/")).toContain("Open from nine");
});

describe("a section of an entry that does not fit its type", () => {
  const broken = (world: World, words: string): void => {
    const sql = "UPDATE documents SET body = replace(body, ?, '\"text\":5') WHERE kind = 'page'";
    world.powers.sql.all(sql, `"text":${JSON.stringify(words)}`);
    world.powers.sql.all("UPDATE sites SET recheck = 1");
  };
  const noticesOf = async (world: World): Promise<unknown> =>
    ((await publish(world)) as { readonly notices: unknown }).notices;
  const held = (pages: number): object[] => [{ plugin: "test.text", code: "content_held", pages }];

  test("keeps what visitors saw of the entry, and shows nothing of another one that stood there", async () => {
    const world = await placedWorld({ other: shared("other", "Other words") });
    await world.write("home", showing("/", "other"));
    broken(world, "Other words");
    broken(world, "Open from nine to five");
    expect(await noticesOf(world)).toMatchObject(held(2));
    expect(await world.html("/")).toContain("Own words of /");
    expect(await world.html("/")).not.toContain("Open from nine");
    expect(await world.html("/contact")).toContain("Open from nine");
  });

  test("does so above the content of every page, with a notice for all pages", async () => {
    const world = await placedWorld({
      home: page("/"),
      contact: page("/contact"),
      other: shared("other", "Other words"),
    });
    const put = (header: readonly string[]): Promise<unknown> => {
      const expected = world.kernel.documents.only(SITE, "navigation").version;
      return world.run("navigation.put", {
        expected,
        body: { menus: { header: [], footer: [] }, regions: { header } },
      });
    };
    await put(["page:hours", "page:other"]);
    await publish(world);
    broken(world, "Other words");
    expect(await noticesOf(world)).toMatchObject(held(3));
    for (const words of ["Open from nine", "Other words"]) expect(await world.html("/about")).toContain(words);
    await put(["page:other", "page:hours"]);
    await publish(world);
    expect((await world.html("/about")).match(/Open from nine/g)).toHaveLength(1);
  });
});

describe("bounds and odd content", () => {
  const types = new Map([[PLACED, { field: "section", of: "x" }]]);
  const counted = (each: number) =>
    withPlaced(page("/", { sections: [placed("a", "p1"), placed("b", "p2")] }), types, () => ({
      sections: Array.from({ length: each }, (_, n) => textSection("x", `s${n}`)),
    })).sections.map(({ children }) => children?.["placed_sections"]?.length);

  test.each([
    [PLACED_MAX_SECTIONS / 2 - 1, [199, 199]],
    [PLACED_MAX_SECTIONS / 2, [200, 200]],
    [PLACED_MAX_SECTIONS / 2 + 1, [201, 0]],
  ])("two entries of %i sections each show as %j", (each, shown) => {
    expect(counted(each)).toEqual(shown);
  });

  test("a section that names nothing, a missing entry or an entry of another type shows nothing to visitors", async () => {
    const odd = [{ ...placed("x", "none"), fields: {} }, placed("no-such-page", "lost"), textSection("End")];
    const world = await placedWorld({ about: page("/about", { sections: odd }) });
    const html = await world.html("/about");
    expect(html).toContain("End");
    expect(html).not.toContain("Nothing is shown");
    const { body = "" } = await world.kernel.draft.answer(SITE, "/about");
    expect(body?.match(/Nothing is shown here/g)).toHaveLength(2);
    expect(bodyOf(world, "about").body.sections[0]?.id).toBe("none");
    expect(world.kernel.documents.get(SITE, "page", "about", LATEST_CHANGE)).toBeDefined();
  });
});

describe("a shared section above or below the content of every page", () => {
  let world: World;
  const menus = { header: [{ label: "Home", link: "page:home" }], footer: [] };
  const put = async (regions: object) => {
    const expected = world.kernel.documents.only(SITE, "navigation").version;
    await world.run("navigation.put", { expected, body: { menus, regions } });
  };
  beforeAll(async () => {
    world = await placedWorld({ notice: shared("notice", "Closed on Monday") });
  });

  test("stands on every page, around a layout that does not print it, and is changed once", async () => {
    await put({ header: ["page:notice"], footer: ["page:hours"] });
    expect(await world.html("/about")).not.toContain("Closed on Monday");
    await publish(world);
    const html = await world.html("/about");
    expect(html).toMatch(/<body>\s*<div class="region region--header">[^]*Closed on Monday[^]*<main>/);
    expect(html).toMatch(/<\/nav>\s*<div class="region region--footer">[^]*Open from nine[^]*<\/body>/);
    expect(html).toContain('id="header_1__words"');
    await world.write("notice", shared("notice", "Closed on Tuesday"));
    await publish(world);
    for (const path of ["/", "/about", "/contact"]) expect(await world.html(path)).toContain("Closed on Tuesday");
  });

  test("does not go while it stands there, and its uses name the menus", async () => {
    const { version } = bodyOf(world, "notice");
    const { detail } = await refusalOf(world, "page.delete", { page: "notice", expected: version });
    expect(detail).toMatchObject({ conflict: "page_used", uses: [{ kind: "navigation" }] });
    expect(world.kernel.reads.backLinks(SITE, "notice").items).toMatchObject([{ kind: "navigation" }]);
  });

  test("can come with its entry in one command, and does not take an entry that goes with it", async () => {
    const write = (body: Page | null, header: string[]): object => {
      const expected = world.kernel.documents.only(SITE, "navigation").version;
      const regions = { header: [...header, "page:notice"], footer: ["page:hours"] };
      return {
        writes: [
          {
            kind: "page",
            id: "fresh",
            expected: world.kernel.documents.get(SITE, "page", "fresh")?.version ?? 0,
            body,
          },
          { kind: "navigation", id: "site", expected, body: { menus, regions } },
        ],
      };
    };
    await world.run("documents.write", write(shared("fresh", "Fresh words"), ["page:fresh"]));
    expect((await world.kernel.draft.answer(SITE, "/about")).body).toContain("Fresh words");
    await world.run("documents.write", write(null, []));
    const both = await refusalOf(world, "documents.write", write(page("/fresh"), ["page:fresh"]));
    expect(both.code).toBe("INVALID_REQUEST");
  });

  test("is not taken from published pages while the menus that show it stay as they are", async () => {
    const world = await placedWorld({ notice: shared("notice", "Closed on Monday") });
    const write = async (regions: object): Promise<void> => {
      const expected = world.kernel.documents.only(SITE, "navigation").version;
      await world.run("navigation.put", { expected, body: { menus, regions } });
    };
    await write({ header: ["page:notice"] });
    await publish(world);
    await write({});
    await world.write("notice", null);
    const alone = await refusalOf(world, "publish", { only: { pages: ["notice"] } });
    const missing = [{ kind: "navigation", id: "site", for: "notice" }];
    expect(alone.detail).toMatchObject({ conflict: "placed_entry_left", missing });
    const except = await refusalOf(world, "publish", { except: { documents: ["navigation"] } });
    expect(except.detail).toMatchObject({ conflict: "placed_entry_left", missing });
    await publish(world, { only: { pages: ["notice"], documents: ["navigation"] } });
    expect(await world.html("/about")).not.toContain("Closed on Monday");
  });

  test.each([
    ["a page", { header: ["page:about"] }],
    ["no page", { footer: ["page:nothing"] }],
    ["an entry twice", { header: ["page:hours", "page:hours"] }],
    ["one entry too many", { header: [1, 2, 3, 4, 5].map((n) => `page:hours-${n}`) }],
    ["markup", { header: ["page:<script>"] }],
  ])("takes no other page: %s", async (_, regions) => {
    const expected = world.kernel.documents.only(SITE, "navigation").version;
    const { code } = await refusalOf(world, "navigation.put", { expected, body: { menus, regions } });
    expect(code).toBe("INVALID_REQUEST");
  });

  test.each([
    [REGION_MAX_ENTRIES - 1, true],
    [REGION_MAX_ENTRIES, true],
    [REGION_MAX_ENTRIES + 1, false],
  ])("has at most some entries in a place: %i", (count, isRight) => {
    const header = Array.from({ length: count }, (_, n) => `page:notice-${n}`);
    expect(navigation.safeParse({ menus, regions: { header } }).success).toBe(isRight);
  });

  test("leaves with its plugin, and pages stay as they are", async () => {
    const without = world.restart(PACK);
    await without.write("about", page("/about", { title: "Without" }));
    await without.run("publish", {});
    expect(await without.html("/about")).not.toContain("region--");
    expect(await without.html("/about")).toContain("Without");
  });
});
