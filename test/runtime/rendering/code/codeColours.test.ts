import { describe, expect, test } from "vitest";
import {
  CODE_BLOCK_MAX_CHARS,
  CODE_LINE_MAX_CHARS,
  CODE_MARKS_MAX_DEPTH,
  CODE_PAGE_MAX_CHARS,
  CODE_PAGE_MAX_GROWTH_CHARS,
} from "../../../../manifests/bounds/fields.ts";
import { CodeColours, CodeRoom } from "../../../../runtime/rendering/code/codeColours.ts";
import { CodeMarks } from "../../../../runtime/rendering/code/codeMarks.ts";
import { CODE_LANGUAGES } from "../../../../runtime/rendering/code/languages.ts";
import { contentHtml } from "../../../../runtime/rendering/markdown/contentHtml.ts";
import { markdownHtml } from "../../../../runtime/rendering/markdown/markdown.ts";
import { surroundings } from "../specimen.ts";

const html = (source: string): string => markdownHtml(source, { ...surroundings, code: new CodeColours() });
const fenced = (words: string, code: string): string => html(`\`\`\`${words}\n${code}\n\`\`\``);
const isColoured = (code: string, language = "js"): boolean => new CodeColours().html(code, language) !== undefined;

describe("code with a language has colours:", () => {
  test.each([
    ["js", "let a = 'b'; // c"],
    ["JavaScript", "let a = 'b'; // c"],
    ["{.js}", "let a = 'b'; // c"],
    ["js{1,3}", "let a = 'b'; // c"],
    ["ts,ignore title=x", "let a = 'b'; // c"],
  ])("%s", (words, code) => {
    const written = fenced(words, code);
    expect(written).toContain(
      '<span class="code-keyword">let</span> a = <span class="code-string">&#39;b&#39;</span>;',
    );
    expect(written).toContain('<span class="code-comment">// c</span>');
  });

  test.each([
    ["c++", "int a;", "type"],
    ["toml", "[a]", "name"],
    ["html", "<b>", "keyword"],
    ["py", "def a(): pass", "keyword"],
    ["sh", "echo $A", "type"],
    ["console", "$ ls", "meta"],
    ["diff", "+ a", "added"],
    ["diff", "- a", "removed"],
    ["json", '{"a": 1}', "property"],
    ["yml", "a: 1", "property"],
    ["rs", "fn a() {}", "keyword"],
    ["php", "$a = 1;", "property"],
  ])("%s: %s", (words, code, name) => expect(fenced(words, code)).toContain(`class="code-${name}"`));

  test("code of another language inside of it, too", () => {
    expect(fenced("html", "<script>let a</script>")).toContain('<span class="code-keyword">let</span>');
    expect(fenced("html", "<style>a{top:0}</style>")).toContain('<span class="code-property">top</span>');
  });
});

describe("code stays plain:", () => {
  test.each([
    ["without a language", "", "let a"],
    ["in a language that nobody knows", "klingon", "let a"],
    ["in C#", "c#", "namespace A;"],
    ["in a language named like a member of objects", "constructor", "let a"],
    ["in a language named like a prototype", "__proto__", "let a"],
    ["in a language whose name is in brackets alone", "{}", "let a"],
  ])("%s", (_, words, code) => expect(fenced(words, code)).not.toContain("<span"));

  test("of a text in no page", () => {
    expect(markdownHtml("```js\nlet a\n```", surroundings)).toBe(
      '<pre><code class="language-js">let a\n</code></pre>\n',
    );
  });

  test("in feeds", () => {
    expect(contentHtml("# A\n\n```js\nlet a\n```", surroundings)).toBe("<pre><code>let a\n</code></pre>\n");
  });

  test("indented without a fence", () => expect(html("    let a")).not.toContain("<span"));
});

/** Code as a reader sees it. */
const shown = (coloured: string): string =>
  coloured
    .replaceAll(/<span class="code-[a-z]+">|<\/span>/g, "")
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&quot;", '"')
    .replaceAll("&#39;", "'")
    .replaceAll("&amp;", "&");

const ODD = [
  "</code></pre><script>alert(1)</script>",
  '"><img src=x onerror=alert(1)>',
  "<!-- a --> <![CDATA[x]]> <?php echo 1 ?>",
  "&lt;b&gt; &amp;amp; \u0000\u2028\uD800 é 日本 ־",
  "`${`${a}`}` '''\n\"\"\"\n#{x} @a %b \\",
  "$ a\n> b\n+ c\n- d\n@@ 1 @@\n[a]\nb: c\n-- d",
  '{"a":[1,2,{"b":null}]}',
];

test.each(Object.keys(CODE_LANGUAGES))("%s marks code and changes no sign of it", (language) => {
  for (const code of ODD) {
    const coloured = new CodeColours().html(code, language);
    expect(shown(coloured ?? "")).toBe(code);
    expect(coloured).not.toMatch(/<(?!span class="code-[a-z]+">|\/span>)/);
    expect(coloured?.split("<span").length).toBe(coloured?.split("</span>").length);
  }
});

describe("the bounds of colours:", () => {
  test.each([
    [-1, true],
    [0, true],
    [1, false],
  ])("a line of %i characters beyond its bound", (beyond, expected) => {
    const line = "a".repeat(CODE_LINE_MAX_CHARS + beyond);
    expect(isColoured(line)).toBe(expected);
    expect(isColoured(`1\n${line}\n2`)).toBe(expected);
  });

  test.each([
    [-1, true],
    [0, true],
    [1, false],
  ])("a block of %i characters beyond its bound", (beyond, expected) => {
    expect(isColoured("a\n".repeat(CODE_BLOCK_MAX_CHARS).slice(0, CODE_BLOCK_MAX_CHARS + beyond))).toBe(expected);
  });

  test.each([
    [-1, true],
    [0, true],
    [1, false],
  ])("a page with %i characters of code beyond its bound", (beyond, expected) => {
    const [colours, room] = [new CodeColours(), new CodeRoom()];
    const block = "a\n".repeat(CODE_BLOCK_MAX_CHARS / 4);
    for (let chars = 0; chars < CODE_PAGE_MAX_CHARS - block.length; chars += block.length) {
      expect(colours.html(block, "js")).toBeDefined();
      expect(room.refuses(block, "js")).toBe(false);
    }
    const last = "a\n".repeat(block.length).slice(0, block.length + beyond);
    expect(colours.html(last, "js") !== undefined).toBe(expected);
    expect(room.refuses(last, "js")).toBe(!expected);
  });

  test("a page whose marks would make it too long", () => {
    const strings = (count: number): string => "''".repeat(count).replaceAll(/.{200}/g, "$&\n");
    const growth = (new CodeColours().html(strings(1), "js") ?? "").length - strings(1).length;
    const fitting = Math.floor(CODE_PAGE_MAX_GROWTH_CHARS / growth);
    const perBlock = Math.floor((CODE_BLOCK_MAX_CHARS / 201) * 100);
    const colours = new CodeColours();
    let left = fitting;
    for (; left > perBlock; left -= perBlock) expect(colours.html(strings(perBlock), "js")).toBeDefined();
    expect(colours.html(strings(left + 1), "js")).toBeUndefined();
    expect(colours.html(strings(left), "js")).toBeDefined();
  });
});

test("code that nobody could colour takes no room", () => {
  const room = new CodeRoom();
  for (let chars = 0; chars <= CODE_PAGE_MAX_CHARS; chars += CODE_BLOCK_MAX_CHARS)
    expect(room.refuses("a\n".repeat(CODE_BLOCK_MAX_CHARS / 2), "klingon")).toBe(false);
  expect(room.refuses("let a", "js")).toBe(false);
});

describe("colours inside each other", () => {
  const marks = (depth: number): CodeMarks => {
    const made = new CodeMarks();
    for (let n = 0; n < depth; n += 1) made.startScope("string");
    made.addText("<");
    made.finalize();
    return made;
  };
  const depthOf = (made: CodeMarks): number => made.toHTML().split("<span").length - 1;

  test.each([-1, 0, 1])("are as many as their bound, %i beside", (beside) => {
    const made = marks(CODE_MARKS_MAX_DEPTH + beside);
    expect(depthOf(made)).toBe(CODE_MARKS_MAX_DEPTH + Math.min(0, beside));
    expect(made.toHTML().split("</span>")).toHaveLength(depthOf(made) + 1);
  });

  test.each([-1, 0, 1])("count those of a language in another, %i beside the bound", (beside) => {
    const outer = new CodeMarks();
    outer.startScope("string");
    outer.__addSublanguage(marks(CODE_MARKS_MAX_DEPTH - 1 + beside));
    outer.finalize();
    expect(depthOf(outer)).toBe(beside > 0 ? 1 : CODE_MARKS_MAX_DEPTH + beside);
    expect(outer.toHTML()).toContain("&lt;");
  });
});
