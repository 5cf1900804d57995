/** Fields that must not be before another field. */
import { describe, expect, test } from "vitest";
import { checkFieldSchema } from "../../../manifests/fields/fieldSchema.ts";
import { validateFields } from "../../../manifests/fields/fields.ts";

const schemaOf = (format: string, more: object = {}, start: object = {}) => ({
  type: "object",
  properties: {
    start: { type: "string", format, title: "Start", ...start },
    end: { type: "string", format, title: "End", notBefore: "start", ...more },
  },
  additionalProperties: false,
});
const issues = (format: string, start: unknown, end: unknown) => validateFields(schemaOf(format), { start, end });

test.each([
  ["date", "2027-05-02", "2027-05-01"],
  ["time", "10:00:00Z", "09:59:59Z"],
  ["date-time", "2027-05-01T10:00:00Z", "2027-05-01T11:59:59+02:00"],
])("a %s from %s to %s is refused at its end", (format, start, end) =>
  expect(issues(format, start, end)).toEqual([
    {
      pointer: "/end",
      found: expect.stringContaining(end),
      allowed: `not before ${start}`,
      rule: { name: "notBefore", limit: start },
    },
  ]),
);

test.each([
  ["date", "2027-05-01", "2027-05-01"],
  ["date", "2027-05-01", "2027-05-02"],
  ["date-time", "2027-05-01T10:00:00Z", "2027-05-01T12:00:00+02:00"],
])("a %s from %s to %s is taken", (format, start, end) => expect(issues(format, start, end)).toEqual([]));

test("a field that is empty on either side is never wrong", () => {
  expect(validateFields(schemaOf("date"), { end: "2027-05-01" })).toEqual([]);
  expect(validateFields(schemaOf("date"), { start: "2027-05-01" })).toEqual([]);
});

test("fields in items of a list are compared, too", () => {
  const list = {
    type: "object",
    properties: { times: { type: "array", title: "Times", maxItems: 5, items: schemaOf("date") } },
    additionalProperties: false,
  };
  const times = [{ start: "2027-05-01" }, { start: "2027-05-02", end: "2027-05-01" }];
  expect(validateFields(list, { times })).toMatchObject([{ pointer: "/times/1/end" }]);
});

describe("a schema is refused if it compares with", () => {
  test.each([
    ["no field", { notBefore: "begin" }, {}],
    ["the field itself", { notBefore: "end" }, {}],
    ["a member of every object", { notBefore: "constructor" }, {}],
    ["a field of another format", {}, { format: "date-time" }],
    ["something that is no text", { notBefore: 1 }, {}],
  ])("%s", (_, more, start) =>
    expect(checkFieldSchema(schemaOf("date", more, start))).toMatchObject([{ pointer: "/properties/end/notBefore" }]),
  );

  test("fields that have no order", () =>
    expect(checkFieldSchema(schemaOf("email"))).toMatchObject([{ pointer: "/properties/end/notBefore" }]));
});
