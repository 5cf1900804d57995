/** Values whose field gets another kind. */
import { expect, test } from "vitest";
import { conversionsOf } from "../../../manifests/fields/conversion.ts";
import { validateFields } from "../../../manifests/fields/fields.ts";
import type { JsonSchema } from "../../../manifests/shapes/shape.ts";

const LEVELS = {
  oneOf: [
    { const: "easy", title: "Quite easy" },
    { const: "hard", title: "Hard" },
  ],
};
const TEXT = { $ref: "drawbridge:text" };
const TEXTS = { type: "array", items: TEXT, maxItems: 10 };
const NUMBER = { type: "number" };
const DAY = { type: "string", format: "date" };

const becomes = (value: unknown, schema: JsonSchema): unknown => {
  const fields = { type: "object", properties: { field: { ...schema, title: "Field" } }, additionalProperties: false };
  return conversionsOf(value, schema).find((field) => validateFields(fields, { field }).length === 0);
};

test.each([
  [20, TEXT, "20"],
  [1.5, TEXT, "1.5"],
  [true, TEXT, "true"],
  [20, TEXTS, ["20"]],
  ["20", NUMBER, 20],
  [" -1.50 ", NUMBER, -1.5],
  ["true", { type: "boolean" }, true],
  ["0", { type: "boolean" }, false],
  ["Salt\n\n pepper", TEXTS, ["Salt", "pepper"]],
  [["Salt", "pepper"], TEXT, "Salt, pepper"],
  [["home"], { $ref: "drawbridge:page" }, "home"],
  ["home", { $ref: "drawbridge:pages" }, ["home"]],
  ["quite EASY", LEVELS, "easy"],
  ["easy", LEVELS, "easy"],
  [" 2027-05-01", DAY, "2027-05-01"],
])("%j becomes %j as %j", (value, schema, expected) => expect(becomes(value, schema)).toEqual(expected));

test.each([
  ["soon", NUMBER],
  ["1e5", NUMBER],
  ["0x10", NUMBER],
  ["12 kg", NUMBER],
  ["1,5", NUMBER],
  [`9${"9".repeat(15)}`, NUMBER],
  ["maybe", { type: "boolean" }],
  ["constructor", { type: "boolean" }],
  ["medium", LEVELS],
  ["1 May", DAY],
  ["2027-02-30", DAY],
  [["home", "about"], { $ref: "drawbridge:page" }],
  [{ src: "/media/a.png" }, TEXT],
  [null, TEXT],
  ["Salt\npepper", TEXT],
])("%j becomes nothing as %j", (value, schema) => expect(becomes(value, schema)).toBeUndefined());
