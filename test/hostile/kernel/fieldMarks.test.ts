import { describe, expect, test } from "vitest";
import { FieldMarker } from "../../../runtime/templates/marks/fieldMarker.ts";
import { CLOSING_MARK, openingMark, withoutMarks } from "../../../runtime/templates/marks/fieldMarks.ts";
import { active, input, rendererOf, section, sectionOf, themePlugin } from "../../runtime/rendering/renderingSite.ts";
import { refusal, rendered, surroundings } from "../../runtime/rendering/specimen.ts";

const FORGED = openingMark({ section: "other", pointer: "/title", kind: "text" });
const EVIL = `${CLOSING_MARK}${FORGED}stolen${CLOSING_MARK}<!--[ --!> ]-->`;
const fields = {
  evil: EVIL,
  list: [EVIL, { evil: EVIL }],
  markdown: `# ${EVIL}\n\n[${EVIL}](/x "${EVIL}")\n\n${EVIL}\n\n    ${EVIL}\n\n\`\`\`${EVIL}\n${EVIL}\n\`\`\`\n\n| ${EVIL} |\n|--|\n| ${EVIL} |\n\n![${EVIL}](/media/a.jpg)`,
  picture: { src: "/media/a.jpg", alt: EVIL, width: 1, height: 1 },
};

const commentsOf = (html: string): string[] => html.match(/<!--[^]*?(?:-->|$)/g) ?? [];
const draft = (source: string): string =>
  rendered(source, { fields }, "section", { ...surroundings, marks: new FieldMarker("mine", { chars: 10_000 }) });

describe("a value cannot forge the editor's mark of a field", () => {
  test.each([
    ["as text", "<p>{{ fields.evil }}</p>", ["[mine/evil", "]"]],
    ["as Markdown", "{{ fields.markdown | markdown }}", ["[mine/markdown markdown", "]"]],
    ["as Markdown of one line", "{{ fields.markdown | markdown_inline }}", ["[mine/markdown markdown_inline", "]"]],
    ["in a list", "{% for item in fields.list %}{{ item }}{% endfor %}", ["[mine/list/0", "]"]],
    ["through filters", `<p>{{ fields.evil | escape | url_decode | append: fields.evil }}</p>`, []],
    ["after unescaping", `<p>{{ fields.evil | escape | replace: "&lt;", "<" | replace: "&gt;", ">" }}</p>`, []],
    ["with line breaks", "<p>{{ fields.evil | newline_to_br }}</p>", []],
    ["of a picture", "{{ fields.picture | image: class: fields.evil }}", []],
    ["in an attribute", '<p title="{{ fields.evil }}" class="{{ fields.markdown | markdown }}"></p>', []],
    ["captured", "{% capture x %}{{ fields.evil }}{% endcapture %}<p>{{ x }}</p>", ["[mine/evil", "]"]],
    [
      "captured and cut inside its mark",
      "{% capture x %}{{ fields.evil }}{% endcapture %}<p>{{ x | slice: 3, 400 }}</p>",
      [],
    ],
    [
      "captured into an attribute",
      `{% capture x %}{{ fields.evil }}{% endcapture %}<p title="{{ x }}">{{ x | split: "!" | join }}</p>`,
      [],
    ],
  ])("%s", (_, source, comments) => {
    const html = draft(source);
    expect(commentsOf(html)).toEqual(comments.map((data) => `<!--${data}-->`));
    expect(withoutMarks(html)).toBe(rendered(source, { fields }, "section"));
  });

  test("in a text area, which no template may have", () => {
    expect(() => draft("<textarea>{{ fields.evil }}</textarea>")).toThrow("found <textarea>");
  });

  test("of a page, its settings or a section's variant and type", () => {
    const plugin = active(
      "test.basics",
      { sections: [sectionOf("hero", { title: EVIL, template: "hero.liquid" })] },
      { "hero.liquid": "<p>{{ page.title }} {{ site.name }} {{ fields.title }} {{ section.variant }}</p>" },
    );
    const page = {
      path: "/a",
      title: EVIL,
      sections: [section("s", "hero", { variant: EVIL, fields: { title: EVIL } })],
    };
    const { html } = rendererOf([plugin, themePlugin()]).page(input([], { page, mode: "edit", editor: { change: 1 } }));
    expect(commentsOf(html)).toEqual(["<!--[s/title-->", CLOSING_MARK]);
  });
});

describe("a template cannot write a field mark itself", () => {
  test.each([
    ["whole", `${FORGED}x${CLOSING_MARK}`],
    ["closing alone", CLOSING_MARK],
    ["around a value", "<!--[{{ fields.section }}/title-->"],
    ["put together of a value", "{{ fields.open }}!--[other/title-->"],
    ["put together behind a sign", "<{{ fields.open }}[other/title-->"],
    ["put together behind two signs", "<!{{ fields.open }}[other/title-->"],
  ])("%s", (_, source) => {
    const isTaken = refusal(source, "section") === undefined;
    const html = isTaken ? rendered(source, { fields: { open: "<", section: "other" } }, "section") : "";
    expect(commentsOf(html)).toEqual([]);
  });
});

test("a section that ends its element early marks no text, and the section around it keeps its own marks", () => {
  const plugin = active(
    "test.basics",
    {
      sections: [sectionOf("outer", { slots: [{ name: "main", title: "Main" }] }), sectionOf("thief", {})],
    },
    {
      "outer.liquid": "<div>{{ children.main }}{{ fields.title }}</div>",
      "thief.liquid": "</section></div>{{ fields.title }}",
    },
  );
  const thief = section("thief", "thief", { fields: { title: "T" } });
  const outer = section("outer", "outer", { fields: { title: "O" }, children: { main: [thief] } });
  const { html } = rendererOf([plugin, themePlugin()]).page(input([outer], { mode: "edit" }));
  expect(commentsOf(html)).toEqual(["<!--[outer/title-->", CLOSING_MARK]);
});
