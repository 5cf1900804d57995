/** The folders of `svc plugin init`. `authors.test.ts` checks their code, and `plugin.test.ts` runs the command. */
import { readdirSync } from "node:fs";
import { join, relative, sep } from "node:path";
import { describe, expect, test } from "vitest";
import { SCAFFOLD_NAMES, scaffoldFiles, scaffoldPath, SCAFFOLDS } from "../../sites/cli/plugin/scaffolds/kinds.ts";
import { filledIn } from "../../sites/cli/plugin/scaffolds/newPlugin.ts";
import { ROOT } from "../gates/folder.ts";

const FOLDER = join(ROOT, "sites/cli/plugin/scaffolds/files");
const PLUGIN = { id: "acme.new-thing", schema: "schema.json", kit: "kit", vitest: "vitest" };

test("every file of the folders belongs to a kind, and every kind to a folder", () => {
  const used = SCAFFOLD_NAMES.flatMap((kind) => SCAFFOLDS[kind].files.map((file) => scaffoldPath(kind, file)));
  const found = readdirSync(FOLDER, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
  const shown = (paths: Iterable<string>) => [...paths].map((path) => relative(FOLDER, path).split(sep).join("/"));
  expect(shown(new Set(used)).toSorted()).toEqual(shown(found).toSorted());
});

describe.each(SCAFFOLD_NAMES)("a new plugin of the kind %s", (kind) => {
  const files = scaffoldFiles(kind, PLUGIN);

  test("has the file to change first", () => expect(Object.keys(files)).toContain(SCAFFOLDS[kind].first));

  test("has no open placeholder", () => {
    expect(Object.values(files).filter((text) => /\{\{\w/.test(text))).toEqual([]);
    expect(files["plugin.jsonc"]).toContain('"name": "New thing"');
  });
});

describe("placeholders", () => {
  test("are filled in, and outputs of Liquid stay", () => {
    expect(filledIn("{{id}} {{title}} {{name}} {{ id }} {{schema}}", PLUGIN)).toBe(
      "acme.new-thing New thing new-thing {{ id }} schema.json",
    );
  });

  test("keep a path from ending its string", () => {
    expect(filledIn('"{{kit}}"', { ...PLUGIN, kit: 'a"b\\c' })).toBe('"a\\"b\\\\c"');
  });

  test("of no such value are refused", () => {
    expect(() => filledIn("{{author}}", PLUGIN)).toThrow("{{author}} is no value of a new plugin");
    expect(() => filledIn("{{constructor}}", PLUGIN)).toThrow("is no value");
  });
});
