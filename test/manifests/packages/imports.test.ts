import { describe, expect, test } from "vitest";
import { checkImports } from "../../../manifests/packages/importCheck.ts";

const OWN = { "lib/own.js": "export const own = 1;", "other.mjs": "export {};", "data.json": "{}" };

const found = (text: string, files: Readonly<Record<string, string>> = OWN): string[] =>
  checkImports({ "main.js": text, ...files }, "main.js").map(
    ({ file, offset, found: what }) => `${file}:${offset} ${what}`,
  );

describe("code that names modules of its package", () => {
  test.each([
    ["statically", 'import { own } from "./lib/own.js"; export { own };'],
    ["by a side effect alone", 'import "./other.mjs";'],
    ["to hand them on", 'export * from "./lib/own.js"; export { own as more } from "./lib/../lib/own.js";'],
    ["while it runs", 'export const load = () => import("./lib/own.js");'],
    ["with what is asked of them", 'import(/* here */ "./other.mjs" /* there */);'],
    [
      "and speaks of others",
      '// import("cloudflare:workers")\nexport const said = `import x from "cloudflare:workers" ${"import()"}`, pattern = /import("x")/;',
    ],
    [
      "and has members of such names",
      'export const it = { import: (from) => from, from: Array.from([]) }; it.import("cloudflare:workers"); it?.import(`a${1}`);',
    ],
    ["and asks for its address", "export const here = import.meta;"],
    ["in an empty module", ""],
  ])("%s passes", (_, text) => expect(found(text)).toEqual([]));
});

describe("code that names others is refused, with the place:", () => {
  test.each([
    ["the platform's", 'import { waitUntil } from "cloudflare:workers";', 'main.js:26 "cloudflare:workers"'],
    ["the platform's, for a side effect", 'import "cloudflare:sockets";', 'main.js:7 "cloudflare:sockets"'],
    ["the platform's, handed on", 'export { exports } from "cloudflare:workers";', 'main.js:24 "cloudflare:workers"'],
    ["the platform's, all handed on", 'export * as all from "cloudflare:workers";', 'main.js:21 "cloudflare:workers"'],
    ["the platform's, in other letters", 'import "cloudflare\\x3aworkers";', 'main.js:7 "cloudflare:workers"'],
    [
      "the platform's, while it runs",
      'const run = () => import("cloudflare:workers");',
      'main.js:25 "cloudflare:workers"',
    ],
    ["Node's", 'import { AsyncLocalStorage } from "node:async_hooks";', 'main.js:34 "node:async_hooks"'],
    [
      "a name that is put together",
      'import("cloud" + "flare:workers");',
      "main.js:7 a module name that is computed while the code runs",
    ],
    [
      "a name that is computed",
      'const at = "x"; import(at);',
      "main.js:23 a module name that is computed while the code runs",
    ],
    ["a template", "import(`./lib/own.js`);", "main.js:7 a module name that is computed while the code runs"],
    ["a name with more behind it", 'import("./lib/own.js", at);', undefined],
    ["what the guest is made of", 'import "../guest.js";', 'main.js:7 "../guest.js"'],
    ["the root", 'import "/guest.js";', 'main.js:7 "/guest.js"'],
    ["a builtin by a path", 'import "../cloudflare:workers";', 'main.js:7 "../cloudflare:workers"'],
    ["what is not there", 'import "./absent.js";', 'main.js:7 "./absent.js"'],
    ["what is no code", 'import "./data.json";', 'main.js:7 "./data.json"'],
    ["an inherited name", 'import "./constructor";', 'main.js:7 "./constructor"'],
    ["a package", 'import "left-pad";', 'main.js:7 "left-pad"'],
    ["another origin", 'import("https://example.com/a.js");', 'main.js:7 "https://example.com/a.js"'],
    ["through a comment", 'import/**/(/**/"cloudflare:workers"/**/);', 'main.js:15 "cloudflare:workers"'],
    ["over lines", 'import\n(\n"cloudflare:workers"\n)', 'main.js:9 "cloudflare:workers"'],
    ["behind what looks like a pattern", "let a = 1, g = 2; a++ / 2; import('node:fs') / g", 'main.js:34 "node:fs"'],
    ["behind a pattern that looks like a comment", "/[/*]/; import('node:fs'); /[*/]/", 'main.js:15 "node:fs"'],
    ["in a template", "`${import('node:fs')}`", 'main.js:10 "node:fs"'],
    ["as what is spread", "[...import('node:fs')]", 'main.js:11 "node:fs"'],
    ["what cannot be read", "import(", "main.js:7 code that cannot be read"],
    ["a keyword in other letters", "im\\u0070ort('node:fs'); // import", "main.js:0 code that cannot be read"],
    ["a comment of web pages", "<!-- import('node:fs')\n", "main.js:0 code that cannot be read"],
  ])("%s", (_, text, says) => expect(found(text)).toEqual(says === undefined ? [] : [says]));

  test("also in a module that the main one leads to, and in none that it does not", () => {
    const deep = {
      "a.js": 'import "./b/c.js";',
      "b/c.js": 'import "../a.js"; import "node:fs";',
      "assets/page.js": 'import "https://example.com/";',
    };
    expect(found('import "./a.js";', deep)).toEqual(['b/c.js:25 "node:fs"']);
    expect(found("export {};", deep)).toEqual([]);
  });

  test("in brackets deeper than anybody reads", () => {
    expect(found(`import "node:fs"; ${"(".repeat(200_000)}`)).toEqual([
      expect.stringMatching(/code that cannot be read$/),
    ]);
  });
});
