import { describe, expect, test } from "vitest";
import { MARKDOWN_MAX_CHARS } from "../../../manifests/bounds/fields.ts";
import {
  RANGE_MAX,
  SECTION_MAX_STEPS,
  SECTION_MAX_WORK_CHARS,
  TEMPLATE_MAX_BYTES,
  TEMPLATE_MAX_DEPTH,
} from "../../../manifests/bounds/templates.ts";
import { Budget } from "../../../runtime/templates/budget.ts";
import { DIALECTS } from "../../../runtime/templates/dialect.ts";
import { compileTemplate, templateProblem } from "../../../runtime/templates/liquid.ts";
import { excess } from "../../support/effort.ts";
import { refusal, surroundings } from "../rendering/specimen.ts";

const given = {
  text: "x".repeat(50_000),
  list: Array.from({ length: 2_000 }, (_, index) => ({ index, text: "y".repeat(100) })),
};

/** A multiple of the cost of using up the budget. */
const EFFORT = 500;

/** The reason why a template exceeds the budget of one section; undefined if it renders. */
function failure(source: string, steps = SECTION_MAX_STEPS, chars = SECTION_MAX_WORK_CHARS): string | undefined {
  const template = compileTemplate(source, DIALECTS.layout);
  try {
    template.render(given, surroundings, new Budget(steps, chars));
    return undefined;
  } catch (error) {
    return templateProblem(error);
  }
}

describe("a template that would run for long is stopped", () => {
  test.each([
    ["a loop over a thousand million numbers", "{% for i in (1..1000000000) %}a{% endfor %}"],
    ["a loop where counting up stands still", "{% for i in (9007199254740992..9007199254740994) %}a{% endfor %}"],
    ["a range that is only looked at", "{{ (1..1000000000) | size }}"],
    ["a range in a property", "{{ list[(9007199254740992..9007199254740994)] }}"],
    ["a range to the end of numbers", "{% assign n = '1e308' | times: 10 %}{% for i in (0..n) %}a{% endfor %}"],
    [
      "loops in loops in loops",
      "{% for a in list %}{% for b in list %}{% for c in list %}{% endfor %}{% endfor %}{% endfor %}",
    ],
    ["empty loops", "{% for a in (1..1000) %}{% for b in (1..1000) %}{% endfor %}{% endfor %}"],
    ["a text that doubles", "{% assign s = text %}{% for i in (1..40) %}{% assign s = s | append: s %}{% endfor %}"],
    [
      "a capture that doubles",
      "{% assign s = text %}{% for i in (1..40) %}{% capture s %}{{ s }}{{ s }}{% endcapture %}{% endfor %}",
    ],
    ["a list that doubles", "{% assign l = list %}{% for i in (1..40) %}{% assign l = l | concat: l %}{% endfor %}"],
    [
      "a list of itself, printed",
      "{% assign l = list %}{% for i in (1..60) %}{% assign l = l | push: l | push: l %}{% endfor %}{{ l }}",
    ],
    [
      "a list of one long text, printed",
      "{% assign l = text | split: '~' %}{% for i in (1..16) %}{% assign l = l | concat: l %}{% endfor %}{{ l }}",
    ],
    [
      "a list of one long text, joined",
      "{% assign l = text | split: '~' %}{% for i in (1..16) %}{% assign l = l | concat: l %}{% endfor %}{{ l | join }}",
    ],
    [
      "a list of one long text, as JSON",
      "{% assign l = text | split: '~' %}{% for i in (1..16) %}{% assign l = l | concat: l %}{% endfor %}{{ l | json }}",
    ],
    ["a long text replaced by longer ones", "{{ text | replace: 'x', text }}"],
    [
      "a long text searched again and again",
      "{% for i in (1..10000) %}{% if text contains 'zz' %}a{% endif %}{% endfor %}",
    ],
    ["a long text compared again and again", "{% for i in (1..10000) %}{% if text == text %}a{% endif %}{% endfor %}"],
    [
      "a long text filtered again and again",
      "{% for i in (1..10000) %}{% assign a = text | url_encode | size %}{% endfor %}",
    ],
    ["Markdown again and again", "{% for i in (1..10000) %}{{ text | markdown }}{% endfor %}"],
    ["a list sorted again and again", "{% for i in (1..10000) %}{% assign a = list | sort: 'index' %}{% endfor %}"],
    [
      "a list searched again and again",
      "{% for i in (1..10000) %}{% assign a = list | where: 'index', 7 %}{% endfor %}",
    ],
    ["a large range put into groups", "{% assign g = (1..1000000) | group_by: 'x' %}{{ g | size }}"],
    [
      "a range put into groups, again and again",
      "{% for i in (1..20000) %}{% assign g = (1..1000) | group_by %}{% endfor %}",
    ],
    [
      "a large range turned round again and again",
      "{% assign l = (1..400000) %}{% for i in (1..20) %}{% assign l = l | reverse %}{% endfor %}",
    ],
    [
      "a large range taken for a number",
      "{% assign l = (1..100000) %}{% for i in (1..400) %}{{ l | times: 2 }}{% endfor %}",
    ],
    [
      "a long condition again and again",
      `{% for i in (1..10000) %}{% if ${"a or ".repeat(500)}a %}{% endif %}{% endfor %}`,
    ],
    [
      "many cases again and again",
      `{% for i in (1..10000) %}{% case text %}{% when ${"1, ".repeat(2_000)}1 %}{% endcase %}{% endfor %}`,
    ],
    ["a long path again and again", `{% for i in (1..10000) %}{{ a${".a".repeat(500)} }}{% endfor %}`],
    ["long static text in a loop", `{% for i in (1..10000) %}${"a".repeat(10_000)}{% endfor %}`],
    ["a date padded for ever", "{{ '2026-01-01' | date: '%999999999Y' }}"],
    ["a slice of any length", "{% for i in (1..10000) %}{% assign a = text | slice: 0, 40000 %}{% endfor %}"],
  ])("%s", async (_, source) => {
    let why: string | undefined;
    expect(await excess(() => (why = failure(source)), EFFORT)).toBeUndefined();
    expect(why).toMatch(/allowed|range beyond/);
  });
});

describe("a template is refused before it runs", () => {
  test("for blocks nested deeper than is allowed", () => {
    const nested = (depth: number): string => "{% if a %}".repeat(depth) + "{% endif %}".repeat(depth);
    for (const dialect of ["layout", "metadata", "plain", "xml"] as const) {
      expect(refusal(nested(TEMPLATE_MAX_DEPTH - 1), dialect)).toBeUndefined();
      expect(refusal(nested(TEMPLATE_MAX_DEPTH), dialect)).toBeUndefined();
      expect(refusal(nested(TEMPLATE_MAX_DEPTH + 1), dialect)).toMatch(/deeper/);
      expect(refusal(nested(5_000), dialect)).toMatch(/deeper/);
      expect(
        refusal(
          "{% if a %}{% elsif b %}".repeat(TEMPLATE_MAX_DEPTH + 1) + "{% endif %}".repeat(TEMPLATE_MAX_DEPTH + 1),
          dialect,
        ),
      ).toMatch(/deeper/);
    }
  });

  test("for being longer than is allowed", () => {
    expect(refusal("a".repeat(TEMPLATE_MAX_BYTES - 1))).toBeUndefined();
    expect(refusal("a".repeat(TEMPLATE_MAX_BYTES))).toBeUndefined();
    expect(refusal("a".repeat(TEMPLATE_MAX_BYTES + 1))).toMatch(/longer/);
    expect(refusal("é".repeat(TEMPLATE_MAX_BYTES / 2 + 1))).toMatch(/longer/);
  });

  test.each([
    ["brackets in brackets", `{{ ${"a[".repeat(20_000)}0${"]".repeat(20_000)} }}`],
    ["blocks in a liquid tag", `{% liquid\n${"if a\n".repeat(5_000)}${"endif\n".repeat(5_000)}%}`],
  ])("for %s", (_, source) => expect(refusal(source)).toMatch(/./));
});

describe("bounds hold to the piece", () => {
  test("ends of a range", () => {
    expect(failure(`{% assign a = (${RANGE_MAX - 1}..${RANGE_MAX - 1}) %}`)).toBeUndefined();
    expect(failure(`{% assign a = (${RANGE_MAX}..${RANGE_MAX}) %}`)).toBeUndefined();
    expect(failure(`{% assign a = (${RANGE_MAX + 1}..${RANGE_MAX + 1}) %}`)).toBe(`a range beyond ${RANGE_MAX}`);
    expect(failure(`{% assign a = (-${RANGE_MAX + 1}..0) %}`)).toBe(`a range beyond ${RANGE_MAX}`);
  });

  test("pieces of a section", () => {
    // The loop counts as one step, and each iteration as another.
    const turns = (count: number): string => `{% for i in (1..${count - 1}) %}{% endfor %}`;
    expect(failure(turns(SECTION_MAX_STEPS - 1))).toBeUndefined();
    expect(failure(turns(SECTION_MAX_STEPS))).toBeUndefined();
    expect(failure(turns(SECTION_MAX_STEPS + 1))).toMatch(/more parts/);
  });

  test("characters of a section", () => {
    expect(failure("aaa", 10, 4)).toBeUndefined();
    expect(failure("aaa", 10, 3)).toBeUndefined();
    expect(failure("aaa", 10, 2)).toMatch(/more text/);
  });

  test("characters of Markdown", () => {
    const markdown = (length: number): string | undefined => {
      try {
        compileTemplate("{{ text | markdown }}", DIALECTS.layout).render(
          { text: "a".repeat(length) },
          surroundings,
          new Budget(100, SECTION_MAX_WORK_CHARS),
        );
        return undefined;
      } catch (error) {
        return templateProblem(error);
      }
    };
    expect(markdown(MARKDOWN_MAX_CHARS - 1)).toBeUndefined();
    expect(markdown(MARKDOWN_MAX_CHARS)).toBeUndefined();
    expect(markdown(MARKDOWN_MAX_CHARS + 1)).toMatch(/Markdown longer/);
  });
});

describe("a part of a budget", () => {
  test("is no larger than what is left, and what it uses is gone", () => {
    const page = new Budget(10, 100);
    page.portion(8, 80, (part) => {
      for (let step = 0; step < 8; step++) part.step();
      part.charge(80);
      // Exceeding this part's budget takes nothing from the rest of the page.
      expect(() => part.step()).toThrow(RangeError);
    });
    page.portion(8, 80, (part) => {
      part.step();
      part.step();
      expect(() => part.step()).toThrow(RangeError);
      part.charge(20);
      expect(() => part.charge(1)).toThrow(RangeError);
    });
  });

  test("is gone also when it fails", () => {
    const page = new Budget(10, 100);
    expect(() => page.portion(10, 100, (part) => part.charge(101))).toThrow(RangeError);
    expect(() => page.portion(10, 100, (part) => part.charge(1))).toThrow(RangeError);
  });
});
