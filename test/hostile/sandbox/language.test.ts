import { describe, expect, test } from "vitest";
import { shelfOf } from "../../../sandbox/artifacts.ts";
import type { Env } from "../../../sandbox/env.ts";
import { codeOf } from "../../../sandbox/isolate.ts";
import { PLUGIN, bindings as named, callDigest, install, pack, sandbox } from "../../worker/sandbox/kit.ts";
import { attack, outcomeOf } from "./attack.ts";
import { GLOBALS } from "./globals.ts";

const bindings = named as unknown as Env;
const NO_CODE = /^plugin_failed: The plugin failed. (Eval|Type|Reference)Error: /;
const LOCKED = /TypeError: Cannot (assign to read only property|add property|redefine property|set property)/;

describe("code made from text", () => {
  test.each([
    ["1. eval", 'return eval("1");'],
    ["2. new Function", 'return new Function("return 1")();'],
    ["3. the constructor of async functions", 'return (async () => {}).constructor("return 1")();'],
    ["4. the constructor of generators", 'return (function* () {}).constructor("yield 1")().next().value;'],
    ["6. WebAssembly", "return WebAssembly.compile(new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0]));"],
  ])("%s is refused", async (_, body) => {
    expect(await outcomeOf(body)).toMatch(NO_CODE);
  });

  test.each([
    ["eval", 'eval("1")'],
    ["new Function", 'new Function("return 1")()'],
    ["the constructor of async functions", '(async () => {}).constructor("return 1")'],
  ])("5. %s is refused while modules are evaluated as well", async (_, code) => {
    const top = `let made = "refused"; try { ${code}; made = "made"; } catch {}`;
    expect(await outcomeOf("return made;", { top })).toBe("refused");
  });
});

describe("modules", () => {
  test.each([
    ["8. of another origin", "https://example.com/a.js"],
    ["9. in their own address", "data:text/javascript,export default 1"],
    ["10. beside the plugin's folder", "../../host.js"],
    ["10. at the root", "/host.js"],
    ["10. of a file system", "file:///etc/passwd"],
    ["11. workerd:unsafe", "workerd:unsafe"],
    ["11. cloudflare-internal:env", "cloudflare-internal:env"],
    ["12. node:fs", "node:fs"],
    ["12. node:net", "node:net"],
    ["12. node:dns", "node:dns"],
    ["12. node:child_process", "node:child_process"],
    ["12. node:vm", "node:vm"],
    ["12. node:process, which the platform knows whatever the flags", "node:process"],
    ["13. cloudflare:sockets", "cloudflare:sockets"],
    ["14. cloudflare:workers, which keeps a worker going after its answer", "cloudflare:workers"],
    ["what the guest keeps its calls in", "node:async_hooks"],
    ["the guest", "../guest.js"],
    ["the errors its lock looked at", "../errors.js"],
    ["its entry", "../entry.js"],
    ["7. WebAssembly", "./x.wasm"],
  ])("%s cannot be imported, by no spelling", async (_, name) => {
    const text = JSON.stringify(name);
    for (const source of [`import ${text};`, `export * from ${text};`, `export const tools = { go: () => import(${text}) };`, `const name = ${text}; import(name);`]) {
      const { digest, artifact } = await pack(source, { files: { "x.wasm": "\u0000asm" } });
      expect(await sandbox.put(digest, artifact)).toMatchObject({ ok: false, code: "import_refused" });
    }
  });

  test("that were kept before anybody asked what they import are not run", async () => {
    const { digest, artifact } = await pack('export const tools = { go: () => import("cloudflare:workers") };');
    await shelfOf(bindings, digest).write(artifact);
    expect((await callDigest(digest)).invoked).toMatchObject({ ok: false, code: "import_refused", message: expect.stringContaining("main.js: found ") });
  });

  test.each([
    ["15. flags", { compatibilityFlags: ["experimental", "nodejs_compat"], allowExperimental: true }],
    ["16. a later date", { compatibilityDate: "2026-09-01" }],
  ])("%s a manifest asks for change nothing", async (_, manifest) => {
    const digest = await install("export const tools = { go: () => 1 };", { manifest });
    const code = await codeOf(bindings, { digest, plugin: PLUGIN, tenant: "one", site: "main", grantHash: "g1" });
    expect(code).toMatchObject({ compatibilityDate: "2026-07-01", compatibilityFlags: ["nodejs_als"] });
    expect(code).not.toHaveProperty("allowExperimental");
  });

  test.each([
    ["__proto__", "not_executable"], ["../x.js", "invalid_call"], ["main.js\u0000", "invalid_call"], ["/x.js", "invalid_call"], ["a//b.js", "invalid_call"],
    ["caf\u00e9.js", "invalid_call"], ["cafe\u0301.js", "invalid_call"], ["cafe.js", undefined], ["x/y.mjs", undefined],
  ])("17. named %j: %s", async (name, code) => {
    const files = JSON.parse(`{${JSON.stringify(name)}:"export {};"}`) as Record<string, string>;
    const { digest, artifact } = await pack("export {};", { files });
    expect(await sandbox.put(digest, artifact)).toMatchObject(code === undefined ? { ok: true } : { ok: false, code });
  });

  test.each(["main.py", "main.cjs", "main.wasm", "missing.js"])("18. a main module %s is refused", async (main) => {
    const { digest, artifact } = await pack("export {};", { files: { "main.py": "", "main.cjs": "", "main.wasm": "" }, manifest: { main } });
    expect(await sandbox.put(digest, artifact)).toMatchObject({ ok: false, code: "not_executable" });
  });
});

describe("the realm", () => {
  test("14. has the global names that are listed and no other", async () => {
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
  ])("19. does not let %s be replaced", async (_, body) => {
    expect(await outcomeOf(`"use strict"; ${body} return "replaced";`)).toMatch(LOCKED);
  });

  test("19. is not shared: what one tenant leaves behind, another does not find", async () => {
    const digest = await install("let left; export const tools = { go: (input) => { const found = left ?? null; left = input; return found; } };");
    expect((await callDigest(digest, { tenant: "left-a", input: 1 })).invoked).toMatchObject({ value: null });
    expect((await callDigest(digest, { tenant: "left-b", input: 2 })).invoked).toMatchObject({ value: null });
    expect((await callDigest(digest, { tenant: "left-a", input: 3 })).invoked).toMatchObject({ value: 1 });
  });

  test.each([
    ["the constructors of what it is handed", 'return ctx.storage.get.constructor("return globalThis")();'],
    ["the constructors of an error of ours", 'try { await ctx.media.list(); } catch (e) { return e.constructor.constructor("return 1")(); }'],
    ["call sites", "Error.prepareStackTrace = (_, sites) => sites; const { stack } = new Error(); return typeof stack[0].getFunction();"],
    ["species", 'class A extends Array { static get [Symbol.species]() { return Function; } } return new A(1).map(() => 1)("x");'],
    ["a suppressed error", 'return new SuppressedError(new Error(), new Error()).error.constructor.constructor("return 1")();'],
    ["a proxy of a function", 'return new Proxy(Function, {})("return 1")();'],
    ["Reflect.construct", 'return Reflect.construct(Function, ["return 1"])();'],
  ])("20. gives nothing away through %s", async (_, body) => {
    expect(await outcomeOf(body)).toMatch(NO_CODE);
  });

  test("20. never shows the lease: what a call is made of lets only text through", async () => {
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
