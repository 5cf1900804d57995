import { assert, property, string } from "fast-check";
import { describe, expect, test } from "vitest";
import { PATH_MAX_CHARS } from "../../../manifests/bounds/documents.ts";
import { asciiPath, normalPath, pathOfAddress } from "../../../manifests/shapes/normalPath.ts";
import { asPagePath, isPagePath, slugOf } from "../../../manifests/shapes/pagePath.ts";

describe("the address of a page", () => {
  test.each([
    "/",
    "/a",
    "/services/roof_repair",
    "/a~b",
    "/über-uns",
    "/你好",
    "/привет-мир",
    "/عن-الشركة",
    "/น้ำ",
    "/tシャツ",
    "/seite.html",
    "/2026/rust-1.0.html",
    "/می\u200cخواهم",
  ])("may be %s, and is its own spelling", (path) => {
    expect(isPagePath(path)).toBe(true);
    expect(asPagePath(path)).toBe(path);
    expect(asPagePath(asciiPath(path))).toBe(path);
    expect(pathOfAddress(asciiPath(path))).toBe(path);
  });

  test.each([
    ["/About/", "/about"],
    ["/Über-Uns", "/über-uns"],
    ["/u\u0308ber", "/über"],
    ["/%C3%9Cber", "/über"],
    ["/%FCber", "/über"],
    ["/a//b/", "/a/b"],
    ["/Rust-1.0.html", "/rust-1.0.html"],
  ])("written as %j is %j", (written, path) => expect(asPagePath(written)).toBe(path));

  test.each([
    "a",
    "",
    "/a b",
    "/a?b",
    "/a#b",
    "/.",
    "/..",
    "/a/.b",
    "/a.",
    "/a..b",
    "/_a",
    "/-a",
    "/🎉",
    "/a%2Fb",
    "//a",
  ])("is never %j, which stays as it was written", (written) => {
    expect(isPagePath(written)).toBe(false);
    expect(asPagePath(written)).toBe(written);
  });

  test.each([
    [-1, true],
    [0, true],
    [1, false],
  ])("with the longest length %i is one: %s", (more, isOne) => {
    expect(isPagePath(`/${"ü".repeat(PATH_MAX_CHARS - 1 + more)}`)).toBe(isOne);
  });

  test("survives its way over the wire, whatever was written", () => {
    assert(
      property(string({ unit: "grapheme" }), (text) => {
        const path = asPagePath(`/${text}`);
        if (!isPagePath(path)) return;
        expect(normalPath(asciiPath(path))).toBe(path);
        expect(isPagePath(asPagePath(path.toUpperCase()))).toBe(true);
      }),
      { numRuns: 1_000 },
    );
  });
});

describe("the address that a title gives", () => {
  test.each([
    ["Our services", "our-services"],
    ["Über uns!", "über-uns"],
    ["你好吗吗", "你好吗吗"],
    ["不不不", "不不不"],
    ["Привет", "привет"],
    ["عن الشركة", "عن-الشركة"],
    ["🎉", "page"],
    ["  ", "page"],
    ["ＡＢＣ １２", "abc-12"],
    ["น้ำ", "น้ำ"],
    ["Обзор iPhone 15", "обзор-iphone-15"],
    ["C++ & C#", "c-c"],
    ["\ud800 half", "half"],
    ["a\u202eb", "a-b"],
  ])("of %j is %j", (title, slug) => {
    expect(slugOf(title)).toBe(slug);
    expect(isPagePath(`/${slug}`)).toBe(true);
  });

  test("is always one that a page may have", () => {
    assert(
      property(string({ unit: "binary", maxLength: 200 }), (title) => {
        const path = `/${slugOf(title)}`;
        expect(isPagePath(path) || path.length > PATH_MAX_CHARS, JSON.stringify(path)).toBe(true);
      }),
      { numRuns: 200 },
    );
  });
});
