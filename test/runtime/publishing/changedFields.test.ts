/** A plugin that changes the fields of a section while pages use it. */
import { describe, expect, test } from "vitest";
import type { Contributes } from "../../../manifests/manifest/manifest.ts";
import type { PackedPlugin } from "../../../manifests/packages/packedPlugin.ts";
import type { PublishResult } from "../../../runtime/publishing/publisher.ts";
import { refusalOf } from "../editing/editingWorld.ts";
import { PACK, page, plugin, SITE, worldWith, type World } from "../kernel/world.ts";

const text = (title: string) => ({ $ref: "drawbridge:text", title });

interface Version {
  readonly properties: object;
  readonly required?: readonly string[];
  readonly more?: object;
  readonly template: string;
}

const card = (version: string, { properties, required = [], more = {}, template }: Version): PackedPlugin =>
  plugin(
    "acme.cards",
    {
      sections: [
        {
          name: "card",
          title: "Card",
          description: "A card",
          category: "content",
          template: "card.liquid",
          markdown: "card.md.liquid",
          variants: [{ name: "plain", title: "Plain" }],
          example: { fields: {} },
          fields: { type: "object", properties, required, additionalProperties: false },
          ...more,
        },
      ],
    } as unknown as Contributes,
    { "card.liquid": template, "card.md.liquid": "{{ fields.title }}" },
    version,
  );

const FIRST = card("1.0.0", {
  properties: { title: text("Title"), hint: text("Hint"), person: text("Person") },
  template: "<p>{{ fields.title }} {{ fields.hint }} {{ fields.person }}</p>",
});

const section = (fields: Record<string, unknown>, id = "one") => ({ id, type: "acme.cards/card", fields });
const publish = (world: World): Promise<PublishResult> => world.run<PublishResult>("publish", {});
const fieldsOf = (world: World, id = "home"): unknown =>
  world.kernel.documents.get(SITE, "page", id)?.body.sections[0]?.fields;

const writing = (world: World, sections: ReturnType<typeof section>[]): object => {
  const expected = world.kernel.documents.get(SITE, "page", "home")?.version;
  return { writes: [{ kind: "page", id: "home", expected, body: page("/", { sections }) }] };
};

/** A site that published pages with the first version, and then runs the next one. */
async function updated(next: PackedPlugin, fields: Record<string, unknown>): Promise<World> {
  const pages = { home: page("/", { sections: [section(fields)] }), about: page("/about") };
  const world = await worldWith(pages, [...PACK, FIRST]);
  return world.restart([...PACK, next]);
}

describe("an optional field that a plugin drops", () => {
  const next = card("1.1.0", { properties: { title: text("Title") }, template: "<p>v2 {{ fields.title }}</p>" });

  test("stops no publication, is not shown, and stays in the document", async () => {
    const world = await updated(next, { title: "Hello", hint: "secret hint" });
    expect(await publish(world)).toMatchObject({ release: 2, notices: [] });
    expect(await world.html("/")).toContain("<p>v2 Hello</p>");
    expect(await world.html("/")).not.toContain("secret hint");
    expect(fieldsOf(world)).toEqual({ title: "Hello", hint: "secret hint" });
  });

  test("stays while its editor changes another field, and goes when the editor takes it away", async () => {
    const world = await updated(next, { title: "Hello", hint: "kept" });
    await world.write("home", page("/", { sections: [section({ title: "Changed", hint: "kept" })] }));
    expect(fieldsOf(world)).toEqual({ title: "Changed", hint: "kept" });
    await world.write("home", page("/", { sections: [section({ title: "Changed" })] }));
    expect(fieldsOf(world)).toEqual({ title: "Changed" });
  });

  test.each([
    ["another value in it", { title: "Hello", hint: "other" }],
    ["another field nobody knows", { title: "Hello", hint: "kept", more: "x" }],
  ])("takes no %s", async (_, fields) => {
    const world = await updated(next, { title: "Hello", hint: "kept" });
    const refusal = await refusalOf(world, "documents.write", writing(world, [section(fields)]));
    expect(refusal.code).toBe("INVALID_REQUEST");
  });
});

describe("content that a plugin cannot show any more", () => {
  const next = card("2.0.0", {
    properties: { title: text("Title"), picture: text("Picture") },
    required: ["picture"],
    template: "<p>v2 {{ fields.title }} {{ fields.picture }}</p>",
  });

  test("shows what it showed before, names the section to its editor, and lets every other page go on", async () => {
    const world = await updated(next, { title: "Hello" });
    await world.write("about", page("/about", { title: "About us" }));
    const result = await publish(world);
    expect(result).toMatchObject({ release: 2, notices: [{ plugin: "acme.cards", code: "content_held", pages: 1 }] });
    expect(result.notices[0]?.detail).toMatch(/^\/ #one \/picture: found nothing/);
    expect(await world.html("/")).toContain("<p>Hello  </p>");
    expect(await world.html("/about")).toContain("About us");
  });

  test("is named before and after a publication that changes its other fields, until somebody mends it", async () => {
    const world = await updated(next, { title: "Old" });
    const asked = () => world.kernel.reads.publication(SITE).warnings;
    await publish(world);
    expect(asked()).toEqual([]);
    await world.write("home", page("/", { sections: [section({ title: "New" })] }));
    expect(asked()).toMatchObject([{ code: "section_held", id: "home", section: "one", sectionTitle: "Card" }]);
    const notices = [{ plugin: "acme.cards", code: "content_held", pages: 1 }];
    expect(await publish(world)).toMatchObject({ release: 3, notices });
    expect(await world.html("/")).toContain("<p>Old  </p>");
    await world.write("home", page("/", { sections: [section({ title: "New", picture: "b.png" })] }));
    expect(asked()).toEqual([]);
    expect(await publish(world)).toMatchObject({ release: 4, notices: [] });
    expect(await world.html("/")).toContain("<p>v2 New b.png</p>");
  });

  test("is in the page's Markdown as the words that it showed before", async () => {
    const world = await updated(next, { title: "Hello *there* <b>" });
    await publish(world);
    const text = await world.kernel.published.markdown(SITE, "home");
    expect(text).toContain("Hello \\*there\\* ");
    expect(text).not.toContain("<b>");
  });

  test("goes on showing it, publication after publication, also on a page that moved and has changed beside it", async () => {
    const world = await updated(next, { title: "Hello" });
    await publish(world);
    const sections = [section({ title: "Hello" }), { ...section({ title: "New", picture: "a.png" }), id: "two" }];
    await world.write("home", page("/", { title: "Moved", sections }));
    await publish(world);
    const html = await world.html("/");
    expect(html).toContain("<p>Hello  </p>");
    expect(html).toContain("<p>v2 New a.png</p>");
    expect(html.match(/id="one"/g)).toHaveLength(1);
  });

  test("is shown as it should be as soon as somebody mends it", async () => {
    const world = await updated(next, { title: "Hello" });
    await publish(world);
    await world.write("home", page("/", { sections: [section({ title: "Hello", picture: "b.png" })] }));
    expect(await publish(world)).toMatchObject({ notices: [] });
    expect(await world.html("/")).toContain("<p>v2 Hello b.png</p>");
  });

  test("shows nothing where it never showed anything, and stops nothing", async () => {
    const world = await worldWith({ home: page("/") }, [...PACK, FIRST]);
    await world.write("home", page("/", { sections: [section({ title: "Never seen" })] }));
    const later = world.restart([...PACK, next]);
    expect(await publish(later)).toMatchObject({ notices: [{ code: "content_held" }] });
    expect(await later.html("/")).not.toContain("Never seen");
  });

  test("may be moved and kept while the rest of its page is edited, and no new content of the kind is taken", async () => {
    const world = await updated(next, { title: "Hello" });
    const held = section({ title: "Hello" });
    await world.write("home", page("/", { title: "Changed", sections: [held] }));
    const sections = [held, section({ title: "Second" }, "two")];
    const refusal = await refusalOf(world, "documents.write", writing(world, sections));
    expect(refusal.detail.issues).toMatchObject([
      { pointer: expect.stringContaining("/sections/1/fields/picture") as string },
    ]);
  });
});

describe("content that a plugin says how to move", () => {
  const next = card("2.0.0", {
    properties: {
      heading: text("Heading"),
      given: text("Given"),
      family: text("Family"),
      level: { type: "integer", title: "Level" },
    },
    required: ["heading", "level"],
    more: {
      renamed: { title: "heading" },
      migrate: [
        { since: "2.0.0", default: { field: "level", value: 2 } },
        {
          since: "2.0.0",
          split: {
            from: "person",
            into: { given: '{{ value | split: " " | first }}', family: '{{ value | split: " " | last }}' },
          },
        },
      ],
    },
    template: "<p>{{ fields.level }}|{{ fields.heading }}|{{ fields.given }}|{{ fields.family }}</p>",
  });

  test("is shown in its new places, and nothing is held", async () => {
    const world = await updated(next, { title: "Hello", person: "Ada Lovelace" });
    expect(await publish(world)).toMatchObject({ notices: [] });
    expect(await world.html("/")).toContain("<p>2|Hello|Ada|Lovelace</p>");
  });

  test("is left alone where it was written for this version", async () => {
    const world = await updated(next, { title: "Hello" });
    const fields = { heading: "Mine", level: 3, given: "G" };
    await world.write("home", page("/", { sections: [section(fields)] }));
    await publish(world);
    expect(await world.html("/")).toContain("<p>3|Mine|G|</p>");
  });

  test("can be edited field by field", async () => {
    const world = await updated(next, { title: "Hello", person: "Ada Lovelace" });
    await world.write("home", page("/", { sections: [section({ title: "Hello", person: "Ada Lovelace", level: 4 })] }));
    await publish(world);
    expect(await world.html("/")).toContain("<p>4|Hello|Ada|Lovelace</p>");
  });
});
