import { describe, expect, test } from "vitest";
import { PACKAGE_ADVISED_BYTES } from "../../manifests/bounds/packages.ts";
import type { LocatedIssue } from "../../sites/cli/files/locatedIssue.ts";
import { sizeAdvice } from "../../sites/cli/plugin/findings/advice.ts";
import { readCode } from "../../sites/cli/plugin/code.ts";
import { declarative, executable } from "../manifests/fixture.ts";

type Asked = NonNullable<typeof executable.capabilities>;

const STORAGE: Asked = { storage: { maxBytes: 1, maxKeys: 1 } };

const placed = ({ file, line, column, found }: LocatedIssue) => `${file}:${line}:${column} ${found}`;

function look(code: string, capabilities: Asked = {}, more: Readonly<Record<string, string>> = {}) {
  const manifest = { ...executable, contributes: {}, capabilities };
  const { failing, guarded, unused } = readCode(manifest, { "main.js": code, ...more });
  return { found: failing.map(placed), guarded: guarded.map(placed), unused };
}

describe("a capability is seen in use", () => {
  test.each([
    ["as a member of ctx", "async (_, ctx) => ctx.storage.get('a')", "storage"],
    ["over several lines", "async (_, ctx) =>\n ctx\n  ?.content.query()", "content"],
    ["taken apart", "export const hooks = { async afterPublish(_input, { media }) {} };", "media"],
    [
      "taken apart among others",
      "export const hooks = { async afterPublish(input, { console, http: { fetch } , storage }) {} };",
      "storage",
    ],
    ["as fetch", "const get = () => fetch('https://api.example.com')", "http"],
    ["between what looks like a comment", "const a = '/*', b = ctx.media.get('a'), c = '*/';", "media"],
    ["as ctx.http", "async (_, ctx) => ctx.http.fetch('https://api.example.com')", "http"],
  ])("%s", (_, code, name) => {
    expect(look(code).found.join("\n")).toContain(`${name}, which the manifest does not ask for`);
  });

  test.each([
    ["in a comment", "/* ctx.storage */\n  // ctx.http\nexport const hooks = {};"],
    ["in a comment behind code", "export const hooks = {}; // ctx.storage\nexport const url = 1; /* fetch('x') */"],
    ["as another object's member", "const a = shop.storage.size + page.fetch('x');"],
    ["in a longer name", "ctx.storageless(); prefetch('x');"],
    ["in a text", "const help = `ctx.storage`, said = 'fetch(1)';"],
    ["as a function of its own", "async function fetch(url) { return url; } export const a = () => fetch('x');"],
    ["as an imported function", "import { fetch } from './lib.js'; export const a = () => fetch('x');"],
    ["as a parameter", "export const a = (fetch) => fetch('x');"],
    ["where the code looks for it first", "if (typeof fetch === 'function') fetch('x');"],
  ])("but not %s", (_, code) => expect(look(code).found).toEqual([]));
});

describe("what is asked for", () => {
  test("and used needs no word", () => expect(look("ctx.storage.get('a')", STORAGE).unused).toEqual([]));
  test("and not seen in use is named", () => expect(look("", STORAGE).unused).toEqual(["storage"]));
  test("may be used by any module that the plugin loads", () => {
    const lib = { "lib/a.mjs": "ctx.storage.get('a')" };
    expect(look('import "./lib/a.mjs";', STORAGE, lib).unused).toEqual([]);
    expect(look("", STORAGE, lib).unused).toEqual(["storage"]);
  });
  test("is not used by a template", () =>
    expect(look("", STORAGE, { "a.liquid": "ctx.storage.get('a')" }).unused).toEqual(["storage"]));
});

test("an action hands its plugin what a member chose, so what it asks for is used", () => {
  const actions = { on: ["page" as const] };
  const act = { name: "act", title: "Act", on: { page: { reads: [], proposes: [] } } };
  const unused = (contributes: object): readonly string[] =>
    readCode({ ...executable, contributes, capabilities: { actions } }, { "main.js": "" }).unused;
  expect([unused({ actions: [act] }), unused({})]).toEqual([[], ["actions"]]);
});

test("a plugin that brings stored data over uses its storage, and one that brings settings over does not", () => {
  const unused = (of: "storage" | "settings"): readonly string[] =>
    readCode(
      { ...executable, contributes: {}, migrate: [{ of, since: "1.0.0" }], capabilities: STORAGE },
      { "main.js": "export const migrate = { storage() {}, settings() {} };" },
    ).unused;
  expect([unused("storage"), unused("settings")]).toEqual([[], ["storage"]]);
});

test("the script of a frame uses no capability of the sandbox", () => {
  const contributes = { frames: [{ name: "map", title: "Map", html: "frame/map.html", script: "frame/map.js" }] };
  const files = { "main.js": "", "frame/map.js": "fetch('https://tiles.example.com/a');" };
  expect(readCode({ ...executable, contributes, capabilities: STORAGE }, files).failing).toEqual([]);
});

describe("code from text", () => {
  test.each([
    ["eval('1')", "main.js:1:1 eval("],
    ["new Function('return 1')", "main.js:1:5 Function("],
    ["export const fs = require('fs');", "main.js:1:19 require("],
  ])("%s is refused", (code, found) => expect(look(code)).toMatchObject({ found: [found], guarded: [] }));

  test.each([
    ["const root = globalThis || Function('return this')();", "main.js:1:28 Function("],
    ["try { eval('1'); } catch {}", "main.js:1:7 eval("],
    ["if (isNode) require('fs');", "main.js:1:13 require("],
    ["const a = isNode ? require('fs') : undefined;", "main.js:1:20 require("],
  ])("%s is only advised against, because it may never run", (code, guarded) =>
    expect(look(code)).toMatchObject({ found: [], guarded: [guarded] }),
  );

  test.each([
    ["a member of such a name", "model.eval(1); isFunction(x); retrieval(2); Array.from('abc');"],
    ["a text with an import", "export const help = `import x from 'x'`, more = \"from 'x'\";"],
    ["a library that looks for it", "const load = typeof require === 'function' ? require('fs') : undefined;"],
  ])("is not %s", (_, code) => expect(look(code)).toMatchObject({ found: [], guarded: [] }));
});

test.each([
  [-1, 0],
  [0, 0],
  [1, 1],
])("a package with code of the size advised and %i bytes gets %i words of advice", (more, notes) => {
  const files = { "main.js": "", "words.txt": "é".repeat(PACKAGE_ADVISED_BYTES / 2 - 1) + "x".repeat(2 + more) };
  expect(sizeAdvice({ manifest: executable, files })).toHaveLength(notes);
  expect(sizeAdvice({ manifest: declarative, files })).toEqual([]);
});
