import { expect, test } from "vitest";
import { SHOWN_HTML_MAX_BYTES } from "../../../../manifests/bounds/editor.ts";
import { boundedHtml } from "../../../../runtime/editing/showing/boundedHtml.ts";

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
