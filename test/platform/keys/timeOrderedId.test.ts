import { describe, expect, test } from "vitest";
import { timeOrderedId } from "../../../sites/platform/keys/timeOrderedId.ts";

const VERSION_7 = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

describe("a time-ordered id", () => {
  test.each([0, 1, Date.UTC(2026, 10, 23), 2 ** 48 - 1])("is a UUID of version 7 that holds the time %d", (ms) => {
    const id = timeOrderedId(ms);
    expect(id).toMatch(VERSION_7);
    expect(Number.parseInt(id.slice(0, 13).replace("-", ""), 16)).toBe(ms);
  });

  test("sorts by its time as text, also where the number of digits changes", () => {
    const times = [0, 15, 16, 2 ** 32 - 1, 2 ** 32, Date.UTC(2026, 10, 23)];
    const ids = times.map(timeOrderedId);
    expect(ids.toSorted()).toEqual(ids);
  });

  test("differs from another of the same millisecond", () => {
    expect(new Set(Array.from({ length: 1000 }, () => timeOrderedId(1))).size).toBe(1000);
  });
});
