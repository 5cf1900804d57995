import { describe, expect, test } from "vitest";
import { DRAWING_MAX_BYTES, DRAWING_MAX_DEPTH, DRAWING_MAX_DRAWN } from "../../../../manifests/bounds/media.ts";
import { Refusal } from "../../../../manifests/refusals/refusal.ts";
import { cleanDrawing } from "../../../../runtime/media/drawings/cleanDrawing.ts";

const NS = 'xmlns="http://www.w3.org/2000/svg"';
const clean = (text: string) => cleanDrawing(new TextEncoder().encode(text));
const drawn = (inside: string, more = ""): string => `<svg ${NS} viewBox="0 0 8 8"${more}>${inside}</svg>`;
const inside = (text: string): string =>
  clean(drawn(text))
    .text.replace(/^<svg[^>]*>/, "")
    .replace(/<\/svg>$/, "");

function refused(text: string | Uint8Array): unknown {
  try {
    cleanDrawing(typeof text === "string" ? new TextEncoder().encode(text) : text);
    return "accepted";
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return error.detail.issues?.[0]?.found ?? error.code;
  }
}

describe("a drawing as programs write it", () => {
  test("keeps shapes, gradients, styles and words, and loses the notes of its program", () => {
    const file = `\uFEFF<?xml version="1.0" encoding="UTF-8" standalone="no"?>
<!-- Created with a program --><!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd" [
  <!ENTITY ns_svg "http://www.w3.org/2000/svg">]>
<svg xmlns="&ns_svg;" xmlns:xlink="http://www.w3.org/1999/xlink" xmlns:inkscape="x" inkscape:version="1" viewBox="0 0 20 10" width="40mm" height="20mm">
<sodipodi:namedview pagecolor="#fff"><inkscape:grid/></sodipodi:namedview><metadata><rdf:RDF/></metadata>
<defs><linearGradient id="a"><stop offset="0" stop-color="#f00"/></linearGradient><style><![CDATA[.b{fill:url(#a)}]]></style></defs>
<title>Tide &amp; time</title><g class="b" onclick="go()"><path d="M1 1L2 2"/></g><use xlink:href="#a"/><text x="1">Ebb <tspan>low</tspan> &#252;</text></svg>`;
    const { text, size } = clean(file);
    expect(size).toEqual({ width: 151, height: 76 });
    expect(text).toBe(
      `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 20 10" width="40mm" height="20mm">` +
        `<defs><linearGradient id="a"><stop offset="0" stop-color="#f00"></stop></linearGradient><style>.b{fill:url(#a)}</style></defs>` +
        `<title>Tide &amp; time</title><g class="b"><path d="M1 1L2 2"></path></g><use href="#a"></use>` +
        `<text x="1">Ebb <tspan>low</tspan> ü</text></svg>`,
    );
    expect(clean(text).text).toBe(text);
  });

  test("keeps the words of a link and the parts of a choice", () => {
    expect(inside('<a href="https://x.example/"><text>to <a>the</a> quay</text></a>')).toBe(
      "<g><text>to <tspan>the</tspan> quay</text></g>",
    );
    expect(inside('<switch><foreignObject><p>x</p></foreignObject><g><path d="M0"/></g></switch>')).toBe(
      '<switch><g><path d="M0"></path></g></switch>',
    );
    expect(inside('<a transform="translate(50)" fill="red" href="#x"><path/></a>')).toBe(
      '<g transform="translate(50)" fill="red"><path></path></g>',
    );
    expect(inside("<svg:text><a>word</a></svg:text>")).toBe("<text><tspan>word</tspan></text>");
    const choice = '<switch><text systemLanguage="de">Ufer</text><text>quay</text></switch>';
    expect(inside(choice)).toBe(choice);
  });

  test.each([
    ['<style>#x{fill:url(#g)}path.b{fill:url("#Verlauf-ä")}svg .c{mask:url(#h)}</style><path id="x" fill="url(#ñ)"/>'],
    ['<style>.a{font-family:"\\5b8b"}.a\\:b{fill:red}@media (min-width:1px){.c{fill:red}}</style>'],
    ["<style>@keyframes k{from{opacity:0}50%{opacity:1}}.a:hover{animation:k 1s steps(2)}</style>"],
    ['<pattern id="p"><path></path></pattern><circle id="c" fill="url(#p)"></circle><use href="#ö"></use>'],
  ])("keeps %s as it is", (text) => expect(inside(inside(text))).toBe(inside(text)));

  test("keeps styles of ids, names and parts, and paints of any letters", () => {
    const sheet = "<style>#x{fill:url(#g)}path.b{fill:url('#Verlauf-ä')}svg .c{mask:url(#h)}</style>";
    expect(inside(sheet)).toBe(sheet);
    expect(inside('<path fill="url(#ñ)"/>')).toBe('<path fill="url(#ñ)"></path>');
    const escaped = String.raw`<style>.a\:b{fill:red;x:\9;y:z}.c{x:y}</style>`;
    expect(inside(escaped)).toBe(escaped.replace(String.raw`x:\9;`, ""));
  });

  test("keeps an animation that names its own element", () => {
    const text = '<circle id="c"><animate href="#c" attributeName="r" to="2"></animate></circle>';
    expect(inside(text)).toBe(text);
  });

  test.each([
    ['viewBox="0 0 24 12"', 24, 12],
    ['viewBox="0 0 24 12" width="100%"', 24, 12],
    ['viewBox="0 0 24 12" width="48"', 48, 24],
    ['viewBox="0 0 24 12" height="6px"', 12, 6],
    ['width="1in" height="2pc"', 96, 32],
    ['viewBox="0 0 0.5 0.2"', 1, 1],
    ['viewBox="0,0,1000000,10"', 20_000, 1],
  ])("of %s has a size", (said, width, height) => {
    expect(clean(`<svg ${said}><path d="M0"/></svg>`).size).toEqual({ width, height });
  });

  test("without a view gets one, so that it scales", () => {
    expect(clean('<svg width="30" height="20"/>').text).toBe(
      `<svg ${NS} width="30" height="20" viewBox="0 0 30 20"></svg>`,
    );
    expect(clean('<svg width="0.4" height="30000.5"/>').text).toContain('viewBox="0 0 0.4 30000.5"');
  });

  test("may hold a picture, without what a camera wrote into it", () => {
    const exif = new Uint8Array([0xff, 0xd8, 0xff, 0xe1, 0, 10, ...new TextEncoder().encode("Exif\0\0GP"), 0xff, 0xd9]);
    const held = (bytes: Uint8Array): string => `data:image/jpeg;base64,${Buffer.from(bytes).toString("base64")}`;
    const kept = inside(`<image href="${held(exif)}"/>`);
    const bytes = Buffer.from(/base64,([^"]*)/.exec(kept)?.[1] ?? "", "base64");
    expect(bytes.subarray(0, 2)).toEqual(Buffer.from([0xff, 0xd8]));
    expect(bytes.includes("GP")).toBe(false);
  });

  test.each(["AA=", "AAA==", "AAAA=", "A", "AAAA!"])("loses a picture of broken bytes: %s", (bytes) =>
    expect(inside(`<image href="data:image/png;base64,${bytes}"/>`)).toBe("<image></image>"),
  );
});

describe("a drawing is refused", () => {
  test.each([
    ["no size", "<svg/>", "a drawing (SVG) without a size"],
    ["an end that is missing", "<svg viewBox='0 0 1 1'>", "bytes that are not a complete SVG file"],
    ["another end", "<svg viewBox='0 0 1 1'><g></svg></g>", "bytes that are not a complete SVG file"],
    ["a second drawing", drawn("") + drawn(""), "bytes that are not a complete SVG file"],
    ["a page behind it", `${drawn("")}<script>1</script>`, "bytes that are not a complete SVG file"],
    ["words behind it", `${drawn("")}PK`, "bytes that are not a complete SVG file"],
    ["another root", "<html viewBox='0 0 1 1'/>", "bytes that are not a complete SVG file"],
  ])("for %s", (_, text, found) => expect(refused(text)).toBe(found));

  test("that is not UTF-8", () =>
    expect(refused(new Uint8Array([60, 115, 0xff]))).toBe("bytes that are not a complete SVG file"));

  test("over its bounds, and not at them", () => {
    const long = (bytes: number): string => drawn(`<!--${"x".repeat(bytes - drawn("<!---->").length)}-->`);
    for (const [bytes, found] of [
      [-1, "accepted"],
      [0, "accepted"],
      [1, "TOO_LARGE"],
    ] as const)
      expect(refused(long(DRAWING_MAX_BYTES + bytes))).toBe(found);
    const deep = (levels: number): string => drawn("<g>".repeat(levels - 1) + "</g>".repeat(levels - 1));
    for (const [more, found] of [
      [-1, "accepted"],
      [0, "accepted"],
      [1, "a drawing (SVG) of very deep parts"],
    ] as const)
      expect(refused(deep(DRAWING_MAX_DEPTH + more))).toBe(found);
    // A group of 199 shapes that is drawn 1,000 times, with the svg, the group and the uses themselves.
    const shapes = (more: number): string =>
      drawn(`<g id="a">${"<path/>".repeat(198)}</g>${'<use href="#a"/>'.repeat(998)}${"<path/>".repeat(more)}`);
    const known = 1 + 199 + 998 * 200;
    for (const [more, found] of [
      [-1, "accepted"],
      [0, "accepted"],
      [1, "a drawing (SVG) whose parts repeat each other too often"],
    ] as const)
      expect(refused(shapes(DRAWING_MAX_DRAWN - known + more))).toBe(found);
  });
});
