import { describe, expect, test } from "vitest";
import { outcomeOf } from "./attack.ts";

/** All intrinsics of the language: by global name, or reachable by syntax alone. */
const ROOTS = `
  const roots = new Map(LANGUAGE.map((name) => [name, globalThis[name]]));
  const made = {
    function: function () {}, generator: function* () {}, async: async () => {}, asyncGenerator: async function* () {},
    generated: Object.getPrototypeOf((function* () {})()), arrays: [].values(), maps: new Map().keys(), sets: new Set().keys(),
    texts: ""[Symbol.iterator](), matches: "".matchAll(/x/g), mapped: [].values().map(() => 1), wrapped: Iterator.from({ next() {} }),
    given: (function () { return arguments; })(), boom: (() => { try { null.x; } catch (error) { return error; } })(), promised: (async () => {})(), pattern: /x/,
  };
  for (const [name, value] of Object.entries(made)) roots.set(name, Object.getPrototypeOf(value));`;

const LANGUAGE = [
  "AggregateError",
  "Array",
  "ArrayBuffer",
  "AsyncDisposableStack",
  "Atomics",
  "BigInt",
  "BigInt64Array",
  "BigUint64Array",
  "Boolean",
  "DataView",
  "Date",
  "DisposableStack",
  "Error",
  "EvalError",
  "FinalizationRegistry",
  "Float16Array",
  "Float32Array",
  "Float64Array",
  "Function",
  "Int16Array",
  "Int32Array",
  "Int8Array",
  "Iterator",
  "JSON",
  "Map",
  "Math",
  "Number",
  "Object",
  "Promise",
  "Proxy",
  "RangeError",
  "ReferenceError",
  "Reflect",
  "RegExp",
  "Set",
  "SharedArrayBuffer",
  "String",
  "SuppressedError",
  "Symbol",
  "SyntaxError",
  "TypeError",
  "URIError",
  "Uint16Array",
  "Uint32Array",
  "Uint8Array",
  "Uint8ClampedArray",
  "WeakMap",
  "WeakRef",
  "WeakSet",
  "escape",
  "eval",
  "harden",
  "isNaN",
  "parseFloat",
  "unescape",
];

/** Walks the object graph from the roots, and passes each object with its path to `see`. */
const walk = (see: string): string => `
  const LANGUAGE = ${JSON.stringify(LANGUAGE)};
  ${ROOTS}
  const found = [];
  const see = ${see};
  const paths = new Map();
  const enter = (value, path) => { if (Object(value) === value && !paths.has(value)) paths.set(value, path); };
  for (const [name, value] of roots) enter(value, name);
  for (const [value, path] of paths) {
    if (see(value, path)) found.push(path);
    enter(Object.getPrototypeOf(value), path + ".__proto__");
    for (const key of Reflect.ownKeys(value)) {
      const here = Reflect.getOwnPropertyDescriptor(value, key);
      for (const part of ["value", "get", "set"]) enter(here[part], path + "." + String(key));
    }
  }
  return { found, walked: paths.size > 700 };`;

const nothing = { found: [], walked: true };

describe("the shared intrinsics", () => {
  test("are frozen, by whatever name or syntax code reaches them", async () => {
    expect(await outcomeOf(walk("(value) => !Object.isFrozen(value)"))).toEqual(nothing);
  });

  test("cannot be changed through a call's context, which is frozen too", async () => {
    const settings = { list: [{ deep: {} }], nested: { list: [] }, text: "x", none: null, ["__proto__"]: { own: {} } };
    const walked = `
      const open = [];
      const enter = (value, path) => {
        if (Object(value) !== value) return;
        if (!Object.isFrozen(value)) open.push(path);
        for (const key of Reflect.ownKeys(value)) enter(Reflect.getOwnPropertyDescriptor(value, key).value, path + "." + String(key));
      };
      enter(ctx, "ctx");
      return { open, seen: JSON.stringify(ctx.settings) };`;
    const about = {
      site: { id: "main", name: "Saltmarrow", origin: "https://site.example", language: "en", timeZone: "UTC" },
      settings,
    };
    expect(await outcomeOf(walked, { about })).toEqual({ open: [], seen: JSON.stringify(settings) });
  });

  test("lead to no constructor that compiles code", async () => {
    const makes =
      '(value) => { if (typeof value !== "function" || !/Function|eval|Compartment/.test(value.name)) return false; try { return value("1") !== undefined; } catch { return false; } }';
    expect(await outcomeOf(walk(makes))).toEqual(nothing);
  });

  test("lead to no part of the lockdown: no compartment, no second lockdown, no hidden error details", async () => {
    expect(
      await outcomeOf(
        walk(
          '(value, path) => /Compartment|lockdown|repairIntrinsics|getStackString|[Dd]etails|annotate/.test(path + " " + value.name)',
        ),
      ),
    ).toEqual(nothing);
  });

  test("show the places of calls that led to an error, and never their arguments", async () => {
    const body = `
      const seen = [];
      for (const Made of [Error, TypeError, SuppressedError, Object.getPrototypeOf(TypeError), Object.getPrototypeOf(SuppressedError), Error.prototype.constructor]) {
        try { Made.prepareStackTrace = (error, sites) => sites; } catch {}
        for (const make of [() => new Made("x"), () => { const target = {}; Made.captureStackTrace(target); return target; }, () => { try { null.x; } catch (error) { return error; } }]) {
          const { stack } = make();
          for (const site of Array.isArray(stack) ? stack : []) if (typeof site.getFunction === "function" || typeof site.getThis === "function") seen.push(Made.name);
        }
      }
      return { seen, sameForAll: Object.getPrototypeOf(SuppressedError) === Object.getPrototypeOf(TypeError) };`;
    expect(await outcomeOf(body)).toEqual({ seen: [], sameForAll: true });
  });

  test("keep nothing of the last regular expression match", async () => {
    const body =
      '/(secret)/.exec("a secret"); const seen = [RegExp, /x/.constructor].map((made) => [made.$1, made.input, made.lastMatch, made["$&"]]); return JSON.stringify(seen);';
    expect(await outcomeOf(body)).toBe("[[null,null,null,null],[null,null,null,null]]");
  });
});

describe("ordinary code", () => {
  test("may give its objects members named like the language's own", async () => {
    const body = `"use strict";
      function Old() { this.constructor = Old; this.toString = () => "old"; }
      const list = []; list.push = () => "pushed";
      const map = new Map(); map.get = () => "got";
      const error = new TypeError("x"); error.name = "Mine"; error.message = "told";
      class Bytes extends Uint8Array {} ; Bytes.prototype.slice = function () { return "sliced"; };
      return [String(new Old()), list.push(1), map.get(1), String(error), new Bytes(1).slice()];`;
    expect(await outcomeOf(body)).toEqual(["old", "pushed", "got", "Mine: told", "sliced"]);
  });

  test.each([
    ["then of a promise", "const p = Promise.resolve(1); p.then = () => 'mine'; return p.then();", "mine"],
    ["catch of a promise", "const p = Promise.resolve(1); p.catch = () => 'mine'; return p.catch();", "mine"],
    ["finally of a promise", "const p = Promise.resolve(1); p.finally = () => 'mine'; return p.finally();", "mine"],
    ["constructor of a promise", "const p = Promise.resolve(1); p.constructor = 'mine'; return p.constructor;", "mine"],
    [
      "then of a class of promises",
      "class P extends Promise {} P.prototype.then = () => 'mine'; return P.resolve(1).then === P.prototype.then ? 'mine' : 0;",
      "mine",
    ],
    [
      "then of a function's prototype",
      "function F() {} F.prototype = Object.create(Promise.prototype); F.prototype.constructor = F; F.prototype.then = () => 'mine'; return Object.create(F.prototype).then() && 'mine';",
      "mine",
    ],
    ["set of bytes", "const b = new Uint8Array(2); b.set = () => 'mine'; return b.set();", "mine"],
    ["toString of bytes", "const b = new Uint8Array(2); b.toString = () => 'mine'; return String(b);", "mine"],
    [
      "bytes by hand",
      "function B(n) { const b = new Uint8Array(n); Object.setPrototypeOf(b, B.prototype); return b; } B.prototype = Object.create(Uint8Array.prototype); B.prototype.constructor = B; B.prototype.slice = () => 'sl'; B.prototype.toString = () => 'mine'; B.prototype.write = () => 1; return String(new B(2));",
      "mine",
    ],
    [
      "bytes by prototype",
      "function B() {} B.prototype.__proto__ = Uint8Array.prototype; Object.setPrototypeOf(B, Uint8Array); B.prototype.fill = () => 'mine'; B.prototype.length2 = 1; return B.prototype.fill();",
      "mine",
    ],
    [
      "the constructor of heirs of every kind of bytes",
      "for (const T of [Int8Array, Uint8ClampedArray, Int16Array, Uint16Array, Int32Array, Uint32Array, Float32Array, Float64Array, BigInt64Array, BigUint64Array]) { function F() {} F.prototype = Object.create(T.prototype); F.prototype.constructor = F; } return 'mine';",
      "mine",
    ],
  ])("may replace %s of its own", async (_, body, value) => {
    expect(await outcomeOf(`"use strict"; ${body}`)).toEqual(value);
  });

  test("formats numbers and dates as usual", async () => {
    const body =
      'return [(1234.5).toLocaleString("de"), new Date(0).toLocaleDateString("de", { timeZone: "UTC" }), ["z", "\\u00e4"].sort((a, b) => a.localeCompare(b, "de"))];';
    expect(await outcomeOf(body)).toEqual(["1.234,5", "1.1.1970", ["\u00e4", "z"]]);
  });
});
