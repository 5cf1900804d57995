import { describe, expect, test } from "vitest";
import { PACKAGE_ADVISED_BYTES } from "../../manifests/bounds/packages.ts";
import { sizeNotes } from "../../sites/cli/plugin/check.ts";
import { checkCode } from "../../sites/cli/plugin/code.ts";
import { declarative, executable } from "../manifests/fixture.ts";

type Asked = NonNullable<typeof executable.capabilities>;

const STORAGE: Asked = { storage: { maxBytes: 1, maxKeys: 1 } };

function look(code: string, capabilities: Asked = {}, more: Readonly<Record<string, string>> = {}) {
  const { issues, unused } = checkCode({ ...executable, contributes: {}, capabilities }, { "main.js": code, ...more });
  return { found: issues.map(({ file, line, column, found }) => `${file}:${line}:${column} ${found}`), unused };
}

describe("a capability is seen in use", () => {
  test.each([
    ["as a member of ctx", "async (_, ctx) => ctx.storage.get('a')", "storage"],
    ["over several lines", "async (_, ctx) =>\n ctx\n  ?.content.query()", "content"],
    ["taken apart", "async afterPublish(_input, { media }) {}", "media"],
    ["taken apart among others", "async afterPublish(input, { console, http: { fetch } , storage }) {}", "storage"],
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
  ])("but not %s", (_, code) => expect(look(code).found).toEqual([]));
});

describe("what is asked for", () => {
  test("and used needs no word", () =>
    expect(look("ctx.storage.get('a')", STORAGE)).toEqual({ found: [], unused: [] }));
  test("and not seen in use is named", () => expect(look("", STORAGE)).toEqual({ found: [], unused: ["storage"] }));
  test("may be used by any module", () =>
    expect(look("", STORAGE, { "lib/a.mjs": "ctx.storage.get('a')" }).unused).toEqual([]));
  test("is not used by a template", () =>
    expect(look("", STORAGE, { "a.liquid": "ctx.storage.get('a')" }).unused).toEqual(["storage"]));
});

test("an action hands its plugin what a member chose, so what it asks for is used", () => {
  const actions = { on: ["page" as const] };
  const act = { name: "act", title: "Act", on: { page: { reads: [], proposes: [] } } };
  const unused = (contributes: object): readonly string[] =>
    checkCode({ ...executable, contributes, capabilities: { actions } }, { "main.js": "" }).unused;
  expect([unused({ actions: [act] }), unused({})]).toEqual([[], ["actions"]]);
});

test("a plugin that brings stored data over uses its storage, and one that brings settings over does not", () => {
  const unused = (of: "storage" | "settings"): readonly string[] =>
    checkCode(
      { ...executable, contributes: {}, migrate: [{ of, since: "1.0.0" }], capabilities: STORAGE },
      { "main.js": "export const migrate = { storage() {}, settings() {} };" },
    ).unused;
  expect([unused("storage"), unused("settings")]).toEqual([[], ["storage"]]);
});

test("the script of a frame uses no capability of the sandbox and holds none of its functions", () => {
  const contributes = {
    frames: [{ name: "map", title: "Map", html: "frame/map.html", script: "frame/map.js" }],
    hooks: [{ on: "afterPublish" as const }],
  };
  const script = "export const afterPublish = () => fetch('https://tiles.example.com/a');";
  const files = { "main.js": "export const hooks = {};", "frame/map.js": script };
  expect(
    checkCode({ ...executable, contributes, capabilities: STORAGE }, files).issues.map(({ found }) => found),
  ).toEqual(["no function for it in `hooks`"]);
  expect(
    checkCode({ ...executable, contributes, capabilities: {} }, { ...files, "frame/map.js": "const = 1;" }).issues,
  ).toMatchObject([{ file: "frame/map.js", line: 1, column: 7 }]);
});

describe("imports", () => {
  test.each([
    ["a module of Node", 'import fs from "node:fs";', 'main.js:1:11 an import of "node:fs"'],
    ["a package", "import { z } from 'zod';", 'main.js:1:14 an import of "zod"'],
    ["an address", 'export * from "https://cdn.example/x.js";', 'main.js:1:10 an import of "https://cdn.example/x.js"'],
    ["for its effect", 'import "./nowhere.js";', 'main.js:1:1 an import of "./nowhere.js"'],
    ["while running", 'await import("./nowhere.js")', 'main.js:1:7 an import of "./nowhere.js"'],
    ["in the old way", 'const fs = require("fs")', 'main.js:1:12 an import of "fs"'],
    ["out of the package", 'import "../main.js";', 'main.js:1:1 an import of "../main.js"'],
  ])("%s: refused", (_, code, found) => expect(look(code).found).toEqual([found]));

  test("of the package's own files are taken, from wherever they are", () => {
    const files = { "lib/a.js": 'import "./b.js"; import "../main.js"; export const a = 1;', "lib/b.js": "" };
    expect(look('import { a } from "./lib/a.js";', {}, files).found).toEqual([]);
  });
});

test.each([
  ["eval('1')", "main.js:1:1 eval("],
  ["new Function('return 1')", "main.js:1:5 Function("],
])("%s is code made from text", (code, found) => expect(look(code).found).toEqual([found]));

test("a function that only sounds like it is none", () =>
  expect(look("model.eval(1); isFunction(x); retrieval(2);").found).toEqual([]));

test.each([
  [-1, 0],
  [0, 0],
  [1, 1],
])("a package with code of the size advised and %i bytes gets %i words of advice", (more, notes) => {
  const files = { "main.js": "", "words.txt": "é".repeat(PACKAGE_ADVISED_BYTES / 2 - 1) + "x".repeat(2 + more) };
  expect(sizeNotes({ manifest: executable, manifestText: "", digest: "", files })).toHaveLength(notes);
  expect(sizeNotes({ manifest: declarative, manifestText: "", digest: "", files })).toEqual([]);
});

describe("what the manifest promises", () => {
  const promises = {
    hooks: [{ on: "afterPublish" as const }],
    routes: [{ name: "all-ratings", path: "/ratings", methods: ["GET" as const], access: "public" as const }],
  };
  const missing = (code: string, more: Readonly<Record<string, string>> = {}): string[] =>
    checkCode({ ...executable, contributes: promises, capabilities: {} }, { "main.js": code, ...more }).issues.map(
      ({ pointer }) => pointer,
    );

  test.each([
    [
      "in place",
      'export const hooks = { async afterPublish() {} }; export const routes = { "all-ratings": () => ({ body: 1 }) };',
      {},
    ],
    ["by name", "const hooks = { afterPublish }; const routes = { 'all-ratings': f }; export { hooks, routes };", {}],
    [
      "from another module",
      'export * from "./all.js";',
      { "all.js": 'export const hooks = { afterPublish() {} }, routes = { "all-ratings"() {} };' },
    ],
    [
      "by its name in quotes that are computed",
      "export const hooks = { ['afterPublish']() {} }, routes = { 'all-ratings': f };",
      {},
    ],
    [
      "in an object that is given on twice",
      'export { table as hooks } from "./lib/all.js"; import { ways } from "./lib/all.js"; export { ways as routes };',
      {
        "lib/all.js": 'export * from "./own.js"; const ways = { "all-ratings": 1 }; export { ways };',
        "lib/own.js": "const own = { afterPublish() {} }; export { own as table };",
      },
    ],
    [
      "after other uses of its name",
      "export const hooks = { afterPublish: (input) => input.hooks + { hooks: 1 }.hooks }, routes = { 'all-ratings': f };",
      {},
    ],
  ])("is found %s", (_, code, more) => expect(missing(code, more)).toEqual([]));

  const ROUTES = "export const routes = { 'all-ratings': f };";
  test.each([
    ["spread", `const all = {}; export const hooks = { ...all }; ${ROUTES}`, {}],
    ["computed", `export const hooks = { [name]() {} }; ${ROUTES}`, {}],
    ["made by a function", `export const hooks = made(); ${ROUTES}`, {}],
    ["frozen", `export const hooks = Object.freeze({ afterPublish() {} }); ${ROUTES}`, {}],
    ["another's", `const all = {}; export const hooks = all; ${ROUTES}`, {}],
    ["inherited", `export const hooks = { __proto__: all }; ${ROUTES}`, {}],
    ["added afterwards", `export const hooks = {}; hooks.afterPublish = f; ${ROUTES}`, {}],
    [
      "added by a function",
      `const hooks = {}; Object.assign(hooks, { afterPublish }); export { hooks }; ${ROUTES}`,
      {},
    ],
    ["assigned anew", `export let hooks = {}; hooks = { afterPublish }; ${ROUTES}`, {}],
    ["a class", `export class hooks { static afterPublish() {} } ${ROUTES}`, {}],
    ["taken apart", `export const { hooks } = all; ${ROUTES}`, {}],
    ["a module", `export * as hooks from "./a.js"; ${ROUTES}`, { "a.js": "export const afterPublish = f;" }],
    ["an imported module", `import * as hooks from "./a.js"; export { hooks }; ${ROUTES}`, { "a.js": "" }],
    ["a default export", `import hooks from "./a.js"; export { hooks }; ${ROUTES}`, { "a.js": "export default {};" }],
    [
      "added by the module that gives it on",
      `import { hooks } from "./a.js"; hooks.afterPublish = f; export { hooks }; ${ROUTES}`,
      { "a.js": "export const hooks = {};" },
    ],
    [
      "added by a third module",
      `import "./b.js"; export { hooks } from "./a.js"; ${ROUTES}`,
      { "a.js": "export const hooks = {};", "b.js": 'import { hooks } from "./a.js"; hooks.afterPublish = 1;' },
    ],
    ["of modules in a circle", `export * from "./a.js"; ${ROUTES}`, { "a.js": 'export * from "./main.js";' }],
  ])("is not missed where it cannot be seen: %s", (_, code, more) => expect(missing(code, more)).toEqual([]));

  test.each([
    ["nothing", "", ["/contributes/hooks/0", "/contributes/routes/0"]],
    [
      "only its word elsewhere",
      "export const hooks = { beforePublish: () => 'afterPublish' }; const afterPublish = 1; export const routes = { 'all-ratings': f };",
      ["/contributes/hooks/0"],
    ],
    [
      "only a member of a member",
      "export const hooks = { all: { afterPublish() {} } }; export const routes = { 'all-ratings': f };",
      ["/contributes/hooks/0"],
    ],
    [
      "another hook",
      "export const hooks = { beforePublish() {} }; export const routes = { 'all-ratings': f };",
      ["/contributes/hooks/0"],
    ],
    [
      "what is not exported",
      "const hooks = { afterPublish() {} }; export const routes = { 'all-ratings': f };",
      ["/contributes/hooks/0"],
    ],
    [
      "a longer name",
      "export const hooks = { afterPublish() {} }; export const routes = { 'not-all-ratings': f };",
      ["/contributes/routes/0"],
    ],
    [
      "a comment",
      "/* export const hooks = { afterPublish */ export const routes = { 'all-ratings': f };",
      ["/contributes/hooks/0"],
    ],
    [
      "a comment behind code",
      "export const hooks = {}; // afterPublish\nexport const routes = { 'all-ratings': f }; /* afterPublish */",
      ["/contributes/hooks/0"],
    ],
    [
      "an export in a comment behind code",
      "const hooks = { afterPublish() {} }; // export { hooks }\nexport const routes = { 'all-ratings': f };",
      ["/contributes/hooks/0"],
    ],
  ])("is missed with %s", (_, code, pointers) => expect(missing(code)).toEqual(pointers));
});
