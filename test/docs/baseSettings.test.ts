/** The guide names every setting of the newest base once, and no other. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { BASE_SETTINGS } from "../../manifests/css/bases.generated.ts";
import { ROOT } from "./page.ts";

const GUIDE = readFileSync(join(ROOT, "docs/plugins/templates.md"), "utf8");

/** The names behind the colons, in the block of their list. */
function settingsIn(guide: string): string[] {
  const [, after = ""] = guide.split("<!-- not run: it lists names -->\n```text\n");
  const [list = ""] = after.split("```");
  return list
    .replaceAll(/^\S[^:]*:/gm, "")
    .split(/\s+/)
    .filter((name) => name !== "");
}

test("every setting is in the guide once, and no other", () => {
  const newest = Object.values(BASE_SETTINGS).at(-1) ?? [];
  expect(settingsIn(GUIDE).toSorted()).toEqual([...newest].toSorted());
});

test("names are read from the list alone", () => {
  const guide =
    "```text\noak: a\n```\n<!-- not run: it lists names -->\n```text\nTrees, hedges: ash\n  elm-wood\nmore: fir\n```\nyew\n";
  expect(settingsIn(guide)).toEqual(["ash", "elm-wood", "fir"]);
});
