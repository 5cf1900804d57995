import { describe, expect, test } from "vitest";
import { FILL_MAX_MS, FILLS_MAX } from "../../../manifests/bounds/publicContent.ts";
import { Fills } from "../../../sites/machine/pageCache/fills.ts";

const KEY = "https://acme.example/";

/** One visitor's lookup, its answer, or a purge. */
type Step = "begin" | "spoil" | "end";

function after(steps: readonly Step[]): boolean[] {
  const fills = new Fills(() => 0);
  return steps.flatMap((step) => {
    const said = fills[step](KEY);
    return typeof said === "boolean" ? [said] : [];
  });
}

describe("an answer on its way into the page cache", () => {
  test.each<[string, readonly Step[], readonly boolean[]]>([
    ["that nothing overtakes is kept", ["begin", "end"], [true]],
    ["that nobody asked for here is kept", ["end"], [true]],
    ["that a purge overtakes is not kept", ["begin", "spoil", "end"], [false]],
    ["after a purge is kept", ["spoil", "begin", "end"], [true]],
    ["after an overtaken one is kept", ["begin", "spoil", "end", "begin", "end"], [false, true]],
    ["beside an overtaken one is not kept, in any order", ["begin", "spoil", "begin", "end", "end"], [false, false]],
    ["after both is kept", ["begin", "spoil", "begin", "end", "end", "begin", "end"], [false, false, true]],
    ["that two purges overtake is not kept", ["begin", "spoil", "begin", "spoil", "end", "end"], [false, false]],
  ])("%s", (_, steps, kept) => {
    expect(after(steps)).toEqual(kept);
  });

  test("is one of its own place", () => {
    const fills = new Fills(() => 0);
    fills.begin("a");
    fills.begin("b");
    fills.spoil("a");
    expect([fills.end("b"), fills.end("a")]).toEqual([true, false]);
  });

  test.each([
    [-1, false],
    [0, false],
    [1, true],
  ])("that never comes is given up %i ms after the bound: %s", (more, kept) => {
    let now = 0;
    const fills = new Fills(() => now);
    fills.begin(KEY);
    fills.spoil(KEY);
    now = FILL_MAX_MS + more;
    expect(fills.end(KEY)).toBe(kept);
  });

  test("that never comes is given up even where others ask all the time", () => {
    let now = 0;
    const fills = new Fills(() => now);
    fills.begin(KEY);
    fills.spoil(KEY);
    for (now = 100; now <= FILL_MAX_MS; now += 100) {
      fills.begin(KEY);
      expect(fills.end(KEY)).toBe(false);
    }
    fills.begin(KEY);
    expect(fills.end(KEY)).toBe(true);
  });

  test.each([
    [-1, FILLS_MAX - 1],
    [0, FILLS_MAX],
    [1, FILLS_MAX],
  ])("is remembered for at most the bound of places: %i more", (more, size) => {
    const fills = new Fills(() => 0);
    for (let at = 0; at < FILLS_MAX + more; at++) fills.begin(`${KEY}${at}`);
    expect(fills.size).toBe(size);
  });

  test("leaves nothing behind", () => {
    const fills = new Fills(() => 0);
    fills.begin(KEY);
    fills.begin(KEY);
    fills.spoil(KEY);
    fills.end(KEY);
    fills.end(KEY);
    expect(fills.size).toBe(0);
  });
});
