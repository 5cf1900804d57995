/** Maths as TeX, in the signs that pages know. */
import { expect, test } from "vitest";
import { Marks } from "../../sites/moving/html/marks.ts";
import { markdownOfHtml } from "../../sites/moving/html/markdownOfHtml.ts";
import { postContent } from "../../sites/moving/read/wordpress/content.ts";
import { withMaths } from "../../sites/moving/text/maths.ts";
import { excess } from "../support/effort.ts";
import { folderOf, MemorySite } from "./memorySite.ts";

test.each([
  ["so $x^2$.", "so $`x^2`$."],
  ["$a_1$ and $b_2$", "$`a_1`$ and $`b_2`$"],
  ["it costs $5 and $6", "it costs $5 and $6"],
  ["\\$x$ and `$y$`", "\\$x$ and `$y$`"],
  ["a \\\\(x\\\\) b", "a $`x`$ b"],
  ["a \\(x\\) b", "a $`x`$ b"],
  ["$$\nx\n$$", "$$\nx\n$$"],
  ["$$x$$", "$$\nx\n$$"],
  ["so $$x$$ here", "so $`x`$ here"],
  ["\\\\[\nx \\\\\\\\\n\ny\n\\\\]", "\\\\[\nx \\\\\\\\\n\ny\n\\\\]"],
  ["> $$\n> x\n> $$", "> $$\n> x\n> $$"],
  ["- \\[x\\]", "- $`x`$"],
  ["$a `b` c$", "$a `b` c$"],
])("%j becomes %j where it is meant", (text, markdown) => {
  expect([withMaths(text, "all"), withMaths(text, undefined)]).toEqual([markdown, text]);
});

test.each([
  ["so $$x$$ here", "so $`x`$ here"],
  ["$$\\frac{a}{b}$$", "$$\n\\frac{a}{b}\n$$"],
  ["it costs $5 and 6$ \\(x\\)", "it costs $5 and 6$ \\(x\\)"],
])("%j of Jekyll becomes %j, because its Markdown reads pairs of dollars alone", (text, markdown) => {
  expect(withMaths(text, "paired")).toBe(markdown);
});

test.each(["\\(", "$$", "$x", "\\\\[", "`$`"])("many %j without an end take no longer than others", async (piece) => {
  expect(await excess(() => withMaths(piece.repeat(10_000), "all"), 200)).toBeUndefined();
});

test("of a page that switches it on arrives, and money of another page stays", async () => {
  const site = await MemorySite.open();
  await site.move(
    folderOf({
      "content/a.md": "---\ntitle: A\nmath: true\n---\nSo $x<y$ and $z$.\n",
      "content/b.md": "---\ntitle: B\n---\nIt costs $5 or 6$.\n",
      "hugo.toml": "",
    }),
  );
  expect([site.textAt("/a"), site.textAt("/b")]).toEqual(["So $`x<y`$ and $`z`$.", "It costs $5 or 6$."]);
});

test("of WordPress and of drawings with their TeX arrives", () => {
  const none = { byId: () => undefined, own: [] };
  const [part] = postContent("A $latex x &lt; y_1$ b [latex]z[/latex].", [], none).parts;
  expect(part).toMatchObject({ markdown: "A $`x < y_1`$ b $`z`$." });
  const math =
    '<math><semantics><mi>x</mi><annotation encoding="application/x-tex">x_1</annotation></semantics></math>';
  const html = `<p>A <span class="katex">${math}<span class="katex-html" aria-hidden="true">x1</span></span> b</p>`;
  const marks = new Marks(html);
  expect(marks.split(markdownOfHtml(html, marks).markdown)).toEqual([{ kind: "text", markdown: "A $`x_1`$ b" }]);
});

test.each([
  ["<p>so $$n_{t+1} = 2n_t$$ here</p>", "so $`n_{t+1} = 2n_t`$ here"],
  ["<p>$$a &lt; b$$</p>", "$$\na < b\n$$"],
  ["<p>a \\(x_1\\) b</p>", "a $`x_1`$ b"],
  ["<ul><li>\\[y^2\\]</li></ul>", "- $`y^2`$"],
  ["<p>as \\(he said\\) and $$ 5 $$</p>", "as \\\\(he said\\\\) and $$ 5 $$"],
  ["<pre><code>$$x_1$$</code></pre>", "```\n$$x_1$$\n```"],
])("of HTML with a script for maths, %s becomes %j", (html, markdown) => {
  const marks = new Marks(html);
  expect(marks.split(markdownOfHtml(html, marks).markdown)).toEqual([{ kind: "text", markdown }]);
});
