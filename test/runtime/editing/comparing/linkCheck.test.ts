import { importMark } from "../../../../runtime/editing/comparing/importMarks.ts";
import { describe, expect, test } from "vitest";
import { CODE_LINE_MAX_CHARS, DIRECTIVES_PAGE_MAX } from "../../../../manifests/bounds/fields.ts";
import { PUBLICATION_READ_CHARS } from "../../../../manifests/bounds/publishing.ts";
import type { Contributes } from "../../../../manifests/manifest/manifest.ts";
import { PACK, SITE, page, plugin, textSection, worldWith, type World } from "../../kernel/world.ts";

const MISSING = `/media/${"a".repeat(64)}/boat.png`;

const buttons = plugin(
  "test.buttons",
  {
    sections: [
      {
        name: "row",
        title: "Row",
        description: "Row",
        category: "media",
        template: "row.liquid",
        markdown: "row.liquid",
        variants: [{ name: "plain", title: "Plain" }],
        fields: {
          type: "object",
          properties: {
            actions: { type: "array", title: "Actions", items: { $ref: "drawbridge:action", title: "One" } },
          },
          additionalProperties: false,
        },
        example: { fields: {} },
      },
    ],
    inline: ["go", "broken", "tall"].map((name) => ({
      name,
      title: name,
      as: "mark",
      template: `${name}.liquid`,
      markdown: `${name}.liquid`,
      fields: {
        type: "object",
        properties: { to: { $ref: "drawbridge:link", title: "To" } },
        additionalProperties: false,
      },
      example: { fields: {}, content: "" },
    })),
  } as unknown as Contributes,
  {
    "row.liquid": '<p id="own-place">A row</p>',
    "go.liquid": "{{ content }}",
    "broken.liquid": "{{ content | nothing }}",
    "tall.liquid": "<div>{{ content }}</div>",
  },
);

const aWorld = (): Promise<World> =>
  worldWith(
    {
      home: page("/"),
      about: page("/about", { sections: [textSection("Text", "team")] }),
      row: page("/row", { sections: [{ id: "r", type: "test.buttons/row", fields: {} }] }),
    },
    [...PACK, buttons],
  );

const warningsOf = ({ kernel }: World) => kernel.reads.publication(SITE).warnings;

/** The codes and links of the warnings about a text on the home page. */
async function warned(text: string): Promise<unknown[]> {
  const world = await aWorld();
  await world.run("redirects.put", { expected: 1, body: { entries: [{ from: "/old", to: "/about", status: 301 }] } });
  await world.write("home", page("/", { sections: [textSection(text, "s1")] }));
  return warningsOf(world).map(({ code, link, section, target }) => [code, link, section, target?.id ?? null]);
}

describe("a formatted text", () => {
  test("of the kinds that visitors would stumble over is told in full", async () => {
    const text = `[gone](page:nowhere) [lost](/lost) [deep](page:about#crew)\n\n![](${MISSING})\n\n<b>bold</b>`;
    expect(await warned(text)).toEqual([
      ["link_broken", "page:nowhere", "s1", "nowhere"],
      ["link_broken", "/lost", "s1", null],
      ["anchor_missing", "page:about#crew", "s1", "about"],
      ["picture_missing", null, "s1", null],
      ["picture_undescribed", null, "s1", null],
      ["html_shown", null, "s1", null],
    ]);
  });

  test.each([
    ["a page by its id", "[a](page:about)"],
    ["a section of a page", "[a](page:about#team) [b](/about#team) [c](#s1)"],
    ["a place that a template names", "[a](page:row#own-place)"],
    ["a page by its address, in each spelling", "[a](/about) [b](/About/) [c](/about?x=1)"],
    ["an address that redirects", "[a](/old)"],
    ["this site by its name", "[a](https://test.example/about)"],
    ["other sites and programs", "[a](https://other.example/lost#x) [b](mailto:a@b.example) [c](tel:1)"],
    ["files that plugins and the site serve", "[a](/feed.xml) [b](/about.md)"],
    [
      "headings that are in the draft",
      "## Old quay\n\n[a](#old-quay) [b](#x)\n\n## Tide {#x}\n\n## Old quay\n\n[c](#old-quay-1)",
    ],
    ["headings that leave out no rank", "# A\n\n## B\n\n### C\n\n## D\n\n# E"],
    ["code, in which nothing is a link", "`[a](page:nowhere) <b>`\n\n    <i>[a](/lost)</i>"],
    ["a mark that leads to a page", ':test.buttons/go[a]{to="page:about"}'],
    ["a directive in code", "`:other.bits/go[a]`\n\n    :::other.bits/box\n    :::"],
    ["signs that are no HTML", "1 < 2 and a<3"],
    ["other words in brackets", "**[shortcode]** **[Draft]** [shortcode pricing] **[sections]**"],
  ])("is sound with %s", async (_, text) => {
    const world = await aWorld();
    expect(world.kernel.sites.get(SITE).hostnames.length).toBeGreaterThan(0);
    const own = text.replaceAll("test.example", world.kernel.sites.get(SITE).hostnames[0] ?? "");
    expect(await warned(own)).toEqual([]);
  });

  test.each([
    ["a reference", "[a][b]\n\n[b]: page:nowhere", ["link_broken", "page:nowhere", "s1", "nowhere"]],
    ["a mark", ':test.buttons/go[a]{to="page:nowhere"}', ["link_broken", "page:nowhere", "s1", "nowhere"]],
    ["an own place", "[a](#lost)", ["anchor_missing", "#lost", "s1", "home"]],
    ["a file", `[a](${MISSING})`, ["link_broken", MISSING, "s1", null]],
    ["a relative address", "[a](about)", ["link_refused", "about", "s1", null]],
    ["a scheme that is refused", "[a](javascript:go)", ["link_refused", "javascript:go", "s1", null]],
    ["a page of other software", "[a](/seite.html)", ["link_broken", "/seite.html", "s1", null]],
    ["a script of other software", "[a](/wp-login.php)", ["link_broken", "/wp-login.php", "s1", null]],
    [
      "a picture of another site",
      "![x](https://x.example/a.png)",
      ["picture_remote", "https://x.example/a.png", "s1", null],
    ],
    [
      "a picture of another site by its name alone",
      "![x](//x.example/a.png)",
      ["picture_remote", "//x.example/a.png", "s1", null],
    ],
    ["a first heading that leaves out a rank", "### A", ["heading_skipped", null, "s1", null]],
    ["a heading that leaves out a rank", "# A\n\n### B", ["heading_skipped", null, "s1", null]],
    [
      "code with a long line",
      `\`\`\`js\n${"a".repeat(CODE_LINE_MAX_CHARS + 1)}\n\`\`\``,
      ["code_plain", null, "s1", null],
    ],
    [
      "a mark of a plugin that is not there",
      ':other.bits/go[a]{to="page:nowhere"}',
      ["directive_undrawn", "other.bits/go", "s1", null],
    ],
    [
      "a mark with a value that is none",
      ':test.buttons/go[a]{to="javascript:go"}',
      ["directive_undrawn", "test.buttons/go", "s1", null],
    ],
    ["a mark as a block", ":::test.buttons/go\na\n:::", ["directive_undrawn", "test.buttons/go", "s1", null]],
    [
      "a mark whose template fails",
      ":test.buttons/broken[a]",
      ["directive_undrawn", "test.buttons/broken", "s1", null],
    ],
    ["a mark that draws a block", ":test.buttons/tall[a]", ["directive_undrawn", "test.buttons/tall", "s1", null]],
    [
      "marks of an import",
      `${importMark("shortcode pricing")}\n\n\`\`\`\n[pricing]\n\`\`\`\n\n${importMark("block map")}`,
      ["import_marked", "shortcode pricing, block map", "s1", null],
    ],
    ["half a comment", "<!-- more", ["html_shown", null, "s1", null]],
  ])("with %s is told once", async (_, text, one) => {
    expect(await warned(`${text}\n\n${text}`)).toEqual([one]);
  });
});

describe.each([-1, 0, 1])("a page with %i directives beside the most that it draws", (more) => {
  test("is told of them only beyond", async () => {
    const text = ':test.buttons/go[a]{to="/about"} '.repeat(DIRECTIVES_PAGE_MAX + more);
    expect(await warned(text)).toEqual(more > 0 ? [["directive_undrawn", "test.buttons/go", "s1", null]] : []);
  });
});

test("links of fields and menus are followed by their address, too", async () => {
  const world = await aWorld();
  const actions = ["/lost", "/about", "page:about#crew"].map((link) => ({ label: "Go", link }));
  await world.write("row", page("/row", { sections: [{ id: "r", type: "test.buttons/row", fields: { actions } }] }));
  await world.run("navigation.put", {
    expected: 1,
    body: {
      menus: { header: [{ label: "A", link: "/lost", children: [{ label: "B", link: "page:none" }] }], footer: [] },
    },
  });
  expect(warningsOf(world).map(({ kind, code, link }) => [kind, code, link])).toEqual([
    ["navigation", "link_broken", "/lost"],
    ["navigation", "link_broken", "page:none"],
    ["page", "link_broken", "/lost"],
    ["page", "anchor_missing", "page:about#crew"],
  ]);
});

test("a link to a page that moves is broken at its old address, and one that is new is told unless it is chosen", async () => {
  const world = await aWorld();
  await world.write("about", page("/people"));
  await world.write("fresh", page("/fresh"));
  await world.write("home", page("/", { sections: [textSection("[a](/about) [b](/people) [c](/fresh)", "s1")] }));
  const told = (only?: object) =>
    world.kernel.reads
      .publication(SITE, only && { only })
      .warnings.filter(({ id }) => id === "home")
      .map(({ code, link }) => [code, link]);
  expect(told()).toEqual([["link_broken", "/about"]]);
  expect(told({ pages: ["home"] })).toEqual([
    ["link_unpublished", "/people"],
    ["link_unpublished", "/fresh"],
  ]);
});

test.each([
  [PUBLICATION_READ_CHARS - 1, 0],
  [PUBLICATION_READ_CHARS, 0],
  [PUBLICATION_READ_CHARS + 1, 1],
])("of %i characters of text, %i pages are not read, and the answer says so", async (chars, unread) => {
  const world = await aWorld();
  const each = 50_000;
  const whole = Math.floor(chars / each);
  const lengths = [...Array.from({ length: whole }, () => each), chars % each].filter((length) => length > 0);
  for (const [n, length] of lengths.entries())
    await world.write(`n${n}`, page(`/n${n}`, { sections: [textSection("a".repeat(length), "s1")] }));
  expect(world.kernel.reads.publication(SITE)).toMatchObject({ unread, documents: lengths.length, total: 0 });
});
