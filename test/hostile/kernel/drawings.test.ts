import { describe, expect, test } from "vitest";
import { cleanDrawing } from "../../../runtime/media/drawings/cleanDrawing.ts";
import { excess } from "../../support/effort.ts";

/** Attacks on drawings: scripts in every corner, what loads from elsewhere, and few lines that draw millions of shapes. */

const drawn = (inside: string, more = ""): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" viewBox="0 0 8 8"${more}>${inside}</svg>`;
const clean = (text: string): string => cleanDrawing(new TextEncoder().encode(text)).text;

/** Code, links and anything that loads: no stored drawing has them. */
const HARMFUL =
  /script|\bon\w+\s*=|javascript|foreignobject|iframe|embed|<object|<a[\s>]|<set|<html|handler|listener|evil|import|@font|feImage|<!|<\?|&(?!(?:amp|lt|gt|quot);)/i;

const CORNERS: readonly (readonly [string, string])[] = [
  ["a script", "<script>alert(1)</script>"],
  ["a script of another file", '<script href="https://evil.example/x.js"/>'],
  ["a script in a section of characters", "<script><![CDATA[alert(1)]]></script>"],
  ["a script with a prefix", '<svg:script xmlns:svg="http://www.w3.org/2000/svg">alert(1)</svg:script>'],
  ["a script of XHTML", '<x:script xmlns:x="http://www.w3.org/1999/xhtml">alert(1)</x:script>'],
  ["a script in capitals", "<SCRIPT>alert(1)</SCRIPT>"],
  ["a script in what is removed", "<metadata><script>alert(1)</script></metadata>"],
  ["an event", '<path d="M0" onload="alert(1)"/>'],
  ["an event in capitals", '<path d="M0" ONCLICK="alert(1)"/>'],
  ["an event of an animation", '<animate attributeName="x" onbegin="alert(1)" dur="1s"/>'],
  ["an event in another namespace", '<path d="M0" ev:onload="alert(1)"/>'],
  ["a page in a drawing", '<foreignObject><iframe src="javascript:alert(1)"/></foreignObject>'],
  ["a page with another prefix", '<svg:foreignObject><body onload="alert(1)"/></svg:foreignObject>'],
  ["a link to code", '<a xlink:href="javascript:alert(1)"><path d="M0"/></a>'],
  ["a link that is written oddly", '<a href="java&#10;script:alert(1)"><path d="M0"/></a>'],
  ["an animation of a link", '<a><animate attributeName="href" to="javascript:alert(1)"/><path d="M0"/></a>'],
  ["an animation of a prefixed link", '<animate attributeName="xlink:href" values="javascript:alert(1)"/>'],
  ["a change to a link", '<set attributeName="href" to="javascript:alert(1)"/>'],
  ["a change to an event", '<animate attributeName="onload" to="alert(1)"/>'],
  ["an animation of a style", '<animate attributeName="style" to="background:url(//evil.example)"/>'],
  ["a drawing that is used from elsewhere", '<use href="https://evil.example/x.svg#a"/>'],
  ["a drawing in an address", '<use href="data:image/svg+xml;base64,PHN2Zy8+#a"/>'],
  ["a picture of elsewhere", '<image href="https://evil.example/x.png"/>'],
  ["a drawing as a picture", '<image href="data:image/svg+xml;base64,PHN2Zy8+"/>'],
  ["a page as a picture", '<image xlink:href="data:text/html;base64,PHNjcmlwdD4="/>'],
  ["a filter that loads", '<filter id="f"><feImage href="https://evil.example/x.png"/></filter>'],
  ["a paint of elsewhere", '<path d="M0" fill="url(https://evil.example/x.svg#a)"/>'],
  ["a paint that is written oddly", '<path d="M0" fill="u\\72l(https://evil.example/x)"/>'],
  ["a style that loads", '<path d="M0" style="background:url(//evil.example/x)"/>'],
  ["a style with quotes", `<path d="M0" style='fill:url("https://evil.example/)")'/>`],
  ["a style without an end", '<path d="M0" style="fill:url(https://evil.example/x"/>'],
  ["an import", '<style>@import "https://evil.example/x.css";</style>'],
  ["an import in a comment's gap", "<style>@im/**/port url(//evil.example/x)</style>"],
  ["a font", '<style>@font-face{font-family:x;src:url("https://evil.example/x")}</style>'],
  ["a picture by another function", '<style>.a{background:image-set("https://evil.example/x" 1x)}</style>'],
  ["a picture by escapes", "<style>.a{background:\\75rl(//evil.example/x)}</style>"],
  ["a style that ends early", "<style>.a{}&lt;/style>&lt;script>alert(1)&lt;/script></style>"],
  ["a title that ends early", "<title>&lt;/title&gt;&lt;img src=x onerror=alert(1)&gt;</title>"],
  [
    "a sheet with a link",
    '<style><a>@import "https://evil.example/x.css";*{background:url(//evil.example)}</a></style>',
  ],
  ["a sheet with a choice", '<style><switch>@import "https://evil.example/x.css";</switch></style>'],
  ["a sheet within a part of a sheet", '<style><style>@import "https://evil.example/x.css";</style></style>'],
  ["a pointer of elsewhere", `<rect cursor="-webkit-image-set('https://evil.example/x' 1x),auto"/>`],
  ["a mask of elsewhere", `<rect mask="image-set('https://evil.example/x' 1x)"/>`],
  ["a mask by an unknown function", `<rect mask="-x-picture('https://evil.example/x')"/>`],
  ["an animation to a mask", `<animate attributeName="mask" values="none;image-set('https://evil.example/x' 1x)"/>`],
  ["a change to a mask", `<animate attributeName="mask" to="src('https://evil.example/x')"/>`],
  ["an animation of a geometry", `<animate attributeName="x" from="image('https://evil.example/x')"/>`],
  ["a name that escapes hide", '<style>.a{fill:u\\72l(x"y); }.b{background:url(//evil.example)}</style>'],
  [
    "a name of letters that browsers read apart",
    "<style>.a{fill:\u2000url(x'y);}.b{mask:image-set('//evil.example')}</style>",
  ],
  ["an address with an early quote", `<style>.a{fill:url(a"b);x:image-set("//evil.example")}</style>`],
  ["a string that ends with its line", `<style>.a{x:"\n;mask:image-set('//evil.example')}</style>`],
  ["a string without an end", `<style>.a{x:"\\";mask:image-set('//evil.example')}</style>`],
  ["an old comment of pages", `<style>&lt;!--url(x"y);z:image-set('//evil.example')--&gt;</style>`],
  ["a program's instruction", '<?xml-stylesheet href="https://evil.example/x.xsl"?>'],
  ["a frame", '<iframe src="https://evil.example"/>'],
  ["an object", '<embed src="https://evil.example"/><object data="https://evil.example"/>'],
  ["a listener", '<handler type="application/ecmascript">alert(1)</handler><listener event="click" handler="#x"/>'],
  ["sound and film", '<audio src="https://evil.example"/><video href="https://evil.example"/>'],
];

describe("of a drawing with", () => {
  test.each(CORNERS)("%s, nothing that runs or loads is stored", (_, inside) => {
    const text = clean(drawn(`${inside}<path d="M1 1"/>`));
    const words = text.replace(/^<svg xmlns="[^"]*"/, "").replaceAll(/&lt;[^<]*/g, "");
    expect(words).not.toMatch(HARMFUL);
    expect(text).toContain('<path d="M1 1"></path>');
    // The stored text is already clean.
    expect(clean(text)).toBe(text);
  });

  test("events at its root, they are gone", () =>
    expect(clean(drawn("", ' onload="alert(1)" onfocusin="alert(1)" tabindex="1"'))).not.toMatch(HARMFUL));

  test("entities of its own, nothing is repeated or read", () => {
    const laughs = `<!DOCTYPE svg [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;"><!ENTITY x SYSTEM "file:///etc/passwd">]>`;
    expect(clean(`${laughs}${drawn("<text>&b;&x;!</text>")}`)).toContain("<text>!</text>");
  });
});

describe("a drawing of a few lines that draws millions of shapes is refused", () => {
  const levels = (of: (level: number, next: number) => string): string =>
    Array.from({ length: 12 }, (_, level) => of(level, level + 1)).join("");
  test.each([
    [
      "by uses",
      levels((one, next) => `<g id="a${one}">${`<use href="#a${next}"/>`.repeat(10)}</g>`) + '<path id="a12"/>',
    ],
    [
      "by paints",
      levels((one, next) => `<pattern id="a${one}">${`<path fill="url(#a${next})"/>`.repeat(10)}</pattern>`) +
        '<pattern id="a12"/><path fill="url(#a0)"/>',
    ],
    [
      "by styles of classes",
      `<style>${levels((one) => `.c${one}{mask:url('#a${one}')}`)}</style>` +
        levels((one, next) => `<mask id="a${one}">${`<path class="x c${next}"/>`.repeat(10)}</mask>`) +
        '<path class="c0"/>',
    ],
    ["by themselves", '<g id="a"><use href="#b"/></g><g id="b"><use href="#a"/></g>'],
    ["in a long row", Array.from({ length: 5000 }, (_, at) => `<use id="u${at}" href="#u${at + 1}"/>`).join("")],
  ])("%s", (_, inside) => expect(() => clean(drawn(inside))).toThrow("UNSUPPORTED_MEDIA_TYPE"));

  const points = `<path d="M0 0${"h1".repeat(60_000)}"`;
  const shapes = "<path/>".repeat(1000);
  const part = `<marker id="m">${"<path/>".repeat(300)}</marker><pattern id="p">${"<path/>".repeat(300)}</pattern>`;
  test.each([
    ["markers of a path", `${part}${points} marker-mid="url(#m)"/>`],
    ["markers that a path inherits", `${part}<g marker-mid="url(#m)">${points}/></g>`],
    ["markers of a class", `<style>.a{marker:url(#m)}</style>${part}<g class="a">${points}/></g>`],
    ["markers of a style", `${part}<g style="marker:url(#m)">${points}/></g>`],
    ["an inherited paint", `${part}<g fill="url(#p)">${shapes}</g>`],
    ["an inherited paint of an id", `<style>#a{fill:url(#p)}</style>${part}<g id="a">${shapes}</g>`],
    [
      "an animated paint",
      `${part}<g>${shapes}<animate attributeName="fill" to="url(#p)"/></g><g id="q" fill="url(#p)">${shapes}</g>`,
    ],
    [
      "an animation of another part",
      `${part}<g id="a">${shapes}</g><animate href="#a" attributeName="fill" to="url(#p)"/>`,
    ],
    ["a paint of a name that is not its own", `${part}<g attributeName="x" fill="url(#p)">${shapes}</g>`],
    ["a rule without an end", `${part}<g class="a">${shapes}</g><style>.a{fill:url(#p)</style>`],
  ])("by %s", (_, inside) => expect(() => clean(drawn(inside))).toThrow("UNSUPPORTED_MEDIA_TYPE"));

  test.each([
    ["all elements", "*{fill:url(#m)}", "*{}"],
    ["elements of a name", "path{a:b;mask:url(#m)}", "path{a:b}"],
    ["what is behind a rule in a rule", "*{x{}mask:url(#m)}", "*{x{}}"],
    ["a rule in a class", ".a{*{mask:url(#m)}}", ".a{*{}}"],
    ["a property of its own", ".r{--m:url(#m)}*{mask:var(--m)}", ".r{}*{mask:var(--m)}"],
    ["what inherits a mask", "*{mask:inherit}.r{--m:inherit}", "*{}.r{}"],
  ])("and a style for %s cannot draw its parts", (_, sheet, kept) => {
    const many = `<g mask="url(#m)">${"<path/>".repeat(1000)}</g><mask id="m">${"<path/>".repeat(300)}</mask>`;
    expect(clean(drawn(`<style>${sheet}</style>${many}`))).toContain(`<style>${kept}</style>`);
  });

  test("and a use with an escaped id names nothing", () =>
    expect(clean(drawn('<use href="#%61"/><path mask="url(#%61)"/>'))).toContain(
      '<use></use><path mask="none"></path>',
    ));
});

describe("a drawing takes time in proportion to its length", () => {
  const REPEATED: readonly (readonly [string, (times: number) => string])[] = [
    ["a selector", (times) => `<style>${".a,".repeat(times)}.a{fill:url(#b);${"x:url(#b);".repeat(times)}}</style>`],
    [
      "selectors and references",
      (times) => `<style>${named(times, ".a")}{${named(times, "", "x:url(#b", ");")}}</style>`,
    ],
    [
      "rules for a class",
      (times) => `<style>${".a{fill:url(#b)}".repeat(times)}</style>${'<g class="a"/>'.repeat(times)}`,
    ],
    ["rules for all", (times) => `<style>${"*{fill:url(#b)}".repeat(times)}</style>${'<g class="a"/>'.repeat(times)}`],
    ["a sheet without braces", (times) => `<style>${"a ".repeat(times)}</style>`],
    ["rules of an unknown kind", (times) => `<style>@${"a".repeat(times)}${"{".repeat(times)}</style>`],
    ["starts of an address", (times) => `<style>.a{x:${'url("'.repeat(times)}</style>`],
    ["starts of a comment", (times) => `<style>${"/*".repeat(times)}</style>`],
    ["escapes", (times) => `<style>.a{x:"${"\\".repeat(times)}</style>`],
    ["a picture's spaces", (times) => `<image href="data:image/png;base64,A${" ".repeat(times)}!"/>`],
    ["a length's spaces", (times) => `<svg width="1${" ".repeat(times)}!"/>`],
    ["attributes of one name", (times) => `<path ${'y="1" '.repeat(times)}${'x="1" '.repeat(times)}/>`],
    ["classes", (times) => `<path class="${"a ".repeat(times)}"/>`],
  ];
  const named = (times: number, before: string, lead = "", end = ","): string =>
    Array.from({ length: times }, (_, at) => `${lead}${before}${at}${end}`)
      .join("")
      .replace(/,$/, "");

  // A reading by the square of the length takes minutes here.
  test.each(REPEATED)("with many of %s", async (_, inside) => {
    expect(await excess(() => clean(drawn(inside(20_000))), 500)).toBeUndefined();
  });

  test("also with a long string and 200,000 classes", () => {
    expect(() => clean(drawn(`<style>.a{x:"${"a".repeat(1_900_000)}"}</style>`))).not.toThrow();
    expect(() => clean(drawn(`<path class="${"a ".repeat(200_000)}"/>`))).not.toThrow();
  });
});

test("a drawing of many attributes or signs is read in time", async () => {
  const long = `<path d="${"M1 1".repeat(100_000)}" style="${"a:b;".repeat(100_000)}" ${Array.from({ length: 20_000 }, (_, at) => `x${at}="1"`).join(" ")}/>`;
  const dear = await excess(() => {
    clean(drawn(long));
    expect(() => clean(drawn(`<path ${"a ".repeat(500_000)}/>`))).toThrow("UNSUPPORTED_MEDIA_TYPE");
    expect(() => clean(drawn("<!--".repeat(200_000)))).toThrow("UNSUPPORTED_MEDIA_TYPE");
    expect(() => clean(drawn("<style>" + "@a ".repeat(200_000) + "</style>"))).not.toThrow();
    expect(() => clean(drawn("<style>" + "url(".repeat(200_000) + "</style>"))).not.toThrow();
  }, 2000);
  expect(dear).toBeUndefined();
});
