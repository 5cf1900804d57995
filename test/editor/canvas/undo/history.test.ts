import { describe, expect, test } from "vitest";
import type { PageOperation } from "../../../../runtime/editing/operations/pageOperation.ts";
import {
  type UndoHistory,
  type UndoStep,
  closed,
  isUntold,
  NO_HISTORY,
  recorded,
  redo,
  undo,
} from "../../../../sites/editor/canvas/undo/history.ts";

const set = (value: string, was: string): PageOperation => ({
  op: "set",
  section: "a",
  fields: { title: value },
  was: { title: was },
});
const typed = (value: string, was: string): UndoStep => ({
  operations: [set(value, was)],
  inverse: [set(was, value)],
  spot: { section: "a", pointer: "/title" },
  name: "text",
  version: 4,
});

const typing = (history: UndoHistory, value: string, was: string, at: number): UndoHistory =>
  recorded(history, typed(value, was), "a/title", at);

describe("undo", () => {
  test("takes back what was typed without a pause as one step", () => {
    const history = typing(typing(NO_HISTORY, "Ab", "A", 0), "Abc", "Ab", 1_000);
    expect(undo(history)?.step).toMatchObject({ operations: [set("Abc", "A")], inverse: [set("A", "Abc")] });
    expect(history.done).toHaveLength(1);
  });

  test("takes back only what came after a pause, or after the text was left", () => {
    const first = typing(NO_HISTORY, "Ab", "A", 0);
    expect(typing(first, "Abc", "Ab", 1_500).done).toHaveLength(2);
    expect(typing(first, "Abc", "Ab", 1_499).done).toHaveLength(1);
    expect(typing(closed(first), "Abc", "Ab", 1).done).toHaveLength(2);
  });

  test("can be done again until something else is done", () => {
    const history = typing(NO_HISTORY, "Ab", "A", 0);
    const back = undo(history);
    expect(back && redo(back.history)?.history.done).toEqual(history.done);
    expect(back && typing(back.history, "Ax", "A", 9_000).undone).toEqual([]);
    expect([undo(NO_HISTORY), redo(NO_HISTORY)]).toEqual([undefined, undefined]);
  });

  test("remembers through every step what the member was told", () => {
    const told = { ...typing(NO_HISTORY, "Ab", "A", 0), told: 7 };
    const back = undo(told)?.history ?? NO_HISTORY;
    expect([back, redo(back)?.history, typing(told, "Abc", "Ab", 1)].map((history) => history?.told)).toEqual([
      7, 7, 7,
    ]);
  });

  test.each([
    ["before the step was done", 4, 0, false],
    ["with the step", 5, 0, true],
    ["with the step, as the member knows", 5, 5, false],
    ["again", 6, 5, true],
    ["never", 0, 0, false],
  ])("is untold where the page was published %s", (_, published, told, isSo) => {
    expect(isUntold({ ...NO_HISTORY, told }, 4, published)).toBe(isSo);
  });

  test("remembers two hundred steps", () => {
    let history = NO_HISTORY;
    for (let step = 0; step < 201; step += 1) history = recorded(history, typed(`${step + 1}`, `${step}`), null, step);
    expect([history.done.length, history.done[0]?.operations]).toEqual([200, [set("2", "1")]]);
  });
});
