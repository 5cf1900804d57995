import { describe, expect, test } from "vitest";
import { XLIFF_FILE_MAX_BYTES } from "../../../manifests/bounds/editor.ts";
import { isXliffTooLarge } from "../../../sites/editor/xliff/file.ts";
import { readXliff } from "../../../sites/editor/xliff/reading.ts";
import { COPY, pair, planOf, translatedFile, written } from "../../editor/xliff/exchange.ts";

const whole = written(pair(COPY));
const faultOf = (text: string): unknown => {
  const read = readXliff(text);
  return read.ok ? null : read.error.fault;
};

describe("a hostile file for translators", () => {
  test.each([
    [
      "entities of its own",
      '<!DOCTYPE xliff [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;">]>',
      "hasDoctype",
    ],
    ["an external document type", '<!DOCTYPE xliff SYSTEM "https://evil.example/x.dtd">', "hasDoctype"],
    ["a file of the machine", '<!DOCTYPE x [<!ENTITY f SYSTEM "file:///etc/passwd">]>', "hasDoctype"],
  ])("is refused with %s", (_, doctype, fault) => {
    expect(faultOf(whole.replace("<xliff", `${doctype}<xliff`))).toBe(fault);
  });

  test.each([
    ["an entity that nobody declared", whole.replace("Wooden", "&evil;"), "notXml"],
    ["no XML at all", "MZ\u0000 not xml", "notXml"],
    ["half a file", whole.slice(0, -40), "notXml"],
    ["nothing", "", "notXml"],
    ["another root", "<html></html>", "notXliff"],
    ["version 1.2", '<xliff version="1.2" xmlns="urn:oasis:names:tc:xliff:document:1.2"/>', "otherVersion"],
    ["no languages", whole.replace('trgLang="de"', ""), "noLanguages"],
    ["101 levels", whole.replace(/<unit/, `${"<group>".repeat(99)}<unit`), "tooDeep"],
  ])("is refused with %s", (_, text, fault) => {
    expect(faultOf(text)).toBe(fault);
  });

  test("is as large as its bound, and no larger", () => {
    expect([-1, 0, 1].map((more) => isXliffTooLarge(XLIFF_FILE_MAX_BYTES + more))).toEqual([false, false, true]);
    expect(isXliffTooLarge(50 * 1024 * 1024)).toBe(true);
  });

  test("brings scripts in as words", () => {
    const script = "&lt;script&gt;alert(1)&lt;/script&gt;";
    const { pages } = planOf(pair(COPY), translatedFile(whole).replace("DE Wooden boats", `DE ${script}`));
    expect(pages[0]?.edit).toMatchObject({
      operations: [{}, { fields: { "/title": "DE <script>alert(1)</script>" } }],
    });
  });

  test("brings no element in as words", () => {
    const text = translatedFile(whole).replace("DE Wooden boats", 'DE <x:b xmlns:x="urn:x">Wooden</x:b> boats');
    expect(planOf(pair(COPY), text).pages[0]?.edit).toMatchObject({
      operations: [{}, { fields: { "/title": "DE  boats" } }],
    });
  });

  test("cannot name a place that the site did not give out, or one twice", () => {
    const changed = translatedFile(whole)
      .replace('id="section.hero.title"', 'id="section.hero.anchor"')
      .replace('id="section.hero.cards.0.title"', 'id="section.hero.__proto__.title"')
      .replace('id="section.hero.cards.1.title"', 'id="page.title"');
    const { pages, lost } = planOf(pair(COPY), changed);
    expect(lost.map(({ loss, text }) => [loss, text])).toEqual([
      ["unknown", "DE Wooden boats"],
      ["unknown", "DE First"],
      ["twice", "DE Second"],
    ]);
    const fields = { "/text": expect.any(String), "/image/alt": "DE A boat" };
    expect(pages[0]?.edit).toMatchObject({ operations: [{}, { op: "set", section: "hero", fields }] });
  });

  test("cannot name another page, or a version that there is not", () => {
    const other = planOf(pair(COPY), translatedFile(whole).replace('<file id="boats"', '<file id="prices"'));
    expect([other.pages, other.lost.every(({ loss }) => loss === "page")]).toEqual([[], true]);
    const later = translatedFile(whole).replace(">5</note>", ">999</note>");
    expect(JSON.stringify(planOf(pair(COPY), later).pages)).toContain('"translatedFrom":{"page":"boats","version":5}');
  });

  test("cannot change the target of a link by its own data", () => {
    const text = translatedFile(whole).replaceAll("](page:prices)", "](https://evil.example)");
    expect(JSON.stringify(planOf(pair(COPY), text).pages)).not.toContain("evil.example");
  });
});
