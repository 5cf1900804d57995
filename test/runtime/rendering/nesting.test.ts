import { describe, expect, test } from "vitest";
import { SECTION_HTML_MAX_DEPTH } from "../../../manifests/bounds/templates.ts";
import { nestingFault } from "../../../runtime/rendering/nesting.ts";

describe("browsers nest as it is written", () => {
  test.each([
    ["text alone", "a < b, 1 <2 and a <- b"],
    ["whole elements", '<div class="a"><p>b <em>c</em><br>d</p><img alt="" src="/x"/></div>'],
    ["a > in quotes", `<p title="</p>" lang='"'>a</p>`],
    ["capital letters", "<DIV><Br></div>"],
    ["comments", "<p><!--[s/title-->a<!--]--></p><!-- </p> --><!---->"],
    ["a title of a drawing", "<svg><title>a <b>b</b></title></svg>"],
    ["an element with a dot", "<title.><b>a</b></title.>"],
    ["text elements", "<textarea>a &lt;p&gt;</textarea><iframe></iframe>"],
    [
      "a table",
      "<table><caption>a</caption><colgroup><col></colgroup><tbody><tr><th>b</th><td><p>c</p></td></tr></tbody></table>",
    ],
    ["a table without a body", "<table><col><tr><td><table><tr><td>a</td></tr></table></td></tr></table>"],
    ["choices", "<select><optgroup><option>a</option></optgroup><hr><option>b</option></select>"],
    [
      "a drawing",
      '<svg viewBox="0 0 1 1"><title>a</title><g><path d="M0 0"/><a href="/x"><desc><b>c</b></desc></a></g></svg><svg/>',
    ],
    ["a form with a button", "<form><h2>a</h2><button>b</button></form><form></form>"],
    ["elements of other names", "<constructor></constructor><x-y><toString></toString></x-y>"],
  ])("%s", (_, html) => expect(nestingFault(html)).toBeUndefined());
});

describe("a fault is named", () => {
  test.each([
    ["<p>a", "<p> is not closed"],
    ["<!-- a", "a comment is not closed"],
    ["<!--></section><form><!-- -->", "a comment ends before its `-->`"],
    ["<!---></section><form><!-- -->", "a comment ends before its `-->`"],
    ["<!-- --!></section><form><!-- -->", "a comment ends before its `-->`"],
    ["<div/>", "<div> is not closed"],
    ["<svg><title><b></title></svg>", "</title> closes what is not the innermost open element"],
    ["<title.><b></title.>", "</title.> closes what is not the innermost open element"],
    ["<script><!--<script></script>", "<script> contains `<!--`"],
    ["<plaintext></plaintext>", "<plaintext> cannot stand in a section"],
    ["<noscript></noscript>", "<noscript> cannot stand in a section"],
    ["a</p>", "</p> closes what is not the innermost open element"],
    ["<b><i>a</b></i>", "</b> closes what is not the innermost open element"],
    ["<br></br>", "</br> closes what is not the innermost open element"],
    ["<svg><div></div></svg>", "<div> cannot stand in <svg>"],
    ["<svg><desc><path/></desc></svg>", "</desc> closes what is not the innermost open element"],
    ["<table><p>a</p></table>", "<p> cannot stand in <table>"],
    ["<tr></tr>", "<tr> cannot stand in a section"],
    ["<div><td></td></div>", "<td> cannot stand in <div>"],
    ["<select><p>a</p></select>", "<p> cannot stand in <select>"],
    ["<button><i><button></button></i></button>", "<button> cannot stand in <button>"],
    ["<h2><i><h3>a</h3></i></h2>", "<h3> cannot stand in <h2>"],
    ["<form><i><form></form></i></form>", "<form> cannot stand in <form>"],
    ['<p title="a>b</p>', "a tag has no end"],
    ["<p", "a tag has no end"],
  ])("%s", (html, fault) => expect(nestingFault(html)).toBe(fault));
});

test.each([
  [SECTION_HTML_MAX_DEPTH - 1, undefined],
  [SECTION_HTML_MAX_DEPTH, undefined],
  [SECTION_HTML_MAX_DEPTH + 1, `<b> is deeper than ${SECTION_HTML_MAX_DEPTH} elements`],
])("%i open elements", (depth, fault) => {
  expect(nestingFault(`${"<b>".repeat(depth)}<br>${"</b>".repeat(depth)}`)).toBe(fault);
});
