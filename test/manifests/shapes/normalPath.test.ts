import { assert, property, string } from "fast-check";
import { describe, expect, test } from "vitest";
import { asciiPath, decodedOr, normalPath } from "../../../manifests/shapes/normalPath.ts";

test.each([
  ["gr%C3%B6%C3%9Fe", "größe"],
  ["100%", "100%"],
  ["a%2", "a%2"],
  ["a%ff", "a%ff"],
])("people read “%s” as “%s”", (part, read) => expect(decodedOr(part)).toBe(read));

describe("the normal form of a path", () => {
  test.each([
    ["", "/"],
    ["/", "/"],
    ["//", "/"],
    ["/a/", "/a"],
    ["/A//b/", "/a/b"],
    ["/%61%42", "/ab"],
    ["/%C3%84rzte", "/\u00e4rzte"],
    ["/a\u0308rzte", "/\u00e4rzte"],
    ["/50%", "/50%25"],
    ["/50%25", "/50%25"],
    ["/a%2fb", "/a%2Fb"],
    ["/a%252Fb", "/a%252fb"],
    ["/a%3fb%23c", "/a%3Fb%23c"],
    ["/a%ffb", "/aÿb"],
    ["/a%96b", "/a%96b"],
    ["/a%ff%2fb", "/aÿ%2Fb"],
    ["/a%ff%0ab", "/a%FF%0Ab"],
    ["/\u0130", "/i\u0307"],
    ["/a b\u0001", "/a%20b%01"],
  ])("of %j is %j", (path, normal) => expect(normalPath(path)).toBe(normal));

  test("is its own normal form, also as a URL has it", () => {
    assert(
      property(string({ unit: "grapheme" }), (text) => {
        const normal = normalPath(text);
        expect(normalPath(normal)).toBe(normal);
        expect(normalPath(asciiPath(normal))).toBe(normal);
        expect(asciiPath(normal)).toMatch(/^\/(?!\/)[\u0021-\u007e]*$/);
      }),
      { numRuns: 2_000 },
    );
  });
});
