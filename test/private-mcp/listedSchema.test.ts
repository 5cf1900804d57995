import { Validator } from "@cfworker/json-schema";
import * as z from "zod/mini";
import { describe, expect, test } from "vitest";
import type { JsonSchema } from "../../manifests/shapes/shape.ts";
import { isObject } from "../../manifests/json/jsonObject.ts";
import { editPage } from "../../runtime/editing/inputs.ts";
import { shortInput, wholeSchema } from "../../sites/workers/private-mcp/tools/listedSchema.ts";

/** The schema as a client reads it that knows `nullable`, as OpenAPI does. */
function knowingNullable(schema: JsonSchema): JsonSchema {
  const inner = Object.fromEntries(
    Object.entries(schema).map(([name, value]) => [
      name,
      Array.isArray(value)
        ? value.map((one: unknown) => (isObject(one) ? knowingNullable(one) : one))
        : isObject(value)
          ? knowingNullable(value)
          : value,
    ]),
  );
  return schema["nullable"] === true ? { anyOf: [inner, { type: "null" }] } : inner;
}

describe("a listed schema", () => {
  test("has names, types, choices and words, and no bounds", () => {
    const whole = wholeSchema(
      z.strictObject({ name: z.string().check(z.minLength(3), z.regex(/^a/)), of: z.optional(z.enum(["x", "y"])) }),
    );
    expect(shortInput(whole)).toEqual({
      type: "object",
      properties: { name: { type: "string" }, of: { type: "string", enum: ["x", "y"] } },
      required: ["name"],
      additionalProperties: false,
    });
  });

  test("lists the members of two equal shapes once", () => {
    const choice = z.strictObject({ pages: z.array(z.string()) });
    const whole = wholeSchema(
      z.strictObject({ only: choice, except: choice, other: z.strictObject({ a: z.string() }) }),
    );
    const { properties } = shortInput(whole) as { readonly properties: JsonSchema };
    expect(properties).toEqual({
      only: {
        type: "object",
        properties: { pages: { type: "array", items: { type: "string" } } },
        required: ["pages"],
      },
      except: { type: "object", required: ["pages"], description: "Members: those of only." },
      other: { type: "object", properties: { a: { type: "string" } }, required: ["a"] },
    });
  });

  test("takes whatever one of several shapes takes, and requires only what all of them require", () => {
    const whole = {
      oneOf: [
        {
          type: "object",
          properties: { op: { const: "a", description: "Adds." }, id: { type: "string" } },
          required: ["op", "id"],
        },
        {
          type: "object",
          properties: { op: { const: "b", description: "Bends." }, id: { type: "object" } },
          required: ["op"],
        },
      ],
    };
    expect(shortInput(whole)).toEqual({
      type: "object",
      required: ["op"],
      properties: {
        op: { type: "string", enum: ["a", "b"], description: "a: Adds. b: Bends." },
        id: { anyOf: [{ type: "string" }, { type: "object" }] },
      },
    });
  });

  test("says null beside the type of what may be absent", () => {
    expect(shortInput({ anyOf: [{ type: "string", description: "Words." }, { type: "null" }] })).toEqual({
      type: "string",
      nullable: true,
      description: "Words.",
    });
  });

  test("names the members of objects deep inside, and ends what contains itself", () => {
    const inner = {
      type: "object",
      properties: {
        deep: { type: "object", properties: { x: { type: "number" }, y: { type: "number" } }, description: "A point." },
      },
    };
    const short = shortInput({ type: "object", properties: { a: { type: "object", properties: { b: inner } } } });
    expect(short).toEqual({
      type: "object",
      properties: { a: { type: "object", properties: { b: { type: "object", description: "Members: deep." } } } },
    });
    const recursive = {
      $defs: { node: { type: "object", properties: { children: { type: "array", items: { $ref: "#/$defs/node" } } } } },
      $ref: "#/$defs/node",
    };
    expect(JSON.stringify(shortInput(recursive)).length).toBeLessThan(400);
  });

  test.each([
    [{ op: "set", section: "a", fields: { x: 1 }, was: { x: null } }],
    [{ op: "variant", section: "a", variant: null }],
    [{ op: "page", changes: { title: "New", author: null }, redirect: true }],
    [{ op: "insert", section: { type: "a.b/c", fields: {} }, at: {} }],
    [{ op: "nest", section: "a", into: { parent: "b", slot: "left" } }],
    [{ op: "remove", section: "a" }],
  ])("of an edit takes what the edit takes: %j", (operation) => {
    const given = { page: "home", expected: 1, operations: [operation] };
    expect(editPage.safeParse(given).success).toBe(true);
    expect(new Validator(knowingNullable(shortInput(wholeSchema(editPage))), "2020-12").validate(given).errors).toEqual(
      [],
    );
  });
});
