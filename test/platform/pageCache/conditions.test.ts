import { describe, expect, test } from "vitest";
import { namesTag } from "../../../sites/platform/pageCache/condition.ts";
import { readRange } from "../../../sites/platform/pageCache/range.ts";

describe("a condition", () => {
  test.each([
    ['"a"', '"a"', true],
    ['W/"a"', '"a"', true],
    ['"a"', 'W/"a"', true],
    ['"b", W/"c","a"', '"a"', true],
    ["*", '"a"', true],
    [" * ", '"a"', true],
    ['"b"', '"a"', false],
    ["a", '"a"', false],
    ['"A"', '"a"', false],
    ['"', '"a"', false],
    ["", '"a"', false],
    ['"x\\"a"', '"a"', false],
    [null, '"a"', false],
    ['"a"', null, false],
    ["*", null, false],
  ])("%s for the tag %s holds: %s", (condition, tag, holds) => {
    expect(namesTag(condition, tag)).toBe(holds);
  });
});

describe("a range", () => {
  test.each([
    ["bytes=0-0", { offset: 0, length: 1 }],
    ["bytes=0-9", { offset: 0, length: 10 }],
    ["bytes=0-10", { offset: 0, length: 10 }],
    ["bytes=9-", { offset: 9, length: 1 }],
    ["bytes=-1", { offset: 9, length: 1 }],
    ["bytes=-10", { offset: 0, length: 10 }],
    ["bytes=-11", { offset: 0, length: 10 }],
    ["bytes=10-", "unsatisfiable"],
    ["bytes=-0", "unsatisfiable"],
    ["bytes=999999999999999-", "unsatisfiable"],
    [null, "whole"],
    ["", "whole"],
    ["bytes=-", "whole"],
    ["bytes=5-4", "whole"],
    ["bytes=0-1,2-3", "whole"],
    ["bytes = 0-1", "whole"],
    ["bytes=0x1-2", "whole"],
    ["bytes=-1-2", "whole"],
    ["items=0-1", "whole"],
    ["bytes=9999999999999999-", "whole"],
  ])("%s of ten bytes is %j", (header, part) => {
    expect(readRange(header, 10)).toEqual(part);
  });

  test.each(["bytes=0-", "bytes=-1", "bytes=0-0"])("%s of an empty file cannot be answered", (header) => {
    expect(readRange(header, 0)).toBe("unsatisfiable");
  });
});
