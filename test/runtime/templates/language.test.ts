/**
 * Compares our compiled templates with the Liquid library's own interpreter. They must agree, except where we refuse or
 * differ on purpose.
 */
import { Liquid } from "liquidjs";
import { describe, expect, test } from "vitest";
import { FILTERS as ADMITTED } from "../../../manifests/liquid/liquidRules.ts";
import { FILTERS } from "../../../runtime/templates/filters.ts";
import { rendered, refusal } from "../rendering/specimen.ts";

const library = new Liquid({ timezoneOffset: 0, locale: "en" });
const given = {
  title: "Salt and Marrow",
  none: null,
  nothing: "",
  spaces: "  ",
  zero: 0,
  no: false,
  yes: true,
  tags: ["b", "a", "c", "a"],
  one: ["x"],
  grid: [[1, 2], [3]],
  people: [
    { name: "Bo", age: 3, on: true },
    { name: "al", age: 1 },
    { name: "Cy", age: 2, on: true, at: { x: 1 } },
  ],
  map: { first: 1, b: 2, size: 9 },
  plain: { b: 2, c: 3 },
  date: "2026-03-12",
  text: "One two  three\nfour <b>five</b>",
};

describe("as in Liquid", () => {
  test.each([
    "{{ title }}|{{ none }}|{{ missing }}|{{ zero }}|{{ no }}|{{ yes }}",
    "{{ people[0].name }}|{{ people.last.name }}|{{ people.first.age }}|{{ people.size }}|{{ people[-1].name }}|{{ people[9].name }}",
    '{{ map["b"] }}|{{ map.first }}|{{ map.size }}|{{ plain.size }}|{{ title.size }}|{{ plain.last }}',
    "{% assign key = 'b' %}{{ plain[key] }}|{{ map[key] }}",
    "{% assign i = 1 %}{{ tags[i] }}{{ grid[0][1] }}",
    "{% if none %}a{% elsif zero %}b{% else %}c{% endif %}",
    "{% if nothing %}a{% endif %}{% if nothing == blank %}b{% endif %}{% if nothing == empty %}c{% endif %}",
    "{% if spaces == blank %}a{% endif %}{% if spaces == empty %}b{% endif %}{% if none == blank %}c{% endif %}{% if missing == blank %}d{% endif %}{% if no == blank %}e{% endif %}{% if zero == blank %}f{% endif %}",
    "{% if tags != blank %}a{% endif %}{% if tags == empty %}b{% endif %}{% if blank == nothing %}c{% endif %}{% if map == empty %}d{% endif %}",
    "{% if none == nil %}a{% endif %}{% if missing == nil %}b{% endif %}{% if title == nil %}c{% endif %}{% if zero == nil %}d{% endif %}",
    "{% if yes and no or yes %}a{% endif %}{% if no and yes or yes %}b{% endif %}{% if no or yes and no %}c{% endif %}{% if not no and yes %}d{% endif %}",
    "{% if title contains 'Salt' %}a{% endif %}{% if tags contains 'c' %}b{% endif %}{% if tags contains 'z' %}c{% endif %}{% if none contains 'z' %}d{% endif %}{% if title contains zero %}e{% endif %}",
    "{% if zero < 1 %}a{% endif %}{% if 'a' < 'b' %}b{% endif %}{% if 2 >= 2 %}d{% endif %}{% if 2 <= 1 %}e{% endif %}{% if 3 > 2 %}f{% endif %}",
    "{% if tags == tags %}a{% endif %}{% if one == tags %}b{% endif %}{% if zero == '0' %}c{% endif %}",
    "{% unless yes %}a{% elsif yes %}b{% else %}c{% endunless %}{% unless no %}d{% endunless %}",
    "{% case title %}{% when 'a', 'Salt and Marrow' %}a{% else %}b{% endcase %}{% case zero %}{% when 1 or 0 %}c{% endcase %}{% case none %}{% when blank %}d{% else %}e{% endcase %}",
    "{% for t in tags %}{{ forloop.index }}{{ t }}{% unless forloop.last %},{% endunless %}{% endfor %}",
    "{% for t in tags %}{{ forloop.index0 }}{{ forloop.rindex }}{{ forloop.rindex0 }}{{ forloop.first }}{{ forloop.length }} {% endfor %}",
    "{% for t in tags limit: 2 offset: 1 %}{{ t }}{% endfor %}|{% for t in tags reversed %}{{ t }}{% endfor %}|{% for t in tags reversed limit: 2 %}{{ t }}{% endfor %}",
    "{% for t in nothing %}a{% else %}b{% endfor %}{% for t in none %}a{% else %}c{% endfor %}{% for t in title %}{{ t }}{% endfor %}",
    "{% for i in (1..3) %}{{ i }}{% endfor %}{% assign n = 2 %}{% for i in (0..n) %}{{ i }}{% endfor %}{{ (1..4) | join: '-' }}{% for i in (3..1) %}x{% else %}y{% endfor %}",
    "{% for row in grid %}{% for n in row %}{{ n }}{{ forloop.last }}{% endfor %}{{ forloop.index }};{% endfor %}",
    "{% for t in tags %}{% if t == 'a' %}{% continue %}{% endif %}{{ t }}{% if t == 'c' %}{% break %}{% endif %}{% endfor %}",
    "{% for pair in plain %}{{ pair[0] }}={{ pair[1] }};{% endfor %}",
    "{% for title in tags %}{{ title }}{% endfor %}{{ title }}",
    "{% assign x = 1 %}{% for t in one %}{% assign x = t %}{% endfor %}{{ x }}",
    "{% capture x %}a{{ zero }}b{% endcapture %}[{{ x }}]{{ x.size }}{{ x | upcase }}",
    "{% assign title = 'local' %}{{ title }}",
    "a {%- if yes -%} b {%- endif -%} c {{- zero -}} d",
    "{% liquid\nassign a = 1\nfor t in tags\n  if t == 'c'\n    assign a = t\n  endif\nendfor\n%}{{ a }}",
    "{% comment %}{{ title }}{% if %}{% endcomment %}{% # words %}x",
    "{{ 5 | plus: 2 | times: 3 | minus: 1 | divided_by: 4 | round: 1 }}|{{ 7 | modulo: 3 }}|{{ -3 | abs }}|{{ 1.5 | ceil }}{{ 1.5 | floor }}|{{ 3 | at_most: 2 }}{{ 3 | at_least: 4 }}",
    "{{ title | append: '!' | prepend: '?' | upcase | downcase | capitalize }}|{{ spaces | strip }}|{{ title | remove: 'a' | replace: 'l', 'L' | replace_first: 't', 'T' }}",
    "{{ title | slice: 0, 4 }}|{{ title | slice: -3, 2 }}|{{ title | truncate: 8 }}|{{ title | truncatewords: 2 }}|{{ text | strip_newlines | squish }}|{{ title | split: ' ' | last }}",
    "{{ tags | sort | uniq | join: ',' }}|{{ tags | reverse | first }}|{{ tags | size }}|{{ tags | concat: one | join }}|{{ tags | push: 'z' | last }}|{{ tags | pop | shift | unshift: 'q' | join }}",
    "{{ people | map: 'name' | join }}|{{ people | sort: 'age' | map: 'name' | join }}|{{ people | sort_natural: 'name' | map: 'name' | join }}|{{ people | where: 'on' | map: 'name' | join }}",
    "{{ people | where: 'age', 2 | map: 'name' | join }}|{{ people | reject: 'on' | size }}|{{ people | sum: 'age' }}|{{ people | has: 'age', 3 }}|{{ people | find: 'age', 1 | map: 'name' }}",
    "{% assign g = people | group_by: 'on' %}{% for x in g %}{{ x.name }}:{{ x.items.size }};{% endfor %}{{ people | map: 'at.x' | compact | join }}",
    "{{ none | default: 'x' }}{{ nothing | default: 'y' }}{{ no | default: 'z' }}{{ no | default: 'z', allow_false: true }}{{ zero | default: 'w' }}{{ spaces | default: 'v' }}{{ title | default: 'u' }}",
    "{{ date | date: '%d %B %Y' }}|{{ date | date: '%Y' }}",
    "{{ 'a b' | slugify }}|{{ title | number_of_words }}|{{ tags | array_to_sentence_string }}|{{ '3' | to_integer | plus: 1 }}",
  ])("%s", (source) => {
    expect(rendered(source, given, "plain")).toBe(library.parseAndRenderSync(source, given));
  });
});

describe("not as in Liquid, on purpose", () => {
  test.each([
    ["now is no time", "[{{ 'now' | date: '%Y' }}{{ 'today' | date: '%Y' }}]", "[]"],
    ["a malformed address stays as it is", "{{ '%zz' | url_decode }}", "%zz"],
    ["half a surrogate can be encoded", "{{ half | url_encode }}", "%EF%BF%BD"],
    [
      "nothing is neither more nor less than a number",
      "[{% if none < 1 %}a{% endif %}{% if none >= 0 %}b{% endif %}]",
      "[]",
    ],
    ["an object prints nothing", "[{{ map }}{{ plain }}]", "[]"],
  ])("%s", (_, source, text) => expect(rendered(source, { ...given, half: "\ud800" }, "plain")).toBe(text));
});

describe("prototypes are not there", () => {
  const hostile = JSON.parse('{"a": 1, "__proto__": {"b": "own"}, "constructor": "own", "toString": "own"}') as Record<
    string,
    unknown
  >;
  test.each([
    "{{ v.__proto__ }}",
    "{{ v.constructor }}",
    "{{ v.constructor.name }}",
    "{{ v['__proto__'].b }}",
    "{{ v.__proto__.b }}",
    "{{ v.hasOwnProperty }}",
    "{{ v.valueOf }}",
    "{{ v.__defineGetter__ }}",
    "{{ list.constructor }}",
    "{{ list.push }}",
    "{{ list.length.constructor }}",
    "{{ text.constructor }}",
    "{{ text.__proto__ }}",
    "{{ text.at }}",
    "{{ constructor }}",
    "{{ __proto__ }}",
    "{{ toString }}",
    "{{ hasOwnProperty }}",
    "{% for x in list %}{{ forloop.constructor }}{{ forloop.__proto__ }}{% endfor %}",
    "{% assign k = 'constructor' %}{{ v[k] }}{{ list[k] }}{{ text[k] }}",
    "{% capture k %}__proto__{% endcapture %}{{ v[k] }}",
    "{{ list | map: '__proto__' }}",
    "{{ list | map: 'constructor.name' }}",
    "{{ list | where: 'constructor' }}",
    "{{ list | sum: 'constructor' | minus: 0 | replace: '0', '' }}",
    "{{ safe.constructor }}{{ safe.valueOf }}",
    "{% assign __proto__ = v %}{{ a }}",
    "{% assign constructor = 1 %}{{ list.constructor }}",
    "{% for __proto__ in list %}{{ a }}{% endfor %}",
    "{{ v | json | split: 'zzz' | map: 'constructor' }}",
  ])("%s", (source) => {
    const text = rendered(
      `{% assign safe = '*a*' | markdown_inline %}${source}`,
      { v: hostile, list: [{ a: 1 }], text: "t" },
      "plain",
    );
    expect(text).toBe("");
  });

  test("and nothing a template does changes them", () => {
    rendered(
      "{% assign __proto__ = v %}{% capture constructor %}x{% endcapture %}{% for __proto__ in v %}{% endfor %}{{ list | group_by: '__proto__' | json }}",
      { v: hostile, list: [hostile] },
    );
    expect(Object.keys(Object.prototype)).toEqual([]);
    expect(({} as Record<string, unknown>)["b"]).toBeUndefined();
  });
});

test("every filter authors are told about exists, and no other", () => {
  expect([...FILTERS.keys()].toSorted()).toEqual([...ADMITTED].toSorted());
});

describe("malformed templates are refused with a reason", () => {
  test.each([
    "{{",
    "{{ }}",
    "{% %}",
    "{% if %}",
    "{{ a | b: }}",
    "{% for a b %}{% endfor %}",
    "{% assign a %}",
    "{% assign = 1 %}",
    "{% endif %}",
    "{% else %}",
    "{{ (1..) }}",
    "{{ a[ }}",
    "{% case %}{% endcase %}",
  ])("%s", (source) => {
    expect(refusal(source, "plain")).toMatch(/./);
  });
});
