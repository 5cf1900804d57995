import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import { bundleModules } from "../../../sites/cli/bundling/bundle.ts";
import { needsBundling } from "../../../sites/cli/bundling/bundling.ts";
import { sourceOf } from "../../../sites/cli/bundling/sourceMap.ts";

type Files = Readonly<Record<string, string>>;

/** A folder with a plugin's sources and packages. */
class Sources implements Disposable {
  readonly path = mkdtempSync(join(tmpdir(), "drawbridge-bundling-"));

  with(files: Files, below = "."): this {
    for (const [path, text] of Object.entries(files)) {
      const file = join(this.path, below, path);
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, text);
    }
    return this;
  }

  bundle(main = "main.ts", below = ".") {
    return bundleModules(join(this.path, below), main);
  }

  [Symbol.dispose](): void {
    rmSync(this.path, { recursive: true });
  }
}

const MAIN = {
  "main.ts": `import { sum } from "adder";
import { label } from "./lib/label.ts";
import words from "./lib/words.json";
export const routes = { async count(): Promise<unknown> { return label(words.a) + sum(1, 2); } };
`,
  "lib/label.ts": "export const label = (text: string): string => `// ${text}`;\n",
  "lib/words.json": '{ "a": "b" }\n',
};

/** A package in CommonJS that needs another one. */
const PACKAGES = {
  "node_modules/adder/package.json": '{"name":"adder","version":"1.2.3","license":"MIT","main":"index.js"}',
  "node_modules/adder/index.js":
    '/*! (c) somebody */ const { one } = require("inner"); exports.sum = (a, b) => one(a) + b;',
  "node_modules/inner/package.json": '{"name":"inner","version":"0.1.0","main":"index.js"}',
  "node_modules/inner/index.js": "exports.one = (a) => a;",
};

function bundleOf(sources: Sources, main?: string, below?: string) {
  const bundled = sources.bundle(main, below);
  if (!bundled.ok) throw new Error(JSON.stringify(bundled.error));
  return bundled.value;
}

const faultsOf = (files: Files, main = "main.ts") => {
  using sources = new Sources().with(files);
  const bundled = sources.bundle(main);
  return bundled.ok ? [] : bundled.error;
};

describe("the same sources and packages", () => {
  test("give the same bytes and source map wherever the folder and its packages lie", () => {
    using one = new Sources().with({ ...MAIN, ...PACKAGES });
    using other = new Sources().with(MAIN, "plugins/adding").with(PACKAGES);
    symlinkSync(join(other.path, "plugins/adding"), join(other.path, "linked"));
    const { text, sourceMap } = bundleOf(one);
    for (const below of ["plugins/adding", "linked"]) {
      const again = bundleOf(other, "main.ts", below);
      expect(again.text).toBe(text);
      expect(again.sourceMap).toBe(sourceMap);
    }
    expect(text + sourceMap).not.toContain(one.path);
    expect(text).toContain('"adder@1.2.3/index.js"(');
  });

  test("give the same bytes whatever a tsconfig.json says", () => {
    using plain = new Sources().with({ ...MAIN, ...PACKAGES });
    using configured = new Sources().with({
      ...MAIN,
      ...PACKAGES,
      "tsconfig.json": '{"compilerOptions":{"target":"es5","useDefineForClassFields":false}}',
    });
    expect(bundleOf(configured).text).toBe(bundleOf(plain).text);
  });
});

test("a licence's notice stays in the bundle, and the report names each package, its licence and its bytes", () => {
  using sources = new Sources().with({ ...MAIN, ...PACKAGES });
  const { text, parts } = bundleOf(sources);
  expect(text).toContain("/*! (c) somebody */");
  expect(parts.map(({ name, version, licence }) => [name, version, licence])).toEqual([
    ["", "", undefined],
    ["adder", "1.2.3", "MIT"],
    ["inner", "0.1.0", undefined],
  ]);
  expect(parts.every(({ bytes }) => bytes > 0)).toBe(true);
});

test("a place in the bundle leads to the author's source", () => {
  using sources = new Sources().with({ ...MAIN, ...PACKAGES });
  const bundle = bundleOf(sources);
  const lines = bundle.text.split("\n");
  const line = lines.findIndex((text) => text.includes("async count")) + 1;
  const column = (lines[line - 1] ?? "").indexOf("count") + 1;
  expect(sourceOf(bundle, { line, column })).toMatchObject({ file: "main.ts", line: 4 });
  expect(sourceOf(bundle, { line: 1, column: 1 })).toEqual({ file: "main.ts", line: 1, column: 1 });
});

describe("refused by its place and the imports that lead there:", () => {
  const adder = (index: string): Files => ({ ...MAIN, ...PACKAGES, "node_modules/adder/index.js": index });

  test.each<readonly [what: string, files: Files, found: string, file: string]>([
    [
      "a module of Node in a package of a package",
      { ...MAIN, ...PACKAGES, "node_modules/inner/index.js": 'exports.one = require("node:fs").readFileSync;' },
      'an import of "node:fs" by main.ts → adder@1.2.3/index.js → inner@0.1.0/index.js',
      "node_modules/inner/index.js",
    ],
    [
      "a module of the platform",
      adder('exports.sum = require("cloudflare:workers").env;'),
      'an import of "cloudflare:workers" by main.ts → adder@1.2.3/index.js',
      "node_modules/adder/index.js",
    ],
    ["a package that is not installed", MAIN, 'an import of "adder" by main.ts', "main.ts"],
    ["a module that is not there", { "main.ts": 'import "./gone.ts";' }, 'an import of "./gone.ts"', "main.ts"],
    [
      "a style sheet",
      { "main.ts": 'import "./lib/look.ts";', "lib/look.ts": 'import "./look.css";', "lib/look.css": "a {}" },
      'an import of "lib/look.css" by main.ts → lib/look.ts',
      "main.ts",
    ],
  ])("%s", (_, files, found, file) => {
    expect(faultsOf(files)).toContainEqual(
      expect.objectContaining({ pointer: "/main", file, found: expect.stringContaining(found) as string }),
    );
  });

  const SANDBOX = "modules of this folder, and packages that do not need Node or the platform";
  const install = (name: string): string =>
    `installed packages: \`npm install ${name}\` in the plugin's folder brings this one`;

  test.each<readonly [name: string, found: string, allowed: string]>([
    ["zod", ", but there is no such package", install("zod")],
    ["zod/mini", ", but there is no such package", install("zod")],
    ["@scope/kit/deep.js", ", but there is no such package", install("@scope/kit")],
    ["./nowhere.ts", ", but there is no such file", "modules that are in this folder"],
    ["../nowhere.ts", ", but there is no such file", "modules that are in this folder"],
    ["node:fs", "", SANDBOX],
    ["fs/promises", "", SANDBOX],
    ["cloudflare:workers", "", SANDBOX],
    ["@/lib", "", SANDBOX],
    ["-g", "", SANDBOX],
    ["a; reboot", "", SANDBOX],
    ["served", "", SANDBOX],
  ])("%s in the words that help", (name, found, allowed) => {
    const served = { "node_modules/served/package.json": '{"name":"served","exports":{"node":"./index.js"}}' };
    expect(faultsOf({ "main.ts": `import ${JSON.stringify(name)};`, ...served })).toEqual([
      expect.objectContaining({ found: `an import of ${JSON.stringify(name)} by main.ts${found}`, allowed }),
    ]);
  });

  test.each<readonly [name: string, exports: unknown, found: string, allowed: string]>([
    ["kit/nope", { ".": "./i.js", "./mini": "./m.js", "./package.json": "./package.json" }, "./nope", "kit, kit/mini"],
    ["kit/nope", "./i.js", "./nope", "kit"],
    ["kit/nope", { import: "./i.js" }, "./nope", "kit"],
    ["kit", { "./mini": "./m.js" }, ".", "kit/mini"],
    ["kit/hidden", { ".": "./i.js", "./hidden": null }, "./hidden", "kit"],
    ["kit/a/b", { "./a/*.js": "./a/*.js" }, "./a/b", "kit/a/*.js"],
    [
      "kit/nope",
      Object.fromEntries(Array.from({ length: 21 }, (_, n) => [`./p${n}`, "./i.js"])),
      "./nope",
      `${Array.from({ length: 20 }, (_, n) => `kit/p${n}`).join(", ")} and 1 more`,
    ],
  ])("%s of a package with %j, which has other paths", (name, exports, found, allowed) => {
    const kit = { "node_modules/kit/package.json": JSON.stringify({ name: "kit", exports }) };
    expect(faultsOf({ "main.ts": `import "${name}";`, ...kit, "node_modules/kit/i.js": "" })).toEqual([
      expect.objectContaining({
        found: `an import of "${name}" by main.ts, but the package kit has no path "${found}"`,
        allowed: `one of its paths: ${allowed}`,
      }),
    ]);
  });

  test("a file that a package without a list of paths has not", () => {
    const kit = { "node_modules/kit/package.json": '{"name":"kit"}', "node_modules/kit/i.js": "" };
    expect(faultsOf({ "main.ts": 'import "kit/nope";', ...kit })).toEqual([
      expect.objectContaining({
        found: 'an import of "kit/nope" by main.ts, but the package kit has no path "./nope"',
        allowed: "one of its files",
      }),
    ]);
  });

  test("a file of another folder", () => {
    using sources = new Sources().with({ "secret.ts": "export const secret = 1;" });
    sources.with({ "main.ts": 'export { secret } from "../secret.ts";' }, "plugin");
    expect(sources.bundle("main.ts", "plugin")).toMatchObject({
      ok: false,
      error: [{ found: 'an import of "../secret.ts" by main.ts', file: "main.ts" }],
    });
  });

  test("code that cannot be read, at its character even behind others of several bytes", () => {
    expect(faultsOf({ "main.ts": 'export const a = "ü";\nconst ü = "ü" + ;' })).toEqual([
      expect.objectContaining({ file: "main.ts", line: 2, column: 17 }),
    ]);
  });
});

describe("a bundle", () => {
  test("has the names of its code, and neither comments, nor spare space, nor unused code", () => {
    using sources = new Sources().with({
      "main.ts": `import { used } from "./lib/both.ts";
/** Says what it got. */
export const routes = { async greet({ body }: { body: string }, ctx: unknown) { return used(body, ctx); } };
`,
      "lib/both.ts": `export function used(words: string, context: unknown) { return [words, context]; } // a remark
export function unused() { return "never"; }
`,
    });
    expect(bundleOf(sources).text).toBe(
      "function used(words,context){return[words,context]}var routes={async greet({body},ctx){return used(body,ctx)}};export{routes};\n",
    );
  });

  test("of a large module has lines that people can read, and each place leads to its source", () => {
    const functions = Array.from({ length: 200 }, (_, n) => `export function number${n}() { return seen(${n}); }`);
    const seen = "const seen = (n: number) => { throw new Error(String(n)); };";
    using sources = new Sources().with({ "main.ts": `${seen}\n${functions.join("\n")}` });
    const bundle = bundleOf(sources);
    const lines = bundle.text.split("\n");
    expect(Math.max(...lines.map(({ length }) => length))).toBeLessThan(300);
    for (const n of [0, 99, 199]) {
      const row = lines.findIndex((line) => line.includes(`seen(${n})`));
      const column = (lines[row] ?? "").indexOf(`seen(${n})`) + 1;
      expect(sourceOf(bundle, { line: row + 1, column })).toMatchObject({ file: "main.ts", line: n + 2 });
    }
  });

  test("has what a package names for browsers, and the same bytes wherever that lies", () => {
    const files = {
      ...PACKAGES,
      "node_modules/inner/package.json":
        '{"name":"inner","version":"0.1.0","main":"index.js","browser":{"fs":"./none.js","path":false,"./node.js":false}}',
      "node_modules/inner/index.js": 'require("./node.js"); require("path"); exports.one = require("fs").one;',
      "node_modules/inner/none.js": "exports.one = (a) => a;",
      "node_modules/inner/node.js": "throw new Error();",
    };
    using one = new Sources().with({ ...MAIN, ...files });
    using other = new Sources().with(MAIN, "plugins/adding").with(files);
    const { text, sourceMap, parts } = bundleOf(one);
    expect(bundleOf(other, "main.ts", "plugins/adding")).toMatchObject({ text, sourceMap });
    expect(text).not.toContain("throw new Error");
    expect(parts.map(({ name }) => name)).toEqual(["", "adder", "inner"]);
  });
});

test("a package may ask for what is not there if it goes on without", () => {
  const index = 'try { require("crypto"); } catch {} exports.sum = (a, b) => a + b;';
  expect(faultsOf({ ...MAIN, ...PACKAGES, "node_modules/adder/index.js": index })).toEqual([]);
});

test.each<readonly [main: string, packageJson: string | undefined, isNeeded: boolean]>([
  ["main.ts", undefined, true],
  ["main.mts", undefined, true],
  ["main.js", undefined, false],
  ["main.js", '{"type":"module"}', false],
  ["main.js", '{"devDependencies":{"a":"1.0.0"}}', false],
  ["main.js", '{"dependencies":{"a":"1.0.0"}}', true],
  ["main.js", "{", false],
  ["hours.liquid", '{"dependencies":{"a":"1.0.0"}}', false],
])("%s beside %s is bundled: %s", (main, packageJson, isNeeded) => {
  expect(needsBundling(main, packageJson)).toBe(isNeeded);
});
