import { expect, test } from "vitest";
import { PREVIEW_TEXT_MAX_BYTES, SHOWN_HTML_MAX_BYTES } from "../../../../manifests/bounds/editor.ts";
import { boundedHtml, boundedText } from "../../../../runtime/editing/showing/bounded.ts";

const told = (...lengths: number[]): boolean[] =>
  boundedHtml(lengths.map((length, index) => ({ id: `s${index}`, html: "x".repeat(length) }))).map(
    ({ html }) => html !== null,
  );

test.each([
  [-1, true],
  [0, true],
  [1, false],
])("HTML of the bound %i bytes more is answered: %s", (more, isTold) => {
  expect(told(SHOWN_HTML_MAX_BYTES + more)).toEqual([isTold]);
});

test("sections share the bound, and a shorter one after a too long one is answered", () => {
  expect(told(SHOWN_HTML_MAX_BYTES - 10, 11, 10, 1)).toEqual([true, false, true, false]);
});

test("the bound counts bytes, not characters", () => {
  expect(boundedHtml([{ id: "a", html: "é".repeat(SHOWN_HTML_MAX_BYTES / 2 + 1) }])).toEqual([{ id: "a", html: null }]);
});

test.each([
  [-1, true],
  [0, true],
  [1, false],
])("a style sheet of the bound and %i bytes is answered: %s", (more, isTold) => {
  expect(boundedText("x".repeat(PREVIEW_TEXT_MAX_BYTES + more)) !== null).toBe(isTold);
});
