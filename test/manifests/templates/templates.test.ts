import { describe, expect, test } from "vitest";
import { ISSUES_MAX } from "../../../manifests/bounds/json.ts";
import { TEMPLATE_MAX_BYTES } from "../../../manifests/bounds/templates.ts";
import { checkStyle, checkTemplate, type TemplateKind } from "../../../manifests/templates/templateCheck.ts";

const pointer = "/contributes/sections/0/template";
const template = (text: string, kind: TemplateKind = "section", frames: readonly string[] = []) =>
  checkTemplate({ text, pointer }, kind, frames);
const style = (text: string, scope: "section" | "theme" = "section") => checkStyle({ text, pointer }, scope);
const around = (bound: number) => [bound - 1, bound, bound + 1];

describe("markup that runs, loads or styles is refused", () => {
  test.each([
    ["a script", "<script>alert(1)</script>", "<script>", "elements that show content"],
    ["a script in capitals", "<SCRIPT>x", "<script>", "elements"],
    ["a script in a comment of HTML", "<!--<script>-->", "<!", "{% comment %}"],
    [
      "a script only one branch hides in a comment",
      "{% if a %}<!--{% endif %}<script>x</script>-->",
      "<!",
      "{% comment %}",
    ],
    ["a script in another namespace", "<svg:script>x</svg:script>", "<svg:script>", "elements"],
    ["structured data outside metadata", '<script type="application/ld+json">{}</script>', "<script>", "elements"],
    ["a title of the page", "<title>x</title>", "<title>", "elements that show content"],
    ["a title in a picture", "<svg><title>x</title></svg>", "<title>", "elements that show content"],
    [
      "an iframe without declared frames",
      '<iframe src="https://example.com/"></iframe>',
      "<iframe>",
      "declares frames",
    ],
    ["an object", "<object></object>", "<object>", "elements"],
    ["an embed", "<embed>", "<embed>", "elements"],
    ["a base", '<base href="https://example.com/">', "<base>", "elements"],
    ["a form without a target", "<form></form>", "a form", "<form method"],
    ["a style element", "<style>*{}</style>", "<style>", "elements"],
    ["a link element", '<link rel="stylesheet" href="/x.css">', "<link>", "elements"],
    ["a meta element", "<meta>", "<meta>", "elements"],
    ["foreign content", "<svg><foreignObject></foreignObject></svg>", "<foreignobject>", "elements"],
    ["an animation of an address", "<svg><animate/></svg>", "<animate>", "elements"],
    ["an element that changes how the rest is read", "<textarea></textarea>", "<textarea>", "elements"],
    ["an event", '<a onclick="x">b</a>', "the attribute onclick", "without script"],
    ["an event in capitals", '<a ONCLICK="x">b</a>', "the attribute onclick", "without script"],
    ["an event after a slash", '<img/onerror="x">', "the attribute onerror", "without script"],
    ["an event without value", "<a onclick>b</a>", "the attribute onclick", "without script"],
    ["an event behind a space before =", '<a onclick ="x">b</a>', "the attribute onclick", "without script"],
    ["a style attribute", '<p style="color:red">b</p>', "the attribute style", "without script"],
    ["a document in an attribute", '<p srcdoc="x">b</p>', "the attribute srcdoc", "without script"],
    ["a forged section", '<p data-section="other.plugin/hero">b</p>', "data-section", "foreign content"],
    ["another target of a button", '<button formaction="/x">b</button>', "formaction", "without script"],
    ["an address of script", '<a href="javascript:x">b</a>', '"javascript:x"', "https:"],
    ["an address of script in capitals and spaces", '<a href=" Java\nScript:x">b</a>', "the address", "https:"],
    ["an address of script in character references", '<a href="&#106;avascript:x">b</a>', "the address", "https:"],
    ["an address of data", '<a href="data:text/html,x">b</a>', "the address", "https:"],
    ["a choice of pictures", '<img srcset="https://example.com/x 2x">', "the attribute srcset", "foreign content"],
    ["a field for a password", '<input type="password">', 'the type "password"', "without passwords"],
    ["… in capitals and spaces", '<INPUT TYPE=" PassWord ">', "the type", "without passwords"],
    [
      "… in character references",
      '<input type="pass&#119;ord">',
      "the type, which is not literal text",
      "without passwords",
    ],
    ["… from a field", '<input type="{{ fields.type }}">', "the type, which is not literal text", "without passwords"],
    [
      "… of one branch",
      '<input type="{% if a %}text{% else %}password{% endif %}">',
      "the type, which is not literal text",
      "without passwords",
    ],
    ["… in a branch", '<input {% if a %}type="password"{% endif %}>', 'the type "password"', "without passwords"],
    [
      "a field a password manager fills in",
      '<input autocomplete="section-x current-password">',
      "the autocomplete",
      "without passwords",
    ],
    [
      "… from a field",
      '<input autocomplete="{{ fields.fill }}">',
      "the autocomplete, which is not literal text",
      "without passwords",
    ],
    ["the number of a card", '<input autocomplete="cc-number">', "the autocomplete", "without passwords"],
    ["a picture with a name", '<img name="body" src="/x" alt="">', "the attribute name on <img>", "id or class"],
    ["an element above the page", "<div popover>x</div>", "the attribute popover", "stay in their section"],
    [
      "a button that opens one",
      '<button popovertarget="x">b</button>',
      "the attribute popovertarget",
      "stay in their section",
    ],
    [
      "a button that opens a dialog above the page",
      '<button command="show-modal" commandfor="x">b</button>',
      "the attribute command",
      "stay in their section",
    ],
    ["a processing instruction", "<?php x ?>", "<?", "{% comment %}"],
    ["a doctype", "<!doctype html>", "<!", "{% comment %}"],
  ])("%s", (_, text, found, allowed) => {
    expect(template(text)[0]).toEqual({
      pointer,
      found: expect.stringContaining(found),
      allowed: expect.stringContaining(allowed),
      offset: expect.any(Number),
    });
  });
});

describe("a value where escaping does not protect is refused", () => {
  test.each([
    ["as the name of a tag", "<{{ fields.tag }}>x", "< before Liquid", "name of a tag"],
    ["as the rest of a name", "<h{{ fields.level }}>x", "the name of a tag", "<h{{ section.level }}>"],
    ["as the rest of another name", "<d{{ section.level }}>x", "the name of a tag", "<h{{ section.level }}>"],
    [
      "as a level that is sometimes something else",
      "{% assign l = section.level %}{% assign l = fields.x %}<h{{ l }}>x",
      "the name of a tag",
      "section.level",
    ],
    [
      "as a level that is also a loop's item",
      "{% assign l = section.level %}{% for l in fields.x %}{% endfor %}<h{{ l }}>x",
      "the name of a tag",
      "section.level",
    ],
    ["as an attribute", "<p {{ fields.x }}>y</p>", "in a tag", "quoted attributes"],
    [
      "as the name of an attribute",
      '<p data-{{ fields.x }}="y">z</p>',
      "the name of an attribute",
      "quoted attributes",
    ],
    ["as a value without quotes", "<p class={{ fields.x }}>y</p>", "a value without quotes", "quoted attributes"],
    ["as the start of an address", '<a href="{{ fields.url }}">b</a>', "at the start of href", "| link"],
    ["as the scheme of an address", '<a href="java{{ fields.url }}">b</a>', "at the start of href", "| link"],
    [
      "as an address only in one branch",
      '<a href="{% if a %}/x{% endif %}{{ fields.url }}">b</a>',
      "at the start of href",
      "| link",
    ],
    [
      "as an address whose link is changed",
      '<a href="{{ fields.url | link | upcase }}">b</a>',
      "at the start of href",
      "| link",
    ],
    ["as markup in an attribute", '<p title="{{ fields.text | markdown }}">b</p>', "markup", "in text only"],
    ["as nested sections in an attribute", '<p title="{{ children.first }}">b</p>', "markup", "in text only"],
  ])("%s", (_, text, found, allowed) => {
    const [issue] = template(text);
    expect(issue?.found).toContain(found);
    expect(issue?.allowed).toContain(allowed);
  });
});

describe("markup that depends on a branch is refused", () => {
  test.each([
    ["a quote one branch opens", '<p title="{% if a %}"{% endif %}>x</p>'],
    ["a tag one branch opens", "{% if a %}<p {% endif %}>x"],
    ["a tag a loop opens", "{% for a in b %}<p {% endfor %}"],
    ["a tag left by break", "{% for a in b %}<p {% break %}>{% endfor %}"],
    ["a quote a case opens", '<p {% case a %}{% when 1 %}title="{% when 2 %}title="x"{% endcase %}>'],
    ["a name joined by a tag", "<p on{% if a %}click{% endif %}=x>"],
    ["a name joined by whitespace control", '<p on {%- if true -%} click="x"{% endif %}>'],
    ["a name joined by an empty tag", '<p on{% assign a = 1 %}click="x">'],
    ["the name of a tag joined by a comment", "<scr{% comment %}{% endcomment %}ipt>x</script>"],
    ["< before a tag", "<{% if a %}script>{% endif %}"],
    ["a template that ends in a tag", "<p"],
    ["a template that ends in a quote", '<p title="x'],
    ["values without quotes", "<p class=x>y</p>"],
    ["an attribute directly behind a value", '<p class="x"onclick="y">z</p>'],
    ["< in a value", '<p title="<b>">x</p>'],
  ])("%s", (_, text) => expect(template(text)).not.toEqual([]));
});

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

describe("what authors need is accepted", () => {
  test.each([
    ["a heading of the right level", '<h{{ section.level }} class="x">{{ fields.title }}</h{{ section.level }}>'],
    [
      "a heading one level deeper",
      "<h{{ section.level | plus: 1 | at_most: 6 }}>x</h{{ section.level | plus: 1 | at_most: 6 }}>",
    ],
    [
      "a level with a name",
      "{% assign l = section.level %}{% if a %}{% assign l = section.level | plus: 1 %}{% endif %}<h{{ l }}>x</h{{ l }}>",
    ],
    ["an attribute in a branch", '<a{% if a %} aria-current="page"{% endif %} href="/">x</a>'],
    ["an attribute in a branch at the end", '<a href="/"{%- if a %} aria-current="page"{% endif -%}>x</a>'],
    ["part of a value in a branch", '<p class="a{% if b %} c{% else %} d{% endif %}">x</p>'],
    ["a link of a field", '<a href="{{ fields.action.link | link }}">{{ fields.action.label }}</a>'],
    [
      "an address of the kernel",
      '<a href="{{ item.href }}">x</a><a href="{{ page.url }}">y</a><img src="{{ fields.image.src }}" alt="">',
    ],
    [
      "a literal start of an address",
      '<a href="mailto:{{ site.organization.email }}">x</a><a href="#{{ section.id }}">y</a>',
    ],
    ["an address in branches", '<a href="{% if a %}{{ a | link }}{% else %}/{% endif %}">x</a>'],
    ["tags in branches", "{% if a %}<b>{% endif %}x{% if a %}</b>{% endif %}"],
    [
      "loops",
      "<ul>{% for a in b %}{% if a %}{% continue %}{% endif %}<li>{{ a }}</li>{% else %}<li>none</li>{% endfor %}</ul>",
    ],
    ["cases", "{% case a %}{% when 1 %}<b>x</b>{% else %}y{% endcase %}"],
    ["a liquid tag", '{%- liquid\n  assign a = "x" | upcase\n  if a\n    assign b = 1\n  endif\n-%}<p>{{ a }}</p>'],
    ["comments of Liquid", "{% comment %}<script> {{ x | shout }} {% nonsense %}{% endcomment %}{% # note %}<p>x</p>"],
    ["words that only look like events", "<p>Turn it on = off. one=1</p>"],
    ["a bare < in text", "<p>1 < 2</p>"],
    [
      "fields",
      '<input type="email" autocomplete="email" name="a"><input type="radio" name="b" value="{{ fields.x }}">',
    ],
    ["quotes in quotes", `<p title='{{ fields.x | replace: '"', "\\"" }}'>x</p>`],
  ])("%s", (_, text) => expect(template(text)).toEqual([]));
});

const VOTE = '{{ "vote" | route }}';

describe("a form", () => {
  test.each([
    ["with a route of the plugin", `<form method="post" action="${VOTE}"><button>b</button></form>`],
    ["with further attributes", `<form class="a" action="${VOTE}" id="f" method="post"></form>`],
    ["with a name from a field", '<form method="post" action="{{ fields.to | route }}"></form>'],
  ])("%s is accepted", (_, text) => {
    expect(template(text)).toEqual([]);
  });

  test.each([
    ["to another site", '<form method="post" action="https://example.com/"></form>'],
    ["to an address of the site's", '<form method="post" action="/api/publish"></form>'],
    ["to a link", '<form method="post" action="{{ fields.to | link }}"></form>'],
    ["to what a plugin wrote behind a route", `<form method="post" action="${VOTE}/../../../publish"></form>`],
    ["to what a plugin wrote before a route", `<form method="post" action="https://example.com${VOTE}"></form>`],
    [
      "to a route put through something else",
      '<form method="post" action="{{ "vote" | route | append: "?a" }}"></form>',
    ],
    ["to two routes", `<form method="post" action="${VOTE}${VOTE}"></form>`],
    ["that asks instead of sending", `<form action="${VOTE}"></form>`],
    ["that says how in a value", `<form method="{{ fields.how }}" action="${VOTE}"></form>`],
    [
      "with another target for one of its buttons",
      `<form method="post" action="${VOTE}"><button formaction="/x">b</button></form>`,
    ],
  ])("%s is refused", (_, text) => {
    expect(template(text)).not.toEqual([]);
  });

  test("in a layout, which is no section of a plugin with routes, is refused", () => {
    const text = `<form method="post" action="${VOTE}"></form>`;
    expect(checkTemplate({ text, pointer }, "layout")[0]).toMatchObject({ found: "<form>" });
  });
});

describe("frames", () => {
  const frames = ["https://player.example.com"];
  test("an iframe may show what the section declares", () => {
    const text = '<iframe src="https://player.example.com/v/{{ fields.id | url_encode }}" title="x"></iframe>';
    expect(template(text, "section", frames)).toEqual([]);
  });
  test.each([
    ["another origin", "https://example.com/"],
    ["a longer host", "https://player.example.com.example.org/"],
    ["a path", "/x"],
    ["an address from a field", "{{ fields.url | link }}"],
  ])("… but not %s", (_, src) => {
    expect(template(`<iframe src="${src}"></iframe>`, "section", frames)[0]).toMatchObject({
      found: expect.stringContaining("an iframe of"),
      allowed: expect.stringContaining(frames[0] ?? ""),
    });
  });
});

describe("metadata", () => {
  test.each([
    [
      "title, meta and link",
      '<title>{{ page.title }}</title><meta name="x" content="{{ page.description }}"><link rel="canonical" href="{{ canonical }}">',
    ],
    [
      "structured data",
      '<script type="application/ld+json">{"name": {{ page.title | json }}{% if a %}, "b": {{ b | json }}{% endif %}}</script>',
    ],
  ])("%s are accepted", (_, text) => expect(template(text, "metadata")).toEqual([]));
  test.each([
    ["a script", "<script>x</script>", "a script"],
    ["a module", '<script type="module">x</script>', "a script"],
    ["a script from an address", '<script src="/x.js"></script>', "a script"],
    ["a value without json", '<script type="application/ld+json">{{ page.title }}</script>', "in structured data"],
    [
      "a value changed after json",
      '<script type="application/ld+json">{{ page.title | json | upcase }}</script>',
      "in structured data",
    ],
    ["a tag in structured data", '<script type="application/ld+json"><!--</script>', "< in structured data"],
    ["a refresh", '<meta http-equiv="refresh" content="0">', "http-equiv"],
    ["anything of the body", "<p>x</p>", "<p>"],
    ["a base", '<base href="/">', "<base>"],
    ["a style sheet", '<link rel="alternate StyleSheet" href="/x.css">', "the rel"],
    ["a relation from a value", '<link rel="{{ page.rel }}" href="/x.css">', "the rel, which is not literal text"],
    [
      "a relation in character references",
      '<link rel="style&#115;heet" href="/x.css">',
      "the rel, which is not literal text",
    ],
    [
      "a relation of one branch",
      '<link rel="{% if a %}stylesheet{% else %}icon{% endif %}" href="/x.css">',
      "the rel, which is not literal text",
    ],
    ["the editor's address", '<meta name="svc-editor-endpoint" content="https://elsewhere.example">', "the name"],
    ["a policy for what other sites are told", '<meta name="referrer" content="unsafe-url">', "the name"],
    [
      "such a policy under a name from a value",
      '<meta name="{{ page.title }}" content="unsafe-url">',
      "the name, which is not literal text",
    ],
  ])("%s is refused", (_, text, found) => {
    expect(template(text, "metadata")[0]?.found).toContain(found);
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

test("a layout may open an element above the page, but asks for no password", () => {
  expect(template('<button popovertarget="m">b</button><ul id="m" popover><li>x</li></ul>', "layout")).toEqual([]);
  expect(template('<input type="password">', "layout")[0]).toMatchObject({ found: 'the type "password"' });
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

test("an issue stands at the place it is about", () => {
  const text = "<p>fine</p>\n<script>";
  expect(text.slice(template(text)[0]?.offset).startsWith(">")).toBe(true);
});
