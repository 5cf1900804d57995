import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { PAGE_MAX_SECTIONS } from "../../../../manifests/bounds/documents.ts";
import type { Section } from "../../../../runtime/documents/content/section.ts";
import { preview } from "../../../../runtime/editing/showing/preview.ts";
import { type PreviewInput, previewInput } from "../../../../runtime/editing/showing/previewInput.ts";
import type { PreviewView } from "../../../../runtime/editing/showing/views.ts";
import { FIRST_PARTY } from "../../../plugins/stage.ts";
import { SITE, page, textSection, worldWith, type World } from "../../kernel/world.ts";
import { computing, computingWorld, dataSection, echo } from "../../snapshots/computing.ts";
import { EDITING_PACK, box, editingWorld, versionOf } from "../editingWorld.ts";

const world = (): Promise<World> =>
  editingWorld({
    home: page("/"),
    about: page("/about", {
      sections: [textSection("One", "a"), box("c", textSection("Three", "d")), textSection("Two", "b")],
    }),
  });
const look = (of: World, wanted: PreviewInput, id = "about"): Promise<PreviewView> =>
  preview(of.kernel, SITE, { page: id, wanted });
const empty = (id: string): Section => ({ id, type: "test.text/text", fields: {} });
const draft = async (of: World): Promise<string> => String((await of.kernel.draft.answer(SITE, "/about")).body);

describe("a look at sections", () => {
  test("shows them in their place with the faults that saving them would find, and stores nothing", async () => {
    const of = await world();
    const before = await draft(of);
    const shown = await look(of, { sections: [textSection("*New*", "d"), empty("b")] });
    expect(shown.sections.map(({ id }) => id)).toEqual(["d", "b"]);
    expect(shown.sections[0]?.html).toContain('data-section-parent="c" data-section-slot="left"');
    expect(shown.sections[0]?.html).toContain("<em>New</em>");
    expect(shown.issues.map(({ pointer }) => pointer)).toEqual(["/sections/1/fields/text"]);
    expect([await draft(of), versionOf(of, "about")]).toEqual([before, 1]);
  });

  test("is the draft's own HTML where they are as they were", async () => {
    const of = await world();
    const whole = box("c", textSection("Three", "d"));
    const { sections, issues } = await look(of, { sections: [whole] });
    expect(await draft(of)).toContain(sections[0]?.html);
    expect(issues).toEqual([]);
  });

  test("puts one the page does not have last, and one that moved into another there alone", async () => {
    const of = await world();
    const { sections } = await look(of, { sections: [empty("new"), box("c", textSection("Two", "b"))] });
    expect(sections.map(({ html }) => html !== null)).toEqual([true, true]);
    expect(sections[1]?.html).toContain('data-section-id="b"');
  });

  test("names a type that no active plugin has, and shows what the draft would", async () => {
    const of = await world();
    const { sections, issues } = await look(of, { sections: [{ ...empty("x"), type: "no.such/thing" }] });
    expect(issues).toMatchObject([{ pointer: "/sections/0/type" }]);
    expect(sections[0]?.html).toContain("is not shown");
  });

  test("says nothing of the faults of the rest of the page", async () => {
    const of = (await world()).restart(EDITING_PACK.filter(({ manifest }) => manifest.id !== "test.box"));
    expect((await look(of, { sections: [textSection("Fine", "a")] })).issues).toEqual([]);
  });

  test("asks no plugin, and shows the data that visitors see", async () => {
    const pages = { home: page("/"), about: page("/about", { sections: [dataSection()] }) };
    const of = await computingWorld(pages, [computing()], echo);
    of.calls.take();
    const { sections } = await look(of, { sections: [dataSection("other")] });
    expect(sections[0]?.html).toContain("Page /about: all");
    expect(of.calls.take()).toEqual([]);
  });

  test("is of this site's pages alone", async () => {
    await expect(look(await world(), { sections: [empty("a")] }, "hidden")).rejects.toMatchObject({
      code: "NOT_FOUND",
    });
  });
});

describe("a look at a theme", () => {
  test("has its style sheet, its root and the page as a document; members left out are the present theme's", async () => {
    const of = await world();
    const shown = await look(of, { theme: { scheme: "dark" } });
    expect(shown.root).toEqual({ lang: "en", "data-scheme": "dark", "data-theme": "test.theme/plain" });
    expect(shown.document).toContain('<html lang="en" data-scheme="dark" data-theme="test.theme/plain">');
    expect(shown.css).toContain("body { margin: 0 }");
    expect(shown.issues).toEqual([]);
    expect(of.kernel.documents.only(SITE, "theme").body.scheme).toBe("auto");
  });

  test("says which token the theme refuses, and shows its own instead", async () => {
    const { css, issues } = await look(await world(), { theme: { tokens: { base: { "no-such": "red" } } } });
    expect(issues.map(({ pointer }) => pointer)).toEqual(["/theme/tokens/base/no-such"]);
    expect(css).not.toContain("no-such");
  });

  test("says that a theme is not there, and shows the kernel's plain one", async () => {
    const { document, issues } = await look(await world(), { theme: { theme: "no.such/theme" } });
    expect(issues.map(({ pointer }) => pointer)).toEqual(["/theme/theme"]);
    expect(document).toContain("Page /about");
  });
});

describe("a look at a section type", () => {
  test("is its example in the site's theme, as one of its variants or presets", async () => {
    const of = await worldWith({ home: page("/", { sections: [] }) }, [...EDITING_PACK, ...FIRST_PARTY]);
    const shown = async (wanted: PreviewInput): Promise<string> =>
      String((await look(of, wanted, "home")).sections[0]?.html);
    const withPresets = FIRST_PARTY.flatMap(({ manifest }) =>
      (manifest.contributes.sections ?? []).map((item) => ({ type: `${manifest.id}/${item.name}`, item })),
    ).find(({ item }) => (item.presets?.length ?? 0) > 0 && item.variants.length > 1);
    const [type, last] = [withPresets?.type ?? "", withPresets?.item.variants.at(-1)?.name ?? ""];
    expect(await shown({ example: type })).toContain(`data-section="${type}"`);
    expect(await shown({ example: type, variant: last })).toContain(`data-section-variant="${last}"`);
    expect(await shown({ example: type, preset: 0 })).not.toBe(await shown({ example: type }));
  });

  test.each<[string, PreviewInput, string]>([
    ["a type that is not there", { example: "no.such/thing" }, "/example"],
    ["a preset that is not there", { example: "test.text/text", preset: 0 }, "/preset"],
  ])("is refused for %s", async (_, wanted, pointer) => {
    await expect(look(await world(), wanted)).rejects.toMatchObject({ detail: { issues: [{ pointer }] } });
  });

  test("names a variant that its type does not have", async () => {
    const { issues } = await look(await world(), { example: "test.text/text", variant: "none" });
    expect(issues.map(({ pointer }) => pointer)).toEqual(["/variant"]);
  });
});

describe("what is asked", () => {
  const many = (count: number): unknown => ({
    sections: Array.from({ length: count }, (_, index) => empty(`s${index}`)),
  });

  test.each<[string, unknown, boolean]>([
    ["a section", many(1), true],
    ["no section", many(0), false],
    ["one section fewer than a page may have", many(PAGE_MAX_SECTIONS - 1), true],
    ["as many as a page may have", many(PAGE_MAX_SECTIONS), true],
    ["one more than a page may have", many(PAGE_MAX_SECTIONS + 1), false],
    ["two things", { example: "test.text/text", theme: {} }, false],
    ["nothing", {}, false],
    ["two sections of one id", { sections: [empty("a"), empty("a")] }, false],
    ["a token that holds an object", { theme: { tokens: { base: { a: {} } } } }, false],
  ])("may be %s", (_, asked, fits) => {
    expect(previewInput.safeParse(asked).success).toBe(fits);
  });
});

test("no fields whatever make a look at a section of ours fail", async () => {
  const of = await worldWith({ home: page("/", { sections: [] }) }, [...EDITING_PACK, ...FIRST_PARTY]);
  const types = FIRST_PARTY.flatMap(({ manifest }) =>
    (manifest.contributes.sections ?? []).map((item) => ({
      type: `${manifest.id}/${item.name}`,
      names: Object.keys((item.fields["properties"] ?? {}) as object),
    })),
  );
  const fields = fc
    .constantFrom(...types)
    .chain(({ type, names }) =>
      fc.tuple(
        fc.constant(type),
        fc.dictionary(fc.constantFrom(...names, "__proto__x"), fc.jsonValue({ maxDepth: 3 })),
      ),
    );
  await fc.assert(
    fc.asyncProperty(fields, async ([type, values]) => {
      const { sections } = await look(
        of,
        { sections: [{ id: "x", type, fields: values as Section["fields"] }] },
        "home",
      );
      expect(sections).toHaveLength(1);
    }),
    { numRuns: 300 },
  );
});
