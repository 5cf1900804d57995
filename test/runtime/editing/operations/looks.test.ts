import { describe, expect, test } from "vitest";
import type { Page } from "../../../../runtime/documents/content/content.ts";
import { looksSince } from "../../../../runtime/editing/operations/looks.ts";
import { page, textSection } from "../../kernel/world.ts";
import { box } from "../editingWorld.ts";

const [a, b, c, d] = [textSection("A", "a"), textSection("B", "b"), textSection("C", "c"), textSection("D", "d")];
const of = (...sections: Page["sections"]): Page => page("/about", { sections });
const before = of(a, box("box", b, c), d);

describe("what looks otherwise", () => {
  test.each<[string, Page, readonly string[], boolean]>([
    ["nothing of the same page", before, [], false],
    ["a section with another text", of(a, box("box", b, c), textSection("New", "d")), ["d"], false],
    ["the inner section alone", of(a, box("box", textSection("New", "b"), c), d), ["b"], false],
    ["a section that lost one of its own", of(a, box("box", b), d), ["box"], false],
    ["a section whose own were reordered", of(a, box("box", c, b), d), ["box"], false],
    ["two sections between which one moved", of(a, box("box", b, d), box("other", c)), ["box", "other"], false],
    ["a section that left another one, and that one", of(a, box("box", b), c, d), ["box", "c"], false],
    ["a new section", of(a, box("box", b, c), textSection("E", "e"), d), ["e"], false],
    ["no section when the later ones were reordered", of(a, d, box("box", b, c)), [], false],
    ["more than its sections when another one comes first", of(box("box", b, c), a, d), [], true],
    ["more than its sections when the first one goes", of(box("box", b, c), d), [], true],
    ["more than its sections when it has another title", { ...before, title: "New" }, [], true],
    ["more than its sections when it loses a member", { ...before, noindex: true }, [], true],
  ])("is %s", (_, after, sections, beyond) => {
    expect(looksSince(before, after)).toEqual({ sections, beyond });
  });

  test("is anything at all where the page that was seen is not kept", () => {
    expect(looksSince(undefined, before)).toEqual({ sections: [], beyond: true });
  });
});
