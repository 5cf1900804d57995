import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Page } from "../../../../runtime/documents/content/content.ts";
import type { PageOperation } from "../../../../runtime/editing/operations/pageOperation.ts";
import { applyPageOperations } from "../../../../runtime/editing/operations/pageOperations.ts";
import { looksSince } from "../../../../runtime/editing/operations/looks.ts";
import { pageLooks } from "../../../../runtime/editing/showing/pageLooks.ts";
import type { PageLooksView } from "../../../../runtime/editing/showing/views.ts";
import { SITE, page, textSection, type World } from "../../kernel/world.ts";
import { computing, computingWorld, dataSection, echo } from "../../snapshots/computing.ts";
import { EDITING_PACK, box, editingWorld, filmPlugin, pageOf, versionOf } from "../editingWorld.ts";

const about = (): Page =>
  page("/about", {
    sections: [
      textSection("One", "a"),
      box("c", textSection("Three", "d"), textSection("Four", "e")),
      textSection("Two", "b"),
    ],
  });
const world = (): Promise<World> => editingWorld({ home: page("/"), about: about() });
const edit = (of: World, seen: number, ...operations: PageOperation[]) =>
  of.run("page.edit", { page: "about", expected: seen, operations });
const looks = (of: World, seen: number, version = versionOf(of, "about")): Promise<PageLooksView> =>
  pageLooks(of.kernel, SITE, { page: "about", seen, version });
const draft = async (of: World): Promise<string> => String((await of.kernel.draft.answer(SITE, "/about")).body);
const set = (section: string, text: string): PageOperation => ({ op: "set", section, fields: { text } });

describe("the answer to an edit", () => {
  test("has the HTML of the section that changed, which stands in the draft to the byte, and the draft's change", async () => {
    const of = await world();
    await edit(of, 1, set("d", "*New* & <b>"));
    const { sections, ...rest } = await looks(of, 1);
    expect(rest).toEqual({ change: of.kernel.documents.change(SITE), order: ["a", "c", "b"], beyond: false });
    expect(sections.map(({ id }) => id)).toEqual(["d"]);
    expect(sections[0]?.html).toContain("<em>New</em> &amp; &lt;b&gt;");
    expect(await draft(of)).toContain(sections[0]?.html);
  });

  test("has what another member changed since the version that was seen, too", async () => {
    const of = await world();
    await edit(of, 1, set("b", "Hers"));
    await edit(of, 1, set("a", "His"));
    expect((await looks(of, 1)).sections.map(({ id }) => id)).toEqual(["a", "b"]);
    expect((await looks(of, 2)).sections.map(({ id }) => id)).toEqual(["a"]);
  });

  test("has no HTML once the page is at a later version than the one the edit made", async () => {
    const of = await world();
    await edit(of, 1, set("a", "First"));
    await edit(of, 2, set("a", "Second"));
    expect(await looks(of, 1, 2)).toMatchObject({ sections: [{ id: "a", html: null }], beyond: true });
  });

  test("sends the editor to the draft when the page is gone, or was never seen at that version", async () => {
    const of = await world();
    expect(await looks(of, 7)).toMatchObject({ sections: [], beyond: true });
    await of.run("page.delete", { page: "about", expected: 1 });
    expect(await looks(of, 1)).toMatchObject({ order: [], sections: [], beyond: true });
  });

  test("is of this site's page alone", async () => {
    const of = await world();
    expect(await pageLooks(of.kernel, SITE, { page: "hidden", seen: 1, version: 1 })).toMatchObject({
      order: [],
      sections: [],
      beyond: true,
    });
  });
});

describe("what the draft has to show itself", () => {
  test("is a section with computed data, and one that holds such a section; no plugin is asked", async () => {
    const pages = { home: page("/"), about: page("/about", { sections: [textSection("One", "a"), dataSection()] }) };
    const of = await computingWorld(pages, [computing()], echo);
    of.calls.take();
    await edit(of, 1, set("a", "New"), { op: "set", section: "d1", fields: { of: "other" } });
    const { sections, beyond } = await looks(of, 1);
    expect(sections.map(({ id, html }) => [id, html !== null])).toEqual([
      ["a", true],
      ["d1", false],
    ]);
    expect([beyond, of.calls.take()]).toEqual([false, []]);
  });

  test("is a page with a frame of an origin that the draft before had not allowed", async () => {
    const of = await editingWorld({ home: page("/"), about: about() });
    const film = { id: "film", type: "test.film/film", fields: {} };
    const more = of.restart([...EDITING_PACK, filmPlugin]);
    await edit(more, 1, { op: "insert", section: film, at: {} });
    expect(await looks(more, 1)).toMatchObject({ sections: [{ id: "film" }], beyond: true });
    await edit(more, 2, { op: "duplicate", section: "film" });
    expect(await looks(more, 2)).toMatchObject({ sections: [{ id: "film-2" }], beyond: false });
  });

  test("is a section whose HTML the section around it rewrites", async () => {
    const loud = EDITING_PACK.map((entry) =>
      entry.manifest.id === "test.box"
        ? { ...entry, files: { ...entry.files, "box.liquid": "{{ children.left | replace: 'o', '0' }}" } }
        : entry,
    );
    const of = (await world()).restart(loud);
    await edit(of, 1, set("d", "Foo"), set("a", "Foo"));
    expect((await looks(of, 1)).sections.map(({ id, html }) => [id, html !== null])).toEqual([
      ["a", true],
      ["d", false],
    ]);
  });
});

const sectionId = fc.constantFrom("a", "b", "c", "d", "e");
const place = fc.oneof(
  fc.record({ index: fc.nat(1) }),
  fc.record({ parent: fc.constant("c"), slot: fc.constant("left"), index: fc.constant(0) }),
);
const operation: fc.Arbitrary<PageOperation> = fc.oneof(
  fc.record({
    op: fc.constant("set" as const),
    section: fc.constantFrom("a", "b", "d", "e"),
    fields: fc.record({ text: fc.string() }),
  }),
  fc.record({
    op: fc.constant("variant" as const),
    section: fc.constant("c"),
    variant: fc.constantFrom("wide", "narrow", null),
  }),
  fc.record({ op: fc.constant("move" as const), section: sectionId, to: place }),
  fc.record({ op: fc.constant("duplicate" as const), section: sectionId }),
  fc.record({ op: fc.constant("remove" as const), section: sectionId }),
);

const attempted = (before: Page, operations: readonly PageOperation[]): Page =>
  operations.reduce((body, one) => {
    try {
      return applyPageOperations(body, [one]).body;
    } catch {
      return body;
    }
  }, before);

test("no section looks otherwise that is neither named nor inside a named one", async () => {
  const of = await world();
  const { renderer } = of.kernel.plugins.forSite(SITE);
  const site = (await of.kernel.draftMoment.now(SITE)).view;
  const shown = (body: Page) => renderer.page({ id: "about", version: 1, page: body, site, mode: "edit" }).sections;
  const before = pageOf(of, "about") ?? about();
  const unnamed = (operations: readonly PageOperation[]): string[] => {
    const after = attempted(before, operations);
    const { sections, beyond } = looksSince(before, after);
    fc.pre(!beyond);
    const [was, is] = [shown(before), shown(after)];
    const named = sections.map((id) => is.get(id) ?? "");
    const other = [...is].filter(([id, html]) => was.get(id) !== html && !sections.includes(id));
    // A difference in an unlisted section may come from a listed one inside or around it.
    return other.filter(([, html]) => !named.some((one) => one.includes(html) || html.includes(one))).map(([id]) => id);
  };
  fc.assert(
    fc.property(fc.array(operation, { minLength: 1, maxLength: 6 }), (operations) => {
      expect(unnamed(operations)).toEqual([]);
    }),
    { numRuns: 300 },
  );
});
