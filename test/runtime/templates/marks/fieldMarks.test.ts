import { describe, expect, test } from "vitest";
import { PAGE_MAX_MARK_CHARS } from "../../../../manifests/bounds/templates.ts";
import { FieldMarker } from "../../../../runtime/templates/marks/fieldMarker.ts";
import {
  CLOSING_MARK,
  isClosingMark,
  openingMark,
  readOpeningMark,
  withoutMarks,
} from "../../../../runtime/templates/marks/fieldMarks.ts";
import { rendered, surroundings } from "../../rendering/specimen.ts";

const marker = (chars = 100_000) => new FieldMarker("hero", { chars });
const FIELDS = {
  title: "Boats",
  price: 12,
  shown: true,
  body: "One *two*",
  names: ["Ann", "Bo", "Cy"],
  cards: [
    { title: "A", points: ["a1", "a2"] },
    { title: "B", points: [] },
  ],
  action: { label: "Go", link: "/go" },
};

const published = (source: string): string => rendered(source, { fields: FIELDS }, "section");
const draft = (source: string, marks = marker()): string =>
  rendered(source, { fields: FIELDS }, "section", { ...surroundings, marks });

/** Renders the draft with short marks. Without its marks it must equal the publication. */
function shown(source: string): string {
  const html = draft(source);
  expect(withoutMarks(html)).toBe(published(source));
  return html.replaceAll(/<!--\[hero([^>]*)-->/g, "[$1|").replaceAll(CLOSING_MARK, "]");
}

describe("a draft marks a text that is a field", () => {
  test.each([
    ["of the section", "<p>{{ fields.title }}</p>", "<p>[/title|Boats]</p>"],
    ["with spaces cut away", "<p> {{- fields.title -}} </p>", "<p>[/title|Boats]</p>"],
    ["by its quoted name", '<p>{{ fields["title"] }}</p>', "<p>[/title|Boats]</p>"],
    ["below another", "<p>{{ fields.action.label }}</p>", "<p>[/action/label|Go]</p>"],
    ["at a number", "<p>{{ fields.cards[1].title }}</p>", "<p>[/cards/1/title|B]</p>"],
    ["first and last of a list", "{{ fields.names.first }} {{ fields.names.last }}", "[/names/0|Ann] [/names/2|Cy]"],
    ["that is a number", "<p>{{ fields.price }}</p>", "<p>[/price|12]</p>"],
    ["that the section does not have", "<p>{{ fields.lead }}</p>", "<p>[/lead|]</p>"],
    ["as Markdown", "<div>{{ fields.body | markdown }}</div>", "<div>[/body markdown|<p>One <em>two</em></p>\n]</div>"],
    [
      "as Markdown of one line",
      "<p>{{ fields.body | markdown_inline }}</p>",
      "<p>[/body markdown_inline|One <em>two</em>]</p>",
    ],
    ["as Markdown of a level", "{{ fields.body | markdown: 3 }}", "[/body markdown|<p>One <em>two</em></p>\n]"],
    [
      "of the items of a list",
      "{% for card in fields.cards %}<i>{{ card.title }}</i>{% endfor %}",
      "<i>[/cards/0/title|A]</i><i>[/cards/1/title|B]</i>",
    ],
    [
      "that is an item",
      "{% for name in fields.names %}{{ name }}{% endfor %}",
      "[/names/0|Ann][/names/1|Bo][/names/2|Cy]",
    ],
    [
      "of a part of a list",
      "{% for name in fields.names offset: 1 limit: 2 %}{{ name }}{% endfor %}",
      "[/names/1|Bo][/names/2|Cy]",
    ],
    [
      "of a list from its end",
      "{% for name in fields.names reversed limit: 2 %}{{ name }}{% endfor %}",
      "[/names/1|Bo][/names/0|Ann]",
    ],
    [
      "of a list in a list",
      "{% for card in fields.cards %}{% for point in card.points %}{{ point }}{% endfor %}{% endfor %}",
      "[/cards/0/points/0|a1][/cards/0/points/1|a2]",
    ],
    ["under another name", "{% assign card = fields.cards.last %}<p>{{ card.title }}</p>", "<p>[/cards/1/title|B]</p>"],
    [
      "captured",
      "{% capture x %}<b>{{ fields.title }}</b>{% endcapture %}<p>{{ x }}</p>",
      "<p><b>[/title|Boats]</b></p>",
    ],
    [
      "on either side of a branch",
      "{% if fields.shown %}{{ fields.title }}{% else %}{{ fields.body }}{% endif %}",
      "[/title|Boats]",
    ],
    [
      "after a list of choices",
      "<select><option>x</option></select>{{ fields.title }}",
      "<select><option>x</option></select>[/title|Boats]",
    ],
  ])("%s", (_, source, html) => {
    expect(shown(source)).toBe(html);
  });
});

describe("a draft marks nothing", () => {
  test.each([
    ["in an attribute", '<p title="{{ fields.title }}"></p>'],
    ["in an address", '<a href="{{ fields.action.link }}">x</a>'],
    ["in the name of a drawing", "<svg><title>{{ fields.title }}</title></svg>"],
    ["in a choice", "<select><option>{{ fields.title }}</option></select>"],
    ["in a choice without an end", "<select><option>{{ fields.title }}<option>{{ fields.body }}</select>"],
    [
      "in a choice of one branch",
      "<select>{% if fields.shown %}<option>{% else %}<option>{% endif %}{{ fields.title }}</select>",
    ],
    [
      "captured into a choice",
      "{% capture x %}{{ fields.title }}{% endcapture %}<select><option>{{ x }}</option></select>",
    ],
    ["captured into an attribute", '{% capture x %}{{ fields.title }}{% endcapture %}<p title="{{ x }}"></p>'],
    [
      "captured and changed",
      "{% capture x %}{{ fields.title }}{% endcapture %}<p>{{ x | upcase }} {{ x.size }} {{ x | size }}</p>",
    ],
    ["in what it compares", '{% capture x %}{{ fields.title }}{% endcapture %}{% if x == "Boats" %}same{% endif %}'],
    ["in the number of a heading", "<h{{ fields.price }}>x</h{{ fields.price }}>"],
    ["changed by a filter", "<p>{{ fields.title | upcase }}</p>"],
    ["changed after Markdown", "<p>{{ fields.body | markdown | strip_html }}</p>"],
    ["that falls back to another text", '<p>{{ fields.lead | default: "x" }}</p>'],
    ["that is a whole list", "<p>{{ fields.names }}</p>"],
    ["that is true or false", "<p>{{ fields.shown }}</p>"],
    [
      "computed of a field",
      "<p>{{ fields.title.size }} {{ fields.names.size }} {{ fields.size }} {{ fields.names.length }}</p>",
    ],
    ["counted from the end", "<p>{{ fields.names[-1] }}</p>"],
    ["by a computed name", '{% assign key = "title" %}<p>{{ fields[key] }}</p>'],
    ["behind a missing part", "<p>{{ fields.nothing.label }}</p>"],
    ["whose name could end a comment", '<p>{{ fields["x--><b>"] }}</p>'],
    ["of a variable with the name of the fields", "{% assign fields = page %}<p>{{ fields.title }}</p>"],
    ["of a loop with the name of the fields", "{% for fields in (1..2) %}{{ fields.title }}{% endfor %}"],
    ["of a variable that is no field any more", '{% assign x = fields.title %}{% assign x = "y" %}{{ x }}'],
    ["of a variable that was captured since", "{% assign x = fields.title %}{% capture x %}y{% endcapture %}{{ x }}"],
    ["of a sorted list", "{% assign all = fields.cards | reverse %}{% for card in all %}{{ card.title }}{% endfor %}"],
    ["of the members of an object", "{% for pair in fields.action %}{{ pair[0] }}{% endfor %}"],
    ["of the loop itself", "{% for name in fields.names %}{{ forloop.index }}{% endfor %}"],
    ["that is no field", "<p>{{ page.title }}</p>"],
  ])("%s", (_, source) => {
    expect(draft(source)).toBe(published(source));
  });
});

test("the head has no marks", () => {
  const source = `<title>{{ fields.title }}</title><script type="application/ld+json">{"a": {{ fields.title | json }}, "b": "{{ fields.title }}"}</script>`;
  const around = { ...surroundings, marks: marker() };
  expect(rendered(source, { fields: FIELDS }, "metadata", around)).toBe(
    '<title>Boats</title><script type="application/ld+json">{"a": "Boats", "b": "Boats"}</script>',
  );
});

describe("the marks of a page", () => {
  const one = openingMark({ section: "hero", pointer: "/title", kind: "text" }) + CLOSING_MARK;

  test.each([
    [-1, 1],
    [0, 2],
    [1, 2],
  ])("with room for two marks and %i character hold %i", (more, count) => {
    const html = draft("{{ fields.title }}{{ fields.title }}", marker(2 * one.length + more));
    expect(html.split(CLOSING_MARK)).toHaveLength(count + 1);
    expect(withoutMarks(html)).toBe("BoatsBoats");
  });

  test("have more room than 200 full sections need", () => {
    expect(PAGE_MAX_MARK_CHARS).toBeGreaterThan(200 * 40 * one.length);
  });
});

describe("a comment", () => {
  test.each([
    ["[hero/title", { section: "hero", pointer: "/title", kind: "text" }],
    ["[a-1/cards/0/title", { section: "a-1", pointer: "/cards/0/title", kind: "text" }],
    ["[hero/body markdown", { section: "hero", pointer: "/body", kind: "markdown" }],
    ["[hero/body markdown_inline", { section: "hero", pointer: "/body", kind: "markdown_inline" }],
  ])("%s opens a field", (data, mark) => {
    expect(readOpeningMark(data)).toEqual(mark);
    expect(openingMark(readOpeningMark(data) as never)).toBe(`<!--${data}-->`);
  });

  test.each([
    "",
    "]",
    "[",
    "[hero",
    "[/title",
    "[hero/",
    "[hero//title",
    " [hero/title",
    "[hero/title html",
    "[Hero/title",
  ])("%j opens none", (data) => expect(readOpeningMark(data)).toBeUndefined());

  test("closes a field only as a single bracket", () => {
    expect(["]", " ]", "]]", "[hero/title"].map(isClosingMark)).toEqual([true, false, false, false]);
  });
});
