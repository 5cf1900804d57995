import { describe, expect, test } from "vitest";
import { MARKDOWN_MAX_CHARS, MARKDOWN_PARSED_MAX_CHARS } from "../../../manifests/bounds/fields.ts";
import { mayHoldHtml } from "../../../runtime/rendering/markdown/markdown.ts";
import { page, textPlugin, textSection, themePlugin, worldWith } from "../../runtime/kernel/world.ts";
import { effortOf } from "../../support/effort.ts";

describe("Markdown for machines", () => {
  test("of a deliberately slow page costs no more than of any page", async () => {
    const again = textPlugin("<p>Short</p>");
    const pack = [
      { ...again, files: { ...again.files, "text.md.liquid": "{% for n in (1..18) %}{{ fields.text }}{% endfor %}" } },
      themePlugin,
    ];
    const world = await worldWith(
      { home: page("/", { sections: [textSection(`<b>${"![".repeat(MARKDOWN_MAX_CHARS / 2 - 2)}`)] }) },
      pack,
    );
    let body: unknown;
    expect(
      await effortOf(async () => ({ body } = await world.kernel.published.answer("main", "/index.md", null))),
    ).toBeLessThan(500);
    expect(body).not.toContain("<b>");
  });

  test.each([
    [MARKDOWN_PARSED_MAX_CHARS - 1, false],
    [MARKDOWN_PARSED_MAX_CHARS, false],
    [MARKDOWN_PARSED_MAX_CHARS + 1, true],
  ])("of %d characters with HTML in a code sample only is taken for HTML: %s", (length, taken) => {
    const text = "`<b>`";
    expect(mayHoldHtml(text + "x".repeat(length - text.length))).toBe(taken);
  });
});
