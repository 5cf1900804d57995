import { describe, expect, test } from "vitest";
import { IMPORT_NAME_MAX_CHARS, IMPORT_NAMES_MAX, IMPORT_TEXT_MAX_CHARS } from "../../../manifests/bounds/manifest.ts";
import { checkManifest } from "../../../manifests/rules/readManifest.ts";

const NOTE = { name: "note", of: ["note"], markdown: "> {content}" };

const manifest = (...imports: readonly object[]): object => ({
  manifestVersion: 1,
  id: "acme.moving",
  version: "1.0.0",
  name: "Moving",
  kind: "declarative",
  engine: "^1.0.0",
  contributes: { imports },
});
const pointers = (value: object): string[] => {
  const read = checkManifest(JSON.parse(JSON.stringify(value)));
  return read.ok ? [] : read.error.map(({ pointer }) => pointer);
};

describe("a row for imports", () => {
  test.each([
    ["makes text", NOTE, []],
    ["has several names", { ...NOTE, of: ["note", "acme/note", "core/pullquote"] }, []],
    ["makes something", { name: "note", of: ["note"] }, [""]],
    ["makes one thing", { ...NOTE, section: { type: "x", fields: {} } }, ["", "/section/type"]],
    [
      "makes a section of its own plugin",
      { name: "a", of: ["a"], section: { type: "x", fields: {} } },
      ["/section/type"],
    ],
    ["has each name once", { ...NOTE, of: ["note", "note"] }, ["/of/1"]],
    ["has names of other software", { ...NOTE, of: ["a b"] }, ["/of/0"]],
  ])("%s", (_, row, at) => {
    expect(pointers(manifest(row))).toEqual(at.map((pointer) => `/contributes/imports/0${pointer}`));
  });

  test("shares no name with another one", () => {
    expect(pointers(manifest(NOTE, { ...NOTE, name: "other" }))).toEqual(["/contributes/imports/1/of/0"]);
    expect(pointers(manifest(NOTE, { ...NOTE, of: ["b"] }))).toEqual(["/contributes/imports/1/name"]);
  });

  test.each([-1, 0, 1])("is within its bounds, %d more", (more) => {
    const named = (count: number, chars: number): string[] =>
      Array.from({ length: count }, (_, index) => `n${index}`.padEnd(chars, "x"));
    const expected = (at: string): string[] => (more > 0 ? [`/contributes/imports/0${at}`] : []);
    expect(pointers(manifest({ ...NOTE, of: named(IMPORT_NAMES_MAX + more, 5) }))).toEqual(expected("/of"));
    expect(pointers(manifest({ ...NOTE, of: named(1, IMPORT_NAME_MAX_CHARS + more) }))).toEqual(expected("/of/0"));
    const markdown = "x".repeat(IMPORT_TEXT_MAX_CHARS + more);
    expect(pointers(manifest({ ...NOTE, markdown }))).toEqual(expected("/markdown"));
  });
});
