import { describe, expect, test } from "vitest";
import { allOffers, found } from "../../../../sites/editor/canvas/insert/offers.ts";
import type { SectionType } from "../../../../sites/editor/api/views.ts";

const type = (name: string, title: string, more: Partial<SectionType> = {}): SectionType => ({
  type: `acme.site/${name}`,
  title,
  description: "",
  category: "text",
  plugin: { id: "acme.site", version: "1.0.0" },
  fields: {},
  variants: [
    { name: "list", title: "As a list" },
    { name: "open", title: "All open" },
  ],
  slots: [],
  presets: [],
  maxPerPage: null,
  example: { fields: { title: "Example" } },
  ...more,
});

const FAQ = type("faq", "Questions and answers");
const HERO = type("hero", "Hero", {
  presets: [
    { title: "Centred", variant: "open", fields: { title: "First" } },
    { title: "With a question", fields: { title: "Second" } },
  ],
});

const titles = (text: string, recent: readonly string[] = []): string[] =>
  found(
    allOffers([HERO, FAQ], () => false),
    text,
    recent,
  ).map(({ title }) => title);

describe("what can be added", () => {
  test.each(["faq", "qu", "Answers", "qa", "questions and"])("is found by %j", (text) => {
    expect(titles(text)[0]).toBe("Questions and answers");
  });

  test("lists types, presets and variants together, those used lately first", () => {
    expect(titles("")).toEqual([
      "Hero",
      "With a question",
      "Hero: As a list",
      "Questions and answers",
      "Questions and answers: All open",
    ]);
    expect(titles("", [FAQ.type])[0]).toBe("Questions and answers");
    expect([titles("nothing like it"), titles("hero open")]).toEqual([[], []]);
  });

  test("begins with the first preset, or with the example, and holds only members of a section", () => {
    const odd = type("odd", "Odd", { presets: [{ title: "Odd", fields: { a: 1 }, id: "x", type: "other/type" }] });
    const [hero, , , faq] = found(
      allOffers([HERO, FAQ], () => false),
      "",
      [],
    );
    expect(hero?.section).toEqual({ type: HERO.type, variant: "open", fields: { title: "First" } });
    expect(faq?.section).toEqual({ type: FAQ.type, fields: { title: "Example" } });
    expect(allOffers([odd], () => false)[0]?.section).toEqual({ type: odd.type, fields: { a: 1 } });
  });

  test("leaves out a type that the page has enough of", () => {
    expect(allOffers([HERO, FAQ], ({ title }) => title === "Hero").map(({ title }) => title)).not.toContain("Hero");
  });
});
