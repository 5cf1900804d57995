import { describe, expect, test } from "vitest";
import { shelfOf } from "../../../sandbox/artifacts.ts";
import type { Env } from "../../../sandbox/env.ts";
import { loadCode } from "../../../sandbox/isolate.ts";
import { PLUGIN, bindings as named, callDigest, install, pack, sandbox } from "../../worker/sandbox/sandboxCalls.ts";
import { attack, outcomeOf } from "./attack.ts";
import { GLOBALS } from "./globals.ts";

const bindings = named as unknown as Env;
const NO_CODE = /^plugin_failed: The plugin failed. (Eval|Type|Reference)Error: /;
const LOCKED = /TypeError: Cannot (assign to read only property|add property|redefine property|set property)/;

describe("code made from text", () => {
  test.each([
    ["eval (attack 1)", 'return eval("1");'],
    ["new Function (attack 2)", 'return new Function("return 1")();'],
    ["the constructor of async functions (attack 3)", 'return (async () => {}).constructor("return 1")();'],
    ["the constructor of generators (attack 4)", 'return (function* () {}).constructor("yield 1")().next().value;'],
    ["WebAssembly (attack 6)", "return WebAssembly.compile(new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0]));"],
  ])("%s is refused", async (_, body) => {
    expect(await outcomeOf(body)).toMatch(NO_CODE);
  });

  test.each([
    ["eval", 'eval("1")'],
    ["new Function", 'new Function("return 1")()'],
    ["the constructor of async functions", '(async () => {}).constructor("return 1")'],
  ])("%s is also refused while modules are evaluated (attack 5)", async (_, code) => {
    const top = `let made = "refused"; try { ${code}; made = "made"; } catch {}`;
    expect(await outcomeOf("return made;", { top })).toBe("refused");
  });
});

test.each(["Array", "RegExp", "RangeError", "Date"])(
  "code may inherit from %s by hand, and the next call finds the language as it was",
  async (name) => {
    const body = `const F = function () {}; F.prototype = Object.create(${name}.prototype); F.prototype.constructor = F;
      return [new F().constructor === F, new F() instanceof ${name}, Object.keys(Object.create(${name}.prototype)).length,
        Object.isFrozen(${name}.prototype), Object.isFrozen(Object.create)].join();`;
    expect(await outcomeOf(body)).toBe("true,true,0,true,true");
  },
);

describe("imports of modules", () => {
  test.each([
    ["of another origin (attack 8)", "https://example.com/a.js"],
    ["in their own address (attack 9)", "data:text/javascript,export default 1"],
    ["beside the plugin's folder (attack 10)", "../../host.js"],
    ["at the root (attack 10)", "/host.js"],
    ["of a file system (attack 10)", "file:///etc/passwd"],
    ["workerd:unsafe (attack 11)", "workerd:unsafe"],
    ["cloudflare-internal:env (attack 11)", "cloudflare-internal:env"],
    ["node:fs (attack 12)", "node:fs"],
    ["node:net (attack 12)", "node:net"],
    ["node:dns (attack 12)", "node:dns"],
    ["node:child_process (attack 12)", "node:child_process"],
    ["node:vm (attack 12)", "node:vm"],
    ["node:process, which the platform knows whatever the flags (attack 12)", "node:process"],
    ["cloudflare:sockets (attack 13)", "cloudflare:sockets"],
    ["cloudflare:workers, which keeps a worker going after its answer (attack 14)", "cloudflare:workers"],
    ["what the guest keeps its calls in", "node:async_hooks"],
    ["the guest", "../guest.js"],
    ["the errors its lock looked at", "../errors.js"],
    ["its entry", "../entry.js"],
    ["WebAssembly (attack 7)", "./x.wasm"],
  ])("%s cannot be imported, in any spelling", async (_, name) => {
    const text = JSON.stringify(name);
    for (const source of [
      `import ${text};`,
      `export * from ${text};`,
      `export const tools = { go: () => import(${text}) };`,
      `const name = ${text}; import(name);`,
    ]) {
      const { digest, artifact } = await pack(source, { files: { "x.wasm": "\u0000asm" } });
      expect(await sandbox.put(digest, artifact)).toMatchObject({ ok: false, code: "import_refused" });
    }
  });

  test("in packages from before the check of imports prevent the package from running", async () => {
    const { digest, artifact } = await pack('export const tools = { go: () => import("cloudflare:workers") };');
    await shelfOf(bindings, digest).write(artifact);
    expect((await callDigest(digest)).invoked).toMatchObject({
      ok: false,
      code: "import_refused",
      message: expect.stringContaining("main.js: found "),
    });
  });

  test.each([
    ["flags (attack 15)", { compatibilityFlags: ["experimental", "nodejs_compat"], allowExperimental: true }],
    ["a later date (attack 16)", { compatibilityDate: "2026-09-01" }],
  ])("%s in a manifest have no effect", async (_, manifest) => {
    const digest = await install("export const tools = { go: () => 1 };", { manifest });
    const code = await loadCode(bindings, { digest, plugin: PLUGIN, tenant: "one", site: "main", grantHash: "g1" });
    expect(code).toMatchObject({ compatibilityDate: "2026-07-01", compatibilityFlags: ["nodejs_als"] });
    expect(code).not.toHaveProperty("allowExperimental");
  });

  test.each([
    ["__proto__", "not_executable"],
    ["../x.js", "invalid_call"],
    ["main.js\u0000", "invalid_call"],
    ["/x.js", "invalid_call"],
    ["a//b.js", "invalid_call"],
    ["caf\u00e9.js", "invalid_call"],
    ["cafe\u0301.js", "invalid_call"],
    ["cafe.js", undefined],
    ["x/y.mjs", undefined],
  ])("named %j: %s (attack 17)", async (name, code) => {
    const files = JSON.parse(`{${JSON.stringify(name)}:"export {};"}`) as Record<string, string>;
    const { digest, artifact } = await pack("export {};", { files });
    expect(await sandbox.put(digest, artifact)).toMatchObject(code === undefined ? { ok: true } : { ok: false, code });
  });

  test.each(["main.py", "main.cjs", "main.wasm", "missing.js"])(
    "a main module %s is refused (attack 18)",
    async (main) => {
      const { digest, artifact } = await pack("export {};", {
        files: { "main.py": "", "main.cjs": "", "main.wasm": "" },
        manifest: { main },
      });
      expect(await sandbox.put(digest, artifact)).toMatchObject({ ok: false, code: "not_executable" });
    },
  );
});

describe("the plugin's realm", () => {
  test("has only the listed global names (attack 14)", async () => {
    const body = `
      const names = new Set();
      for (let at = globalThis; at && at !== Object.prototype; at = Object.getPrototypeOf(at)) {
        for (const name of Reflect.ownKeys(at)) names.add(String(name));
      }
      return [...names].sort();`;
    expect(await outcomeOf(body)).toEqual(GLOBALS);
  });

  test.each([
    ["a method of arrays", "Array.prototype.map = () => 1;"],
    ["then", "Promise.prototype.then = () => 1;"],
    ["the name JSON", "globalThis.JSON = { parse: JSON.parse, stringify: () => 1 };"],
    ["the name Promise", "Object.defineProperty(globalThis, 'Promise', { value: class {} });"],
    ["JSON itself", "JSON.stringify = () => 1;"],
    ["fetch", "globalThis.fetch = () => 1;"],
    ["what it is handed", "ctx.storage.get = () => 1;"],
  ])("does not allow a replacement of %s (attack 19)", async (_, body) => {
    expect(await outcomeOf(`"use strict"; ${body} return "replaced";`)).toMatch(LOCKED);
  });

  test("is not shared: one tenant's changes are invisible to another (attack 19)", async () => {
    const digest = await install(
      "let left; export const tools = { go: (input) => { const found = left ?? null; left = input; return found; } };",
    );
    expect((await callDigest(digest, { tenant: "left-a", input: 1 })).invoked).toMatchObject({ value: null });
    expect((await callDigest(digest, { tenant: "left-b", input: 2 })).invoked).toMatchObject({ value: null });
    expect((await callDigest(digest, { tenant: "left-a", input: 3 })).invoked).toMatchObject({ value: 1 });
  });

  test.each([
    ["the constructors of what it is handed", 'return ctx.storage.get.constructor("return globalThis")();'],
    [
      "the constructors of an error of ours",
      'try { await ctx.media.list(); } catch (e) { return e.constructor.constructor("return 1")(); }',
    ],
    [
      "call sites",
      "Error.prepareStackTrace = (_, sites) => sites; const { stack } = new Error(); return typeof stack[0].getFunction();",
    ],
    [
      "species",
      'class A extends Array { static get [Symbol.species]() { return Function; } } return new A(1).map(() => 1)("x");',
    ],
    [
      "a suppressed error",
      'return new SuppressedError(new Error(), new Error()).error.constructor.constructor("return 1")();',
    ],
    ["a proxy of a function", 'return new Proxy(Function, {})("return 1")();'],
    ["Reflect.construct", 'return Reflect.construct(Function, ["return 1"])();'],
  ])("reveals nothing through %s (attack 20)", async (_, body) => {
    expect(await outcomeOf(body)).toMatch(NO_CODE);
  });

  test("never exposes the lease, because calls carry only text (attack 20)", async () => {
    const { invoked } = await attack(`
      const seen = new Set();
      const walk = (value, depth) => {
        if (depth > 6 || value === null || !["object", "function"].includes(typeof value) || seen.has(value)) return;
        seen.add(value);
        for (const key of Reflect.ownKeys(value)) { try { walk(value[key], depth + 1); } catch {} }
        walk(Object.getPrototypeOf(value), depth + 1);
      };
      walk({ ctx, globalThis }, 0);
      return [...seen].filter((value) => /Rpc(Stub|Promise|Property)/.test(Object.getPrototypeOf(value)?.constructor?.name ?? "") && typeof value === "function" && !/^Rpc/.test(value.name)).length;
    `);
    expect(invoked).toMatchObject({ ok: true, value: 0 });
  });
});
