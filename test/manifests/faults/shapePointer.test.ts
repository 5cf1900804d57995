import { describe, expect, test } from "vitest";
import * as z from "zod/mini";
import { answerShape } from "../../../capabilities/entryPoints.ts";
import { shapePointer } from "../../../manifests/faults/shapePointer.ts";
import { issuesFromZod } from "../../../manifests/refusals/issues.ts";

describe("the pointer of a wrong answer", () => {
  test.each([
    ["routes", "go", "", ""],
    ["routes", "go", "/status", "/status"],
    ["routes", "go", "/body", "/body"],
    ["migrate", "storage", "/put/0/key", "/put/0/key"],
    ["migrate", "storage", "/delete/12", "/delete/12"],
    ["actions", "caption", "/operations/0/op", "/operations/0/op"],
    ["actions", "caption", "/operations/1/changes", "/operations/1/changes"],
    ["hooks", "beforePublish", "/veto/3", "/veto/3"],
  ])("of %s.%s is told where the shape has it: %j", (point, name, pointer, told) => {
    expect(shapePointer(answerShape(point, name), pointer)).toBe(told);
  });

  test.each([
    ["an unknown member", "routes", "/vote", "/…"],
    ["a name that every object has", "routes", "/constructor", "/…"],
    ["an escaped slash", "routes", "/status~1vote", "/…"],
    ["what is below an unknown member", "routes", "/vote/status", "/…"],
    ["what is below a member that may be anything", "routes", "/body/vote", "/body/…"],
    ["a member of a record", "data", "/vote", "/…"],
    ["a number in a record, which is no index", "data", "/01701234", "/…"],
    ["a member of a record below a member", "actions", "/operations/0/changes/vote", "/operations/0/changes/…"],
    ["a name in a list", "actions", "/operations/vote/op", "/operations/…"],
    ["a number with zeros before it in a list", "actions", "/operations/0170/op", "/operations/…"],
    ["everything where there is no shape", "nowhere", "/status", "/…"],
  ])("hides %s", (_, point, pointer, told) => {
    expect(shapePointer(answerShape(point, "one"), pointer)).toBe(told);
  });

  test("is told through what may be null", () => {
    const shape = z.nullable(z.strictObject({ list: z.nullable(z.array(z.string())) }));
    expect(shapePointer(shape, "/list/0")).toBe("/list/0");
  });
});

test.each([
  ["routes", "go", {}, "a value: this field is required"],
  ["migrate", "storage", { put: [{ key: "a" }] }, "a value: this field is required"],
])("an absent member of %s is said to be required", (point, name, value, allowed) => {
  const read = answerShape(point, name)?.safeParse(value);
  expect(read?.error && issuesFromZod(read.error, value)).toMatchObject([{ found: "nothing", allowed }]);
});
