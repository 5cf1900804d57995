/** Scripts and style sheets of frames, bundled for browsers. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { Refusal } from "../../../manifests/refusals/refusal.ts";
import { reportLines } from "../../../sites/cli/bundling/report.ts";
import type { AuthoredPlugin } from "../../../sites/cli/packing/packing.ts";
import { packPlugin } from "../../../sites/cli/packing/pluginFolder.ts";

const ROOM = mkdtempSync(join(tmpdir(), "drawbridge-frames-"));
afterAll(() => rmSync(ROOM, { recursive: true }));

const manifest = (script: string, more: object = {}) => ({
  manifestVersion: 1,
  id: "acme.clock",
  version: "1.0.0",
  name: "Clock",
  kind: "declarative",
  engine: "^1.0.0",
  contributes: { frames: [{ name: "face", title: "Face", html: "face/face.html", css: "face/face.css", script }] },
  capabilities: { browser: { hosts: [], reason: "to draw" } },
  ...more,
});

const PACKAGES = {
  "node_modules/hands/package.json": '{"name":"hands","version":"2.0.0","license":"MIT","main":"index.js"}',
  "node_modules/hands/index.js": "exports.turnTheHands = (longName) => `</script>${longName + 1}`;",
  "node_modules/hands/hands.css": ".hand { background: url(./hand.png) }",
  "node_modules/hands/hand.png": "a picture",
};

let folders = 0;

function folderOf(files: Readonly<Record<string, string>>): string {
  const folder = join(ROOM, String((folders += 1)));
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  return folder;
}

const FACE = { "face/face.html": "<p></p>\n", "face/face.css": "p { color: red }\n" };

const packed = (files: Readonly<Record<string, string>>, script = "face/face.ts", more?: object): AuthoredPlugin =>
  packPlugin(folderOf({ ...FACE, ...PACKAGES, "plugin.jsonc": JSON.stringify(manifest(script, more)), ...files }));

function linesOf(files: Readonly<Record<string, string>>, script?: string): string {
  try {
    packed(files, script);
    return "";
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return (error.detail["lines"] as readonly string[]).join("\n");
  }
}

const TYPED = {
  "face/face.ts":
    'import { turnTheHands } from "hands";\nimport { words } from "./words.ts";\nconst longName: number = 1;\ndocument.title = words + turnTheHands(longName);\n',
  "face/words.ts": 'export const words: string = "Time";\n',
};

describe("a frame", () => {
  test("has its modules and packages in one short script, and the package nothing else of them", () => {
    const plugin = packed(TYPED);
    expect(Object.keys(plugin.files).toSorted()).toEqual(["face/face.css", "face/face.html", "face/face.js"]);
    expect(plugin.manifest.contributes.frames?.[0]?.script).toBe("face/face.js");
    const script = plugin.files["face/face.js"] ?? "";
    expect(script).toContain("Time");
    expect(script).not.toMatch(/import|longName|<\/script/);
    expect(plugin.leftOut).toEqual([]);
    expect(reportLines(plugin).join("\n")).toMatch(
      /^face\/face\.js is bundled: [\s\S]*bytes of hands 2\.0\.0, licence MIT/,
    );
  });

  test("in JavaScript without imports has its script as it was written", () => {
    const script = "// Drawn in the visitor's browser.\ndocument.title = 'Time';\n";
    const plugin = packed({ "face/face.js": script }, "face/face.js");
    expect(plugin.files["face/face.js"]).toBe(script);
    expect(plugin.files["face/face.css"]).toBe(FACE["face/face.css"]);
    expect(plugin.frameBundles).toBeUndefined();
  });

  test("has the style sheets and pictures that its own one imports", () => {
    const plugin = packed({ ...TYPED, "face/face.css": '@import "hands/hands.css";\np { color: red }\n' });
    expect(plugin.files["face/face.css"]).toContain("url(data:image/png");
    expect(plugin.files["face/face.css"]).toContain("p{color:red}");
  });

  test("is packed again when a module of it has changed", () => {
    const folder = folderOf({
      ...FACE,
      ...PACKAGES,
      ...TYPED,
      "plugin.jsonc": JSON.stringify(manifest("face/face.ts")),
    });
    const before = packPlugin(folder).digest;
    writeFileSync(join(folder, "node_modules/hands/index.js"), "exports.turnTheHands = () => 2;");
    expect(packPlugin(folder).digest).not.toBe(before);
  });

  test("may share modules with the code of its plugin", () => {
    const code = { kind: "executable", main: "main.js" };
    const shared = { "words.js": "export const words = 'Time';\n" };
    const main = {
      "main.js": 'import { words } from "./words.js";\nexport const hooks = { afterPublish: () => words };\n',
    };
    const hook = { ...manifest("face/face.js").contributes, hooks: [{ on: "afterPublish" }] };
    const script = { "face/face.js": 'import { words } from "../words.js";\ndocument.title = words;\n' };
    const plugin = packed({ ...shared, ...main, ...script }, "face/face.js", { ...code, contributes: hook });
    expect(Object.keys(plugin.files)).toEqual(expect.arrayContaining(["main.js", "words.js", "face/face.js"]));
    expect(plugin.files["face/face.js"]).not.toContain("import");
  });
});

describe("a frame is refused, at the place in its source, if it imports", () => {
  test.each([
    [
      "what is not installed",
      'import "needles";',
      /face\/face\.ts:1:8 .*frames\/0\/script: .*"needles".*npm install needles/,
    ],
    ["a module of Node", 'import "node:fs";', /face\/face\.ts:1:8 .*"node:fs".*packages for browsers/],
    ["a style sheet", 'import "hands/hands.css";', /hands\.css.*A style sheet belongs into the frame's CSS/],
    ["a file outside", 'import "../../secret.ts";', /face\/face\.ts.*secret\.ts/],
    ["a computed name", "const a = 1;\nawait import(`./${a}.js`);", /face\/face\.ts:2:14 .*script: /],
  ])("%s", (_, script, line) => {
    writeFileSync(join(ROOM, "secret.ts"), "export {};\n");
    expect(linesOf({ "face/face.ts": script })).toMatch(line);
  });
});
