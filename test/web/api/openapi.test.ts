import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Validator as OpenapiValidator } from "@seriousme/openapi-schema-validator";
import { describe, expect, test } from "vitest";
import { STATIC_FOLDER } from "../../../sites/bundles/staticFiles.ts";
import { API_DESCRIPTION } from "../../../sites/web/api/description/apiDescription.ts";

const TEXT = readFileSync(join(STATIC_FOLDER, API_DESCRIPTION), "utf8");

const verdict = async (text: string): Promise<boolean> =>
  (await new OpenapiValidator().validate(JSON.parse(text) as Record<string, unknown>)).valid;

interface Schema {
  readonly [name: string]: unknown;
}

function* schemasIn(value: unknown): Generator<Schema> {
  if (typeof value !== "object" || value === null) return;
  yield value as Schema;
  for (const inner of Object.values(value)) yield* schemasIn(inner);
}

describe("the description of the API", () => {
  test("is valid OpenAPI 3.1", async () => {
    expect(await verdict(TEXT)).toBe(true);
    expect(JSON.parse(TEXT)).toMatchObject({ openapi: "3.1.0" });
  });

  test.each([
    ["a member OpenAPI does not know", '"paths":{', '"pathes":{'],
    ["a parameter in no place", '"in":"path"', '"in":"nowhere"'],
    ["an answer without description", '"description":"Done."', '"describes":"Done."'],
  ])("with %s is not valid", async (_, right, wrong) => {
    expect(TEXT).toContain(right);
    expect(await verdict(TEXT.replace(right, wrong))).toBe(false);
  });

  test("refers only to its own definitions", () => {
    const document = JSON.parse(TEXT) as Schema;
    const references = [...schemasIn(document)].flatMap(({ $ref }) => (typeof $ref === "string" ? [$ref] : []));
    expect(references.length).toBeGreaterThan(50);
    for (const reference of new Set(references)) {
      const found = reference
        .slice(2)
        .split("/")
        .reduce<unknown>((value, name) => (value as Schema | undefined)?.[name], document);
      expect([reference, typeof found]).toEqual([reference, "object"]);
    }
  });

  test("has only patterns that every JSON Schema validator can compile", () => {
    const patterns = [...schemasIn(JSON.parse(TEXT))].flatMap(({ pattern }) =>
      typeof pattern === "string" ? [pattern] : [],
    );
    expect(patterns.length).toBeGreaterThan(10);
    for (const pattern of patterns) expect(() => new RegExp(pattern, "u")).not.toThrow();
  });
});
