import { spawnSync } from "node:child_process";
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { clearDesks, Desk } from "./svc.ts";

const ROOT = join(import.meta.dirname, "../..");
afterAll(clearDesks);

test("an old Node is told the Node that a checkout brings", () => {
  const { optionalDependencies } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8")) as {
    readonly optionalDependencies: Readonly<Record<string, string>>;
  };
  const said = /^const NODE_BESIDE = "(.+)";$/m.exec(readFileSync(join(ROOT, "sites/launch.mjs"), "utf8"))?.[1];
  expect(new Set(Object.values(optionalDependencies))).toEqual(new Set([said]));
});

test("a Node without stacks of resources gets them before the program, and before an author's tests", () => {
  const stacks = JSON.stringify(join(ROOT, "sites/stacks.mjs"));
  const code = `delete globalThis.DisposableStack; delete globalThis.AsyncDisposableStack; await import(${stacks});
    const ended = []; const stack = new AsyncDisposableStack();
    stack.use({ [Symbol.asyncDispose]: async () => void ended.push("used") });
    stack.defer(() => void ended.push("deferred")); const moved = stack.move();
    await stack.disposeAsync(); ended.push("moved"); await moved.disposeAsync();
    process.stdout.write(ended.join());`;
  const { stdout } = spawnSync(process.execPath, ["--input-type=module", "-e", code], { encoding: "utf8" });
  expect(stdout).toBe("moved,deferred,used");
  expect(readFileSync(join(ROOT, "sites/cli/plugin/test.ts"), "utf8")).toContain('"--import", STACKS');
});

test("a command under an older Node says nothing of its SQLite, and its other warnings", () => {
  using desk = new Desk();
  for (const folder of ["sites", "dist/sites"]) mkdirSync(join(desk.path, folder), { recursive: true });
  for (const file of ["launch.mjs", "stacks.mjs"])
    copyFileSync(join(ROOT, "sites", file), join(desk.path, "sites", file));
  copyFileSync(join(ROOT, "sites/stacks.mjs"), join(desk.path, "dist/sites/stacks.mjs"));
  const warn = (text: string): string => `process.emitWarning(${JSON.stringify(text)}, "ExperimentalWarning");`;
  const program = warn("SQLite is an experimental feature and might change at any time") + warn("Something else");
  writeFileSync(join(desk.path, "dist/sites/svc.js"), program);
  const { stderr } = spawnSync(process.execPath, [join(desk.path, "sites/launch.mjs")], { encoding: "utf8" });
  expect([stderr.includes("SQLite"), stderr.includes("Something else")]).toEqual([false, true]);
});

test("a package without a build says how to make a whole one", () => {
  using desk = new Desk();
  mkdirSync(join(desk.path, "sites"));
  copyFileSync(join(ROOT, "sites/launch.mjs"), join(desk.path, "sites/launch.mjs"));
  const { status, stderr } = spawnSync(process.execPath, [join(desk.path, "sites/launch.mjs")], { encoding: "utf8" });
  expect({ status, stderr }).toEqual({
    status: 1,
    stderr:
      "This package of drawbridge was packed without its program. In a checkout, npm run package builds and packs it.\n",
  });
});
