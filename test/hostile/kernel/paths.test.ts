/** Addresses of pages that hide what they are: encoded separators, look-alike letters, reserved names in disguise. */
import { describe, expect, test } from "vitest";
import { asciiPath } from "../../../manifests/shapes/normalPath.ts";
import { isPagePath, asPagePath } from "../../../manifests/shapes/pagePath.ts";
import { pathAllowed } from "../../../runtime/documents/unreachable.ts";
import { readPathname } from "../../../sites/web/names/pathname.ts";
import { attempt, editingWorld } from "../../runtime/editing/editingWorld.ts";
import { page, SITE } from "../../runtime/kernel/world.ts";

describe("the address of a page is refused", () => {
  test.each([
    ["an encoded slash", "/a%2fb"],
    ["an encoded slash, encoded again", "/a%252fb"],
    ["an overlong slash", "/a%c0%afb"],
    ["encoded dots", "/%2e%2e/a"],
    ["encoded dots in a part", "/a%2e%2e"],
    ["a NUL", "/a%00"],
    ["a line break", "/a%0d%0ab"],
    ["a backslash", "/a%5cb"],
    ["a slash of full width", "/a\uff0fb"],
    ["a slash of fractions", "/a\u2044b"],
    ["a dot of one", "/\u2024\u2024"],
    ["a direction override", "/a\u202ebc"],
    ["an isolate", "/\u2066a"],
    ["a mark of direction", "/a\u200eb"],
    ["a zero-width space", "/a\u200bb"],
    ["a joiner between Latin letters", "/a\u200db"],
    ["a letter that nobody sees", "/a\u3164b"],
    ["a Cyrillic letter among Latin ones", "/\u0430bout"],
    ["a Greek letter among Latin ones", "/ab\u03bfut"],
    ["marks that pile up", `/a${"\u0323".repeat(6)}`],
    ["half a letter", "/a\ud800"],
    ["a private letter", "/a\ue000"],
    ["a tag character", "/a\u{e0061}"],
  ])("with %s", (_claim, path) => expect(isPagePath(asPagePath(path))).toBe(false));

  test.each(["/api", "/API/x", "/%61pi", "/ａｐｉ/x", "/media/x", "/MEDIA/x", "/ｍedia/x", "/cdn-cgi/x", "/𝒶pi"])(
    "where the platform answers: %s",
    async (path) => {
      expect(pathAllowed(path)).toBeDefined();
      const world = await editingWorld();
      expect(await attempt(world, "page.create", { body: page(path) })).toEqual(["/body/path"]);
    },
  );

  test.each([
    "/robots.txt",
    "/ROBOTS.TXT",
    "/sitemap.xml",
    "/sitemap-2.xml",
    "/llms.txt",
    "/a.md",
    "/a.%6dd",
    "/index",
  ])("where a file of the site is: %s", async (path) => {
    const world = await editingWorld();
    expect(await attempt(world, "page.create", { body: page(path) })).toEqual(["/body/path"]);
  });
});

test("spellings of one address are one page", async () => {
  const world = await editingWorld();
  await world.run("page.create", { body: page("/Äpfel") });
  for (const spelling of ["/äpfel", "/a\u0308pfel", "/%C3%84pfel", "/%E4pfel", "/äpfel/"]) {
    expect(await attempt(world, "page.create", { body: page(spelling) }), spelling).toEqual(["/path"]);
  }
});

test("a request never reaches a page by a spelling with a hidden separator", async () => {
  const world = await editingWorld({ home: page("/"), other: page("/a/b") });
  expect((await world.kernel.published.answer(SITE, "/a%2Fb", null)).status).toBe(404);
  expect((await world.kernel.published.answer(SITE, "/a%252Fb", null)).status).toBe(404);
});

test.each(["/%C3%A4%2Fb", "/%E4%00", "/%E4%0d%0aSet-Cookie:a", "/%E4%5c", "/%E4/../x", "/%E4%E4%2e%2e%2f"])(
  "a request in Latin-1 hides nothing: %s",
  (asked) => expect(readPathname(asked)).toBeUndefined(),
);

test("the longest address of letters is read, and a longer one is not", () => {
  const at = (length: number): string => asciiPath(`/${"字".repeat(length - 1)}`);
  expect([511, 512, 513].map((length) => readPathname(at(length)) !== undefined)).toEqual([true, true, false]);
});
