import { describe, expect, test } from "vitest";
import { folder } from "./folder.ts";

const MANIFEST = {
  name: "fixture",
  version: "1.0.0",
  type: "module",
  scripts: { start: "node sites/machine/start.ts" },
};

const ALIVE = {
  "package.json": JSON.stringify(MANIFEST),
  "sites/machine/start.ts": 'import { used } from "../../runtime/leaf.ts";\nconsole.log(used);\n',
  "runtime/leaf.ts": "export const used = 1;\n",
};

/** All dead code at once: every finding has a name of its own, so nothing is hidden by its neighbours. */
const DEAD: Readonly<Record<string, string>> = {
  "package.json": JSON.stringify({ ...MANIFEST, dependencies: { "dead-package": "1.0.0" } }),
  "runtime/dead-file.ts": "export const x = 1;\n",
  "runtime/leaf.ts":
    'import "undeclared-package";\nexport const used = 1;\nexport const deadValue = 2;\nexport type DeadType = 2;\n',
};

const SAID: readonly (readonly [name: string, says: string])[] = [
  ["a file nobody imports", "runtime/dead-file.ts"],
  ["an export nobody imports", "deadValue"],
  ["a type nobody imports", "DeadType"],
  ["a package nobody imports", "dead-package"],
  ["a package nobody declared", "undeclared-package"],
];

function knip(files: Readonly<Record<string, string>>): { status: number | null; output: string } {
  using tree = folder({ ...ALIVE, ...files });
  tree.copy("knip.json");
  const { status, stdout, stderr } = tree.run("knip", "--no-progress", "--no-config-hints");
  return { status, output: stdout + stderr };
}

describe("dead code", () => {
  const { status, output } = knip(DEAD);

  test.each(SAID)("%s is rejected", (_, says) => {
    expect(output).toContain(says);
    expect(status).toBe(1);
  });

  test("code that is reached is accepted", () => {
    expect(knip({})).toEqual({ status: 0, output: "" });
  });
});
