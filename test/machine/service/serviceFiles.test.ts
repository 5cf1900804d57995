/** The files of `svc service`: what systemd and launchd read in them, whatever a folder is called. */
import { spawnSync } from "node:child_process";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { CliCommand, Outcome } from "../../../sites/cli/command/command.ts";
import { SERVICE_COMMANDS } from "../../../sites/machine/service/commands.ts";
import { servicePlace } from "../../../sites/machine/service/place.ts";
import { isWritable, launchdAgent, systemdUnit } from "../../../sites/machine/service/unit.ts";

const NAMES = [
  "plain",
  "two words",
  "$(touch owned); `id` && x",
  "100% $HOME ${PATH} %h",
  `quote " and ' and \\ inside`,
  "<key>--&amp;",
  "größe",
];

let root: string;
beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), "svc-service-")));
});
afterEach(() => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
  rmSync(root, { recursive: true, force: true });
});

/** Splits a command line of systemd into its arguments, by the rules of systemd.service(5). */
function argumentsIn(line: string): string[] {
  const words = line.match(/"(?:[^"\\]|\\.)*"/g) ?? [];
  expect(words.join(" ")).toBe(line);
  return words.map((word) =>
    word
      .slice(1, -1)
      .replaceAll(/\\(.)/g, "$1")
      .replaceAll("%%", "%")
      .replaceAll("$$", () => "$"),
  );
}

const valueOf = (unit: string, key: string): string => new RegExp(`^${key}=(.*)$`, "m").exec(unit)?.[1] ?? "";
const served = (name: string) => {
  const directory = join("/srv", name);
  return { directory, node: "/usr/bin/node", program: join(directory, "node_modules/.bin/svc") };
};

describe.each(NAMES)("a folder named %j", (name) => {
  test("is one argument and one working directory for systemd", () => {
    const { directory, node, program } = served(name);
    const unit = systemdUnit(served(name));
    expect(argumentsIn(valueOf(unit, "ExecStart"))).toEqual([node, program, "start"]);
    expect(valueOf(unit, "WorkingDirectory").replaceAll("%%", "%")).toBe(directory);
    expect(unit.match(/^ExecStart=/gm)).toHaveLength(1);
  });

  test("is one text in the list of launchd, which has no other", () => {
    const { directory, node, program } = served(name);
    const plain = launchdAgent("label", served(name));
    const texts = [...plain.matchAll(/<string>([^<>]*)<\/string>/g)].map(([, text = ""]) =>
      text
        .replaceAll("&lt;", "<")
        .replaceAll("&gt;", ">")
        .replaceAll("&quot;", '"')
        .replaceAll("&apos;", "'")
        .replaceAll("&amp;", "&"),
    );
    expect(texts).toEqual(["label", node, program, "start", directory]);
    expect(/<!--([\s\S]*?)-->/.exec(plain)?.[1]).not.toContain("--");
  });
});

test.each(["a\nExecStart=/bin/sh", "a\rb", "a\u0000", "tail ", "tail\\", "a\u2028b"])(
  "a path like %j is written into no file",
  (path) => {
    expect(isWritable(path)).toBe(false);
  },
);

test("two folders of one last name have files of their own, and other systems have none", () => {
  const host = { platform: "linux", home: "/home/r", configHome: undefined };
  const [one, other] = ["/a/site", "/b/site"].map(
    (directory) => servicePlace({ ...served("x"), directory }, host)?.path ?? "",
  );
  expect(one).toMatch(/^\/home\/r\/\.config\/systemd\/user\/drawbridge-site-[0-9a-f]{8}\.service$/);
  expect(other).not.toBe(one);
  expect(servicePlace(served("x"), { ...host, platform: "win32" })).toBeUndefined();
  expect(servicePlace(served("x"), { ...host, platform: "darwin" })?.path).toContain("/Library/LaunchAgents/");
});

/** A site directory with an installed program, as the working directory. Answers where the file belongs. */
function inSite(name = "my site"): string {
  const directory = join(root, name);
  mkdirSync(join(directory, "node_modules/.bin"), { recursive: true });
  writeFileSync(join(directory, "svc.jsonc"), "{}");
  writeFileSync(join(directory, "node_modules/.bin/svc"), "", { mode: 0o755 });
  vi.spyOn(process, "cwd").mockReturnValue(directory);
  vi.stubEnv("XDG_CONFIG_HOME", join(root, "config"));
  const place = servicePlace(
    { directory, node: process.execPath, program: join(directory, "node_modules/.bin/svc") },
    { platform: "linux", home: "/nowhere", configHome: join(root, "config") },
  );
  return place?.path ?? "";
}

async function run(name: string, ...set: readonly string[]): Promise<Outcome> {
  const command = SERVICE_COMMANDS.commands.find((one) => one.name === name) as CliCommand;
  return command.run({ args: [], options: { isSet: (option: string) => set.includes(option) } } as never);
}

describe.runIf(process.platform === "linux")("svc service", () => {
  test("writes nothing in a dry run, writes once, says what is there, and removes its own", async () => {
    const path = inSite();
    expect((await run("status")).data).toMatchObject({ state: "absent" });
    expect((await run("install", "dryRun")).lines.join("\n")).toContain("ExecStart=");
    expect(existsSync(dirname(path))).toBe(false);
    expect((await run("install")).lines.join("\n")).toContain("systemctl --user enable --now drawbridge-my-site-");
    const first = readFileSync(path, "utf8");
    expect((await run("install")).lines[0]).toContain("is as it was");
    expect(await run("status")).toMatchObject({ ok: true, data: { state: "installed" } });
    writeFileSync(path, first.replace("RestartSec=2", "RestartSec=9"));
    expect(await run("status")).toMatchObject({ ok: false, data: { state: "older" } });
    await run("install");
    expect(readFileSync(path, "utf8")).toBe(first);
    expect((await run("remove", "dryRun")).lines[0]).toContain("Would remove");
    await run("remove");
    expect(existsSync(path)).toBe(false);
    expect((await run("remove")).ok).toBe(true);
  });

  test("overwrites and removes no file of another program, and follows no link", async () => {
    const path = inSite();
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, "[Unit]\nDescription=Mine\n");
    for (const name of ["install", "remove"]) await expect(run(name)).rejects.toThrow("Nothing was changed");
    expect(readFileSync(path, "utf8")).toBe("[Unit]\nDescription=Mine\n");
    rmSync(path);
    const target = join(root, "target");
    writeFileSync(target, "# Written by svc service install for me\n");
    symlinkSync(target, path);
    for (const name of ["install", "remove"]) await expect(run(name)).rejects.toThrow("Nothing was changed");
    expect(readFileSync(target, "utf8")).toContain("for me");
  });

  test("needs a site directory with the program, and a path that fits into a line", async () => {
    inSite();
    rmSync(join(root, "my site/node_modules"), { recursive: true });
    await expect(run("install")).rejects.toThrow("drawbridge is not installed");
    inSite("a\nExecStart=x");
    await expect(run("install")).rejects.toThrow("Rename it");
    vi.spyOn(process, "cwd").mockReturnValue("/");
    await expect(run("status")).rejects.toThrow("no site directory");
  });

  test("writes a unit that systemd itself accepts", async ({ skip }) => {
    if (spawnSync("systemd-analyze", ["--version"]).status !== 0) skip("systemd-analyze is not here");
    const path = inSite(`100% "mine" $HOME`);
    await run("install");
    const checked = spawnSync("systemd-analyze", ["verify", "--user", path], {
      encoding: "utf8",
      env: { ...process.env, XDG_RUNTIME_DIR: root },
    });
    expect(`${checked.stdout}${checked.stderr}`).not.toMatch(new RegExp(`${path}|ExecStart|WorkingDirectory`));
  });
});
