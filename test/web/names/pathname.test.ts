import { array, assert, constantFrom, oneof, pre, property, string } from "fast-check";
import { describe, expect, test } from "vitest";
import { PATH_MAX_CHARS } from "../../../manifests/bounds/documents.ts";
import { readPathname, safeQuery } from "../../../sites/web/names/pathname.ts";

const DIGEST = "0".repeat(64);

describe("a path", () => {
  test.each([
    ["/", "/"],
    ["/about", "/about"],
    ["/About", "/about"],
    ["/about/", "/about"],
    ["/about//", "/about"],
    ["//", "/"],
    ["//evil.example/a", "/evil.example/a"],
    ["/a//b///c", "/a/b/c"],
    ["/%61bout", "/about"],
    ["/%41bout", "/about"],
    ["/%7euser", "/~user"],
    ["/%c3%bcber", "/%C3%BCber"],
    ["/%C3%9Cber", "/%C3%BCber"],
    ["/u%CC%88ber", "/%C3%BCber"],
    ["/%FCber", "/%C3%BCber"],
    ["/%DCber/%e4", "/%C3%BCber/%C3%A4"],
    ["/%ff", "/%C3%BF"],
    ["/a%21b%2cc", "/a!b,c"],
    ["/50%25", "/50%25"],
    ["/a%3fb", "/a%3Fb"],
    ["/a%20b", "/a%20b"],
    ["/index.md", "/index.md"],
    ["/.well-known/ai-catalog.json", "/.well-known/ai-catalog.json"],
    ["/a;b=1,2@c:d!$&'()*+", "/a;b=1,2@c:d!$&'()*+"],
    [`/media/${DIGEST}/Photo.PNG`, `/media/${DIGEST}/Photo.PNG`],
    ["/_assets/ABC.css", "/_assets/ABC.css"],
    ["/Media/A.png", "/media/a.png"],
    ["/api", "/api"],
  ])("%s is published as %s", (asked, canonical) => {
    expect(readPathname(asked)).toEqual({ asked, canonical });
    expect(readPathname(canonical)?.canonical).toBe(canonical);
  });

  test.each([
    "",
    "about",
    "*",
    "/%",
    "/%4",
    "/%zz",
    "/%u0041",
    "/%00",
    "/a%0ab",
    "/a%0d%0aX:y",
    "/%7f",
    "/%ff%2f",
    "/%ff%ff%00",
    "/%a0",
    "/%d7",
    "/%c0%af",
    "/%ed%a0%80",
    "/a%2fb",
    "/a%2Fb",
    "/a%5cb",
    "/a\\b",
    "/./a",
    "/a/.",
    "/../a",
    "/a/..",
    "/%2e%2e/a",
    "/a/%2E%2e",
    "/a/.%2e/b",
    "/..",
    "/a b",
    "/a\tb",
    "/a\nb",
    "/<script>",
    '/"',
    "/a|b",
    "/a^b",
    "/`",
    "/{a}",
    "/[a]",
    "/über",
    "/a?b",
    "/a#b",
    "/\u202e",
  ])("%j is refused", (asked) => {
    expect(readPathname(asked)).toBeUndefined();
  });

  test.each([
    [-1, true],
    [0, true],
    [1, false],
  ])("of the longest length %i is read: %s", (more, read) => {
    expect(readPathname(`/${"a".repeat(PATH_MAX_CHARS - 1 + more)}`) !== undefined).toBe(read);
  });

  test("has a canonical spelling that reads as itself, starts with one slash and needs no escaping", () => {
    const piece = oneof(
      {
        weight: 9,
        arbitrary: constantFrom(
          "/",
          "a.",
          "B",
          "%41",
          "%7e",
          "%c3%bc",
          "~",
          ":",
          "//",
          "media",
          "%C3%9C",
          "'",
          "@",
          ".",
          "..",
          "%2e",
        ),
      },
      { weight: 1, arbitrary: oneof(string(), constantFrom("%2F", "%00", "\\", "<", "\r\n", "%")) },
    );
    assert(
      property(array(piece, { maxLength: 8 }), (pieces) => {
        const canonical = readPathname(`/${pieces.join("")}`)?.canonical;
        pre(canonical !== undefined);
        expect(canonical).toMatch(/^\/(?![/\\])[A-Za-z0-9\-._~!$&'()*+,;=:@%/]*$/);
        expect(readPathname(canonical)?.canonical).toBe(canonical);
        expect(new URL(canonical, "https://site.example").pathname).toBe(canonical);
      }),
      { numRuns: 2_000 },
    );
  });
});

describe("a query string", () => {
  test.each(["?", "?a=1", "?a=1&b=%20", "?q=a/b?c", "?utm_source=x"])("%s is kept", (search) => {
    expect(safeQuery(search)).toBe(search);
  });

  test.each([
    ["", ""],
    ["a=1", ""],
    ['?a="', "?a=%22"],
    ["?<script>", "?%3Cscript%3E"],
    ["?%zz", "?%25zz"],
    ["?%", "?%25"],
    ["?a\r\nb", "?a%0D%0Ab"],
    ["?ü", "?%C3%BC"],
    ["?a b", "?a%20b"],
    ["?a#b", "?a%23b"],
    ["?filter[a]=1|2", "?filter%5Ba%5D=1%7C2"],
    ["?\ud800", "?%EF%BF%BD"],
  ])("%j is kept as %j, which a header can hold", (search, kept) => {
    expect(safeQuery(search)).toBe(kept);
    expect(safeQuery(kept)).toBe(kept);
  });
});
