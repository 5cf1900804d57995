import { existsSync, mkdirSync, statSync } from "node:fs";
import { basename, join } from "node:path";
import { Validator } from "@cfworker/json-schema";
import { afterAll, describe, expect, test } from "vitest";
import { siteFileText } from "../../../sites/cli/directory/files.ts";
import { readSiteFile, siteFileSchema } from "../../../sites/cli/directory/siteFile.ts";
import { localKey } from "../../../sites/cli/manage/dev.ts";
import { blankAuthoring } from "../../../sites/cli/files/authoring.ts";
import { clearDesks, Desk, oneLine } from "../svc.ts";

afterAll(clearDesks);

const FILES = [".gitignore", "README.md", "package.json", "plugins", "svc.jsonc"];

describe("svc init", () => {
  test("makes an empty folder a site directory, which reads as it was meant", async () => {
    using desk = new Desk();
    const { code, out } = await desk.run(["init", "my-site", "--profile", "full"]);
    expect({ code, out: out.trim().split("\n") }).toEqual({
      code: 0,
      out: ["package.json", ".gitignore", "README.md", "plugins/", "svc.jsonc"].map((path) => join("my-site", path)),
    });
    expect(FILES.filter((path) => !existsSync(join(desk.path, "my-site", path)))).toEqual([]);
    expect(readSiteFile(desk.read("my-site/svc.jsonc"))).toMatchObject({
      ok: true,
      value: { name: "my-site", profile: "full", plugins: ["./plugins"], trustKeys: [] },
    });
    expect(desk.read("my-site/.gitignore").split("\n")).toEqual(expect.arrayContaining([".svc/", "*.key.json"]));
    expect(JSON.parse(desk.read("my-site/package.json"))).toEqual({
      name: "my-site",
      private: true,
      type: "module",
      scripts: { start: "svc start" },
    });
  });

  test("names a schema that is there, and that accepts the file", async () => {
    using desk = new Desk();
    await desk.run(["init", "."]);
    const { $schema, ...file } = JSON.parse(blankAuthoring(desk.read("svc.jsonc"))) as Record<string, string>;
    expect(statSync(join(desk.path, $schema ?? "")).isFile()).toBe(true);
    expect(new Validator(siteFileSchema(), "2020-12").validate(file).valid).toBe(true);
    expect(new Validator(siteFileSchema(), "2020-12").validate({ ...file, token: "x" }).valid).toBe(false);
  });

  test("keeps what the folder has, and completes it", async () => {
    using desk = new Desk();
    desk.write(
      "package.json",
      '{ "name": "mine", "scripts": { "start": "mine", "lint": "x" }, "dependencies": { "drawbridge": "file:drawbridge.tgz" } }',
    );
    desk.write(".gitignore", "node_modules/\ncache/");
    desk.write("README.md", "Mine.\n");
    expect(oneLine((await desk.run(["init", "--json"])).out)).toMatchObject({
      ok: true,
      files: ["package.json", ".gitignore", "plugins/", "svc.jsonc"],
    });
    expect(JSON.parse(desk.read("package.json"))).toEqual({
      name: "mine",
      scripts: { start: "mine", lint: "x" },
      dependencies: { drawbridge: "file:drawbridge.tgz" },
    });
    expect(desk.read(".gitignore")).toBe("node_modules/\ncache/\n.svc/\n*.key.json\n*.token\nsecrets.json\n");
    expect(desk.read("README.md")).toBe("Mine.\n");
  });

  test("makes of the file that npm install left a project of its own", async () => {
    using desk = new Desk();
    desk.write("package.json", '{ "dependencies": { "drawbridge": "file:drawbridge.tgz" } }');
    await desk.run(["init", ".", "--name", "mine"]);
    expect(JSON.parse(desk.read("package.json"))).toEqual({
      name: "mine",
      private: true,
      type: "module",
      scripts: { start: "svc start" },
      dependencies: { drawbridge: "file:drawbridge.tgz" },
    });
  });

  test("leaves a site directory alone", async () => {
    using desk = new Desk();
    await desk.run(["init", "."]);
    desk.write("svc.jsonc", "mine");
    expect(await desk.run(["init", "."])).toMatchObject({
      code: 2,
      out: "",
      talk: expect.stringContaining(". is already a site directory") as string,
    });
    expect(desk.read("svc.jsonc")).toBe("mine");
  });

  test.each(["{", "[]", "null"])("writes nothing beside a package.json that says %s", async (text) => {
    using desk = new Desk();
    desk.write("package.json", text);
    expect(await desk.run(["init"])).toMatchObject({
      code: 1,
      out: expect.stringContaining("package.json is not a JSON object") as string,
    });
    expect(FILES.filter((path) => existsSync(join(desk.path, path)))).toEqual(["package.json"]);
  });

  test.each([
    ["My Site!", "my-site"],
    ["2026-site", "site"],
    ["___", "my-site"],
    ["Ünï", "n"],
  ])("makes of the folder %j the name %j", async (folder, name) => {
    using desk = new Desk();
    mkdirSync(join(desk.path, folder));
    await desk.run(["init", folder]);
    expect(readSiteFile(desk.read(join(folder, "svc.jsonc")))).toMatchObject({ value: { name } });
  });

  test.each([
    ["--name", "My Site"],
    ["--name", ""],
    ["--profile", "huge"],
  ])("refuses %s %j and makes nothing", async (option, value) => {
    using desk = new Desk();
    expect(await desk.run(["init", "site", option, value])).toMatchObject({ code: 2, out: "" });
    expect(existsSync(join(desk.path, "site"))).toBe(false);
  });
});

describe("svc.jsonc", () => {
  const good = siteFileText({ name: "one", profile: "core", schema: "x" });

  test.each<readonly [what: string, from: RegExp, to: string, pointer: string]>([
    ["a profile that is none", /"core"/, '"huge"', "/profile"],
    ["another member", /"profile"/, '"port": 1, "profile"', ""],
    ["the same member twice", /"profile"/, '"name": "two", "profile"', ""],
    ["a name with a space", /"one"/, '"one two"', "/name"],
    ["no list of folders", /\["\.\/plugins"\]/, '"plugins"', "/plugins"],
    ["an empty path", /"\.\/plugins"/, '""', "/plugins/0"],
    ["a key instead of its file", /"trustKeys": \[\]/, '"trustKeys": [{}]', "/trustKeys/0"],
    ["no end", /\}\n$/, "", ""],
  ])("with %s is refused by its place", (_, from, to, pointer) => {
    const text = good.replace(from, to);
    expect(text).not.toBe(good);
    const read = readSiteFile(text);
    expect(read.ok ? [] : read.error.map((issue) => issue.pointer)).toEqual([
      expect.stringContaining(pointer) as string,
    ]);
  });

  test("of more bytes than a file of settings has is not read", async () => {
    using desk = new Desk();
    desk.write("svc.jsonc", `${good}${" ".repeat(64 * 1024 - Buffer.byteLength(good))}`);
    expect(await desk.plugin("init", "acme.one")).toMatchObject({ code: 0 });
    desk.write("svc.jsonc", `${desk.read("svc.jsonc")} `);
    expect(await desk.plugin("init", "acme.two")).toMatchObject({
      code: 1,
      out: expect.stringContaining("svc.jsonc has more than 65536 bytes") as string,
    });
  });
});

describe("in a site directory", () => {
  test("a new plugin goes among its plugins, also from a folder below", async () => {
    using desk = new Desk();
    await desk.run(["init", "."]);
    expect(await desk.plugin("init", "acme.notices")).toMatchObject({
      code: 0,
      out: expect.stringMatching(/^plugins\/notices\/plugin\.jsonc/) as string,
    });
    expect(await desk.plugin("init", "acme.more", "--cwd", "plugins/notices")).toMatchObject({
      code: 0,
      out: expect.stringMatching(/^\.\.\/more\/plugin\.jsonc/) as string,
    });
    expect(existsSync(join(desk.path, "plugins/more/plugin.jsonc"))).toBe(true);
  });

  test("svc plugin dev signs with the key of its own installation; elsewhere with that of the checkout", async () => {
    using desk = new Desk();
    await desk.run(["init", "site"]);
    expect(localKey(join(desk.path, "site/plugins"))).toBe(join(desk.path, "site/.svc/local/signing.key.json"));
    expect(localKey(desk.path)).toBe(join(import.meta.dirname, "../../../.svc/local/signing.key.json"));
  });
});

describe("--cwd", () => {
  test("of every command is where it works", async () => {
    using desk = new Desk();
    await desk.run(["init", "site"]);
    expect(await desk.plugin("init", "acme.notices", "--cwd", "site")).toMatchObject({ code: 0 });
    expect(await desk.plugin("check", "plugins/notices", "--cwd", join(desk.path, "site"))).toMatchObject({ code: 0 });
    expect(await desk.run(["cloudflare", "descriptor", "--cwd", "site"])).toMatchObject({ code: 0 });
    expect(existsSync(join(desk.path, "site/.svc/platform.local.json"))).toBe(true);
  });

  test.each(["nowhere", "file"])("that names %s is refused", async (name) => {
    using desk = new Desk();
    desk.write("file", "");
    expect(await desk.plugin("init", "acme.notices", "--cwd", name)).toMatchObject({
      code: 2,
      out: "",
      talk: expect.stringContaining(`--cwd is not a folder: ${name}.`) as string,
    });
    expect(basename(process.cwd())).not.toBe(name);
  });
});
