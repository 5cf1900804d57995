/** Directives as a way out: of a text, of a section, of the budget of a page, and into other plugins. */
import { describe, expect, test } from "vitest";
import type { DirectiveContribution } from "../../../manifests/manifest/directive.ts";
import { styleFaults } from "../../../manifests/css/check.ts";
import { checkTemplate } from "../../../manifests/templates/templateCheck.ts";
import { markdownHtml } from "../../../runtime/rendering/markdown/markdown.ts";
import { surroundings } from "../../runtime/rendering/specimen.ts";
import { excess } from "../../support/effort.ts";
import { directivesAsMarkdown } from "../../../runtime/rendering/directives/asMarkdown.ts";
import { active, input, rendererOf, sectionOf, themePlugin } from "../../runtime/rendering/renderingSite.ts";

const TEXT = { $ref: "drawbridge:text", title: "Text" };
const one = (name: string, as: "mark" | "block"): DirectiveContribution => ({
  name,
  title: name,
  as,
  template: `${name}.liquid`,
  markdown: `${name}.md.liquid`,
  fields: { type: "object", properties: { text: TEXT }, additionalProperties: false },
  example: { fields: {}, content: "" },
});

function shownBy(template: string, body: string, as: "mark" | "block" = "mark"): { html: string; twin: string } {
  const text = sectionOf("text", {
    fields: {
      type: "object",
      properties: { body: { $ref: "drawbridge:markdown", title: "Body" } },
      additionalProperties: false,
    },
  });
  const plugin = active(
    "acme.bits",
    { sections: [text], inline: [one("x", as)] },
    {
      "text.liquid": "<main>{{ fields.body | markdown }}</main>",
      "text.md.liquid": "{{ fields.body }}",
      "x.liquid": template,
      "x.md.liquid": template,
    },
  );
  const renderer = rendererOf([plugin, themePlugin()]);
  const asked = input([{ id: "s", type: "acme.bits/text", fields: { body } }]);
  return { html: renderer.page(asked).html, twin: renderer.markdown(asked) };
}

describe("a member's directive", () => {
  const TAG = "<img src=x onerror=alert(1)>";

  test("puts no markup into the page, by its words or its values", () => {
    const body = `:acme.bits/x[${TAG}]{text="${TAG}"} :acme.bits/x[a]{text="\\"><script>alert(1)</script>"}`;
    const { html, twin } = shownBy('<b title="{{ fields.text }}">{{ fields.text }}{{ content }}</b>', body);
    expect(html).not.toMatch(/<img|<script/);
    expect(html).toContain("&lt;img src=x");
    expect(twin).not.toMatch(/<(?:img|script)/);
  });

  test("leads nowhere that a link may not lead", () => {
    const { html, twin } = shownBy(
      '<a href="{{ fields.text | link }}">{{ content }}</a> [{{ content }}]({{ fields.text }})',
      ':acme.bits/x[a]{text="javascript:alert(1)"}',
    );
    expect(html).not.toContain('href="javascript');
    expect(twin).not.toContain("](javascript:");
  });

  test("ends no block of the text around it", () => {
    const { html } = shownBy("<div>{{ content }}</div>", "> - :::acme.bits/x\n>   a\n>   :::\n\nb", "block");
    expect(html.match(/<blockquote>/g)).toHaveLength(1);
    expect(html).toMatch(/<\/blockquote>\n<p>b<\/p>/);
  });
});

describe("a template of a directive", () => {
  test.each([
    ["an element that ends the paragraph", "<p>{{ content }}</p>"],
    ["an element that stays open", "<b>{{ content }}"],
    ["an end of an element around it", "</main>{{ content }}"],
    ["a frame that its directive does not declare", '<iframe src="https://films.example/1"></iframe>'],
    ["a form", '<form action="/" method="post">{{ content }}</form>'],
  ])("with %s is not drawn", (_, template) => {
    const { html } = shownBy(template, ":acme.bits/x[words]");
    expect(html).toContain("<main><p>words</p>\n</main>");
    expect(html).not.toContain("data-inline");
  });

  test("draws no directive, so that none draws itself without end", () => {
    const { html } = shownBy("<i>{{ ':acme.bits/x[a]' | markdown_inline }}</i>", ":acme.bits/x[b]");
    expect(html.split("data-inline")).toHaveLength(2);
  });

  test("that loops takes the budget of one section for all of the page, and the texts stay", () => {
    const body = Array.from({ length: 150 }, () => ":acme.bits/x[words]").join(" ");
    const { html } = shownBy("{% for i in (1..100000) %}a{% endfor %}{{ content }}", body);
    expect(html.split("words")).toHaveLength(151);
    expect(html).not.toContain("data-inline");
  });

  test.each([
    '<b data-inline="drawbridge.inline/callout">a</b>',
    "<script>alert(1)</script>",
    '<b style="color:red">a</b>',
  ])("cannot be packed with %s", (text) => expect(checkTemplate({ text, pointer: "" }, "section")).not.toEqual([]));
});

test.each([":scope { position: fixed }", ":scope { margin: -9px }", "body { color: red } }", "@import 'a'"])(
  "a style sheet with %s is refused",
  (css) => expect(styleFaults(css, "section")).not.toEqual([]),
);

describe("a text of very many directives costs little", () => {
  const COUNTS: readonly (readonly [string, (share: number) => string])[] = [
    ["blocks in blocks", (n) => `${":::a.b/c\n".repeat(6_000 * n)}x\n${":::\n".repeat(6_000 * n)}`],
    ["blocks in quotes", (n) => `${"> ".repeat(15)}:::a.b/c\n`.repeat(2_000 * n)],
    ["marks in a line", (n) => ":a.b/c[d] ".repeat(10_000 * n)],
    ["marks in cells", (n) => `${"|:a.b/c[d]".repeat(5_000 * n)}\n${"|-".repeat(5_000 * n)}\n`],
    ["beginnings without an end", (n) => ":::::a.b/c\n:::\n".repeat(6_000 * n)],
    ["code without an end", (n) => ":::a.b/c\n```x\n".repeat(6_000 * n)],
  ];
  const draw = (_directive: object, inside: string): string => inside;

  test.each(COUNTS)("%s", async (_, text) => {
    expect(await excess((share) => directivesAsMarkdown(text(share), draw), 40)).toBeUndefined();
    expect(await excess((share) => markdownHtml(text(share), { ...surroundings, level: 2 }), 40)).toBeUndefined();
  });
});
