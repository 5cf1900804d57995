import { expect, test } from "vitest";
import { textOfHtml } from "../../../../runtime/rendering/markdown/textOfHtml.ts";

test.each([
  ["<h2>One &amp; two</h2>\n<p>Three\n four</p>", "## One & two\n\nThree four"],
  ["<ul><li>One</li><li></li><li>Two</li></ul>", "- One\n\n- Two"],
  ["<p>A<br>B</p>", "A\n\nB"],
  ["<p>Before</p><script>alert(1)</script><style>p{}</style><p>After</p>", "Before\n\nAfter"],
  ["<p>&lt;script&gt; [a](javascript:x) *b* # &#x2a;</p>", "\\<script\\> \\[a\\](javascript:x) \\*b\\* \\# \\*"],
  ["<p>\u{E000}\u{E001} plain</p>", "plain"],
  ["<p>&#0;&#99999999;&unknown;</p>", "&\\#99999999;&unknown;"],
  ["", ""],
])("reads %j as its words", (html, text) => expect(textOfHtml(html)).toBe(text));
