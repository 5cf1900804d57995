import { describe, expect, test } from "vitest";
import { folder } from "./folder.ts";

const MANIFEST = { name: "fixture", version: "1.0.0", type: "module", scripts: { start: "node sites/local/start.ts" } };

const ALIVE = {
  "package.json": JSON.stringify(MANIFEST),
  "sites/local/start.ts": "import { used } from \"../../runtime/leaf.ts\";\nconsole.log(used);\n",
  "runtime/leaf.ts": "export const used = 1;\n",
};

const DEAD: readonly (readonly [name: string, files: Readonly<Record<string, string>>, says: string])[] = [
  ["a file nobody imports", { "runtime/dead.ts": "export const x = 1;\n" }, "runtime/dead.ts"],
  ["an export nobody imports", { "runtime/leaf.ts": "export const used = 1;\nexport const dead = 2;\n" }, "dead"],
  ["a type nobody imports", { "runtime/leaf.ts": "export const used = 1;\nexport type Dead = 2;\n" }, "Dead"],
  ["a package nobody imports", { "package.json": JSON.stringify({ ...MANIFEST, dependencies: { dead: "1.0.0" } }) }, "dead"],
  ["a package nobody declared", { "runtime/leaf.ts": "import \"secret\";\nexport const used = 1;\n" }, "secret"],
];

function knip(files: Readonly<Record<string, string>>): { status: number | null; output: string } {
  using tree = folder({ ...ALIVE, ...files });
  tree.copy("knip.json");
  const { status, stdout, stderr } = tree.run("knip", "--no-progress", "--no-config-hints");
  return { status, output: stdout + stderr };
}

describe("dead code", () => {
  test.each(DEAD)("%s is rejected", (_, files, says) => {
    const { status, output } = knip(files);
    expect(output).toContain(says);
    expect(status).toBe(1);
  });

  test("code that is reached is accepted", () => {
    expect(knip({})).toEqual({ status: 0, output: "" });
  });
});
