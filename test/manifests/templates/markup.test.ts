/** The one table of the markup of templates. Each row goes through the check of packages and through the compiler. */
import { describe, expect, test } from "vitest";
import { splitLiquid } from "../../../manifests/liquid/liquid.ts";
import { isHarmless, type MarkupCode } from "../../../manifests/templates/htmlRules.ts";
import type { MarkupUse } from "../../../manifests/templates/htmlTable.ts";
import { readMarkup } from "../../../manifests/templates/markup.ts";
import { checkTemplate } from "../../../manifests/templates/templateCheck.ts";
import { refusal } from "../../runtime/rendering/specimen.ts";

type Use = Exclude<MarkupUse, "frame">;
/** A name, the template, the fault's code, and parts of what is found and allowed. */
type Row = readonly [string, string, MarkupCode, string?, string?];

const pointer = "/contributes/sections/0/template";
const issuesOf = (text: string, use: Use, frames: readonly string[] = []) =>
  checkTemplate({ text, pointer }, use, frames);

function expectRefused(
  text: string,
  use: Use,
  code: MarkupCode,
  found = "",
  allowed = "",
  frames: string[] = [],
): void {
  expect(readMarkup(splitLiquid(text).parts, { use, frames }).faults[0]?.code).toBe(code);
  expect(issuesOf(text, use, frames)[0]).toEqual({
    pointer,
    found: expect.stringContaining(found),
    allowed: expect.stringContaining(allowed),
    offset: expect.any(Number),
  });
}

const refuses = (use: Use, rows: readonly Row[]): void => {
  test.each(rows.map((row) => ({ what: row[0], row })))("$what", ({ row: [, text, code, found, allowed] }) => {
    expectRefused(text, use, code, found, allowed);
    expect(refusal(text, use) === undefined).toBe(isHarmless({ code }));
  });
};

const accepts = (use: Use, rows: readonly (readonly [string, string])[]): void => {
  test.each([...rows])("%s", (_, text) => {
    expect(issuesOf(text, use)).toEqual([]);
    expect(refusal(text, use)).toBeUndefined();
  });
};

const VOTE = '{{ "vote" | route }}';

describe("an element is refused:", () => {
  refuses("section", [
    ["a script", "<script>alert(1)</script>", "element", "<script>", "elements that show content"],
    ["a script in capitals", "<SCRIPT>x</SCRIPT>", "element", "<script>", "elements"],
    ["a script in another namespace", "<svg:script>x</svg:script>", "element", "<svg:script>", "elements"],
    ["structured data", '<script type="application/ld+json">{}</script>', "element", "<script>", "elements"],
    ["a title of the page", "<title>x</title>", "element", "<title>", "elements that show content"],
    ["an object", '<object data="/a"></object>', "element", "<object>"],
    ["an embed", "<embed>", "element", "<embed>"],
    ["a base", '<base href="https://example.com/">', "element", "<base>"],
    ["a style element", "<style>*{}</style>", "element", "<style>"],
    ["a link element", '<link rel="stylesheet" href="/x.css">', "element", "<link>"],
    ["a meta element", "<meta>", "element", "<meta>"],
    ["foreign content", "<svg><foreignObject></foreignObject></svg>", "element", "<foreignobject>"],
    ["an animation of an address", "<svg><animate attributeName='href' to='x'/></svg>", "element", "<animate>"],
    ["a change of an address", "<svg><set/></svg>", "element", "<set>"],
    ["an element that changes how the rest is read", "<textarea>{{ x }}</textarea>", "element", "<textarea>"],
    ["a declarative shadow root", "<template shadowrootmode='open'></template>", "element", "<template>"],
    ["what only some browsers parse", "<noscript><p title='</noscript><img src=x>'></noscript>", "element"],
    ["mathematics, in which tags mean other things", "<math></math>", "element", "<math>"],
    ["a name that a value completes", "<h{{ section.level }}><scr{% if x %}ipt{% endif %}>", "spelling", '"i"'],
  ]);
});

describe("an attribute is refused:", () => {
  const SAYS = "without script";
  refuses("section", [
    ["an event", '<a onclick="x">b</a>', "attribute", "the attribute onclick", SAYS],
    ["an event in capitals", "<p ONCLICK='a()'>b</p>", "attribute", "the attribute onclick", SAYS],
    ["an event after a slash", '<img/onerror="x">', "attribute", "the attribute onerror", SAYS],
    ["an event without value", "<a onclick>b</a>", "attribute", "the attribute onclick", SAYS],
    ["an event behind a space before =", '<a onclick ="x">b</a>', "attribute", "the attribute onclick", SAYS],
    ["an event before a Liquid tag", "<a onclick{% if x %}{% endif %}>b</a>", "attribute", "onclick", SAYS],
    ["a style attribute", '<p style="color:{{ x }}">b</p>', "attribute", "the attribute style", SAYS],
    ["a document in an attribute", '<p srcdoc="x">b</p>', "attribute", "the attribute srcdoc", SAYS],
    ["a forged section", '<p data-section="other.plugin/hero">b</p>', "attribute", "data-section", "foreign content"],
    ["another target of a button", '<button formaction="/x">b</button>', "attribute", "formaction", SAYS],
    ["another method of a button", '<button formmethod="get">b</button>', "attribute", "formmethod", SAYS],
    ["a field in another form", '<input form="contact" name="a">', "attribute", "the attribute form", SAYS],
    ["an address that is told of a click", '<a ping="/x" href="/y">b</a>', "attribute", "ping", SAYS],
    ["a background", '<p background="/x.png">b</p>', "attribute", "background", SAYS],
    ["a choice of pictures", '<img srcset="https://example.com/x 2x">', "attribute", "srcset", "foreign content"],
    ["a picture with a name", '<img name="body" src="/x" alt="">', "attribute", "name on <img>", "id or class"],
    ["an element above the page", "<div popover>x</div>", "attribute", "popover", "stay in their section"],
    ["a button that opens one", '<button popovertarget="x">b</button>', "attribute", "popovertarget", "stay in"],
    ["a button of a dialog", '<button command="show-modal" commandfor="x">b</button>', "attribute", "command"],
    ["a name of other letters", '<p \u00e9="x">b</p>', "attribute", "\u00e9", "names of letters"],
    ["= without a name", '<p ="x">b</p>', "attribute", "= without", "without spaces"],
  ]);
});

describe("an address is refused:", () => {
  refuses("section", [
    ["of script", '<a href="javascript:x">b</a>', "address", '"javascript:x"', "https:"],
    ["of script in capitals and spaces", '<a href=" Java\nScript:x">b</a>', "address", "the address", "https:"],
    ["of script in character references", '<a href="&#106;avascript:x">b</a>', "address", "the address", "https:"],
    ["with a hidden colon", "<a href='javascript&colon;alert(1)'>b</a>", "address", "the address", "https:"],
    ["of data", '<a href="data:text/html,x">b</a>', "address", "the address", "https:"],
    ["whose scheme a value begins", "<a href='{{ x.href }}script:alert(1)'>b</a>", "address", "the address", "https:"],
    ["with two slashes before a value", '<a href="//{{ x }}">b</a>', "address", 'after "//"', "one /"],
    ["with two slashes of a branch", '<a href="/{% if x %}x{% endif %}/{{ y }}">b</a>', "address", "after"],
    ["made in a loop", "<a href='{% for c in x %}/{% endfor %}'>b</a>", "address", "a loop", "literal text"],
    ["of script in one branch", '<a href="{% if a %}javascript:x{% endif %}">b</a>', "address", '"javascript:x"'],
  ]);
});

describe("keywords are refused:", () => {
  const SAYS = "without passwords";
  const NOT_LITERAL = "the type, which is not literal text";
  refuses("section", [
    ["a field for a password", '<input type="password">', "words", 'the type "password"', SAYS],
    ["… in capitals and spaces", '<INPUT TYPE=" PassWord ">', "words", "the type", SAYS],
    ["… in character references", '<input type="pass&#119;ord">', "words", NOT_LITERAL, SAYS],
    ["… from a field", '<input type="{{ fields.type }}">', "words", NOT_LITERAL, SAYS],
    ["… of one branch", '<input type="{% if a %}text{% else %}password{% endif %}">', "words", NOT_LITERAL, SAYS],
    ["… in a branch", '<input {% if a %}type="password"{% endif %}>', "words", 'the type "password"', SAYS],
    ["what a password manager fills in", '<input autocomplete="section-x current-password">', "words", "autocomplete"],
    ["… from a field", '<input autocomplete="{{ fields.fill }}">', "words", "which is not literal text", SAYS],
    ["the number of a card", '<input autocomplete="cc-number">', "words", "the autocomplete", SAYS],
  ]);
});

describe("a spelling that a browser could read otherwise is refused:", () => {
  refuses("section", [
    ["a comment", "<!-- words -->", "spelling", "<!", "{% comment %}"],
    ["a comment that some browsers end early", "<!--><script>alert(1)</script> -->", "spelling", "<!"],
    ["a comment of one branch", "{% if a %}<!--{% endif %}<b>x</b>-->", "spelling", "<!"],
    ["a processing instruction", "<?php x ?>", "spelling", "<?", "{% comment %}"],
    ["a doctype", "<!doctype html>", "spelling", "<!", "{% comment %}"],
    ["marks of characters", "<![CDATA[ x ]]>", "spelling", "<!"],
    ["a stray <", "<<b>x</b>", "spelling", "<<", "&lt;"],
    ["a stray end", "a</ b>", "spelling", "</ "],
    ["an empty end", "a</>", "spelling", "</>"],
    ["< before a value", "<{{ fields.tag }}>x", "spelling", "< before Liquid", "name of a tag"],
    ["< before a tag of Liquid", "<{% if a %}b>{% endif %}", "spelling", "< before Liquid"],
    ["an end tag with attributes", "<p>x</p class='a'>", "spelling", "an attribute of an end tag", "</p>"],
    ["a value without quotes", "<p class=x>y</p>", "spelling", '"x" after =', "quotes"],
    ["an attribute directly behind a value", '<p class="x"onclick="y">z</p>', "spelling", '"o" directly after'],
    ["< in a value", '<p title="<b>">x</p>', "spelling", "< in the value", "&lt;"],
    ["a name joined by an empty tag", '<p on{% assign a = 1 %}click="x">', "attribute", "the attribute on "],
    ["… by a comment", '<p o{% comment %}{% endcomment %}nclick="x">', "spelling", '"n" directly after'],
    ["… by a branch", "<p o{% if a %}nclick{% endif %}='x'>", "spelling", '"n" directly after'],
    ["… by whitespace control", '<p o {%- if true -%} nclick="x"{% endif %}>', "spelling", '"n" directly after'],
    ["the name of a tag joined by a comment", "<scr{% comment %}{% endcomment %}ipt>x", "spelling"],
    ["… by a branch", "<s{% if x %}{% endif %}cript>x", "spelling", '"c" directly after'],
    ["a level joined by text", "<h{{ section.level }}2>x", "spelling", '"2" directly after'],
  ]);
});

describe("markup that depends on a branch is refused:", () => {
  refuses("section", [
    ["a quote one branch opens", '<p title="{% if a %}"{% endif %}>x</p>', "branch", "a branch of if", "whole tags"],
    ["different quotes", `<p {% if x %}title="{% else %}title='{% endif %}{{ y }}">`, "branch", "a branch of if"],
    ["a quote without its end in one branch", "<p {% if x %}title='{% endif %}{{ y }}'>", "branch", "a branch of if"],
    ["a tag one branch opens", "{% if a %}<p {% endif %}>x", "branch", "a branch of if"],
    ["a tag one branch closes", "<p {% if x %}>{% endif %}", "branch", "a branch of if"],
    ["a tag all branches open", "{% if a %}<p {% else %}<p {% endif %}>x</p>", "branch", "a branch of if"],
    ["a tag a loop opens", "{% for a in b %}<p {% endfor %}", "branch", "a branch of for"],
    ["a tag left by break", "{% for a in b %}<p {% break %}>{% endfor %}", "branch", "break inside a tag"],
    ["a value left by break", '<p class="{% for a in b %}x{% break %}{% endfor %}">', "branch", "break inside a tag"],
    ["a quote a case opens", '<p {% case a %}{% when 1 %}title="{% when 2 %}title="x"{% endcase %}>', "branch"],
    ["a capture that is half a tag", "{% capture x %}<p title='{% endcapture %}", "branch", "a branch of capture"],
    [
      "a name that two turns of a loop join",
      '<p {% for i in (1..2) %}{% if forloop.last %}nclick="alert(1)" {% endif %}o{% endfor %}>x</p>',
      "branch",
      "a loop that joins the names",
      "a space",
    ],
    [
      "… of a loop in a loop",
      "<p {% for i in a %}{% for j in b %}{% if c %}ata-page {% endif %}d{% endfor %}{% endfor %}>x</p>",
      "branch",
      "a loop that joins the names",
    ],
    ["a template that ends in a tag", "<p", "end", "the name of a tag", "closed tags"],
    ["a template that ends in a quote", '<p title="x', "end", "a quoted value", "closed tags"],
  ]);
});

describe("a value where escaping does not protect is refused:", () => {
  const SAYS = "quoted attributes";
  refuses("section", [
    ["the rest of a name", "<s{{ x }}>", "place", "the name of a tag", SAYS],
    ["… that is no heading", "<d{{ section.level }}>x", "place", "the name of a tag", "<h{{ section.level }}>"],
    ["an attribute", "<p {{ fields.x }}>y</p>", "place", "in a tag", SAYS],
    ["the name of an attribute", '<p data-{{ fields.x }}="y">z</p>', "place", "the name of an attribute", SAYS],
    ["a value without quotes", "<p class={{ fields.x }}>y</p>", "place", "a value without quotes", SAYS],
    ["after a Liquid tag in a value without quotes", "<p class={% if a %}{% endif %}>", "spelling", "without quotes"],
  ]);
});

describe("a value that escaping makes harmless is refused when a package is checked:", () => {
  refuses("section", [
    ["a heading of any level", "<h{{ fields.level }}>x", "level", "the name of a tag", "<h{{ section.level }}>"],
    [
      "a level that is sometimes something else",
      "{% assign l = section.level %}{% assign l = fields.x %}<h{{ l }}>x",
      "level",
      "the name of a tag",
    ],
    [
      "a level that is also a loop's item",
      "{% assign l = section.level %}{% for l in fields.x %}{% endfor %}<h{{ l }}>x",
      "level",
      "the name of a tag",
    ],
    ["the start of an address", '<a href="{{ fields.url }}">b</a>', "link", "at the start of href", "| link"],
    ["the scheme of an address", '<a href="java{{ fields.url }}">b</a>', "link", "at the start of href", "| link"],
    ["an address only in one branch", '<a href="{% if a %}/x{% endif %}{{ x }}">b</a>', "link", "at the start"],
    ["a link that is changed", '<a href="{{ fields.url | link | upcase }}">b</a>', "link", "at the start", "| link"],
    ["markup in an attribute", '<p title="{{ fields.text | markdown }}">b</p>', "markup", "markup", "in text only"],
    ["nested sections in an attribute", '<p title="{{ children.first }}">b</p>', "markup", "markup", "in text only"],
  ]);
});

describe("a template is taken:", () => {
  accepts("section", [
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
    ["an attribute without a value in a branch", "<details{% if x %} open{% endif %}><summary>a</summary></details>"],
    ["an attribute in a loop", "<p {% for a in b %}{% if a %} data-x{% endif %}{% endfor %}>x</p>"],
    ["an attribute of each turn", '<p {% for a in b %}data-x="1" {% endfor %}>x</p>'],
    ["an attribute of each turn, directly behind the other", '<p {% for a in b %}data-x="1"{% endfor %}>x</p>'],
    ["part of a value in a branch", '<p class="a{% if b %} c{% elsif d %} e{% else %} f{% endif %}">x</p>'],
    ["a value in a loop", `<p class="{% for c in x %}{{ c }} {% endfor %}">a</p>`],
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
    ["different tags in branches", `{% if x %}<a href="/a">{% else %}<span>{% endif %}a`],
    [
      "loops",
      "<ul>{% for a in b %}{% if a %}{% continue %}{% endif %}<li>{{ a }}</li>{% else %}<li>none</li>{% endfor %}</ul>",
    ],
    [
      "cases",
      '{% case a %}{% when 1 %}<b class="{% case x %}{% when "a" %}a{% endcase %}">x</b>{% else %}y{% endcase %}',
    ],
    ["a liquid tag", '{%- liquid\n  assign a = "x" | upcase\n  if a\n    assign b = 1\n  endif\n-%}<p>{{ a }}</p>'],
    ["comments of Liquid", "{% comment %}<script> {{ x }} {% nonsense %}{% endcomment %}{% # <script> %}<p>x</p>"],
    ["words that only look like events", "<p>Turn it on = off. one=1</p>"],
    ["a bare < in text", "<p>1 < 2, 3 <4</p>"],
    [
      "fields",
      '<input type="email" autocomplete="email" name="a"><input type="radio" name="b" value="{{ fields.x }}">',
    ],
    ["quotes in quotes", `<p title='{{ fields.x | replace: '"', "\\"" }}'>x</p>`],
    ["a drawing", `<svg viewBox="0 0 1 1" aria-hidden="true"><path d="M0 0h1"/></svg>`],
  ]);
});

describe("a drawing", () => {
  accepts("section", [
    ["has a name", '<svg role="img"><title>{{ fields.title }} & more</title><path d="M0 0"/></svg>'],
    ["has a name in a branch", "<svg>{% if a %}<title>{{ a }}</title>{% endif %}<path/></svg>"],
    ["has parts with names", "<svg><g><title>a</title><path/></g><svg><title>b</title></svg><title>c</title></svg>"],
  ]);
  accepts("layout", [["has a name in a layout", "<svg><TITLE class='x'>a</TITLE ></svg>"]]);
  refuses("section", [
    ["has no markup in its name", "<svg><title><b>x</b></title></svg>", "spelling", "< in <title>", "only </title>"],
    ["has no title after it", "<svg></svg><title>x</title>", "element", "<title>"],
    ["has none if it is empty", "<svg/><title>x</title>", "element", "<title>"],
    ["has none if only a branch draws", "{% if a %}<svg>{% endif %}<title>x</title>", "element", "<title>"],
    ["has none if a branch may have ended it", "<svg>{% if a %}</svg>{% endif %}<title>x</title>", "element"],
    ["… or a loop was left before", "{% for a in b %}<svg>{% break %}{% endfor %}<title>x", "element", "<title>"],
    ["has a name that ends in its branch", "<svg>{% if a %}<title>{% endif %}x</title></svg>", "branch", "of if"],
    ["has a name that ends", "<svg><title>x", "end", "an element that holds text"],
  ]);
  refuses("metadata", [["is nothing in the head", "<svg><title>x</title></svg>", "element", "<svg>"]]);
});

describe("a form", () => {
  accepts("section", [
    ["with a route of the plugin is taken", `<form method="post" action="${VOTE}"><button>b</button></form>`],
    ["with further attributes is taken", `<form class="a" action="${VOTE}" id="f" method="post"></form>`],
    ["with a name from a field is taken", '<form method="post" action="{{ fields.to | route }}"></form>'],
  ]);
  refuses("section", [
    ["without a target", "<form></form>", "form", "a form", "<form method"],
    ["to another site", '<form method="post" action="https://example.com/"></form>', "form", "a form to"],
    ["to an address of the site's", '<form method="post" action="/api/publish"></form>', "form", "a form to"],
    ["to a link", '<form method="post" action="{{ fields.to | link }}"></form>', "form", "a form to"],
    ["to more than a route", `<form method="post" action="${VOTE}/../../publish"></form>`, "form", "a form to"],
    ["to a longer start", `<form method="post" action="https://a.example${VOTE}"></form>`, "form", "a form to"],
    ["to a changed route", '<form method="post" action="{{ "vote" | route | append: "?a" }}"></form>', "form"],
    ["to two routes", `<form method="post" action="${VOTE}${VOTE}"></form>`, "form", "a form to"],
    ["to no route first", `<form method="post" action action="${VOTE}"></form>`, "form", "a form to"],
    ["that asks instead of sending", `<form action="${VOTE}"></form>`, "form", "without its action"],
    ["that asks first", `<form method action="${VOTE}" method="post"></form>`, "form", "without its action"],
    ["that says how in a value", `<form method="{{ fields.how }}" action="${VOTE}"></form>`, "form"],
    [
      "that says how in a branch of a value",
      `<form method="{% if a %}post{% else %}get{% endif %}" action="${VOTE}"></form>`,
      "form",
      "without its action",
    ],
    ["that sends in one branch", `<form {% if a %}method="post"{% endif %} action="${VOTE}"></form>`, "form"],
  ]);
  refuses("layout", [["in a layout", `<form method="post" action="${VOTE}"></form>`, "element", "<form>"]]);
});

describe("frames", () => {
  const frames = ["https://player.example.com"];
  test("an iframe needs a section that declares frames", () =>
    expectRefused('<iframe src="/a"></iframe>', "section", "element", "<iframe>", "declares frames"));
  test("an iframe may show what the section declares", () => {
    const text = '<iframe src="https://player.example.com/v/{{ fields.id | url_encode }}" title="x"></iframe>';
    expect(issuesOf(text, "section", frames)).toEqual([]);
    expect(refusal(text, "section")).toBeUndefined();
  });
  test.each([
    ["another origin", "https://example.com/"],
    ["a longer host", "https://player.example.com.example.org/"],
    ["a path", "/x"],
    ["an address from a field", "{{ fields.url | link }}"],
    ["another origin in a branch", "{% if a %}https://example.com/{% else %}https://player.example.com/{% endif %}x"],
  ])("… but not %s", (_, src) => {
    const text = `<iframe src="${src}"></iframe>`;
    expectRefused(text, "section", "frame", "an iframe of", frames[0], frames);
  });
  test.each([
    ["content", "<iframe src='https://player.example.com/'><p></p></iframe>"],
    ["a value", "<iframe src='https://player.example.com/'>{{ x }}</iframe>"],
  ])("an iframe has no content, such as %s", (_, text) => {
    expect(issuesOf(text, "section", frames)).not.toEqual([]);
    expect(refusal(text, "section")).toBeTypeOf("string");
  });
});

describe("metadata", () => {
  accepts("metadata", [
    [
      "title, meta and link",
      '<title>{{ page.title }}</title><meta name="x" content="{{ page.description }}"><link rel="canonical" href="{{ canonical }}">',
    ],
    [
      "structured data",
      '<script type="application/ld+json">{"name": {{ page.title | json }}{% if a %}, "b": {{ b | json }}{% endif %}}</script>',
    ],
  ]);
  const LD = '<script type="application/ld+json">';
  const NOT_LITERAL = "which is not literal text";
  refuses("metadata", [
    ["a script", "<script>x</script>", "owed", "a script", "application/ld+json"],
    ["a module", '<script type="module">x</script>', "words", 'the type "module"', "application/ld+json"],
    ["a module before data", '<script type="module" type="application/ld+json"></script>', "words", "the type"],
    ["a script from an address", '<script src="/x.js"></script>', "owed", "a script"],
    ["a script whose type is a value", '<script type="{{ x }}"></script>', "words", NOT_LITERAL],
    ["a type in one branch", '<script {% if a %}type="application/ld+json"{% endif %}></script>', "owed"],
    ["a value without json", `${LD}{{ page.title }}</script>`, "json", "in structured data", "| json"],
    ["a value changed after json", `${LD}{{ page.title | json | upcase }}</script>`, "json", "in structured data"],
    ["a tag in structured data", `${LD}{"a": "<b>"}</script>`, "spelling", "< in structured data"],
    ["a comment in structured data", `${LD}<!--</script>`, "spelling", "< in structured data"],
    ["an element in a title", "<title><meta></title>", "spelling", "< in <title>"],
    ["a refresh", '<meta http-equiv="refresh" content="0">', "attribute", "http-equiv"],
    ["anything of the body", "<p>x</p>", "element", "<p>"],
    ["a heading", "<h{{ section.level }}>x", "element", "<h1>"],
    ["a base", '<base href="/">', "element", "<base>"],
    ["a style sheet", '<link rel="alternate StyleSheet" href="/x.css">', "words", "the rel"],
    ["a preload", '<link rel="preload" href="/a">', "words", "the rel"],
    ["a relation from a value", '<link rel="{{ page.rel }}" href="/x.css">', "words", NOT_LITERAL],
    ["a relation in character references", '<link rel="style&#115;heet" href="/x.css">', "words", NOT_LITERAL],
    ["a relation of one branch", '<link rel="{% if a %}stylesheet{% else %}icon{% endif %}" href="/x.css">', "words"],
    ["the editor's address", '<meta name="svc-editor-endpoint" content="https://elsewhere.example">', "words"],
    ["other metadata of the kernel", '<meta name=" SVC-draft-change" content="7">', "words", "the name"],
    ["a policy for what other sites are told", '<meta name="referrer" content="unsafe-url">', "words", "the name"],
    ["such a policy under a name from a value", '<meta name="{{ x }}" content="unsafe-url">', "words", NOT_LITERAL],
  ]);
});

describe("a layout", () => {
  accepts("layout", [
    ["may open an element above the page", '<button popovertarget="m">b</button><ul id="m" popover><li>x</li></ul>'],
  ]);
  refuses("layout", [
    ["asks for no password", '<input type="password">', "words", 'the type "password"'],
    ["shows no iframe", '<iframe src="https://player.example.com/"></iframe>', "element", "<iframe>"],
  ]);
});

test("a fault stands at the place it is about", () => {
  const text = "<p>fine</p>\n<script>";
  expect(text.slice(issuesOf(text, "section")[0]?.offset).startsWith(">")).toBe(true);
});
