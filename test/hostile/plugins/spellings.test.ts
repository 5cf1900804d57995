/** Forbidden templates and files in spellings that a checker may miss but an engine or browser accepts. */
import { describe, expect, test } from "vitest";
import { checkTemplate, type TemplateKind } from "../../../manifests/templates/templateCheck.ts";
import { refusal } from "../../runtime/rendering/specimen.ts";
import { intoHref } from "../../../runtime/templates/escape.ts";
import { resolveLink } from "../../../runtime/templates/links.ts";

const isRefused = (text: string, kind: TemplateKind = "section"): boolean =>
  checkTemplate({ text, pointer: "/template" }, kind).length > 0;

/** Characters that some parsers treat as blanks. Engines, browsers and checkers differ. */
const BLANKS = ["\t", "\n", "\r", "\u0085", "\u00a0", "\u180e", "\u200b", "\u2028", "\u3000", "\ufeff"];

/** URLs that lead to script, data, browser pages or another host. */
const ADDRESSES = [
  ["javascript:x", "JaVaScRiPt:x", "vbscript:x", "data:text/html,x", "blob:https://site.example/1"],
  ["filesystem:https://site.example/temporary/x", "view-source:https://site.example/", "file:///etc/passwd"],
  ["about:blank", "chrome://settings", "intent://x#Intent;end", "ms-word:ofe|u|https://site.example/x", "ftp://a.b/"],
  ["feed:javascript:x", "jar:https://a.example/x!/", "ws://a.example/", "x-unknown:y", "web+x:y", "smb://a.example/"],
  ["java\tscript:x", "java\nscript:x", "javascript\n:x", "java\rscript:x", " javascript:x", "\u00a0javascript:x"],
  ["\u0001javascript:x", "java\u0000script:x", "\u001fjavascript:x", "https\t://site.example/"],
  ["&#106;avascript:x", "&#x6A;avascript:x", "javascript&colon;x", "java&Tab;script:x", "java&NewLine;script:x"],
  ["javascript&#58;x", "&#1;javascript:x", "javascript&amp;colon;x", "javascript\uff1ax", "\uff4aavascript:x"],
  [
    "javas\u0441ript:x",
    "bloc\u212a:x",
    "http\u017f://a.example/",
    "java\\script:x",
    "javascript\\:x",
    "\\javascript:x",
  ],
  ["//evil.example/", "/\\evil.example/", "\\\\evil.example/", "\\/evil.example/", "/\t/evil.example/"],
  ["https:\\\\evil.example/", "https:/\\evil.example/", "https:evil.example", "x/y", ":x", "../../api/x"],
].flat();

describe("an address that leads elsewhere is refused when a plugin is installed", () => {
  test.each(ADDRESSES)("%j", (address) => {
    for (const attribute of ["href", "src", "poster", "cite", "xlink:href"])
      expect([attribute, isRefused(`<a ${attribute}="${address}">x</a>`)]).toEqual([attribute, true]);
    expect(isRefused(`<link rel="icon" href="${address}">`, "metadata")).toBe(true);
  });

  test.each([
    ["in one branch", '<a href="{% if a %}javascript:x{% endif %}">x</a>'],
    ["in one of two", '<a href="{% if a %}/x{% else %}blob:x{% endif %}">x</a>'],
    ["in a turn of a loop", '<a href="{% for a in b %}vbscript:x{% break %}{% endfor %}">x</a>'],
    ["with a scheme of a branch", '<a href="{% if a %}javascript{% else %}x{% endif %}:x">x</a>'],
    ["with a scheme of two branches", '<a href="{% if a %}java{% endif %}{% if a %}script:{% endif %}/x">x</a>'],
    ["with a scheme a branch completes", '<a href="java{% if a %}script:x{% endif %}">x</a>'],
    ["of another host in a branch", '<a href="{% if a %}//evil.example/{% endif %}">x</a>'],
    ["of a case", '<a href="{% case a %}{% when 1 %}data:x{% else %}/x{% endcase %}">x</a>'],
  ])("%s", (_, text) => expect(isRefused(text)).toBe(true));

  test("but an address that a page may link to is accepted", () => {
    for (const address of [
      "https://a.example/x?y#z",
      "HTTP://a.example",
      "mailto:a@b.example",
      "tel:+4930-1",
      "/",
      "/x:y",
    ])
      expect([address, isRefused(`<a href="${address}">x</a>`)]).toEqual([address, false]);
    for (const address of [
      "",
      "#a:b",
      "?a=b:c&amp;d",
      "tel:{{ fields.number }}",
      "https://a.example/{{ fields.path }}",
    ])
      expect([address, isRefused(`<a href="${address}">x</a>`)]).toEqual([address, false]);
    for (const address of ["{% if a %}/x{% else %}/y{% endif %}.html", "{% if a %}https://a.example/{% endif %}"])
      expect([address, isRefused(`<a href="${address}">x</a>`)]).toEqual([address, false]);
    expect(isRefused('<a href="{% case a %}{% when 1 %}/x{% else %}/y{% endcase %}.html">x</a>')).toBe(false);
  });
});

test.each(ADDRESSES)("a hostile link in content has no target: %j", (address) => {
  expect(resolveLink(address, () => undefined)).toBeUndefined();
  expect(intoHref(address)).toBe("#");
});

test.each(["https://player.example.com{{ fields.id }}", "https://player.example.com.{{ fields.id }}"])(
  "a value cannot extend the host of a frame's address: %s",
  (src) => {
    const frames = ["https://player.example.com"];
    const text = `<iframe src="${src}"></iframe>`;
    expect(checkTemplate({ text, pointer: "/template" }, "section", frames)).not.toEqual([]);
  },
);

const form = (action: string): string => `<form method="post" action="${action}"><input name="a"></form>`;

describe("a filter or tag is found by the rules behind every character that the engine skips", () => {
  test.each(BLANKS)("the blank %j before a filter", (blank) => {
    for (const text of [
      `{{ fields.x |${blank}raw }}`,
      `{% assign a = fields.x |${blank}raw %}`,
      form(`{{ "vote" | route |${blank}append: "/../../../publish" }}`),
      `<a href="{{ fields.url | link |${blank}append: ":x" }}">x</a>`,
      `<a href="{{ item.href |${blank}default: fields.url }}">x</a>`,
      `<p title="{{ fields.x |${blank}markdown }}">x</p>`,
    ])
      expect([text, isRefused(text)]).toEqual([text, true]);
    expect(isRefused(`<script type="application/ld+json">{{ a | json |${blank}upcase }}</script>`, "metadata")).toBe(
      true,
    );
  });

  test.each([
    "{{ fields.x | raw\u180e }}",
    "{{ fields.x | link\u017f }}",
    "{{ fields.x | \u017flink }}",
    "{{ fields.x | \u212a }}",
    "{{ fields.x | link-x }}",
    "{{ fields.x | link? }}",
    "{{ fields.x | 1 }}",
    "{{ fields.x | | link }}",
    "{{ fields.x || raw }}",
    '{{ "|" | "|" raw }}',
    "{{ fields.x | RAW }}",
    "{% if-x a %}{% endif %}",
    "{% comment-x %}<script>{% endcomment %}",
    "{% comment\u200b %}<script>{% endcomment %}",
    "{% i\u017f a %}{% endif %}",
    "{% IF a %}{% endif %}",
    "{% \u180eraw %}{% endraw %}",
    "{%\u00a0raw %}{% endraw %}",
    "{% liquid\n\u180eecho fields.x %}",
    "{% liquid\r\necho fields.x %}",
  ])("%j", (text) => expect(isRefused(text)).toBe(true));
});

const HTML = "http://www.w3.org/1999/xhtml";

describe("an XML file cannot be a page, in any spelling", () => {
  test.each([
    ["a prefix of other letters", `<é:script xmlns:é="${HTML}">x</é:script>`],
    ["a namespace of other letters", `<x xmlns:é="${HTML}"/>`],
    ["a namespace in character references", '<x xmlns="http://www.w3.org/1999/xht&#109;l"/>'],
    ["… in hexadecimal", '<x xmlns:h="http://www.w3.org/1999/xht&#x6D;l"/>'],
    ["a namespace between blanks", `<x xmlns\n=\n"${HTML}"/>`],
    ["a namespace that is printed", '<x xmlns="{{ "http://www.w3.org/1999/xhtml" }}"/>'],
    ["a namespace printed in part", '<x xmlns="http://www.w3.org/1999/{{ "xhtml" }}"/>'],
    ["a namespace of branches", '<x xmlns="http://www.w3.org/1999/{% if true %}xhtml{% endif %}"/>'],
    ["a namespace a comment of Liquid cuts", '<x xmlns="http://www.w3.org/1999/{% comment %}{% endcomment %}xhtml"/>'],
    ["the name of an attribute that is printed", `<x {{ "xmlns" }}="${HTML}"/>`],
    ["… and cut", `<x xm{% if true %}lns{% endif %}="${HTML}"/>`],
    ["the name of an element that is printed", "<{{ fields.x }}/>"],
    ["… and cut", '<scr{{ "ipt" }}>x</script>'],
    ["… and joined", "<scr{% comment %}{% endcomment %}ipt>x</script>"],
    ["an entity", `<!DOCTYPE x [<!ENTITY a "<script xmlns='${HTML}'>x</script>">]><x>&a;</x>`],
    ["a default attribute", `<!DOCTYPE x [<!ATTLIST x xmlns CDATA "${HTML}">]><x/>`],
    ["another type of document", '<!DOCTYPE html SYSTEM "https://evil.example/x.dtd"><html/>'],
    ["marks of characters", "<x><![CDATA[<script>x</script>]]></x>"],
    ["a comment", "<!-- <x> --><x/>"],
    ["a quote that only one branch closes", `<x a="{% if true %}" xmlns="${HTML}{% endif %}"/>`],
    ["a tag that only one branch closes", `<x {% if true %}a="{% endif %}" xmlns="${HTML}"/>`],
    ["a captured quote", `{% capture q %}" xmlns="${HTML}{% endcapture %}<x a="{{ q }}"/>`],
    ["a captured piece of a tag", '{% capture q %}<x a="{% endcapture %}{{ q }}"/>'],
    ["a quoted > before a namespace", `<x a=">" xmlns='${HTML}'/>`],
    ["a value without quotes", `<x xmlns=${HTML}/>`],
    ["HTML in another root", `<x xmlns:xhtml="${HTML}"/>`],
    ["HTML under another prefix", `<urlset xmlns:html="${HTML}"/>`],
    ["HTML as the language of a sitemap", `<urlset xmlns="${HTML}"/>`],
    ["a script in a sitemap", `<urlset xmlns:xhtml="${HTML}"><xhtml:script>x</xhtml:script></urlset>`],
    ["a picture in a sitemap", `<urlset xmlns:xhtml="${HTML}"><xhtml:img rel="alternate" href="x"/></urlset>`],
    ["a style sheet in a sitemap", `<urlset xmlns:xhtml="${HTML}"><xhtml:link rel="stylesheet" href="x"/></urlset>`],
    ["a link whose kind is printed", `<urlset xmlns:xhtml="${HTML}"><xhtml:link rel="{{ x }}" href="x"/></urlset>`],
    ["a handler at a link", `<urlset xmlns:xhtml="${HTML}"><xhtml:link rel="alternate" onload="x"/></urlset>`],
    ["a style sheet", '<?xml-stylesheet href="x"?><x/>'],
    ["a style sheet in capitals", '<?XML-stylesheet href="x"?><x/>'],
    ["another instruction", "<x><?php x ?></x>"],
    ["an instruction that is printed", '<?{{ "xml-stylesheet" }} href="x"?><x/>'],
    ["an instruction in the declaration", '<?xml {{ "version" }}="1.0"?><x/>'],
    ["a drawing", '<s:svg xmlns:s="http://www.w3.org/2000/svg"/>'],
    ["a formula", '<math xmlns="http://www.w3.org/1998/Math/MathML"/>'],
    ["a transformation", '<x xmlns:t="http://www.w3.org/1999/XSL/Transform"/>'],
    ["a script in capitals", "<x:SCRIPT>x</x:SCRIPT>"],
    ["a tag that does not end", '<x a="b"'],
  ])("%s", (_, text) => expect(isRefused(text, "xml")).toBe(true));

  test.each([
    ["values in text and attributes", "<x a=\"{{ fields.x | xml }}\" b='{{ fields.y }}'>{{ fields.z | xml }}</x>"],
    ["branches", '{% if a %}<x>{% endif %}<y z="{% if a %}b{% else %}c{% endif %}"/>{% if a %}</x>{% endif %}'],
    ["captures", '{% capture q %}<b/>{% endcapture %}<x a="{{ q | xml }}">{{ q }}</x>'],
    ["namespaces", '<?xml version="1.0"?><x xmlns="urn:x" xmlns:atom="http://www.w3.org/2005/Atom"><atom:link/></x>'],
    ["words that only look like markup", "<x>a > b, &lt;script&gt; and xmlns</x>"],
    ["comments of Liquid", "{% comment %}<!DOCTYPE x>{% endcomment %}<x>{% # note %}</x>"],
  ])("but a feed may have %s", (_, text) => expect(checkTemplate({ text, pointer: "" }, "xml")).toEqual([]));
});

describe("a name that hides a member of the document from scripts is refused at installation and at rendering", () => {
  const FRAMES = ["https://player.example.com"];
  const FRAME = 'src="https://player.example.com/1"';
  const FORM = 'method="post" action="{{ "vote" | route }}"';
  test.each([
    ["of a picture", '<img name="body" src="/x" alt="">'],
    ["of what browsers read as a picture", '<image name="body" src="/x" alt="">'],
    ["in capitals", '<IMG NAME="querySelectorAll" src="/x" alt="">'],
    ["in some capitals", "<iMg nAmE='getElementById' src=\"/x\" alt=''>"],
    ["on a new line", '<img\n\tsrc="/x"\n\tname="body"\n\talt="">'],
    ["after a slash", '<img/name="body" src="/x" alt="">'],
    ["behind another", '<img id="body" alt="" src="/x" name="body"/>'],
    ["without a value", '<img src="/x" alt="" name>'],
    ["of a field", '<img name="{{ fields.x }}" src="/x" alt="">'],
    ["in a branch", '<img {% if fields.x %}name="body"{% endif %} src="/x" alt="">'],
    ["in each of two branches", '<img {% if fields.x %}name{% else %}name{% endif %}="body" src="/x" alt="">'],
    ["in a drawing, which a picture ends", '<svg><img name="body" src="/x" alt=""></svg>'],
    ["of a frame", `<iframe name="defaultView" ${FRAME}></iframe>`],
    ["of a frame in capitals", `<IFRAME ${FRAME} NAME="defaultView"></IFRAME>`],
    ["of a form", `<form name="body" ${FORM}></form>`],
    ["of an object", '<object name="body"></object>'],
    ["of an embedded one", '<embed name="body">'],
  ])("%s", (_, text) => {
    expect(checkTemplate({ text, pointer: "/template" }, "section", FRAMES)).not.toEqual([]);
    expect(refusal(text)).toBeTypeOf("string");
  });

  test.each([
    ["of a picture in a layout", '<img name="body" src="/x" alt="">'],
    ["of a picture in capitals in a layout", '<IMG NAME="body" src="/x" alt="">'],
  ])("%s", (_, text) => expect(isRefused(text, "layout")).toBe(true));

  test("but the name of a field is accepted, as are a picture, a frame and a form without a name", () => {
    const text = `<img id="a" src="/x" alt=""><iframe ${FRAME}></iframe><form ${FORM}><input name="body"></form>`;
    expect(checkTemplate({ text, pointer: "/template" }, "section", FRAMES)).toEqual([]);
    expect(refusal(text)).toBeUndefined();
  });
});
