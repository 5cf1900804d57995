import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { isLeftOut } from "../../sites/editor/enhance/zones.ts";

describe("a time in the member's zone", () => {
  const own = process.env["TZ"];
  beforeEach(() => {
    process.env["TZ"] = "Europe/Berlin";
  });
  afterEach(() => {
    if (own === undefined) delete process.env["TZ"];
    else process.env["TZ"] = own;
  });

  test.each([
    ["the last minute before the clocks go forward", "2027-03-28T01:59", false],
    ["the first minute that they leave out", "2027-03-28T02:00", true],
    ["one in the middle", "2027-03-28T02:30", true],
    ["the last one", "2027-03-28T02:59", true],
    ["the first minute after it", "2027-03-28T03:00", false],
    ["an hour that comes twice", "2027-10-31T02:30", false],
    ["any other", "2027-04-05T06:00", false],
    ["one with seconds", "2027-04-05T06:00:30", false],
    ["nothing", "", false],
  ])("is left out or not: %s", (_, entered, leftOut) => {
    expect(isLeftOut(entered)).toBe(leftOut);
  });
});
