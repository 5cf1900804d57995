import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { JSON_MAX_DEPTH, JSON_MAX_ITEMS, JSON_MAX_MEMBERS } from "../../../manifests/bounds/json.ts";
import { parseStrictJson } from "../../../manifests/json/strictJson.ts";
import { excess } from "../../support/effort.ts";

const nested = (depth: number): string => "[".repeat(depth) + "]".repeat(depth);
const list = (items: number): string => `[${Array.from({ length: items }, () => "0").join(",")}]`;
const members = (count: number): string =>
  `{${Array.from({ length: count }, (_, index) => `"m${index}":0`).join(",")}}`;

describe("a text is refused", () => {
  test.each([
    ["a second member of one name", '{"a":1,"a":2}', "/a", "a second member of this name", "each name once"],
    ["… however it is spelled", '{"a":1,"\\u0061":2}', "/a", "a second member of this name", "each name once"],
    ["… deep inside", '{"x":[0,{"b/c":1,"b/c":2}]}', "/x/1/b~1c", "a second member", "each name once"],
    ["a member named __proto__", '{"a":{"__proto__":{}}}', "/a/__proto__", '"__proto__"', "any other name"],
    ["… however it is spelled", '{"__pr\\u006fto__":{}}', "/__proto__", '"__proto__"', "any other name"],
    [
      "a member named constructor",
      '{"constructor":{"prototype":{}}}',
      "/constructor",
      '"constructor"',
      "any other name",
    ],
    ["nesting 10,000 deep", nested(10_000), "/0".repeat(JSON_MAX_DEPTH), "deeper nesting", "at most 64 levels"],
    ["objects 10,000 deep", '{"a":'.repeat(10_000), "/a".repeat(JSON_MAX_DEPTH), "deeper nesting", "at most 64 levels"],
    ["a number that is Infinity", '{"a":1e999}', "/a", "a number that is too large", "a finite number"],
    ["half of a surrogate pair as an escape", '["\\ud800"]', "/0", "half of a surrogate pair", "well-formed Unicode"],
    ["half of a surrogate pair as it stands", '["\ud800"]', "", "half of a surrogate pair", "well-formed Unicode"],
    ["a trailing comma", "[1,]", "/1", '"]"', "a JSON value"],
    ["a trailing comma in an object", '{"a":1,}', "/a", '"}"', "the name of a member"],
    ["a comment", "/* */1", "", '"/"', "a JSON value"],
    ["a leading zero", "01", "", '"1"', "nothing after"],
    ["a byte order mark", "\ufeff1", "", "line 1, column 1", "a JSON value"],
    ["a control character in a string", '"\n"', "", "a control character", "escapes"],
    ["an unknown escape", '"\\x41"', "", "an unknown escape", "\\uXXXX"],
    ["a string without end", '{"a":"b', "/a", "a string without end", 'a closing "'],
    ["an object without end", '{"a":1', "/a", "the end of the text", "a comma"],
    ["nothing", " \n", "", "the end of the text (line 2, column 1)", "a JSON value"],
    ["two values", "1 2", "", '"2"', "nothing after"],
    ["brackets that do not match", "[1}", "/0", '"}"', "a comma or the end"],
    ["a closing bracket alone", "]", "", '"]"', "a JSON value"],
    ["NaN", "NaN", "", '"N"', "a JSON value"],
  ])("%s", (_, text, pointer, found, allowed) => {
    const parsed = parseStrictJson(text);
    expect(parsed).toMatchObject({
      ok: false,
      error: {
        issue: { pointer, found: expect.stringContaining(found), allowed: expect.stringContaining(allowed) },
      },
    });
  });
});

describe("bounds", () => {
  test.each([
    ["depth", nested, JSON_MAX_DEPTH],
    ["items of a list", list, JSON_MAX_ITEMS],
    ["members of an object", members, JSON_MAX_MEMBERS],
  ])("%s: the bound is accepted and one more is refused", (_, make, bound) => {
    expect(parseStrictJson(make(bound - 1)).ok).toBe(true);
    expect(parseStrictJson(make(bound)).ok).toBe(true);
    expect(parseStrictJson(make(bound + 1))).toMatchObject({
      ok: false,
      error: {
        issue: { found: expect.stringMatching(/^(deeper|more)/), allowed: expect.stringContaining(String(bound)) },
      },
    });
  });
});

const parses = (text: string): boolean => {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
};

describe("agreement with JSON.parse", () => {
  test("every text JSON.stringify writes is read as the same value, unless a name is poisoned", () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 6 }), (value) => {
        const text = JSON.stringify(value);
        const poisoned = /"(__proto__|constructor)":/.test(text);
        const parsed = parseStrictJson(text);
        expect(parsed.ok).toBe(!poisoned && JSON.stringify(JSON.parse(text)).isWellFormed());
        expect(parsed.ok ? parsed.value : undefined).toEqual(parsed.ok ? JSON.parse(text) : undefined);
      }),
    );
  });

  test("nothing JSON.parse refuses is accepted", () => {
    const characters = fc.constantFrom(..."{}[]:,\"\\ \n-+.0129eEtrufalsn/'");
    fc.assert(
      fc.property(fc.string({ unit: characters, maxLength: 12 }), (text) => {
        expect(parseStrictJson(text).ok && !parses(text)).toBe(false);
      }),
      { numRuns: 5_000 },
    );
  });
});

test("a megabyte of small objects is read in one go, not again and again", async () => {
  const text = JSON.stringify(
    Array.from({ length: 10_000 }, (_, index) => ({ id: `page-${index}`, title: "A title", n: index, is: true })),
  );
  expect(await excess(() => parseStrictJson(text), 50)).toBeUndefined();
});
