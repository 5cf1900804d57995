/** The Liquid of templates, files of XML, and style sheets. `markup.test.ts` has the HTML of templates. */
import { describe, expect, test } from "vitest";
import { ISSUES_MAX } from "../../../manifests/bounds/json.ts";
import { TEMPLATE_MAX_BYTES } from "../../../manifests/bounds/templates.ts";
import { checkStyle, checkTemplate, type TemplateKind } from "../../../manifests/templates/templateCheck.ts";

const pointer = "/contributes/sections/0/template";
const template = (text: string, kind: TemplateKind = "section") => checkTemplate({ text, pointer }, kind);
const style = (text: string, scope: "section" | "theme" = "section") => checkStyle({ text, pointer }, scope);
const around = (bound: number) => [bound - 1, bound, bound + 1];

describe("Liquid that reads files, prints unescaped or cannot be read is refused", () => {
  test.each([
    ["include", '{% include "x" %}', 'the tag "include"'],
    ["render", '{% render "x" %}', 'the tag "render"'],
    ["layout", '{% layout "x" %}', 'the tag "layout"'],
    ["raw", "{% raw %}<b>{% endraw %}", 'the tag "raw"'],
    ["cycle, which prints as it stands", '{% cycle "<b>" %}', 'the tag "cycle"'],
    ["echo", "{% echo fields.x %}", 'the tag "echo"'],
    ["echo in a liquid tag", "{% liquid\n  echo fields.x\n%}", 'the tag "echo"'],
    ["tablerow", "{% tablerow a in b %}{% endtablerow %}", 'the tag "tablerow"'],
    ["increment", "{% increment a %}", 'the tag "increment"'],
    ["the filter raw", "{{ fields.x | raw }}", 'the filter "raw"'],
    ["a filter that does not exist", "{{ fields.x | shout }}", 'the filter "shout"'],
    ["such a filter in a tag", "{% assign a = fields.x | shout %}", 'the filter "shout"'],
    ["a quote around the end of a tag", '{% assign a = "%}<script>" %}', "a quote without its end"],
    ["a quote around the end of a value", '{{ "}}<script>" }}', "a quote without its end"],
    ["a backslash outside quotes", "{{ a \\ b }}", "a backslash outside quotes"],
    ["a value without end", "{{ fields.x", "{{ without its end"],
    ["a tag without end", "{% if a", "{% without its end"],
    ["a value in a value", "{{ a {{ b }}", "a Liquid delimiter inside another"],
    ["a block without end", "{% if a %}x", "if without its end"],
    ["an end without block", "x{% endif %}", "endif outside its block"],
    ["blocks that cross", "{% if a %}{% for b in c %}{% endif %}{% endfor %}", "endif outside its block"],
    ["else outside a block", "{% else %}", "else outside its block"],
    ["a block a liquid tag leaves open", "{% liquid\n  if a\n%}{% endif %}", "endif outside its block"],
    ["a control character", "a\u0000b", "a control character"],
  ])("%s", (_, text, found) => {
    for (const kind of ["section", "markdown", "text", "xml"] as const) {
      expect(template(text, kind).map((issue) => issue.found)).toContainEqual(expect.stringContaining(found));
    }
  });
});

describe("files of XML", () => {
  test.each([
    ["a script of HTML", "<x><h:script>1</h:script></x>", "XML without script"],
    ["a web page", '<html xmlns="http://www.w3.org/1999/xhtml"/>', "not a web page"],
    ["a picture", '<svg xmlns="http://www.w3.org/2000/svg"/>', "not a web page or picture"],
    ["a style sheet", '<?xml-stylesheet href="x"?>', "without a style sheet"],
  ])("%s is refused", (_, text, allowed) => expect(template(text, "xml")[0]?.allowed).toContain(allowed));
  test("a sitemap is accepted", () => {
    const text =
      '<?xml version="1.0"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">{% for p in queries.pages %}<loc>{{ p.url | xml }}</loc>{% endfor %}</urlset>';
    expect(template(text, "xml")).toEqual([]);
  });
  test("a sitemap that names the translations of an address is accepted", () => {
    const text =
      '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml"><url>' +
      '<xhtml:link rel="alternate" hreflang="{{ p.language | xml }}" href="{{ p.url | xml }}"/></url></urlset>';
    expect(template(text, "xml")).toEqual([]);
  });
});

describe("a style sheet is refused with", () => {
  test.each([
    ["a bracket that closes the scope", "} body { color: red }", "} without its start", "as many closing"],
    ["a bracket that is never closed", ".a { color: red", "{ without its end", "a closing }"],
    ["a parenthesis that swallows the rest", ".a { width: calc(1px }", "} without its start", "as many closing"],
    ["a string without end", '.a { content: "x }', "a string without its closing quote", "on the same line"],
    ["a string over two lines", '.a { content: "x\n" }', "a string without its closing quote", "on the same line"],
    ["a comment without end", ".a {} /* x", "a comment without its closing */", "*/"],
    ["an import", '@import "x.css";', "@import", "only @media"],
    ["an import in capitals", '@IMPORT "x.css";', "@import", "only @media"],
    ["an escape that spells url", ".a { background: \\75rl(x) }", "a backslash outside a string", "without escapes"],
    ["an address", ".a { background: url(https://example.com/x.png) }", "url(…)", "loads nothing"],
    ["an address in capitals", ".a { background: URL('/x') }", "URL(…)", "loads nothing"],
    ["data", ".a { background: url(data:image/png;base64,AA) }", "url(…)", "loads nothing"],
    ["an image set", ".a { background: image-set('x' 1x) }", "image-set(…)", "loads nothing"],
    ["an expression", ".a { width: expression(alert(1)) }", "expression(…)", "loads nothing"],
    ["the end of a style element", ".a {} </style>", "</", "without HTML"],
    ["… in a comment", "/* </style> */", "/* </style> */", "without HTML"],
    ["a comment of HTML", "<!-- .a {} -->", "<!", "without HTML"],
    ["a font face in a section", "@font-face {}", "@font-face", "only @media"],
    ["another character set", '@charset "utf-7";', "@charset", "only @media"],
  ])("%s", (_, css, found, allowed) => {
    expect(style(css)[0]).toEqual({
      pointer,
      found: expect.stringContaining(found),
      allowed: expect.stringContaining(allowed),
      offset: expect.any(Number),
    });
  });

  test.each([
    ':scope { color: var(--text) } .a:has(> b)::after { content: "\\201C }"; width: calc(1px + (2 * 3px)) }',
    "@media (width >= 40rem) { .a { inset: 0 } } @container x (width < 20rem) { b { color: red } } @keyframes k { from { top: 0 } }",
    "/* it's } fine */ .grid[data-x=\"}\"] { grid-template: 'a b' / 1fr }",
    ".a { background: linear-gradient(#fff, #000) }",
  ])("… but not %s", (css) => expect(style(css)).toEqual([]));

  test("a theme may name fonts of the device and more rules", () => {
    const css = '@layer base; @font-face { font-family: x; src: local("Georgia") } @property --a { inherits: true }';
    expect(style(css, "theme")).toEqual([]);
    expect(style(css)).not.toEqual([]);
  });
});

test.each([
  ["a template", (text: string) => template(text)],
  ["a style sheet", (text: string) => style(text)],
])("%s is at most as long as its bound, in bytes", (_, check) => {
  expect(around(TEMPLATE_MAX_BYTES).map((length) => check(" ".repeat(length)).length)).toEqual([0, 0, 1]);
  expect(check(" ".repeat(TEMPLATE_MAX_BYTES - 2) + "é")).toEqual([]);
  expect(check(" ".repeat(TEMPLATE_MAX_BYTES - 2) + "漢")[0]?.allowed).toBe(`at most ${TEMPLATE_MAX_BYTES} bytes`);
});

test("issues stop at their bound", () => {
  expect(around(ISSUES_MAX).map((count) => template("<!".repeat(count)).length)).toEqual([49, 50, 50]);
});
