/** The guide to the manifest names every member that the schema has, where a reader looks for it. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { ROOT } from "./page.ts";

interface Schema {
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
  readonly $ref?: string;
  readonly $defs?: Readonly<Record<string, Schema>>;
}

const schema = JSON.parse(readFileSync(join(ROOT, "manifests/plugin.schema.json"), "utf8")) as Schema;
const guide = readFileSync(join(ROOT, "docs/plugins/manifest.md"), "utf8");

/** The text under a heading, up to the next of its level; under none, the text before the first. */
function under(title: string | undefined): string {
  const [, after = ""] = title === undefined ? ["", guide] : guide.split(`\n## ${title}\n`);
  return after.split("\n## ")[0] ?? "";
}

/** The definition behind a reference. */
const resolved = ({ $ref, ...own }: Schema): Schema => schema.$defs?.[$ref?.replace("#/$defs/", "") ?? ""] ?? own;

const at = (...names: readonly string[]): Schema =>
  names.reduce<Schema>((one, name) => resolved((name === "[]" ? one.items : one.properties?.[name]) ?? {}), schema);

const absent = (text: string, { properties = {} }: Schema): string[] =>
  Object.keys(properties).filter((name) => !text.includes(`\`${name}\``));

test.each([
  ["the manifest", undefined, at()],
  ["its contributions", undefined, at("contributes")],
  ["a section", "Sections", at("contributes", "sections", "[]")],
  ["the capabilities", "Capabilities", at("capabilities")],
] as const)("every member of %s has its line", (_, title, members) => {
  expect(Object.keys(members.properties ?? {}).length).toBeGreaterThan(5);
  expect(absent(under(title), members)).toEqual([]);
});

test("a member without a line is noticed", () => {
  expect(absent(under(undefined), { properties: { id: {}, cellar: {} } })).toEqual(["cellar"]);
});
