/** A foreign plugin folder that attacks the terminal and the files of a person who checks it. */
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, test, vi } from "vitest";
import { visibleJson } from "../../../manifests/visible.ts";
import { printable } from "../../../sites/cli/site/problem.ts";
import { clearDesks, Desk } from "../../cli/svc.ts";

// Each call starts a process.
vi.setConfig({ testTimeout: 60_000 });
afterAll(clearDesks);

const [ESCAPE, BELL, C1, TURNED] = ["\u001b", "\u0007", "\u009b", "\u202e"];
const TITLE = `${ESCAPE}]0;all is well${BELL}`;

/** Characters that control a terminal. */
const OBEYED = /(?!\n)\p{Cc}|\p{Cf}/u;

function hostile(desk: Desk): void {
  const manifest = {
    manifestVersion: 1,
    id: "acme.notices",
    version: "1.0.0",
    name: `Notices${C1}31m`,
    description: TURNED,
    kind: "declarative",
    engine: "^1.0.0",
    contributes: { [TITLE]: 1, [`x\nok  acme.notices 1.0.0`]: 1 },
  };
  mkdirSync(join(desk.path, "notices"));
  desk.write("notices/plugin.jsonc", JSON.stringify(manifest));
  writeFileSync(join(desk.path, "notices", `a${ESCAPE}[2Jb.liquid`), "x");
}

describe("hostile names and files of a plugin", () => {
  test("cannot control a terminal or begin a line of their own", async () => {
    using desk = new Desk();
    hostile(desk);
    const { code, out, talk } = await desk.plugin("check", "notices");
    expect(code).toBe(1);
    expect(out + talk).not.toMatch(OBEYED);
    expect(out).not.toMatch(/^ok/m);
    expect(out).toContain("all is well");
  });

  test("reach programs unchanged, in one line of printable characters", async () => {
    using desk = new Desk();
    hostile(desk);
    const { out } = await desk.plugin("check", "notices", "--json");
    expect(out).not.toMatch(OBEYED);
    expect(JSON.stringify(JSON.parse(out))).toContain(JSON.stringify(`/contributes/${TITLE}`));
  });
});

test.each([ESCAPE, BELL, C1, TURNED, "\n", "\r", "\u007f", "\u200b", "\u2028", "\u2066", "\u{e0041}"])(
  "%j is printed and has no effect",
  (char) => {
    expect(printable(`a${char}b`)).toBe("a\ufffdb");
    expect(visibleJson({ char })).not.toMatch(OBEYED);
    expect(JSON.parse(visibleJson({ char }))).toEqual({ char });
  },
);

test("a link in the folder cannot make the types overwrite another file", async () => {
  using desk = new Desk();
  await desk.plugin("init", "acme.counter", "--kind", "javascript", "--folder", "one");
  desk.write("profile", "mine");
  mkdirSync(join(desk.path, "two"));
  for (const file of ["plugin.jsonc", "main.js"])
    writeFileSync(join(desk.path, "two", file), readFileSync(join(desk.path, "one", file)));
  symlinkSync(join(desk.path, "profile"), join(desk.path, "two", "plugin.d.ts"));
  expect(await desk.plugin("types", "two")).toMatchObject({ code: 0 });
  expect(desk.read("profile")).toBe("mine");
  expect(desk.read("two/plugin.d.ts")).toContain("export");
});
