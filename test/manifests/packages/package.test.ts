import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, describe, expect, test } from "vitest";
import { MANIFEST_MAX_BYTES } from "../../../manifests/bounds/manifest.ts";
import { PACKAGE_MAX_BYTES, PACKAGE_MAX_FILES } from "../../../manifests/bounds/packages.ts";
import { TEMPLATE_MAX_BYTES } from "../../../manifests/bounds/templates.ts";
import { checkPackage } from "../../../manifests/packages/checkPackage.ts";
import type { Manifest } from "../../../manifests/manifest/manifest.ts";
import { readManifest } from "../../../manifests/rules/readManifest.ts";
import { Refusal } from "../../../manifests/refusals/refusal.ts";
import { accepted } from "../../../manifests/result.ts";
import { blankAuthoring } from "../../../sites/cli/files/authoring.ts";
import { issueLine } from "../../../sites/cli/files/locatedIssue.ts";
import { pack } from "../../../sites/cli/packing/packing.ts";
import { folderFileDigest, packPlugin, packPlugins } from "../../../sites/cli/packing/pluginFolder.ts";
import { declarative, executable } from "../fixture.ts";

const VECTORS = join(import.meta.dirname, "../../vectors/manifests");
const NAMES = ["notice.liquid", "notice.md.liquid", "notice.css", "layout.liquid", "theme.css"];
const digest = `sha256-${"a".repeat(43)}`;
const pinning = (names: readonly string[], manifest: Manifest = declarative): Manifest => ({
  ...manifest,
  files: Object.fromEntries(names.map((name) => [name, digest])),
});

describe("a package is refused with", () => {
  test.each<readonly [string, readonly string[], readonly string[], string, string, string]>([
    [
      "a template missing",
      NAMES,
      NAMES.slice(1),
      "/contributes/sections/0/template",
      '"notice.liquid", which is not',
      "a file of the package",
    ],
    [
      "a style sheet missing",
      NAMES,
      NAMES.filter((name) => name !== "theme.css"),
      "/contributes/themes/0/css",
      '"theme.css"',
      "a file of the package",
    ],
    ["a file without digest", NAMES.slice(1), NAMES, "/files/notice.liquid", "no digest", "every file"],
    [
      "a digest without file",
      [...NAMES, "more.css"],
      NAMES,
      "/files/more.css",
      "a digest without its file",
      "files of the package",
    ],
    [
      "a template nothing names",
      NAMES,
      [...NAMES, "notise.liquid"],
      "/files/notise.liquid",
      "nothing refers to",
      "the manifest names",
    ],
    [
      "code in a declarative plugin",
      NAMES,
      [...NAMES, "main.js"],
      "/files/main.js",
      '"main.js"',
      "only .liquid and .css",
    ],
    ["a file outside", NAMES, [...NAMES, "../x.css"], "/files/..~1x.css", '"../x.css"', "a relative path"],
    ["a file from the root", NAMES, [...NAMES, "/x.css"], "/files/~1x.css", '"/x.css"', "a relative path"],
    ["a file with a backslash", NAMES, [...NAMES, "a\\x.css"], "/files/a\\x.css", "a\\\\x.css", "a relative path"],
    ["a file named __proto__", NAMES, [...NAMES, "__proto__"], "/files/__proto__", "__proto__", "a relative path"],
    [
      "two files that differ in case",
      NAMES,
      [...NAMES, "Notice.css"],
      "/files/Notice.css",
      "a second file",
      "distinct names",
    ],
    [
      "two files that differ in composition",
      NAMES,
      [...NAMES, "caf\u00e9.css", "cafe\u0301.css"],
      "/files/cafe\u0301.css",
      "a second file",
      "distinct names",
    ],
  ])("%s", (_, pinned, names, pointer, found, allowed) => {
    expect(checkPackage(pinning(pinned), names)).toContainEqual({
      pointer,
      found: expect.stringContaining(found),
      allowed: expect.stringContaining(allowed),
    });
  });

  test("more files than the bound", () => {
    const names = (count: number) => ["main.js", ...Array.from({ length: count - 1 }, (_, index) => `m${index}.js`)];
    const bare: Manifest = { ...executable, contributes: {} };
    const check = (count: number) => checkPackage(pinning(names(count), bare), names(count));
    expect([-1, 0].flatMap((more) => check(PACKAGE_MAX_FILES + more))).toEqual([]);
    expect(check(PACKAGE_MAX_FILES + 1)).toEqual([
      { pointer: "/files", found: `${PACKAGE_MAX_FILES + 1} files`, allowed: `at most ${PACKAGE_MAX_FILES} files` },
    ]);
  });

  test("… and accepted when everything fits", () => expect(checkPackage(pinning(NAMES), NAMES)).toEqual([]));
});

const folder = (change: Record<string, string> = {}): Record<string, string> => ({
  "plugin.jsonc": JSON.stringify(declarative, null, 2),
  "notice.liquid": "<p>{{ fields.text }}</p>",
  "notice.md.liquid": "{{ fields.text }}",
  "notice.css": ":scope { color: red }",
  "layout.liquid": "<main>{{ content }}</main>",
  "theme.css": "body { margin: 0 }",
  ...change,
});
const linesOf = (files: Record<string, string>): string[] => {
  const packing = pack(files, folderFileDigest);
  return packing.ok ? [] : packing.error.map(issueLine);
};

describe("packing names the place an author has to mend", () => {
  test.each<readonly [string, Record<string, string>, RegExp]>([
    ["no manifest", { "plugin.jsonc": "" }, /^plugin\.jsonc:1:1 \/: found the end of the text/],
    [
      "a member twice",
      { "plugin.jsonc": '{\n  "id": "a.b", // x\n  "id": "a.c"\n}' },
      /^plugin\.jsonc:3:3 \/id: found a second member/,
    ],
    ["two commas", { "plugin.jsonc": '{ "id": "a.b",, }' }, /^plugin\.jsonc:1:15 \/id: found ","/],
    ["no object", { "plugin.jsonc": "// x\n[]" }, /^plugin\.jsonc:2:1 \/: found a list of 0 items; allowed: an object/],
    [
      "digests by hand",
      { "plugin.jsonc": '{\n "files": {} }' },
      /^plugin\.jsonc:2:11 \/files: found digests; allowed: nothing/,
    ],
    [
      "a wrong value",
      { "plugin.jsonc": folder()["plugin.jsonc"]?.replace('"1.0.0"', '"1.0"') ?? "" },
      /^plugin\.jsonc:4:14 \/version: found the text "1\.0"/,
    ],
    [
      "a member left out, at what it is missing from",
      { "plugin.jsonc": "{\n}" },
      /^plugin\.jsonc:1:1 \/manifestVersion: found nothing/,
    ],
    [
      "a template's markup",
      { "notice.liquid": "<p>\n  <script>" },
      /^notice\.liquid:2:10 \/contributes\/sections\/0\/template: found <script>/,
    ],
    [
      "a title in a section",
      { "notice.liquid": "<p>a</p>\n <title>b</title>" },
      /^notice\.liquid:2:8 \/contributes\/sections\/0\/template: found <title>/,
    ],
    [
      "a sign behind white space that is not written",
      { "notice.liquid": "<p>\n  {{- fields.text -}}\n a <> b</p>" },
      /^notice\.liquid:3:4 \/contributes\/sections\/0\/template: found "<>"; allowed: &lt;/,
    ],
    [
      "a tag in an address",
      { "notice.liquid": "<p>\n<a href='{% for a in b %}c{% endfor %}'></a></p>" },
      /^notice\.liquid:2:10 .* found a loop at the start of href/,
    ],
    [
      "what only compiling refuses",
      { "layout.liquid": "{{ content }}\n<p>{{ a[ }}</p>" },
      /^layout\.liquid:2:9 .* found \[ not closed.*; allowed: a template that pages can show/,
    ],
    [
      "a layout's markup",
      { "layout.liquid": "<script>" },
      /^layout\.liquid:1:8 \/contributes\/themes\/0\/layout: found <script>/,
    ],
    [
      "Markdown's tags",
      { "notice.md.liquid": "\n\n{% include 'x' %}" },
      /^notice\.md\.liquid:3:1 \/contributes\/sections\/0\/markdown: found the tag/,
    ],
    [
      "a section's style",
      { "notice.css": "a {}\n}" },
      /^notice\.css:2:1 \/contributes\/sections\/0\/css: found \} without/,
    ],
    [
      "a theme's style",
      { "theme.css": '@import "x";' },
      /^theme\.css:1:1 \/contributes\/themes\/0\/css: found @import/,
    ],
    [
      "a file nothing names",
      { "spare.css": "" },
      /^plugin\.jsonc:\d+:\d+ \/files\/spare\.css: found "spare\.css", which nothing/,
    ],
    [
      "too long a template",
      { "notice.liquid": " ".repeat(TEMPLATE_MAX_BYTES + 1) },
      /^notice\.liquid:1:1 .* at most 131072 bytes/,
    ],
  ])("%s", (_, change, line) => expect(linesOf(folder(change))[0]).toMatch(line));

  test("a folder without manifest", () => {
    expect(linesOf({})).toEqual(["plugin.jsonc:1:1 /: found nothing; allowed: a file named plugin.jsonc"]);
  });
});

describe("bounds of a package", () => {
  const code = (length: number) => {
    const bare: Manifest = { ...executable, contributes: {} };
    return { "plugin.jsonc": JSON.stringify(bare), "main.js": "é".repeat(1) + " ".repeat(length - 2) };
  };
  test("bytes of all files, counted in UTF-8", () => {
    const found = [-1, 0, 1].map((more) => linesOf(code(PACKAGE_MAX_BYTES + more)));
    expect(found.map((lines) => lines.length)).toEqual([0, 0, 1]);
    expect(found[2]?.[0]).toContain(
      `/files: found ${PACKAGE_MAX_BYTES + 1} bytes; allowed: at most ${PACKAGE_MAX_BYTES}`,
    );
  });
  test("that is too large names its largest files and the bound", () => {
    const sizes = [7, 500_000, 5, 300_000, 250_000, 6, 8];
    const assets = Object.fromEntries(sizes.map((size, at) => [`assets/${at}.css`, " ".repeat(size)]));
    expect(linesOf({ ...code(2), ...assets }).join("\n")).toMatch(
      /at most 1048576 bytes; the largest: assets\/1\.css 500000, assets\/3\.css 300000, assets\/4\.css 250000, assets\/6\.css 8, assets\/0\.css 7$/m,
    );
  });
  test("that is too large by its packages names these as well", () => {
    const parts = [
      { name: "", version: "", bytes: 4 },
      { name: "charts", version: "2.0.0", bytes: PACKAGE_MAX_BYTES },
    ];
    const bundle = { main: "main.js", text: " ".repeat(PACKAGE_MAX_BYTES + 4), sourceMap: "{}", ownFiles: [], parts };
    const packing = pack(code(2), folderFileDigest, {
      main: () => () => accepted(bundle),
      frame: () => () => accepted(bundle),
    });
    expect(packing.ok ? [] : packing.error.map(issueLine)).toContainEqual(
      expect.stringMatching(/main\.js 1048580; in main\.js charts@2\.0\.0 1048576, your own 4$/),
    );
  });
  test("bytes of the manifest with its digests", () => {
    const sized = (comment: number): Record<string, string> => {
      const fields = { type: "object", properties: {}, additionalProperties: false, $comment: "x".repeat(comment) };
      const bare: Manifest = { ...executable, contributes: { settings: fields } };
      return { "plugin.jsonc": JSON.stringify(bare), "main.js": "" };
    };
    const packing = pack(sized(1), folderFileDigest);
    const base = packing.ok ? packing.value.manifestText.length - 1 : 0;
    const found = [-1, 0, 1].map((more) => linesOf(sized(MANIFEST_MAX_BYTES - base + more)));
    expect(found.map((lines) => lines.length)).toEqual([0, 0, 1]);
    expect(found[2]?.[0]).toContain(`found ${MANIFEST_MAX_BYTES + 1} bytes`);
  });
});

const ROOT = join(import.meta.dirname, "../../..");
const command = (...folders: string[]) =>
  spawnSync(process.execPath, ["sites/tools/pack.ts", ...folders], { cwd: ROOT, encoding: "utf8" });

/** The example files in the authors' documentation. Each block follows its file's name. */
function documented(): Record<string, string> {
  const text = readFileSync(join(ROOT, "docs/plugins/manifest.md"), "utf8");
  const blocks = text.matchAll(/^`opening-hours\/([\w./-]+)`:\n\n```\w+\n([\s\S]*?)^```$/gm);
  return Object.fromEntries([...blocks].map(([, name = "", code = ""]) => [name, code]));
}

describe("the command", () => {
  test("prints id, version and digest of every plugin", () => {
    const { status, stdout } = command(join(VECTORS, "notices"));
    expect({ status, stdout }).toEqual({
      status: 0,
      stdout: "acme.notices 1.0.0 sha256-zfq9FvvQC6JAjglQNR8h68Rxb7eSq092f9Z-pc6NZ-0\n",
    });
  });
  test.each([
    ["without a folder", [], "usage: node sites/tools/pack.ts <folder>…\n"],
    [
      "with a folder that is not there",
      ["no-such-folder"],
      /^: found no folder no-such-folder; allowed: a folder with/,
    ],
  ])("%s says so in one line and exits with 1", (_, folders, says) => {
    const { status, stderr } = command(...folders);
    expect(status).toBe(1);
    expect(stderr).toMatch(says);
  });
});

test("the example of the authors' documentation is a valid plugin", () => {
  const files = documented();
  expect(Object.keys(files)).toEqual(["plugin.jsonc", "hours.liquid", "hours.md.liquid", "hours.css"]);
  expect(linesOf(files)).toEqual([]);
});

describe("a folder on disk", () => {
  const made: string[] = [];
  const temporary = (): string => {
    const path = mkdtempSync(join(tmpdir(), "drawbridge-pack-"));
    made.push(path);
    return path;
  };
  afterEach(() => made.splice(0).forEach((path) => rmSync(path, { recursive: true })));

  const write = (root: string, name: string, id: string): string => {
    const path = join(root, name);
    mkdirSync(path);
    const files = folder({ "plugin.jsonc": JSON.stringify({ ...declarative, id }) });
    for (const [file, text] of Object.entries(files)) writeFileSync(join(path, file), text);
    return path;
  };

  test("is packed to exactly these bytes, for every machine and every day", () => {
    const expected: unknown = JSON.parse(readFileSync(join(VECTORS, "notices.packed.json"), "utf8"));
    const { digest: packed, manifestText, files } = packPlugin(join(VECTORS, "notices"));
    expect({ digest: packed, manifestText }).toEqual(expected);
    expect(Object.keys(files)).toEqual(["notice.css", "notice.liquid", "notice.md.liquid"]);
  });

  test("packs to a manifest that reads back and fits its files", () => {
    const { manifest, manifestText, files, digest: packed } = packPlugin(join(VECTORS, "notices"));
    expect(readManifest(manifestText)).toEqual({ ok: true, value: manifest });
    expect(checkPackage(manifest, Object.keys(files))).toEqual([]);
    expect(packed).toBe(folderFileDigest(manifestText));
    expect(manifestText).not.toContain("$schema");
    for (const [path, text] of Object.entries(files)) expect(manifest.files?.[path]).toBe(folderFileDigest(text));
  });

  test("of plugins is packed in the order of their ids, whatever their folders are called", () => {
    const root = temporary();
    write(root, "a", "acme.zebra");
    write(root, "z", "acme.ant");
    mkdirSync(join(root, "no-plugin"));
    const other = write(temporary(), "one", "acme.middle");
    const ids = packPlugins([root, other]).map(({ manifest }) => manifest.id);
    expect(ids).toEqual(["acme.ant", "acme.middle", "acme.zebra"]);
  });

  test("of plugins with one id twice is refused", () => {
    const root = temporary();
    write(root, "a", "acme.ant");
    write(root, "b", "acme.ant");
    expect(() => packPlugins([root])).toThrow(Refusal);
    expect(() => packPlugins([root])).toThrow(/PLUGIN_REJECTED/);
  });

  test("with anything wrong is refused with every line", () => {
    const path = write(temporary(), "a", "acme");
    writeFileSync(join(path, "theme.css"), "}");
    const refusal = ((): unknown => {
      try {
        return packPlugin(path);
      } catch (error) {
        return error;
      }
    })();
    expect(refusal).toMatchObject({
      code: "PLUGIN_REJECTED",
      detail: { folder: path, lines: [expect.stringMatching(/^plugin\.jsonc:1:\d+ \/id: found the text "acme"/)] },
    });
  });

  test("with bytes that are no text is refused", () => {
    const path = write(temporary(), "a", "acme.ant");
    writeFileSync(join(path, "theme.css"), new Uint8Array([0xff, 0xfe]));
    const { status, stderr } = command(path);
    expect({ status, stderr }).toEqual({
      status: 1,
      stderr:
        "/files/theme.css: found bytes that are not UTF-8; allowed: text\nPLUGIN_REJECTED: The plugin was not accepted.\n",
    });
  });

  test("of the project itself packs, every plugin of it", () => {
    const plugins = packPlugins([join(ROOT, "plugins")]);
    expect(plugins.length).toBeGreaterThan(0);
    expect(new Set(plugins.map((plugin) => plugin.digest)).size).toBe(plugins.length);
  });
});

describe("comments and trailing commas are blanked out in place", () => {
  test.each([
    ['{"a":1,}', '{"a":1 }'],
    ["[1, // two\n]", "[1        \n]"],
    ["[1 /* a,] */ ,]", "[1            ]".padEnd(14)],
    ['{"a":"// no /* comment */,}"}', '{"a":"// no /* comment */,}"}'],
    ["[,]", "[,]"],
    ["[1,,]", "[1,,]"],
    ["/* never ends", "             "],
  ])("%j", (text, blanked) => {
    expect(blankAuthoring(text)).toHaveLength(text.length);
    expect(blankAuthoring(text).replace(/ +/g, " ")).toBe(blanked.replace(/ +/g, " "));
  });
});
