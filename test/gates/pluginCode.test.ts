import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { GUEST_MAX_BYTES } from "../../manifests/bounds/calls.ts";
import { guestFaults } from "../../sites/tools/guest/guest.ts";
import { ROOT } from "./folder.ts";

/**
 * The sandbox's loader is the only allowed way to run plugin code. This table lists the other ways to turn text into
 * code, and the loader's name. The test searches every shipped file for them.
 */
const WAYS: readonly (readonly [name: string, pattern: RegExp, allowed: readonly string[]])[] = [
  // Matches uses without a call as well, because code could rename the function. Two files contain the words as search
  // terms.
  [
    "eval",
    /(?<!["'`\w-])eval\b(?!["'`])|\[\s*["'`]eval["'`]\s*\]/,
    ["sites/tools/bundleRules.ts", "sites/cli/plugin/code.ts"],
  ],
  [
    "Function",
    /(?<!["'`\w%])Function\b(?!["'`])|\[\s*["'`]Function["'`]\s*\]/,
    ["sites/tools/bundleRules.ts", "sites/cli/plugin/code.ts"],
  ],
  ["a constructor of functions", /\.constructor\s*\(/, []],
  // Generators import two of our modules by computed names at build time, and the build of the API's description a
  // bundle of ours. The launcher imports the program beside it.
  [
    "import of something computed",
    /\bimport\s*\(\s*(?!["'])/,
    ["sites/bundles/bundledModule.ts", "sites/tools/generate.ts", "sites/tools/guest/permits.ts", "sites/launch.mjs"],
  ],
  ["WebAssembly", /\bWebAssembly\s*\./, []],
  ["a worker made of text", /\bnew\s+(Shared)?Worker\s*\(/, []],
  ["a module of vm", /["'](?:node:)?vm["']/, []],
  // A local run passes the binding to the runtime or removes it, and the operator's commands check it. None of these
  // runs in a worker.
  [
    "the loader",
    /PLUGIN_LOADER|worker_loaders|WorkerLoader\b/,
    [
      "sandbox/",
      "sites/machine/runner/runtimeConfig.ts",
      "sites/machine/runner/workerConfig.ts",
      "sites/cli/cloudflare/",
    ],
  ],
];

const SHIPPED = globSync("{manifests,runtime,capabilities,sandbox,plugins,sites}/**/*.{ts,js,mjs,jsonc}", {
  cwd: ROOT,
}).filter((path) => !/(^|\/)(node_modules|\.build|\.svc|\.wrangler)\//.test(path) && !path.endsWith(".generated.ts"));

const withoutComments = (text: string): string => text.replaceAll(/\/\*[\s\S]*?\*\/|(?<![:"'`\w])\/\/.*$/gm, "");

const found = (pattern: RegExp, allowed: readonly string[], text: string, path: string): boolean =>
  !allowed.some((folder) => path.startsWith(folder)) && pattern.test(withoutComments(text));

describe("code of plugins", () => {
  test.each(WAYS)("is not run by %s", (_, pattern, allowed) => {
    expect(SHIPPED.length).toBeGreaterThan(100);
    expect(SHIPPED.filter((path) => found(pattern, allowed, readFileSync(join(ROOT, path), "utf8"), path))).toEqual([]);
  });

  test.each([
    ["eval", "const x = eval(text);"],
    ["eval", "(0, eval)(text);"],
    ["eval", "globalThis.eval(text);"],
    ["eval", 'globalThis["eval"](text);'],
    ["Function", "const f = new Function(text);"],
    ["Function", "const f = Function(text);"],
    ["Function", "Reflect.construct(Function, [text]);"],
    ["Function", "const make = globalThis.Function;"],
    ["Function", "globalThis['Function'](text);"],
    ["a constructor of functions", "(() => 1).constructor(text)();"],
    ["import of something computed", "await import(name);"],
    ["import of something computed", "await import(`data:${text}`);"],
    ["WebAssembly", "WebAssembly.instantiate(bytes);"],
    ["a worker made of text", "new Worker(url);"],
    ["a module of vm", 'import vm from "node:vm";'],
    ["a module of vm", "import vm from 'vm';"],
    ["the loader", "env.PLUGIN_LOADER.load(code);"],
  ])("would be seen if it were run by %s: %s", (name, text) => {
    const way = WAYS.find(([known]) => known === name);
    expect(way && found(way[1], way[2], text, "sites/workers/site/some.ts")).toBe(true);
  });

  test("reaches the loader from two files of the sandbox: what calls, and what ends isolates; a third knows its name", () => {
    const users = SHIPPED.filter((path) => !path.startsWith("sites/cli/cloudflare/")).filter((path) =>
      /PLUGIN_LOADER\b/.test(withoutComments(readFileSync(join(ROOT, path), "utf8"))),
    );
    expect(users.toSorted()).toEqual([
      "sandbox/ending.ts",
      "sandbox/env.ts",
      "sandbox/index.ts",
      "sandbox/invoke.ts",
      "sandbox/isolateName.ts",
      "sandbox/wrangler.jsonc",
    ]);
  });

  test("is lent through a class with one method", () => {
    const methods = readFileSync(join(ROOT, "capabilities/lease.ts"), "utf8").match(
      /^ {2}(?!constructor|readonly|#)(?:async )?\w+\(/gm,
    );
    expect(methods?.map((method) => method.trim())).toEqual(["call("]);
  });
});

test("the sandbox worker has no route and binds no tenant's anything", () => {
  const config = withoutComments(readFileSync(join(ROOT, "sandbox/wrangler.jsonc"), "utf8"));
  const { workers_dev: dev, preview_urls: preview, ...rest } = JSON.parse(config) as Record<string, unknown>;
  expect([dev, preview]).toEqual([false, false]);
  expect(Object.keys(rest).toSorted()).toEqual([
    "$schema",
    "compatibility_date",
    "durable_objects",
    "keep_names",
    "main",
    "migrations",
    "name",
    "observability",
    "worker_loaders",
  ]);
  expect(rest["durable_objects"]).toEqual({ bindings: [{ name: "PLUGIN_ARTIFACTS", class_name: "PluginArtifactDO" }] });
});

test.each([
  [GUEST_MAX_BYTES - 1, 0],
  [GUEST_MAX_BYTES, 0],
  [GUEST_MAX_BYTES + 1, 1],
])("a guest of %i bytes has %i faults", (bytes, faults) => {
  expect(guestFaults({ "a.js": "x", "b.js": "x".repeat(bytes - 1) })).toHaveLength(faults);
});
