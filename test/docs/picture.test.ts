/** README.md begins with a picture of the editor. */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { ROOT } from "./page.ts";

test("the first picture of the project is the one that is taken of the editor (goal 8)", () => {
  const [, says, first = ""] = /!\[([^\]]*)\]\(([^)]+)\)/.exec(readFileSync(join(ROOT, "README.md"), "utf8")) ?? [];
  expect([says?.startsWith("The editor"), first]).toEqual([true, "docs/pictures/editor.webp"]);
  expect(existsSync(join(ROOT, first))).toBe(true);
  expect(readFileSync(join(ROOT, "test/browser/pictures.ts"), "utf8")).toContain(`name: "editor"`);
});
