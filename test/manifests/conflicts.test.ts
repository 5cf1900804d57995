/** The closed table of conflicts: each has a place that answers it, and a line of the page for programs. */
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { CONFLICTS } from "../../manifests/refusals/conflicts.ts";
import { STATIC_FOLDER } from "../../sites/bundles/staticFiles.ts";
import { API_DESCRIPTION } from "../../sites/web/api/description/apiDescription.ts";
import { ROOT } from "../gates/folder.ts";

const read = (path: string): string => readFileSync(join(ROOT, path), "utf8");
const names = Object.keys(CONFLICTS);

/** The sources of everything that refuses, without the table itself. */
const sources = globSync("{runtime,capabilities,sites}/**/*.ts", { cwd: ROOT })
  .filter((path) => !/\.generated\.ts$|(^|\/)(node_modules|\.build|\.svc|\.wrangler)\//.test(path))
  .map(read)
  .filter((text) => text.includes('"CONFLICT"'));

describe("conflicts", () => {
  test.each(names)("%s is what a place answers", (name) => {
    expect(sources.some((text) => text.includes(`"${name}"`))).toBe(true);
  });

  test("are listed on the page for programs, in order", () => {
    const listed = [...read("docs/api.md").matchAll(/^\| `(\w+)` \| (.*) \|$/gm)].map(([, name, says]) => [name, says]);
    expect(listed.filter(([name = ""]) => names.includes(name))).toEqual(Object.entries(CONFLICTS));
    expect(names).toEqual(names.toSorted());
  });

  test("are in the description of the API, with the evidence of each code", () => {
    const { components } = JSON.parse(readFileSync(join(STATIC_FOLDER, API_DESCRIPTION), "utf8")) as {
      components: { schemas: Record<string, { allOf?: { properties?: Record<string, { enum?: string[] }> }[] }> };
    };
    const members = (name: string) => components.schemas[name]?.allOf?.[1]?.properties;
    expect(members("ProblemConflict")?.["conflict"]?.enum).toEqual(names);
    expect(Object.keys(members("ProblemConflict") ?? {})).toEqual(
      expect.arrayContaining(["code", "reason", "schedule", "state", "uses", "missing"]),
    );
    expect(Object.keys(members("ProblemRateLimited") ?? {})).toEqual([
      "code",
      "limit",
      "allowed",
      "remaining",
      "waitSeconds",
    ]);
  });
});
