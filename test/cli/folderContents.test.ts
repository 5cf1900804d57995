/** Packs folders as authors have them: with files of their tools, secrets, and line ends of other systems. */
import { mkdirSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { PACKAGE_MAX_BYTES } from "../../manifests/bounds/packages.ts";
import { packPlugin } from "../../sites/cli/packing/pluginFolder.ts";
import { clearDesks, Desk } from "./svc.ts";

afterAll(clearDesks);

const MANIFEST = {
  manifestVersion: 1,
  id: "acme.folder",
  version: "1.0.0",
  name: "Folder",
  kind: "executable",
  engine: "^1.0.0",
  main: "main.js",
  contributes: { hooks: [{ on: "afterPublish" }] },
};
const MAIN = 'import { a } from "./lib/a.js";\nexport const hooks = { afterPublish: () => a };\n';

function folderDesk(files: Readonly<Record<string, string>> = {}): Desk {
  const desk = new Desk();
  const all = {
    "plugin.jsonc": JSON.stringify(MANIFEST, null, 2),
    "main.js": MAIN,
    "lib/a.js": "export const a = 1;\n",
  };
  for (const [path, text] of Object.entries({ ...all, ...files })) desk.write(`plugin/${path}`, text);
  return desk;
}

const packedIn = (desk: Desk, file: string): string[] =>
  Object.keys((JSON.parse(desk.read(file)) as { files: object }).files).toSorted();

test("a package has what the plugin uses, and names what it leaves out", async () => {
  using desk = folderDesk({
    "trust.json": "[]",
    "deploy.sh": "exit",
    "vitest.config.js": "export default {};",
    "notes.txt": "later",
    "README.md": "# Folder",
    ".gitignore": "node_modules",
  });
  desk.write("plugin/backup.zip", "PK\u0003\u0004\ufffd");
  const { code, talk } = await desk.plugin("pack", "plugin", "--out", "a.json");
  expect([code, packedIn(desk, "a.json")]).toEqual([0, ["lib/a.js", "main.js"]]);
  expect(talk).toContain(
    "The package does not have these files, because nothing refers to them: backup.zip, deploy.sh, notes.txt, trust.json, vitest.config.js. [unused-file]",
  );
  expect((await desk.plugin("check", "plugin")).talk).toContain("backup.zip, deploy.sh");
});

test("a package in the folder does not become part of the next one", async () => {
  using desk = folderDesk();
  await desk.plugin("pack", "plugin", "--out", "plugin/acme.folder-1.0.0.json");
  const first = desk.read("plugin/acme.folder-1.0.0.json");
  await desk.plugin("pack", "plugin", "--out", "plugin/acme.folder-1.0.0.json");
  expect(desk.read("plugin/acme.folder-1.0.0.json")).toBe(first);
});

describe("a folder with a secret is refused by every command that packs it", () => {
  test.each(["pack", "check", "test"])("%s", async (command) => {
    using desk = folderDesk();
    await desk.plugin("keygen", "acme.key.json");
    desk.write("plugin/acme.key.json", desk.read("acme.key.json"));
    const { code, out, talk } = await desk.plugin(command, "plugin");
    expect(code).toBe(1);
    expect(out + talk).toContain(
      'plugin/acme.key.json:1:1 /files/acme.key.json: found a private key in "acme.key.json"',
    );
    expect(out + talk).not.toContain((JSON.parse(desk.read("acme.key.json")) as { d: string }).d);
  });

  test.each([[".env"], ["env.txt"], ["config/id_rsa"], ["secrets.json"]])("by the name %s", async (name) => {
    using desk = folderDesk({ [name]: "x" });
    expect(await desk.json("pack", "plugin")).toMatchObject({
      code: 1,
      data: { findings: [expect.objectContaining({ file: name })] },
    });
  });

  test.each([["test/keys/server.key"], [".git/config.key"], ["node_modules/a/secrets.json"], [".env.example"]])(
    "but not for %s",
    async (name) => {
      using desk = folderDesk({ [name]: "x" });
      expect((await desk.plugin("pack", "plugin", "--out", "a.json")).code).toBe(0);
    },
  );

  test.each([
    [-1, 1],
    [0, 1],
    [1, 0],
  ])("also in a file of the largest package and %i bytes", async (more, code) => {
    const key = "PuTTY-User-Key-File-3: x\n";
    using desk = folderDesk({ "film.bin": key + "x".repeat(PACKAGE_MAX_BYTES - key.length + more) });
    expect((await desk.plugin("pack", "plugin", "--out", "a.json")).code).toBe(code);
  });
});

describe("a new key is not written into a plugin's folder", () => {
  test.each([["plugin/acme.key.json"], ["plugin/keys/acme.key.json"], ["link/acme.key.json"]])("%s", async (file) => {
    using desk = folderDesk();
    mkdirSync(join(desk.path, "plugin/keys"));
    symlinkSync(join(desk.path, "plugin"), join(desk.path, "link"));
    const { code, talk } = await desk.plugin("keygen", file);
    expect([code, talk]).toEqual([2, expect.stringContaining("would be in the plugin's folder")]);
  });

  test("but beside it", async () => {
    using desk = folderDesk();
    expect((await desk.plugin("keygen", "acme.key.json")).code).toBe(0);
  });
});

describe("line ends of another system", () => {
  const FIXTURES = join(import.meta.dirname, "../fixtures/plugins");
  const isText = (path: string): boolean => /\.(?:jsonc?|[jt]s|liquid|css|html|svg)$/.test(path);

  /** Copies a plugin, and writes each line end of its texts anew, after a beginning. */
  function copied(desk: Desk, name: string, end: string, begins = ""): string {
    const folder = join(FIXTURES, name);
    const files = readdirSync(folder, { recursive: true, encoding: "utf8" });
    for (const path of files.filter((file) => statSync(join(folder, file)).isFile())) {
      desk.write(`${name}/${path}`, "");
      const bytes = readFileSync(join(folder, path));
      const text = bytes.toString("utf8").replaceAll("\n", end);
      writeFileSync(join(desk.path, name, path), isText(path) ? `${begins}${text}` : bytes);
    }
    return join(desk.path, name);
  }

  test.each([["lantern-harbour"], ["lantern-board"], ["lantern-basket"], ["lantern-press"]])(
    "give %s the same digest",
    (name) => {
      using unix = new Desk();
      using windows = new Desk();
      expect(packPlugin(copied(windows, name, "\r\n", "\ufeff")).digest).toBe(
        packPlugin(copied(unix, name, "\n")).digest,
      );
    },
  );

  test("give a bundle with a notice and a text of two lines the same digest", () => {
    const digests = ["\n", "\r\n"].map((end) => {
      using desk = folderDesk({
        "plugin.jsonc": JSON.stringify({ ...MANIFEST, main: "main.ts" }),
        "main.ts": `/*! Licence${end} * of two lines */${end}export const hooks = { afterPublish: (): string => \`a${end}b\` };${end}`,
      });
      return packPlugin(join(desk.path, "plugin")).digest;
    });
    expect(digests[0]).toBe(digests[1]);
  });
});

describe("a folder that is packed again", () => {
  const FILES = {
    "plugin.jsonc": JSON.stringify(MANIFEST),
    "main.js": "export const hooks = { afterPublish: () => undefined };",
    "spare.js": "",
  };

  test("has the same package, as long as no file changes", () => {
    using desk = folderDesk(FILES);
    expect(packPlugin(join(desk.path, "plugin"))).toBe(packPlugin(join(desk.path, "plugin")));
  });

  test.each([
    ["code", "main.js", "export const hooks = { afterPublish: () => 1 };"],
    ["manifest", "plugin.jsonc", JSON.stringify({ ...MANIFEST, version: "1.0.1" })],
  ])("has another package when its %s has changed", (_, path, text) => {
    using desk = folderDesk(FILES);
    const before = packPlugin(join(desk.path, "plugin")).digest;
    desk.write(`plugin/${path}`, text);
    expect(packPlugin(join(desk.path, "plugin")).digest).not.toBe(before);
  });

  test("names a further file that nothing uses", () => {
    using desk = folderDesk(FILES);
    expect(packPlugin(join(desk.path, "plugin")).leftOut).toEqual(["lib/a.js", "spare.js"]);
    desk.write("plugin/more.js", "");
    expect(packPlugin(join(desk.path, "plugin")).leftOut).toEqual(["lib/a.js", "more.js", "spare.js"]);
  });

  test("is bundled once its package.json names dependencies", () => {
    using desk = folderDesk(FILES);
    expect(packPlugin(join(desk.path, "plugin")).bundle).toBeUndefined();
    desk.write("plugin/package.json", JSON.stringify({ dependencies: { other: "1.0.0" } }));
    expect(packPlugin(join(desk.path, "plugin")).bundle).toBeDefined();
  });

  test("is refused when it has become faulty, and accepted when it is as before", () => {
    using desk = folderDesk(FILES);
    const before = packPlugin(join(desk.path, "plugin")).digest;
    desk.write("plugin/plugin.jsonc", "{");
    expect(() => packPlugin(join(desk.path, "plugin"))).toThrow(/PLUGIN_REJECTED/);
    desk.write("plugin/plugin.jsonc", FILES["plugin.jsonc"]);
    expect(packPlugin(join(desk.path, "plugin")).digest).toBe(before);
  });
});
