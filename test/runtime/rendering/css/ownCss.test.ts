import { describe, expect, test } from "vitest";
import { ownCss } from "../../../../runtime/rendering/css/ownCss.ts";

const NOT_ROOT = ":where(:not(:scope))";
const own = (css: string): string => ownCss("acme.tool/list", css);

describe("a selector that could match the section by chance leaves it out", () => {
  test.each([
    ["* { top: 0 }", `*${NOT_ROOT} { top: 0 }`],
    ["section { top: 0 }", `section${NOT_ROOT} { top: 0 }`],
    [".section { top: 0 }", `.section${NOT_ROOT} { top: 0 }`],
    [".section--list, .is-wide { top: 0 }", `.section--list${NOT_ROOT}, .is-wide${NOT_ROOT} { top: 0 }`],
    ["main > * { top: 0 }", `main > *${NOT_ROOT} { top: 0 }`],
    ["[id] { top: 0 }", `[id]${NOT_ROOT} { top: 0 }`],
    ["#first { top: 0 }", `#first${NOT_ROOT} { top: 0 }`],
    [":is(:scope, .a) { top: 0 }", `:is(:scope, .a)${NOT_ROOT} { top: 0 }`],
    [":not(.a) { top: 0 }", `:not(.a)${NOT_ROOT} { top: 0 }`],
    [":hover::before { top: 0 }", `:hover${NOT_ROOT}::before { top: 0 }`],
    ["*:after { top: 0 }", `*${NOT_ROOT}:after { top: 0 }`],
    ["* /* all */ { top: 0 }", `*${NOT_ROOT} /* all */ { top: 0 }`],
    [".a { > * { top: 0 } }", `.a { > *${NOT_ROOT} { top: 0 } }`],
    ["@media (width) { * { top: 0 } }", `@media (width) { *${NOT_ROOT} { top: 0 } }`],
  ])("%s", (css, expected) => expect(own(css)).toBe(expected));

  test.each([
    ":scope { color: red }",
    ":scope.is-wide > .a { top: 0 }",
    ".a { top: 0 }",
    ".section.a { top: 0 }",
    "h2 { top: 0 }",
    ".b h2:hover { top: 0 }",
    ".a { &:hover { top: 0 } & > b { top: 0 } }",
    '.a[x=","] { content: "* { }" } /* * { } */',
  ])("while this is as it was: %s", (css) => expect(own(css)).toBe(css));
});

describe("names the whole page shares become the section's own", () => {
  test.each([
    [
      "@keyframes in { from { top: 0 } } .a { animation: in 1s ease-in, other 2s; animation-name: in }",
      "@keyframes acme_tool__list__in { from { top: 0 } } .a { animation: acme_tool__list__in 1s ease-in, other 2s; animation-name: acme_tool__list__in }",
    ],
    [
      `@media (width) { @keyframes "in" { } } .a { animation: 1s "in" }`,
      `@media (width) { @keyframes "acme_tool__list__in" { } } .a { animation: 1s "acme_tool__list__in" }`,
    ],
    [
      "@layer kernel, a.b; @layer kernel { .a { top: 0 } }",
      "@layer acme_tool__list__kernel, acme_tool__list__a.b; @layer acme_tool__list__kernel { .a { top: 0 } }",
    ],
    ["@layer { .a { top: 0 } }", "@layer { .a { top: 0 } }"],
  ])("%s", (css, expected) => expect(own(css)).toBe(expected));

  test("and those of two types are never alike", () => {
    const types = ["a.b/c", "a.b.c/d", "a.b/c-d", "a.b-c/d"];
    expect(new Set(types.map((type) => ownCss(type, "@layer x;"))).size).toBe(types.length);
  });
});
