import { describe, expect, test } from "vitest";
import { STYLE_MAX_DEPTH } from "../../../manifests/bounds/templates.ts";
import { styleFaults } from "../../../manifests/css/check.ts";

const faults = (css: string) => styleFaults(css, "section");
const found = (css: string) => faults(css).map((fault) => fault.found);

describe("what ends a line, a string or a comment for a browser ends it for the check", () => {
  test.each([
    ["a carriage return", '.a { content: "\r} body { display: none } .b { x: " }'],
    ["a form feed", '.a { content: "\f} body { display: none } .b { x: " }'],
    ["both ends of a line", '.a { content: "\r\n} body { display: none } .b { x: " }'],
    ["a carriage return in single quotes", ".a { content: '\r} body { display: none } .b { x: ' }"],
  ])("%s in a string", (_, css) => {
    expect(found(css)).toContain("a string without its closing quote");
  });

  test.each([
    ["an escaped end of a line goes on with the string", '.a { content: "x\\\r\n} y" }'],
    ["a comment ends at its first end", "/* /* */ .a { color: red }"],
    ["a string holds brackets", '.a { content: "}" }'],
  ])("%s", (_, css) => {
    expect(found(css)).toEqual([]);
  });

  test.each([
    ["an address without quotes that the end cuts off", ".a { background: url(x"],
    ["an address with a quote inside", '.a { background: url(x"y) }'],
    ["a backslash at the end", ".a { color: red } \\"],
    ["an escape in the name of a rule", "@\\69mport 'x';"],
    ["an escape in a selector", ".\\61 { color: red }"],
  ])("%s is refused", (_, css) => {
    expect(faults(css)).not.toEqual([]);
  });
});

test("brackets nest to their bound", () => {
  const nested = (depth: number) => `.a { width: ${"calc(".repeat(depth - 1)}1px${")".repeat(depth - 1)} }`;
  expect([-1, 0, 1].map((by) => faults(nested(STYLE_MAX_DEPTH + by)).length)).toEqual([0, 0, 1]);
  expect(found("{".repeat(60_000))[0]).toBe(`more than ${STYLE_MAX_DEPTH} open brackets`);
});

describe("a section's sheet cannot move, uncontain or outgrow the section itself", () => {
  test.each([
    "position: fixed; inset: 0",
    "margin-top: -100vh",
    "margin: var(--any)",
    "transform: translateY(-100vh)",
    "translate: 0 -100vh",
    "scale: 20",
    "zoom: 20",
    "float: left",
    "z-index: 99",
    "grid-area: 1 / 1 / -1 / -1",
    "order: -1",
    "inline-size: 300vw",
    "display: contents",
    "display: inline",
    "display: var(--_shown)",
    "contain: none",
    "contain: none !important",
    "overflow: visible",
    "overflow-clip-margin: 100vmax",
    "box-shadow: 0 0 0 100vmax white",
    "outline: 100vmax solid white",
    "border-image: linear-gradient(red, red) 1 / 0 / 100vmax",
    "filter: drop-shadow(0 -100vh 0 red)",
    "animation: out 1s",
    "all: unset",
    "font-size: 100vh",
    "--space: -100vh",
    "content-visibility: visible",
    "offset-path: ray(45deg)",
    "will-change: top",
  ])("%s", (declarations) => {
    const name = declarations.slice(0, declarations.indexOf(":"));
    const says = `${name} on the section itself`;
    expect(found(`:scope { ${declarations} }`)).toContain(says);
    expect(found(declarations)).toContain(says);
    expect(found(`& { ${declarations} }`)).toContain(says);
    expect(found(`.inner { ${declarations} }`)).toEqual([]);
  });

  test.each([
    ["with a state of the section", ":scope:hover { top: 0 }"],
    ["with its variant", ":scope.is-wide { top: 0 }"],
    ["in capitals", ":SCOPE { TOP: 0 }"],
    ["in a list", ".a, :scope { top: 0 }"],
    ["in a rule of a medium", "@media (width > 1px) { :scope { top: 0 } }"],
    ["directly in a rule of a medium", "@media (width > 1px) { top: 0 }"],
    ["nested", ":scope { .a { color: red } &.is-wide { top: 0 } }"],
    ["nested behind a rule of a medium", ":scope { @media (width > 1px) { top: 0 } }"],
    ["nested in a rule that reaches it by the page", "body & { top: 0 }"],
    ["behind a comment", ":scope/**/.is-wide { top: 0 }"],
    ["behind a rule it closes", ".a { } top: 0"],
    ["with a comment before its colon", ":scope { top/**/: 0 }"],
  ])("%s", (_, css) => {
    expect(found(css).map((says) => says.toLowerCase())).toContain("top on the section itself");
  });

  test.each([
    ":scope { color: red; background: var(--ground); padding-block: 0; border-block: 1px solid; --ground: red; --_gap: 1rem }",
    ":scope { display: grid; grid-template-columns: 1fr 1fr; gap: 1rem; container-type: inline-size }",
    ":scope::before { position: absolute; inset: 0; content: '' }",
    ":scope > .a { margin: -1rem } .a:has(:scope) { top: 0 } :scope .a, .a * { top: 0 }",
    ":scope { .a { top: 0 } > * { top: 0 } }",
    ".a { position: fixed; &:hover { top: 0 } &::after { top: 0 } }",
    "* { margin: 0 }",
    "@keyframes k { from { top: 0 } to { translate: 0 1px } } .a { animation: k 1s }",
    "@container (width > 1px) { .a { --space: 1rem } }",
  ])("while this is its own: %s", (css) => {
    expect(found(css)).toEqual([]);
  });
});

describe("what browsers draw above the page is refused", () => {
  test.each([
    ["a list of choices", "select::picker(select) { inset: 0 }", "::picker"],
    ["the ground of a dialog", ".a::backdrop { background: red }", "::backdrop"],
    ["a transition between pages", ":is(.a)::view-transition-group(x) { inset: 0 }", "::view-transition-group"],
    ["a part in such a transition", ".a { view-transition-name: x }", "view-transition-name"],
    ["the buttons of a scrolling section", ":scope::scroll-button(right) { inset: 0 }", "::scroll-button"],
    ["a text shown as a password", ".a { -webkit-text-security: disc }", "-webkit-text-security"],
  ])("%s", (_, css, says) => {
    expect(found(css)).toEqual([says]);
  });

  test("but not what stands inside of its element", () => {
    expect(found(".a::before, .b::after, li::marker, input::placeholder { color: red }")).toEqual([]);
  });
});
