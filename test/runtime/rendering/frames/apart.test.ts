/** Marks frames on pages that also embed other sites, so that no frame can navigate itself to one of them. */
import { describe, expect, test } from "vitest";
import { isForeign, scriptFrom } from "../../../../runtime/rendering/pagePolicy.ts";
import type { ActivePlugin } from "../../../../runtime/plugins/states/resolution.ts";
import { active, BASICS, input, rendererOf, section, sectionOf, themePlugin } from "../renderingSite.ts";

const framing = (hosts: readonly string[] | null): ActivePlugin => ({
  ...active(
    "test.tool",
    {
      sections: [sectionOf("tool", { frame: "face" })],
      frames: [{ name: "face", title: "Face", html: "face.html" }],
    } as never,
    { "tool.liquid": "None", "tool.md.liquid": "None", "face.html": "<p>Face</p>" },
  ),
  grant: hosts === null ? null : ({ capabilities: { browser: { hosts } } } as never),
});

const pageWith = (types: readonly string[], hosts: readonly string[] | null = []): string => {
  const renderer = rendererOf([BASICS, themePlugin(), framing(hosts)]);
  const sections = types.map((type, at) => ({ ...section(`s${at}`, "x"), type }));
  return renderer.page(input(sections)).html;
};
const framesOf = (html: string): number => html.split('data-frame="').length - 1;
const apartOf = (html: string): number => html.split('<div data-frame-apart="" data-frame="').length - 1;

describe("frames of a page", () => {
  test.each<[string, readonly string[], number, number]>([
    ["alone are not apart", ["test.tool/tool", "test.tool/tool"], 2, 0],
    ["beside another site's embedding are all apart", ["test.tool/tool", "test.basics/film", "test.tool/tool"], 2, 2],
    ["before one are apart as well", ["test.tool/tool", "test.basics/film"], 1, 1],
    ["that are none leave an embedding alone", ["test.basics/film"], 0, 0],
  ])("%s", (_, types, frames, apart) => {
    const html = pageWith(types);
    expect([framesOf(html), apartOf(html)]).toEqual([frames, apart]);
  });

  test("without a grant are not in the page, and nothing is apart", () => {
    const html = pageWith(["test.tool/tool", "test.basics/film"], null);
    expect([framesOf(html), apartOf(html)]).toEqual([0, 0]);
  });

  test("granted to a host are apart by what the page embeds, not by the host", () => {
    expect(apartOf(pageWith(["test.tool/tool"], ["api.example"]))).toBe(0);
  });
});

test.each([
  ["https://video.example", true],
  ["https://challenges.cloudflare.com", true],
  ["https://site.example/_assets/frame/acme.tool/face", false],
  ["http://localhost:*/_assets/frame/acme.tool/face", false],
  [scriptFrom("https://site.example/_assets/form.js"), false],
])("%s belongs to another site: %s", (source, is) => expect(isForeign(source)).toBe(is));
