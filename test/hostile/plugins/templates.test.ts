/** Attacks by templates, which are a declarative plugin's only code and which plugins with code have as well. */
import { describe, expect, test } from "vitest";
import { type TemplateKind, checkTemplate } from "../../../manifests/templates/templateCheck.ts";
import { computing, computingWorld, dataSection, said } from "../../runtime/snapshots/computing.ts";
import { page } from "../../runtime/kernel/world.ts";
import { refusal, rendered } from "../../runtime/rendering/specimen.ts";

const isRefused = (text: string, kind: TemplateKind = "section"): boolean =>
  checkTemplate({ text, pointer: "/template" }, kind).length > 0;

const TARGET = 'method="post" action="{{ "vote" | route }}"';

describe("a template is refused (attack 117)", () => {
  test.each([
    ["with a script", "<script>alert(1)</script>"],
    ["with a handler", '<p onclick="alert(1)">x</p>'],
    ["that loads another page", '<iframe src="https://evil.example.org/"></iframe>'],
    ["that names a file of ours", '{% include "secret" %}'],
    ["that writes no escaping", "{{ fields.text | raw }}"],
    ["that sends a form elsewhere", '<form method="post" action="https://evil.example.org/"><input name="a"></form>'],
    [
      "that sends a form to our interface",
      '<form method="post" action="/api/plugins/acme.tool"><input name="a"></form>',
    ],
    [
      "that sends a form to where an editor's text says",
      '<form method="post" action="{{ fields.text }}"><input name="a"></form>',
    ],
    ["that sends a form where the page is", '<form><input name="a"></form>'],
    ["that sends it there sometimes", `<form {% if fields.text %}${TARGET}{% endif %}><input name="a"></form>`],
    ["that sends what is typed in an address", `<form method="get" ${TARGET}><input name="a"></form>`],
    [
      "that sends it in an address in one branch",
      '<form {% if fields.text %}method="post"{% endif %} action="{{ "vote" | route }}"><input name="a"></form>',
    ],
    [
      "… of the method alone",
      '<form method="{% if fields.text %}post{% else %}get{% endif %}" action="{{ "vote" | route }}"><input name="a"></form>',
    ],
    ["that sends it in an address by a first method", `<form method ${TARGET}><input name="a"></form>`],
    ["that sends it to the first of two", `<form ${TARGET} action="{{ "other" | route }}"><input name="a"></form>`],
    ["that calls another machine at a click", '<a href="/x" attributionsrc="https://evil.example/">x</a>'],
    ["that puts a field into another's form", '<input form="contact" name="return" value="/elsewhere">'],
    ["that sends another's form", '<button form="contact" formaction="/elsewhere">Send</button>'],
    ["that sends another's form in an address", `<form ${TARGET}><button formmethod="get">Send</button></form>`],
  ])("%s", (_, text) => {
    expect(isRefused(text)).toBe(true);
  });

  test("with a form in a layout or in metadata", () => {
    const kinds: TemplateKind[] = ["layout", "metadata"];
    expect(kinds.map((kind) => isRefused(`<form ${TARGET}></form>`, kind))).toEqual([true, true]);
  });

  test("but not if its form sends to its own plugin", () => {
    expect(
      isRefused(
        `<form class="box" ${TARGET} id="{{ section.id }}">{% if fields.text %}<input name="a">{% endif %}</form>`,
      ),
    ).toBe(false);
  });
});

describe("a template writes no mark by which scripts of the kernel know what is theirs:", () => {
  test.each([
    ["the frame of another plugin", '<div data-frame="/_assets/frame/acme.pay/card" data-frame-fields="{}">x</div>'],
    ["… of an address that an editor's text says", '<div data-frame="{{ fields.text }}">x</div>'],
    ["… in capitals and a branch", '<div {% if fields.text %}DATA-Frame="/x"{% endif %}>x</div>'],
    ["what a frame hides", "<p data-frame-fallback>x</p>"],
    ["the words after a form is sent", '<p data-form-sent="home.ask">x</p>'],
    ["a challenge of its own", '<div class="cf-turnstile" data-sitekey="0x4AAA" data-callback="print"></div>'],
    ["a section", '<p data-section-id="other">x</p>'],
    ["a page of the draft", '<p data-page-id="other" data-page-version="1">x</p>'],
    ["what an editor has chosen", "<p data-editor-selected>x</p>"],
    [
      "a section, in a name that two turns of a loop write",
      '<p {% for i in (1..2) %}{% if forloop.last %}ata-section-id="other" {% endif %}d{% endfor %}>x</p>',
    ],
    [
      "… of a loop in a loop",
      '<p {% for i in (1..2) %}{% for j in (1..1) %}{% if i == 2 %}ata-page-id="other" {% endif %}d{% endfor %}{% endfor %}>x</p>',
    ],
  ])("%s", (_, text) => {
    expect([isRefused(text), isRefused(text, "layout")]).toEqual([true, true]);
    expect(refusal(text, "section")).toBeTypeOf("string");
  });

  test("but its own marks stay", () => {
    const text = '<p data-frames="2" data-pages="1" data-kind="{{ fields.text }}">x</p>';
    expect([isRefused(text), refusal(text, "section")]).toEqual([false, undefined]);
  });
});

describe("the name of a drawing is text, whether a browser draws there or not, so it hides no", () => {
  test.each([
    ["markup", "<svg><title><img src=x onerror=alert(1)></title></svg>"],
    ["comment", "<svg><title><!--</title><b>--></title></svg>"],
    ["text without marks", "<svg><title><![CDATA[</title><b>]]></title></svg>"],
    ["style sheet", "<svg><title><style></title><b></style></title></svg>"],
    ["end in quotes", '<svg><title><a title="</title><b>">x</a></title></svg>'],
    ["end in capitals and attributes", '<svg><title>x</TITLE class="y"></svg>'],
    ["end of another name", "<svg><title>x</titles><b></title></svg>"],
    ["element without an end", "<svg><title/><path/></svg>"],
    ["HTML that ends the drawing", "<svg><p><title><b>x</b></title></p></svg>"],
    ["name with a prefix", "<svg><svg:title><b>x</b></svg:title></svg>"],
    ["other name", "<svg><title.>x</title.></svg>"],
    ["half of a branch", '<svg>{% if fields.text %}<title>{% else %}<g class="{% endif %}x</title><b>"></svg>'],
  ])("%s", (_, text) => {
    expect([isRefused(text), isRefused(text, "layout")]).toEqual([true, true]);
    expect(refusal(text, "section")).toBeTypeOf("string");
  });

  test("value", () => {
    const html = rendered("<svg><title>{{ text }}</title></svg>", { text: "</title><img src=x onerror=alert(1)>" });
    expect(html).toBe("<svg><title>&lt;/title&gt;&lt;img src=x onerror=alert(1)&gt;</title></svg>");
  });
});

test.each([
  "javascript:alert(1)",
  "JAVASCRIPT:alert(1)",
  " data:text/html,x",
  "vbscript:x",
  '"><script>alert(1)</script>',
])("an address from a plugin's data cannot be a script: %s (attack 117)", async (address) => {
  const tool = computing();
  const template = `<a href="{{ data.text }}">x</a>{% for one in data.list %}<a href="{{ one.url }}">y</a>{% endfor %}`;
  const made = await computingWorld(
    { home: page("/"), one: page("/one", { sections: [dataSection("first")] }) },
    [{ ...tool, files: { ...tool.files, "data.liquid": template } }],
    () => said({ one: { d1: { text: address, list: [{ url: address }] } } }),
  );
  const html = await made.html("/one");
  expect(html).toMatch(/<a href="#">x<\/a><a href="#">y<\/a>/);
});
