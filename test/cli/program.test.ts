import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import type { CliCommand, Group } from "../../sites/cli/command/command.ts";
import { runProgram } from "../../sites/cli/program.ts";
import { Desk } from "./svc.ts";

const KID = "-QoyRBpLm78ATO5aoSyYT_Zl8-d3Wby8q_BtxgsCEr4";

async function argsOf(
  ...argv: readonly string[]
): Promise<readonly [code: number, args: readonly string[], confirmed: string | undefined]> {
  let args: readonly string[] = [];
  let confirmed: string | undefined;
  const revoke: CliCommand = {
    name: "revoke",
    summary: "Revoke a key.",
    argument: ["<thumbprint>", "of a key"],
    options: [["--confirm <words>", "the words"]],
    examples: ["svc revoke x"],
    run: (invocation) => {
      ({ args } = invocation);
      confirmed = invocation.options.text("confirm");
      return { ok: true, lines: [], data: {} };
    },
  };
  const all: Group = { name: "svc", summary: "s", example: "e", commands: [revoke] };
  return [await runProgram(["revoke", ...argv], all), args, confirmed];
}

test.each([
  [[KID], undefined],
  [[KID, "--confirm", `REVOKE ${KID}`], `REVOKE ${KID}`],
  [["--confirm", "yes", KID], "yes"],
  [["--confirm", "yes", "--", KID], "yes"],
])("a thumbprint that begins with a dash is no option: %j", async (argv, confirmed) => {
  expect(await argsOf(...argv)).toEqual([0, [KID], confirmed]);
});

test.each([[["-x"]], [["--unknown", KID]], [[KID.slice(0, -1)]], [[`${KID}x`]]])(
  "another word with a dash is one: %j",
  async (argv) => {
    expect((await argsOf(...argv))[0]).toBe(2);
  },
);

describe("the release", () => {
  const { version } = JSON.parse(readFileSync("package.json", "utf8")) as { version: string };

  test.each([["--version"], ["-V"], ["version"]])("is printed by svc %s", async (typed) => {
    using desk = new Desk();
    expect(await desk.run([typed])).toEqual({ code: 0, out: `${version}\n`, talk: "" });
  });

  test("is printed for programs", async () => {
    using desk = new Desk();
    expect((await desk.run(["version", "--json"])).out).toBe(`{"ok":true,"version":"${version}"}\n`);
  });

  test("is not printed in place of a command that has a version of its own", async () => {
    using desk = new Desk();
    const { code, out } = await desk.plugin(
      "add",
      "acme.notices",
      "--version",
      "1.0.0",
      "--site",
      "http://localhost:1",
    );
    expect([code, out]).toEqual([1, expect.not.stringContaining(`${version}\n`)]);
  });

  test("is not taken from a package in the person's folder", async () => {
    using desk = new Desk();
    desk.write("package.json", '{"version": "9.9.9"}');
    expect((await desk.run(["--version"])).out).toBe(`${version}\n`);
  });
});
