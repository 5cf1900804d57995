import { describe, expect, test } from "vitest";
import { refusal, rendered } from "../rendering/specimen.ts";

const EVIL = `"><img src=x onerror=alert(1)>'`;
const fieldsWith = (value: string) => ({
  evil: value,
  js: "javascript:alert(1)",
  list: [value, value],
  object: { toString: "x", evil: value },
  body: `[a](https://a.example "x onmouseover=alert(1) ${value}")`,
});
const fields = fieldsWith(EVIL);
const inside = (source: string): string => rendered(source, { fields });

/** The markup without text and attribute values: the tags and attributes that a browser sees. */
const skeleton = (html: string): string[] =>
  html
    .replaceAll(/="[^"]*"/g, "=")
    .replaceAll(/='[^']*'/g, "=")
    .match(/<[^>]*>?/g) ?? [];
const withPicture = (value: string) => ({
  fields: fieldsWith(value),
  picture: { src: "/media/a.jpg", alt: value, width: 1, height: 1 },
});

describe("a value cannot leave the place it is put in", () => {
  test.each([
    ["as text", "<p>{{ fields.evil }}</p>"],
    ["as text of a list", "<p>{{ fields.list }}</p>"],
    ["after a filter that removes escapes", "<p>{{ fields.evil | escape | url_decode }}</p>"],
    [
      "after being escaped once and unescaped by replacing",
      `<p>{{ fields.evil | escape | replace: "&lt;", "<" | replace: "&gt;", ">" }}</p>`,
    ],
    ["after escape_once", "<p>{{ fields.evil | escape_once | append: fields.evil }}</p>"],
    ["appended to safe text", "<p>{{ fields.body | markdown | append: fields.evil }}</p>"],
    ["prepended to safe text", "<p>{{ fields.body | markdown | prepend: fields.evil }}</p>"],
    ["after newline_to_br", "<p>{{ fields.evil | newline_to_br }}</p>"],
    ["after newline_to_br and more", "<p>{{ fields.evil | newline_to_br | append: fields.evil }}</p>"],
    ["after strip_html", `<p>{{ "<<b>img src=x onerror=alert(1)>" | strip_html }}</p>`],
    ["after json", "<p>{{ fields.object | json }}</p>"],
    ["after xml", "<p>{{ fields.evil | xml }}</p>"],
    ["assigned", "{% assign x = fields.evil %}<p>{{ x }}</p>"],
    ["assigned from a filter", "{% assign x = fields.evil | upcase | downcase %}<p>{{ x }}</p>"],
    ["captured", "{% capture x %}{{ fields.evil }}{% endcapture %}<p>{{ x }}</p>"],
    ["captured and cut", "{% capture x %}<b>{{ fields.evil }}</b>{% endcapture %}<p>{{ x | slice: 3, 400 }}</p>"],
    [
      "captured and used in an attribute",
      `{% capture x %}<b title="a">{{ fields.evil }}</b>{% endcapture %}<p title="{{ x }}"></p>`,
    ],
    ["in a loop", "{% for x in fields.list %}<p>{{ x }}</p>{% endfor %}"],
    ["as keys of an object", "{% for x in fields.object %}<p>{{ x }}</p>{% endfor %}"],
    ["as what is missing falls back to", "<p>{{ fields.nothing | default: fields.evil }}</p>"],
    ["split and joined", `<p>{{ fields.evil | split: "" | join: "" }}</p>`],
    ["in a double-quoted attribute", `<p title="{{ fields.evil }}"></p>`],
    ["in a single-quoted attribute", "<p title='{{ fields.evil }}'></p>"],
    ["in part of an attribute", `<p class="a {{ fields.evil }} b"></p>`],
    ["as Markdown in an attribute", `<p title="{{ fields.body | markdown }}"></p>`],
    ["as an address", `<a href="{{ fields.evil }}">x</a>`],
    ["as an address that runs script", `<a href="{{ fields.js }}">x</a>`],
    ["as a captured address", `{% capture x %}{{ fields.js }}{% endcapture %}<a href="{{ x }}">x</a>`],
    ["as the second half of a scheme", `<a href="{{ "java" }}{{ "script:alert(1)" }}">x</a>`],
    ["in the name of a drawing", "<svg><title>{{ fields.evil }}</title></svg>"],
    ["as a picture that is none", "{{ fields.object | image }}{{ fields.evil | image }}"],
    ["in the class of a picture", `{{ picture | image: class: fields.evil }}`],
  ])("%s", (_, source) => {
    const html = rendered(source, withPicture(EVIL));
    expect(skeleton(html)).toEqual(skeleton(rendered(source, withPicture("z"))));
    expect(html).not.toMatch(/href="\s*javascript/i);
  });
});

describe("an address", () => {
  test.each([
    ["JAVASCRIPT:alert(1)", "#"],
    [" javascript:alert(1)", "#"],
    ["java\tscript:alert(1)", "#"],
    ["java\nscript:alert(1)", "#"],
    ["\u0001javascript:alert(1)", "#"],
    ["javascript&colon;alert(1)", "#"],
    ["javascript%3Aalert(1)", "#"],
    ["data:text/html,<script>alert(1)</script>", "#"],
    ["vbscript:x", "#"],
    ["blob:https://site.example/x", "#"],
    ["file:///etc/passwd", "#"],
    ["//other.example/x", "#"],
    ["/\\other.example", "#"],
    ["relative", "#"],
    ["", "#"],
    ["/a?b=1&c=2", "/a?b=1&amp;c=2"],
    ["https://other.example/x", "https://other.example/x"],
    ["mailto:a@b.example", "mailto:a@b.example"],
    ["tel:+49 30 1", "tel:+49 30 1"],
    ["#here", "#here"],
  ])("%j becomes %j", (value, href) => {
    expect(rendered('<a href="{{ value }}">', { value })).toBe(`<a href="${href}">`);
  });

  test.each([
    ['<a href="https://a.example/{{ value }}">', '<a href="https://a.example/x:y&amp;&quot;">'],
    ['<a href="/search?q={{ value | url_encode }}">', '<a href="/search?q=x%3Ay%26%22">'],
    ['<a href="#{{ value }}">', '<a href="#x:y&amp;&quot;">'],
    ['<a href="tel:{{ value }}">', '<a href="tel:x:y&amp;&quot;">'],
    [
      '<iframe src="{% if value %}https://a.example/{% else %}https://b.example/{% endif %}{{ value }}"></iframe>',
      '<iframe src="https://a.example/x:y&amp;&quot;"></iframe>',
    ],
    ['<a href="{% if value %}#{% endif %}{{ value }}">', '<a href="#x%3Ay%26%22">'],
    ['<a href="/{{ value }}">', '<a href="/x:y&amp;&quot;">'],
  ])("%s begins where the template says", (source, html) => expect(rendered(source, { value: 'x:y&"' })).toBe(html));
});

describe("a value after the slash an address begins with names no other site", () => {
  test.each([
    "/evil.example",
    "//evil.example",
    "\\evil.example",
    "\t/evil.example",
    " \n\\/evil.example",
    "\u0000/evil.example",
    "/\t/evil.example",
    "evil.example",
  ])("%j", (value) => {
    for (const source of [
      '<a href="/{{ value }}">',
      "<a href=' /{{ value }}'>",
      '<img src="/{{ value }}">',
      '<a href="/{% if value %}{{ value }}{% endif %}">',
    ])
      expect(rendered(source, { value })).toMatch(/=["'] ?\/evil\.example["']/);
  });

  test.each([
    ['<a href="/{{ none }}">', "/"],
    ['<a href="/{{ none }}/{{ value }}">', "//evil.example/"],
    ['<a href="/{{ none }}{{ value }}">', "//evil.example/"],
    ['<a href="/{{ none }}{{ none }}/{{ value }}">', "/evil.example/"],
    ['<a href="/de/{{ value }}">', "//evil.example/"],
  ])("%s stays on the site", (source, value) => {
    const href = /"([^"]*)"/.exec(rendered(source, { value, none: "" }))?.[1] ?? "";
    expect(new URL(href, "https://site.example/a/b").host).toBe("site.example");
  });

  test.each([
    '<a href="//{{ value }}">',
    '<a href="/{% if x %}{{ x }}{% endif %}/{{ value }}">',
    '<a href="/{% if x %}x{% endif %}/{{ value }}">',
    '<a href="/{% for x in value %}{{ x }}{% endfor %}/{{ value }}">',
  ])("%s is refused, since it may begin with two", (source) =>
    expect(refusal(source)).toContain("two begin the name of another site"),
  );
});

describe("a slash behind a value an address begins with begins no second name", () => {
  const hrefOf = (html: string): string => /="([^"]*)"/.exec(html)?.[1] ?? "";

  test.each(["href", "src", "poster", "cite", "data", "longdesc", "xlink:href"])("in %s", (attribute) => {
    expect(rendered(`<a ${attribute}="{{ base }}/{{ slug }}">`, { base: "/", slug: "evil.example" })).toBe(
      `<a ${attribute}="/evil.example">`,
    );
  });

  test.each([
    ['<a href="{{ base }}/{{ slug }}">', "/", "evil.example", "/evil.example"],
    ['<a href="{{ base }}/{{ slug }}">', " / ", "//evil.example", "/evil.example"],
    ['<a href="{{ base }}/{{ slug }}">', "/", "\\evil.example", "/evil.example"],
    ['<a href="{{ base }}/">', "/", "", "/"],
    ['<a href="{{ base }}/new?a=b">', "/", "", "/new?a=b"],
    ['<a href="{{ base }}{{ none }}/{{ slug }}">', "/", "/evil.example", "/evil.example"],
    ['<a href="{% if base %}{{ base }}{% endif %}/{{ slug }}">', "/", "evil.example", "/evil.example"],
    [
      '<a href="{% if base %}{{ base }}{% else %}https://a.example{% endif %}/{{ slug }}">',
      "/",
      "evil.example",
      "/evil.example",
    ],
    ['<a href="{{ base }}{% if base %}/{% endif %}{{ slug }}">', "/", "/evil.example", "/%2Fevil.example"],
    ['<a href="{{ base }}{% capture x %}words{% endcapture %}/{{ slug }}">', "/", "evil.example", "/evil.example"],
    ['<a href="{{ base }}/{{ none }}/{{ slug }}">', "/", "evil.example", "/.//evil.example"],
    ['<a href="{{ base }}/{{ slug }}">', "/journal", "one", "/journal/one"],
    ['<a href="{{ base }}/{{ slug }}">', "https://a.example", "one", "https://a.example/one"],
    ['<a href="{{ base }}/{{ slug }}">', "javascript:alert(1)", "one", "#/one"],
  ])("%s with %j and %j", (source, base, slug, href) => {
    const written = hrefOf(rendered(source, { base, slug, none: "" }));
    expect(written).toBe(href);
    expect(["site.example", "a.example"]).toContain(new URL(written, "https://site.example/a/b").host);
  });

  test.each([
    '<a href="{{ base }}//{{ slug }}">',
    '<a href="{{ base }}/{% if x %}/{% endif %}{{ slug }}">',
    '<a href="{{ base }}\\{{ slug }}">',
  ])("%s is refused", (source) => expect(refusal(source)).toMatch(/the address|two begin the name/));
});

test.each([
  '<a href="{% if x %}/{% endif %}{{ value }}">',
  '<a href="{% if x %}{{ x }}{% endif %}{% if x %}/{% endif %}{{ value }}">',
])("%s is no script where the branch is not taken", (source) => {
  expect(rendered(source, { value: "javascript:alert(1)" })).toBe('<a href="javascript%3Aalert(1)">');
});

describe("safe HTML", () => {
  test.each([
    ["stays as it is between tags", "{{ body | markdown_inline }}", "<em>a</em> &amp; b"],
    ["stays as it is when assigned", "{% assign x = body | markdown_inline %}{{ x }}", "<em>a</em> &amp; b"],
    [
      "stays as it is when captured",
      "{% capture x %}<b>{{ body | markdown_inline }}</b>{% endcapture %}{{ x }}",
      "<b><em>a</em> &amp; b</b>",
    ],
    ["stays as it is when it is not missing", '{{ body | markdown_inline | default: "none" }}', "<em>a</em> &amp; b"],
    [
      "is visible text in an attribute, with its entities",
      '<p title="{{ body | markdown_inline }}">',
      '<p title="&lt;em&gt;a&lt;/em&gt; &amp; b">',
    ],
    ["is text again after a filter", "{{ body | markdown_inline | upcase }}", "&lt;EM&gt;A&lt;/EM&gt; &amp;AMP; B"],
    ["is not escaped twice by escape", "{{ body | escape }}", "*a* &amp; b"],
  ])("%s", (_, source, html) => expect(rendered(source, { body: "*a* & b" })).toBe(html));
});

describe("a heading takes its level from a number only", () => {
  test.each<[unknown, number]>([
    [1, 1],
    [6, 6],
    ["3", 3],
    [0, 2],
    [7, 2],
    ["2 onclick=alert(1)", 2],
    ["tml", 2],
    [null, 2],
    [2.9, 2],
  ])("%j", (value, level) => {
    expect(rendered("<h{{ value }} class='a'>x</h{{ value }}>", { value })).toBe(`<h${level} class='a'>x</h${level}>`);
  });
});

describe("a template is refused", () => {
  test.each([
    ["for a filter that does not exist", "{{ x | raw }}"],
    ["for a tag that reads files", "{% include 'a' %}"],
    ["for a tag that renders files", "{% render 'a' %}"],
    ["for a layout", "{% layout 'a' %}"],
    ["for a block", "{% block a %}{% endblock %}"],
    ["for raw text", "{% raw %}<script>{% endraw %}"],
    ["for a counter, which would change what others see", "{% increment fields %}"],
    ["for a cycle", "{% cycle 'a', 'b' %}"],
    ["for echo", "{% echo x %}"],
    ["for echo in a liquid tag", "{% liquid\necho x %}"],
    ["for a table row", "{% tablerow a in b %}{% endtablerow %}"],
    ["for a block that is not closed", "{% if x %}"],
    ["for an output that is not closed", "{{ x "],
  ])("%s", (_, source) => expect(refusal(source)).toBeTypeOf("string"));
});

describe("the head", () => {
  const evil = "</script><script>alert(1)</script>";
  test.each([
    [
      "structured data keeps its script closed",
      `<script type="application/ld+json">{"a": {{ v | json }} }</script>`,
      `<script type="application/ld+json">{"a": "\\u003c/script\\u003e\\u003cscript\\u003ealert(1)\\u003c/script\\u003e" }</script>`,
    ],
    [
      "a value inside a string of structured data",
      `<script type="application/ld+json">{"a": "{{ v }}"}</script>`,
      `<script type="application/ld+json">{"a": "\\u003c/script\\u003e\\u003cscript\\u003ealert(1)\\u003c/script\\u003e"}</script>`,
    ],
    [
      "a title is text",
      "<title>{{ v }}</title>",
      "<title>&lt;/script&gt;&lt;script&gt;alert(1)&lt;/script&gt;</title>",
    ],
    [
      "a description is an attribute",
      `<meta name="description" content="{{ v }}">`,
      `<meta name="description" content="&lt;/script&gt;&lt;script&gt;alert(1)&lt;/script&gt;">`,
    ],
  ])("%s", (_, source, html) => expect(rendered(source, { v: evil }, "metadata")).toBe(html));
});

describe("other kinds of text", () => {
  const v = `<a b="c">&'\u0001`;
  test.each<["xml" | "json" | "plain", string, string]>([
    ["xml", "<t>{{ v }}</t>", "<t>&lt;a b=&quot;c&quot;&gt;&amp;&#39;</t>"],
    ["xml", "<t>{{ v | xml }}</t>", "<t>&lt;a b=&quot;c&quot;&gt;&amp;&#39;</t>"],
    ["xml", "<t>{{ '*a*' | markdown_inline }}</t>", "<t>&lt;em&gt;a&lt;/em&gt;</t>"],
    ["xml", "{% capture x %}<t>{{ v }}</t>{% endcapture %}{{ x }}", "<t>&lt;a b=&quot;c&quot;&gt;&amp;&#39;</t>"],
    ["json", `{"a": "{{ v }}"}`, `{"a": "\\u003ca b=\\"c\\"\\u003e\\u0026'\\u0001"}`],
    ["json", `{"a": {{ v | json }}}`, `{"a": "\\u003ca b=\\"c\\"\\u003e\\u0026'\\u0001"}`],
    ["plain", "{{ v }}", v],
  ])("%s: %s", (dialect, source, text) => expect(rendered(source, { v }, dialect)).toBe(text));
});

test("values without text of their own print nothing", () => {
  expect(inside("[{{ fields }}{{ fields.object }}{{ nothing }}{{ nil }}{{ empty }}{{ blank }}]")).toBe("[]");
});
