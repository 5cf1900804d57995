/** Compares our own reader of source-map mappings with the library of the command line. */
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import {
  SOURCE_MAP_BODY_MAX_BYTES,
  SOURCE_MAP_MAX_CHARS,
  SOURCE_MAP_SOURCES_MAX,
  SOURCE_NAME_MAX_CHARS,
} from "../../../manifests/bounds/calls.ts";
import { walkMappings } from "../../../manifests/faults/mappings.ts";
import { sourceMapShape } from "../../../manifests/faults/sourceMap.ts";
import { readableMap, sourcesOf } from "../../../manifests/faults/sourcePlaces.ts";
import { bundleModules } from "../../../sites/cli/bundling/bundle.ts";
import { sourceOf } from "../../../sites/cli/bundling/sourceMap.ts";

const FOLDER = join(import.meta.dirname, "../../fixtures/plugins/lantern-releases");

test("each place of a bundle leads to the source that the library finds", () => {
  const made = bundleModules(FOLDER, "main.ts");
  if (!made.ok) throw new Error("the fixture bundles");
  const bundle = made.value;
  const places = bundle.text.split("\n").flatMap((line, row) =>
    Array.from({ length: Math.ceil((line.length + 1) / 7) }, (_, step) => ({
      function: "",
      file: "main.js",
      line: row + 1,
      column: step * 7 + 1,
    })),
  );
  const { sources, mappings } = JSON.parse(bundle.sourceMap) as { sources: string[]; mappings: string };
  const sourceAt = sourcesOf({ sources, mappings }, places);
  expect(places.length).toBeGreaterThan(2_000);
  const main = { file: "main.ts", line: 1, column: 1 };
  for (const place of places) expect(sourceAt(place) ?? main).toEqual(sourceOf(bundle, place));
});

describe("mappings", () => {
  test.each([
    ["no base64", "AA!A"],
    ["a number that is not finished", "AAAg"],
    ["a number of more than 31 bits", "AAAggggggggC"],
    ["a step of two numbers", "AA"],
    ["a step of six numbers", "AAAAAA"],
    ["an empty step", "AAAA,,AAAA"],
    ["a column before the one before", "CAAA,DAAA"],
    ["a source that there is not", "ACAA"],
    ["a source before the first", "ADAA"],
    ["a line before the first", "AADA"],
    ["a column before the first", "AAAD"],
    ["a line break of the text", "AAAA\n;AAAA"],
  ])("with %s are none", (_, mappings) => {
    expect(walkMappings(mappings, 1, () => undefined)).toBe(false);
  });

  test("may leave lines and places without a source", () => {
    const steps: unknown[] = [];
    expect(walkMappings(";;E,CAAA;", 1, (step) => steps.push(step))).toBe(true);
    expect(steps).toEqual([
      { line: 3, column: 3, source: undefined },
      { line: 3, column: 4, source: { index: 0, line: 1, column: 1 } },
    ]);
  });
});

const shape = sourceMapShape.check(readableMap);
const isTaken = (map: object): boolean => shape.safeParse({ sources: ["main.ts"], mappings: "AAAA", ...map }).success;

describe("a source map", () => {
  test.each([
    ["main.ts", true],
    ["lib/[slug]/(group)/average 2.ts", true],
    ["@scope/name@1.0.0-rc.1+build/index.js", true],
    ["..", false],
    ["../main.ts", false],
    ["lib/../../etc/passwd", false],
    ["./main.ts", false],
    ["/etc/passwd", false],
    ["C:\\main.ts", false],
    ["lib//main.ts", false],
    ["lib/", false],
    ["", false],
    ["<img src=x onerror=alert(1)>.ts", false],
    ["https://evil.example/main.ts", false],
    ["main.ts\u001b[2J", false],
    ["main.ts\nlib.ts", false],
    ["main\u202Ets.ts", false],
    ["%2e%2e/main.ts", false],
  ])("with a source named %j is taken: %s", (name, taken) => {
    expect(isTaken({ sources: [name] })).toBe(taken);
  });

  test.each([
    [-1, true],
    [0, true],
    [1, false],
  ])("with sources, a name or mappings %i beyond the bound is taken: %s", (beyond, taken) => {
    const sources = Array.from({ length: SOURCE_MAP_SOURCES_MAX + beyond }, (_, n) => `${n}.ts`);
    expect(isTaken({ sources })).toBe(taken);
    expect(isTaken({ sources: ["x".repeat(SOURCE_NAME_MAX_CHARS + beyond)] })).toBe(taken);
    expect(isTaken({ mappings: ";".repeat(SOURCE_MAP_MAX_CHARS + beyond) })).toBe(taken);
  });

  test("of the largest size fits into a request", () => {
    const sources = Array.from({ length: SOURCE_MAP_SOURCES_MAX }, () => "x".repeat(SOURCE_NAME_MAX_CHARS));
    const body = { digest: `sha256-${"a".repeat(43)}`, sources, mappings: ";".repeat(SOURCE_MAP_MAX_CHARS) };
    expect(JSON.stringify(body).length).toBeLessThanOrEqual(SOURCE_MAP_BODY_MAX_BYTES);
  });

  test.each([{ sourcesContent: ["const secret = 1;"] }, { version: 3 }, { sections: [] }, { sources: [] }])(
    "with %j is not taken: no line of a source comes to a site",
    (more) => {
      expect(isTaken(more)).toBe(false);
    },
  );
});
