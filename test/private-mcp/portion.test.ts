import { describe, expect, test } from "vitest";
import { TokenBudget, SURELY_FITS_CHARS } from "../../runtime/agents/content/tokenBudget.ts";
import { fitting } from "../../sites/workers/private-mcp/tools/portion.ts";

const refusal = (code: string) => expect.objectContaining({ code });

/** The length of the longest text that fits in an answer, found by bisection. */
function roomOf(): number {
  let [fits, not] = [0, 1_000_000];
  while (not - fits > 1) {
    const middle = Math.floor((fits + not) / 2);
    if (new TokenBudget().take("x".repeat(middle))) fits = middle;
    else not = middle;
  }
  return fits;
}
const LONGEST = roomOf();

describe("a portion of a list", () => {
  test.each([[-1], [0]])("of one item as long as fits and %i has it", (more) => {
    expect(fitting(["x".repeat(LONGEST + more)], undefined)).toEqual({ shown: [expect.any(String)], next: null });
  });

  test("of one item that is a letter too long is refused, and not left out", () => {
    expect(() => fitting(["x".repeat(LONGEST + 1)], undefined)).toThrow(refusal("TOO_LARGE"));
    expect(() => fitting(["a", "x".repeat(LONGEST + 1)], 1)).toThrow(refusal("TOO_LARGE"));
  });

  test("goes on where the one before ended, to the end, and has all", () => {
    const items = Array.from({ length: 50 }, (_, n) => `${n} ${"x".repeat(LONGEST / 12)}`);
    const parts: string[][] = [];
    for (let next: number | null = 0; next !== null;) {
      const portion: { shown: string[]; next: number | null } = fitting(items, next);
      parts.push(portion.shown);
      next = portion.next;
    }
    expect(parts.flat()).toEqual(items);
    expect(parts.length).toBeGreaterThan(3);
  });

  test("past the end is empty", () => {
    expect(fitting([1, 2], 2)).toEqual({ shown: [], next: null });
    expect(fitting([1, 2], 9)).toEqual({ shown: [], next: null });
  });

  test.each([[-1], [0], [1]])(
    "of as many characters as are let through uncounted and %i fits, of whatever they are",
    (more) => {
      const items = ["\u{1F333}\u0000木".repeat(SURELY_FITS_CHARS)];
      for (let text = items[0] ?? ""; JSON.stringify(items).length > SURELY_FITS_CHARS + more; items[0] = text)
        text = text.slice(0, -1);
      expect(fitting(items, undefined).next).toBeNull();
      expect(new TokenBudget().take(items)).toBe(true);
    },
  );
});
