import { describe, expect, test } from "vitest";
import { checkCode, checkPromises } from "../../../manifests/packages/codeCheck.ts";
import { executable } from "../fixture.ts";

describe("what the manifest promises", () => {
  const promises = {
    hooks: [{ on: "afterPublish" as const }],
    routes: [{ name: "all-ratings", path: "/ratings", methods: ["GET" as const], access: "public" as const }],
  };
  const missing = (code: string, more: Readonly<Record<string, string>> = {}): string[] =>
    checkPromises({ ...executable, contributes: promises, capabilities: {} }, { "main.js": code, ...more }).map(
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

describe("code that cannot be loaded is found", () => {
  const found = (files: Readonly<Record<string, string>>): string[] =>
    checkCode(executable, files).map(({ file, offset, found: what }) => `${file}:${offset} ${what}`);

  test.each([
    [
      "a value that is missing",
      { "main.js": "export const x = ;" },
      ["main.js:17 code that cannot be read: Unexpected token"],
    ],
    [
      "a fault in an imported module",
      { "main.js": 'import "./a.js";', "a.js": "let x: number;" },
      ["a.js:5 code that cannot be read: Unexpected token"],
    ],
    ["a fault in a module that nothing imports", { "main.js": "", "a.js": "let x: number;" }, []],
    [
      "a name that is not exported",
      { "main.js": 'import { two } from "./a.js";', "a.js": "export const one = 1;" },
      ['main.js:9 an import of "two" from "./a.js"'],
    ],
    [
      "a name that may be exported",
      { "main.js": 'import { two } from "./a.js";', "a.js": 'export * from "./b.js";', "b.js": "" },
      [],
    ],
  ])("%s", (_, files, issues) => expect(found(files)).toEqual(issues));
});

test("the script of a frame holds none of the functions, and has to be code", () => {
  const contributes = {
    frames: [{ name: "map", title: "Map", html: "frame/map.html", script: "frame/map.js" }],
    hooks: [{ on: "afterPublish" as const }],
  };
  const found = (script: string): string[] =>
    checkPromises(
      { ...executable, contributes },
      { "main.js": "export const hooks = {};", "frame/map.js": script },
    ).map(({ file, offset, found: what }) => `${file}:${offset} ${what}`);
  expect(found("export const afterPublish = 1;")).toEqual(["main.js:0 no function for it in `hooks`"]);
  const files = { "main.js": "export const hooks = {};", "frame/map.js": "const = 1;" };
  expect(checkCode({ ...executable, contributes }, files)).toMatchObject([{ file: "frame/map.js", offset: 6 }]);
});

describe("a default export", () => {
  const found = (code: string): string[] =>
    checkPromises({ ...executable, contributes: { hooks: [{ on: "afterPublish" }] } }, { "main.js": code }).map(
      ({ found: what }) => what,
    );
  test("with a promised function that no other export has is refused", () =>
    expect(found("export default { hooks: { afterPublish() {} } };")).toContain("hooks in a default export"));
  test("beside the promised functions is valid", () =>
    expect(found("export const hooks = { afterPublish() {} }; export default { hooks, data: 1 };")).toEqual([]));
});
