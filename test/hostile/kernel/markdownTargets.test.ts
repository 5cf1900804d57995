import MarkdownIt, { type Token } from "markdown-it";
import { describe, expect, test } from "vitest";
import { MARKDOWN_MAX_CHARS, MARKDOWN_PARSED_MAX_CHARS } from "../../../manifests/bounds/fields.ts";
import { HTML_MARKDOWN } from "../../../runtime/rendering/markdown/markdown.ts";
import { finishMarkdown } from "../../../runtime/rendering/markdown/pageMarkdown.ts";
import { excess } from "../../support/effort.ts";

const surroundings = {
  pathOf: (id: string) => (id === "about" ? "/about" : undefined),
  pagesOf: () => [],
  origin: "https://site.example",
  language: "en",
  timeZone: "UTC",
  level: 2,
  markdown: HTML_MARKDOWN,
  routeOf: () => undefined,
  widths: new Map(),
};

const written = (...texts: string[]): string =>
  finishMarkdown(
    texts.map((text, index) => ({ section: `s${index}`, text })),
    surroundings,
  ).markdown;

/** A parser that accepts every link, and decodes as browsers do. */
const reader = new MarkdownIt("default", { html: true });
reader.validateLink = () => true;

const flat = (tokens: readonly Token[]): Token[] => tokens.flatMap((token) => [token, ...flat(token.children ?? [])]);
const tokensOf = (text: string): Token[] => flat(reader.parse(text, {}));
const attribute = (text: string, type: string, name: string): string[] =>
  tokensOf(text)
    .filter((token) => token.type === type)
    .map((token) => String(token.attrGet(name)));

/** Normalizes a URL as browsers do: removes tabs and line ends, trims, and lowers the scheme. */
const asBrowser = (address: string): string =>
  decoded(address)
    .replace(/[\t\n\r]/g, "")
    .replace(/^[\u0000- ]+/, "");
function decoded(address: string): string {
  try {
    return decodeURIComponent(address);
  } catch {
    return address;
  }
}

const LINK = /^(?:https?:\/\/(?![/\\])|mailto:|tel:|[?#])/i;
const PICTURE = /^(?:https:\/\/site\.example\/media\/[\w./~-]+|#)$/;

function expectHarmless(text: string): void {
  expect(
    attribute(text, "link_open", "href")
      .map(asBrowser)
      .filter((address) => !LINK.test(address)),
  ).toEqual([]);
  expect(
    attribute(text, "image", "src")
      .map(asBrowser)
      .filter((address) => !PICTURE.test(address)),
  ).toEqual([]);
  expect(tokensOf(text).filter(({ type }) => type.startsWith("html_"))).toEqual([]);
}

const LINKS = [
  "[x](javascript:alert(1))",
  "[x](JaVaScRiPt:alert(1))",
  "[x](<javascript:alert(1)>)",
  "[x]( \n javascript:alert(1) )",
  "[x](&#106;avascript:alert(1))",
  "[x](&#x6A;avascript:alert(1))",
  "[x](&#x000006a;avascript:alert(1))",
  "[x](javascript&colon;alert(1))",
  "[x](javascript&#58;alert(1))",
  "[x](java&Tab;script:alert(1))",
  "[x](java&NewLine;script:alert(1))",
  "[x](java&#9;script&#10;:alert(1))",
  "[x](<java\tscript:alert(1)>)",
  "[x](&#1;javascript:alert(1))",
  "[x](&#32;javascript:alert(1))",
  "[x](<&#32;javascript:alert(1)>)",
  "[x](javascript\\:alert(1))",
  "[x](javascript%3Aalert(1))",
  "[x](%6Aavascript:alert(1))",
  "[x](java%0Ascript:alert(1))",
  "[x](\\javascript:alert(1))",
  "[x](vbscript:msgbox(1))",
  "[x](&#118;bscript&#58;msgbox(1))",
  "[x](data:text/html,%3Cscript%3Ealert(1)%3C/script%3E)",
  "[x](data&#x3a;text/html;base64,PHNjcmlwdD4=)",
  "[x](blob:https://site.example/1)",
  "[x](file:///etc/passwd)",
  "[x](feed:javascript:alert(1))",
  "[x](view-source:javascript:alert(1))",
  '[x](javascript:alert(1) "title")',
  "[x]: javascript:alert(1)\n\n[x]",
  "[x]:\n  &#106;avascript:alert(1)\n\n[y][x]",
  "[x\ny]: <java&Tab;script:alert(1)> 'title'\n\n[x\ny][]",
  "> [x]: data&colon;text/html,1\n>\n> [x]",
  "- item\n\n  [x]:\n  vbscript:1\n\n[x]",
  "<javascript:alert(1)>",
  "<JAVASCRIPT:alert(1)>",
  "<file:///etc/passwd>",
  "<x-unknown:anything>",
  "[![x](javascript:alert(1))](javascript:alert(1))",
  "*[**x**](&#106;avascript:alert(1))*",
  "# [x](&#106;avascript:alert(1)) #",
  "[x](&#106;avascript:alert(1))\n===",
  "> - [x](&#106;avascript:alert(1))\n>   [y](java&Tab;script:1)",
  "1. a\n\n\t[x](&#106;avascript:alert(1))",
  "| a | b |\n|--|--|\n| [x](&#106;avascript:1) | [x](&#106;avascript:1) |",
  "| a |\n|--|\n| `\\|` [x](&#106;avascript:1) \\| |",
  "`[x](/a)` [x](&#106;avascript:alert(1)) `[x](/a)`",
  "[x](//evil.example/)",
  "[x](/\\evil.example/)",
  "[x](\\/\\/evil.example/)",
  "[x](&sol;&sol;evil.example/)",
  "[x](/&bsol;evil.example/)",
];

const PICTURES = [
  "![x](https://evil.example/p.png)",
  "![x](HTTPS://evil.example/p.png)",
  "![x](//evil.example/p.png)",
  "![x](/\\evil.example/p.png)",
  "![x](&#104;ttps://evil.example/p.png)",
  '![x](<https://evil.example/p.png> "t")',
  "![x](data:image/svg+xml;base64,PHN2Zz4=)",
  "![x][p]\n\n[p]: https://evil.example/p.png",
  "![p][]\n\n[p]: https://evil.example/p.png",
  "![p]\n\n[p]: https://evil.example/p.png",
  "![a\np]\n\n[a p]: https://evil.example/p.png",
  "![x][a\np]\n\n[a p]: https://evil.example/p.png",
  "[p] ![x][p]\n\n[p]: https://evil.example/p.png",
  "[a](https://evil.example/p.png) ![b](https://evil.example/p.png)",
  "[![x](https://evil.example/p.png)](/a)",
  "![![x](https://evil.example/p.png)](/media/a.png)",
  "![x](https://site.example.evil.example/media/p.png)",
  "![x](https://site.example@evil.example/media/p.png)",
  "![x](https://site.example/media/../logout)",
  "![x](/media/%2e%2e/x.png)",
  "![x](/other.png)",
];

describe("a target that HTML would refuse is removed from a page's Markdown", () => {
  test.each([...LINKS, ...PICTURES])("%j", (attack) => {
    for (const around of [
      attack,
      `a\n\n${attack}\n\nb`,
      `- a\n\n  ${attack.replaceAll("\n", "\n  ")}`,
      `> ${attack.replaceAll("\n", "\n> ")}`,
    ]) {
      expect(written(around)).not.toBe(`${around}\n`);
      expectHarmless(written(around));
    }
  });

  test.each([
    ["a definition of another section", ["[x] ![x]", "[x]: &#106;avascript:alert(1)"]],
    ["code that another section begins", ["```", "[x](&#106;avascript:alert(1))\n```"]],
    ["code that a list of another section ends", ["- a", "    [x](&#106;avascript:alert(1))"]],
    [
      "lines that end as on an old computer",
      ["a\r\n\r[x]: &#106;avascript:alert(1)\r\n\r\n[x](&#106;avascript:alert(1))\r[x]"],
    ],
  ])("also with %s", (_, texts) => {
    const text = written(...texts);
    expect(text).not.toContain("&#106;");
    expectHarmless(text);
  });
});

/** Malformed links that no parser accepts. A lenient reader would take everything in the parentheses as the URL. */
const LAX = [
  "[x](javascript: alert 1)",
  "[x](java script:alert 1)",
  "[x](vbscript: a b)",
  "[x](data: text/html, a b)",
  "[x](blob: https://site.example/ 1)",
  "[x](file: ///etc passwd)",
  "[x](x-unknown: a b)",
  "[x]( <x-unknown: a b)",
  "[x](javascript&colon; a b)",
  "[x](&#106;avascript&#58; a b)",
  "[x](javascript\\: a b)",
  "[x](javascript%3A a b)",
  "[x](// evil.example a)",
  "[x](\\\\ evil.example a)",
];

describe("a link that only a lenient parser finds", () => {
  test.each(LAX)("%j is escaped", (source) => expect(written(source)).toMatch(/^\[x\]&#40;/));

  test.each(["[x](https://other.example/ a)", "[x](mailto: a b)", "[x](tel: 1 2)", "[x](/a: b)", "[x](a b)"])(
    "%j leads where a link may, and stays",
    (source) => expect(written(source)).toBe(`${source}\n`),
  );

  test.each(["<x-unknown:a b>", "<blob:a b>", "<intent:a>", "<JAVASCRIPT:a b>", "a <vbscript:b c> d"])(
    "%j becomes text",
    (source) => expect(written(source)).toContain("&lt;"),
  );

  test.each(["`<xsl:template match>` is a sample", "    <x:y z>", "<tel:+4930>", "<https://other.example/a>"])(
    "%j stays",
    (source) => expect(written(source).trimEnd()).toBe(source),
  );
});

describe("allowed Markdown is not changed", () => {
  test.each([
    ["[a](https://other.example/x_(y)?a=1&b=2#c)", undefined],
    ['[a](https://other.example/%C3%BC "T")', undefined],
    ["[a](mailto:a@b.example) [b](#c) <a@b.example> <https://other.example/>", undefined],
    ["`[x](javascript:1)` is no link", "`[x]&#40;javascript:1)` is no link"],
    ["```\n[x](/a)\n```\n\n    [x](/a)", undefined],
    ["[a](/x?a=1&amp;b=2)", "[a](https://site.example/x?a=1&b=2)"],
    ["[a](/x?a=1&amp;copy;)", "[a](https://site.example/x?a=1&amp;copy;)"],
    ["[a](</x y\\>(>)", "[a](https://site.example/x%20y%3E%28)"],
    [
      "| [a](/b) | [a](/b) |\n|--|--|\n| `[a](/b)` | [a](/b) |",
      "| [a](https://site.example/b) | [a](https://site.example/b) |\n|--|--|\n| `[a](/b)` | [a](https://site.example/b) |",
    ],
    [
      "> - [a](page:about)\n>   ![b](/media/b.png)",
      "> - [a](https://site.example/about)\n>   ![b](https://site.example/media/b.png)",
    ],
    ["![b](https://site.example/media/b.png)", undefined],
    [
      "[a][b] ![c][d] ![c][b]\n\n[b]: https://other.example/ (T)\n[d]: /media/d.png",
      "[a][b] ![c][d] ![c](#)\n\n[b]: https://other.example/ (T)\n[d]: https://site.example/media/d.png",
    ],
    ["\\[a](/b) and \\![c](/d)", "\\[a](/b) and \\![c](https://site.example/d)"],
  ])("%j", (source, expected) => expect(written(source)).toBe(`${expected ?? source}\n`));
});

describe("a page that is too long to parse", () => {
  test.each([
    [MARKDOWN_PARSED_MAX_CHARS - 1, true],
    [MARKDOWN_PARSED_MAX_CHARS, true],
    [MARKDOWN_PARSED_MAX_CHARS + 1, false],
  ])("has links with %d characters: %s", (length, has) => {
    const link = "[a](https://other.example/) ";
    const text = written(`${link}[x](&#106;avascript:1) ${"w".repeat(length)}`.slice(0, length));
    expect(text.startsWith(link)).toBe(has);
    expectHarmless(text);
  });
});

test.each(["![a](&#106;:1)", "[a][b]", "<x:y>", "![a][b]", "[a]: x\n", "| [a](x) ", "[", "![", "\\["])(
  "%j, repeated many times, is cheap to check",
  async (piece) => {
    const head = piece.startsWith("|") ? "|a".repeat(2_000) + "\n" + "|-".repeat(2_000) + "\n" : "[b]: x:y\n\n";
    const text = head + piece.repeat(MARKDOWN_MAX_CHARS / piece.length);
    expect(await excess(() => written(text), 200)).toBeUndefined();
  },
);

describe("a section that leaves a code block open takes in no section behind it", () => {
  test.each(["```\ncode", "~~~~ js\ncode\n~~~", "````\n```", "   ```\n# a", "```"])("%j", (open) => {
    const { markdown, outline } = finishMarkdown(
      [open, "# Ours\n\n[a](https://a.example/)"].map((text, at) => ({ section: `s${at}`, text })),
      surroundings,
    );
    expect(outline.map(({ text }) => text)).toEqual(["Ours"]);
    expect(attribute(markdown, "link_open", "href")).toEqual(["https://a.example/"]);
  });

  test.each(["```js\ncode\n```", "~~~\n```\n~~~", "```a``` b", "a ``` b", "text"])(
    "while %j stays as it is",
    (whole) => {
      expect(written(whole, "# Ours")).toBe(`${whole}\n\n# Ours\n`);
    },
  );
});
