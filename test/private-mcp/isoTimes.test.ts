import { expect, test } from "vitest";
import { withIsoTimes } from "../../sites/workers/private-mcp/tools/isoTimes.ts";

const MS = Date.UTC(2027, 2, 1, 8);
const ISO = "2027-03-01T08:00:00.000Z";

test.each([
  ["at the top", { id: "a", changedAt: MS }, { id: "a", changedAt: ISO }],
  ["in a list", { items: [{ at: MS, version: 3 }] }, { items: [{ at: ISO, version: 3 }] }],
  ["inside a result", { done: true, result: { at: MS } }, { done: true, result: { at: ISO } }],
  ["in evidence", { documents: [{ changedAt: MS }] }, { documents: [{ changedAt: ISO }] }],
])("a time %s is written as agents send it", (_, answer, expected) => {
  expect(withIsoTimes(answer)).toEqual(expected);
});

test.each([
  ["nobody has set", { finishedAt: null }],
  ["is a count", { at: 3 }],
  ["is the last millisecond before 2001", { at: 978_307_199_999 }],
  ["a plugin's field holds", { sections: [{ fields: { at: MS } }], fields: { at: MS }, body: { at: MS } }],
  ["another member holds", { bytes: MS }],
])("a number that %s stays as it is", (_, answer) => {
  expect(withIsoTimes(answer)).toEqual(answer);
});

test("the first millisecond of 2001 is a time", () => {
  expect(withIsoTimes({ at: 978_307_200_000 })).toEqual({ at: "2001-01-01T00:00:00.000Z" });
});
