/** Packages whose assets try to run code, load something, or hide their type. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { assetFaults } from "../../../manifests/packages/assetCheck.ts";
import { cleanIcon } from "../../../manifests/assets/svg.ts";
import { ASSET_MAX_BYTES } from "../../../manifests/bounds/packages.ts";
import { styleFaults } from "../../../manifests/css/check.ts";
import { isTokenValue } from "../../../manifests/rules/tokenValue.ts";
import { checkTemplate } from "../../../manifests/templates/templateCheck.ts";

const base64 = (bytes: string): string => Buffer.from(bytes, "latin1").toString("base64");
const PNG = "\x89PNG\r\n\x1a\n";

describe("an SVG file with more than a drawing is refused:", () => {
  test.each([
    "<script>alert(1)</script>",
    '<path d="M1 1" onload="alert(1)"/>',
    '<a href="https://evil.example"><path d="M1 1"/></a>',
    '<use href="https://evil.example/a.svg#b"/>',
    '<use xlink:href="#a"/>',
    '<image href="https://evil.example/a.png"/>',
    '<foreignObject><iframe src="https://evil.example"/></foreignObject>',
    '<style>@import "https://evil.example";</style>',
    '<path d="M1 1" style="fill:url(https://evil.example)"/>',
    '<path d="M1 1" fill="url(#a)"/>',
    '<path d="M1 1" fill="&#117;rl(#a)"/>',
    '<path d="M1 1" filter="url(#a)"/>',
    '<animate attributeName="href" to="javascript:alert(1)"/>',
    '<set attributeName="onload" to="alert(1)"/>',
    '<path d="M1 1"/><text>Log in again</text>',
    "<![CDATA[<script>alert(1)</script>]]>",
    '<!ENTITY x "y"><path d="M1 1"/>',
    '<PATH d="M1 1"/>',
    '<path d="M1 1" d="M2 2" fill=red/>',
    '<path d="M1 1\u0000"/>',
    '<path d="M1 1" constructor="x"/>',
    '<path d="M1 1" __proto__="x"/>',
    '<constructor d="M1 1"/>',
    '<svg:script>alert(1)</svg:script><path d="M1" onclick="x"/>',
  ])("%s", (inside) => {
    expect(cleanIcon(`<svg viewBox="0 0 8 8">${inside}</svg>`).ok).toBe(false);
  });

  test("a dropped element is dropped with its content", () => {
    const clean = cleanIcon(
      '<svg viewBox="0 0 8 8"><metadata><script>alert(1)</script></metadata><title><path d="M1"/></title><path d="M1 1"/></svg>',
    );
    expect(clean).toEqual({ ok: true, value: '<svg viewBox="0 0 8 8"><path d="M1 1"></path></svg>' });
  });

  test("a document type with entities is refused", () => {
    expect(cleanIcon('<!DOCTYPE svg [<!ENTITY a "b">]><svg viewBox="0 0 8 8"></svg>').ok).toBe(false);
  });
});

describe("a file must have the format of its name:", () => {
  test.each([
    ["a page as a picture", "a.png", base64("<!DOCTYPE html><script>alert(1)</script>")],
    ["a drawing as a picture", "a.webp", base64("<svg onload=alert(1)>")],
    ["a picture as a font", "a.woff2", base64(PNG)],
    ["a picture with another spelling of its bytes", "a.png", `${base64(PNG).slice(0, -2)}p=`],
    ["a text", "a.png", "hello world!"],
    ["nothing", "a.png", ""],
    ["a script", "a.js", base64(PNG)],
  ])("%s", (_, path, text) => {
    expect(assetFaults(path, text)).toHaveLength(1);
  });

  test.each([
    [ASSET_MAX_BYTES - 1, 0],
    [ASSET_MAX_BYTES, 0],
    [ASSET_MAX_BYTES + 1, 1],
  ])("%i bytes have %i faults", (bytes, faults) => {
    expect(assetFaults("a.png", base64(PNG.padEnd(bytes, " ")))).toHaveLength(faults);
  });

  test("the font of a fixture is one", () => {
    const font = join(import.meta.dirname, "../../fixtures/plugins/lantern-press/assets/gelasio.woff2");
    expect(assetFaults("a.woff2", readFileSync(font).toString("base64"))).toEqual([]);
  });
});

describe("a style sheet loads the plugin's own assets and nothing else:", () => {
  test.each(['a{background:url("asset:paper")}', "@font-face{font-family:x;src:url( 'asset:plain' ) format('woff2')}"])(
    "taken: %s",
    (css) => {
      expect(styleFaults(css, "theme")).toEqual([]);
    },
  );

  test.each([
    "a{background:url(asset:paper)}",
    'a{background:url("https://evil.example/a.png")}',
    'a{background:url("//evil.example/a.png")}',
    'a{background:url("asset:../../media/x")}',
    'a{background:url("asset:paper" "https://evil.example")}',
    'a{background:url("asset:paper") url("https://evil.example")}',
    'a{background:url("asset:paper\\");https://evil.example")}',
    'a{background:url("asset:")}',
    'a{background:image-set("asset:paper" 1x)}',
    'a{background:src("asset:paper")}',
    'a{background:url("asset:Paper")}',
    '@import url("asset:paper");',
  ])("refused: %s", (css) => {
    expect(styleFaults(css, "theme")).not.toEqual([]);
  });

  test("an owner's token names no asset", () => {
    expect(isTokenValue('url("asset:paper")')).toBe(false);
  });
});

test.each([
  ['<img src="{{ fields.title | asset }}" alt="">', 0],
  ['<a href="{{ "paper" | asset }}">a</a>', 0],
  ['<img alt="{{ "quill" | icon }}" src="/">', 1],
  ['<img src="{{ "paper" | asset | append: fields.title }}" alt="">', 1],
])("a template that prints %s has %i faults", (text, faults) => {
  expect(checkTemplate({ text, pointer: "" }, "section")).toHaveLength(faults);
});
