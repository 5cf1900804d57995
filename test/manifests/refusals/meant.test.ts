import { describe, expect, test } from "vitest";
import { meant, meantSays } from "../../../manifests/refusals/meant.ts";

const KNOWN = ["start", "end", "place", "startTime", "price"];

describe("the name that was meant", () => {
  test.each([
    ["exchanged letters", "strat", "start"],
    ["a missing letter", "plce", "place"],
    ["another letter", "prize", "price"],
    ["letters of another size", "starttime", "startTime"],
    ["one slip in a short name", "edn", "end"],
    ["two slips in a short name", "edx", undefined],
    ["two slips in a long name", "startTmie", "startTime"],
    ["three slips", "strtTi", undefined],
    ["another word", "zebra", undefined],
    ["nothing", "", undefined],
  ])("is found from %s", (_, found, name) => {
    expect(meant(found, KNOWN)).toBe(name);
  });

  test("ends a message, or says nothing", () => {
    expect([meantSays("plaec", KNOWN), meantSays("zebra", KNOWN), meantSays("place", [])]).toEqual([
      "; did you mean place?",
      "",
      "",
    ]);
  });
});
