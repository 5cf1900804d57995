import { describe, expect, test } from "vitest";
import { CONTRACT } from "../../../capabilities/contract.ts";
import { STORAGE_KEY_MAX_CHARS } from "../../../manifests/bounds/bridge.ts";
import { LEASE_ARGUMENT_MAX_CHARS } from "../../../manifests/bounds/calls.ts";
import { JSON_MAX_DEPTH } from "../../../manifests/bounds/json.ts";
import { borrowerOf, callDigest, install, lenderOf, valueOf } from "../../worker/sandbox/sandboxCalls.ts";
import { attack, beside, outcomeOf } from "./attack.ts";

/** Stores a value. Answers the stored value, or the reason of the failure. */
const put = (value: string, before = ""): string =>
  `${before}; try { await ctx.storage.put("k", ${value}); } catch (e) { return e.code ?? e.name; } return { kept: await ctx.storage.get("k") };`;

const nested = (depth: number): string => `JSON.parse("[".repeat(${depth}) + "]".repeat(${depth}))`;

describe("a value that a plugin stores", () => {
  test.each([
    ["with a member __proto__ (attack 21)", put('JSON.parse(\'{"__proto__":{"admin":true}}\')'), "invalid"],
    ["with a member constructor (attack 22)", put("{ constructor: { prototype: { admin: true } } }"), "invalid"],
    [
      "with a getter, which is read once (attack 24)",
      put("{ get a() { return ++n; } }", "let n = 0"),
      { kept: { a: 1 } },
    ],
    ["with a getter that throws (attack 25)", put("{ get a() { throw new RangeError(); } }"), "RangeError"],
    ["that is a proxy (attack 26)", put("new Proxy({ a: 1 }, {})"), { kept: { a: 1 } }],
    ["that is a function (attack 27)", put("() => 1"), "invalid"],
    ["with a function then (attack 29)", put("{ then(resolve) { resolve(1); } }"), { kept: {} }],
    ["with a function toJSON (attack 30)", put("{ toJSON: () => ({ a: 1 }) }"), { kept: { a: 1 } }],
    [
      "with symbols (attack 31)",
      put("{ [Symbol.toPrimitive]: () => 1, [Symbol.iterator]: () => [], b: 2 }"),
      { kept: { b: 2 } },
    ],
    ["that holds itself (attack 32)", put("x", "const x = {}; x.x = x"), "TypeError"],
    ["nested 100,000 deep (attack 33)", put("x", "let x = 0; for (let i = 0; i < 1e5; i++) x = [x]"), "invalid"],
    // The call itself uses three levels: its input, the list of entries, and the entry.
    ["nested as deep as may be (attack 34)", put(nested(JSON_MAX_DEPTH - 3)), { kept: [expect.anything()] }],
    ["nested one deeper (attack 34)", put(nested(JSON_MAX_DEPTH - 2)), "invalid"],
    ["of 33 MiB (attack 35)", put('"x".repeat(33 * 1024 * 1024)'), "too_large"],
    ["longer than a call may be (attack 35)", put(`"x".repeat(${LEASE_ARGUMENT_MAX_CHARS})`), "too_large"],
    ["that is an array of 2^20 holes (attack 36)", put("x", "const x = []; x[2 ** 20 - 1] = 1"), "too_large"],
    [
      "with 1,000,000 members (attack 37)",
      put("x", "const x = {}; for (let i = 0; i < 1e6; i++) x[i] = i"),
      "too_large",
    ],
    [
      "with more members than may be (attack 37)",
      put("x", "const x = {}; for (let i = 0; i < 20001; i++) x[i] = 1"),
      "invalid",
    ],
    [
      "that is NaN (attack 38)",
      put("[NaN, -0, Infinity, new Map([[1, 2]]), new Set([1]), /x/]"),
      { kept: [null, 0, null, {}, {}, {}] },
    ],
    ["that is a big integer (attack 38)", put("1n"), "TypeError"],
    ["that is an invalid date (attack 38)", put("new Date(NaN)"), { kept: null }],
    [
      "that is a response or a stream (attack 40)",
      put("[new Response('x'), new ReadableStream(), new Headers({ a: 'b' })]"),
      { kept: [{}, {}, {}] },
    ],
    ["that is an error (attack 41)", put("new Error('x')"), { kept: {} }],
    ["that is a growable buffer (attack 42)", put("new ArrayBuffer(8, { maxByteLength: 16 })"), { kept: {} }],
    ["that is a shared buffer (attack 42)", put("new SharedArrayBuffer(8, { maxByteLength: 16 })"), { kept: {} }],
    [
      "that is a view onto a buffer that was given away (attack 42)",
      put("view", "const view = new Uint8Array(8); structuredClone(view.buffer, { transfer: [view.buffer] })"),
      { kept: {} },
    ],
    [
      "that is a view onto a bigger buffer (attack 43)",
      put("new Uint8Array(new ArrayBuffer(64), 8, 2)"),
      { kept: { 0: 0, 1: 0 } },
    ],
  ])("%s", async (_, body, outcome) => {
    const result = await outcomeOf(body);
    expect(result).toEqual(outcome);
    expect(({} as { admin?: unknown }).admin).toBeUndefined();
  });

  test("leaves nothing behind if a later value of its batch cannot be read (attack 25)", async () => {
    const body =
      'try { await ctx.storage.putMany([{ key: "a", value: 1 }, { key: "b", value: { get x() { throw 1; } } }]); } catch {} return ctx.storage.list();';
    expect(await outcomeOf(body)).toEqual({ entries: [], next: null });
  });
});

describe("a storage key", () => {
  test.each([
    ["with half of a surrogate (attack 39)", '"\\ud800"'],
    ["with NUL (attack 39)", '"a\\u0000"'],
    ["with a bidi override (attack 39)", '"a\\u202e"'],
    ["with a line separator (attack 39)", '"a\\u2028"'],
    ["that looks like another (attack 39)", '"\\u0430"'],
    ["with a wildcard (attack 48)", '"%"'],
    ["with SQL (attack 48)", '"a\'; DROP TABLE plugin_storage; --"'],
    ["that is empty (attack 49)", '""'],
    ["that is .. (attack 49)", '".."'],
    ["with a slash (attack 49)", '"../other/k"'],
    ["one character too long (attack 49)", `"k".repeat(${STORAGE_KEY_MAX_CHARS + 1})`],
    ["that is no text (attack 49)", "{ toString: () => 'k' }"],
  ])("%s is refused", async (_, key) => {
    const body = `try { await ctx.storage.put(${key}, 1); return "kept"; } catch (e) { return e.code; }`;
    expect(await outcomeOf(body)).toBe("invalid");
  });

  test.each([STORAGE_KEY_MAX_CHARS - 1, STORAGE_KEY_MAX_CHARS])(
    "of %i characters is accepted (attack 49)",
    async (length) => {
      expect(await outcomeOf(`await ctx.storage.put("k".repeat(${length}), 1); return "kept";`)).toBe("kept");
    },
  );

  test("that looks like a path is only text (attack 23)", async () => {
    const body =
      'await ctx.storage.put("a.__proto__.b", 1); return [await ctx.storage.get("a.__proto__.b"), await ctx.storage.get("a") ?? null, ({}).b ?? null];';
    expect(await outcomeOf(body)).toEqual([1, null, null]);
  });

  test("prefix is literal, wildcards included (attack 48)", async () => {
    const body = `
      for (const key of ["a_b", "axb", "a:1", "b"]) await ctx.storage.put(key, 1);
      const keys = async (prefix) => (await ctx.storage.list({ prefix })).entries.map((entry) => entry.key);
      return [await keys("a_"), await keys("a:"), await keys("a"), await keys("")];`;
    expect(await outcomeOf(body)).toEqual([["a_b"], ["a:1"], ["a:1", "a_b", "axb"], ["a:1", "a_b", "axb", "b"]]);
  });

  test("of one plugin never equals another's, however ids and keys are joined (attack 50)", async () => {
    const source =
      "export const tools = { go: async (input, ctx) => { if (input) await ctx.storage.put(...input); return (await ctx.storage.list()).entries; } };";
    const asked = async (of: { site: string; plugin: string }, input: unknown = null): Promise<unknown> => {
      const digest = await install(source, { manifest: { id: of.plugin } });
      return valueOf((await callDigest(digest, { tenant: "names", ...of, input })).invoked);
    };
    const first = { site: "xa", plugin: "b.c" };
    expect(await asked(first, ["d-e", 1])).toEqual([{ key: "d-e", value: 1 }]);
    // Joined without a separator, or with a character that ids may contain, each of these would equal the first.
    for (const [other, key] of [
      [{ site: "x", plugin: "ab.c" }, "d-e"],
      [{ site: "xa", plugin: "b.c-d" }, "e"],
    ] as const) {
      expect(await asked(other)).toEqual([]);
      expect(await asked(other, [key, 2])).toHaveLength(1);
    }
    expect(await asked(first)).toEqual([{ key: "d-e", value: 1 }]);
  });
});

/** Runs code that has the stub but not our guest. */
const raw = (body: string): Promise<string> =>
  beside(() =>
    lenderOf(`raw-${crypto.randomUUID().slice(0, 8)}`).runRaw(
      `import { WorkerEntrypoint, RpcTarget } from "cloudflare:workers";
       export default class extends WorkerEntrypoint { async go(lease) { try { return String(await (async () => {${body}})()); } catch (e) { return "threw " + e.message; } } }`,
      borrowerOf(),
    ),
  );

describe("a plugin with direct access to the lease", () => {
  const INVALID = /"code":"invalid"/;

  test.each([
    ["a proxy (attack 26)", "new Proxy({}, {})"],
    ["a function (attack 27)", "() => 1"],
    ["a target (attack 28)", "new (class extends RpcTarget { toString() { return 'x'; } })()"],
    ["a thenable (attack 29)", "{ then() {} }"],
    ["an object with toJSON (attack 30)", "{ toJSON() { return '{}'; } }"],
    ["an array of holes (attack 36)", "(() => { const x = []; x[2 ** 16] = 1; return x; })()"],
    ["a map (attack 38)", "new Map()"],
    ["a stream (attack 40)", "new ReadableStream()"],
    ["an error (attack 41)", "new Error('x')"],
    ["a buffer (attack 42)", "new ArrayBuffer(8)"],
    ["nothing (attack 44)", "undefined"],
    ["a number (attack 44)", "1"],
  ])("is refused with %s as an argument", async (_, value) => {
    expect(await raw(`return lease.call("storage.list", ${value});`)).toMatch(INVALID);
    expect(await raw(`return lease.call(${value}, "{}");`)).toMatch(INVALID);
  });

  test("is refused with thousands of undisposed stubs, and delays nobody (attack 114)", async () => {
    const body = `const kept = [];
      for (let n = 0; n < 20; n++) {
        const stubs = Array.from({ length: 100 }, () => new (class extends RpcTarget {})());
        kept.push(...await Promise.all(stubs.map((stub) => lease.call("storage.list", stub))));
      }
      return [kept.length, ...new Set(kept)];`;
    expect(await raw(body)).toMatch(/^2000(?:,\{"error":\{"code":"(?:invalid|over)","message":"[^"]+"\}\})+$/);
  });

  test("is refused with too many or too few arguments (attack 44)", async () => {
    expect(await raw("return lease.call();")).toMatch(INVALID);
    expect(await raw('return lease.call("storage.list");')).toMatch(INVALID);
    expect(await raw('return lease.call("storage.list", "{}", "draft", { admin: true });')).toMatch(/"entries":\[\]/);
  });

  test.each(["fetch", "connect", "alarm", "end", "use", "_x", "open", "loan"])(
    "finds no method %s (attack 45)",
    async (name) => {
      expect(await raw(`return lease[${JSON.stringify(name)}]("x");`)).toMatch(/^threw /);
    },
  );

  test("finds no property behind the lease (attack 46)", async () => {
    expect(await raw("return lease.a.b.c();")).toMatch(/^threw /);
    expect(await raw("return lease.call.constructor('return 1')();")).toMatch(/^threw /);
  });

  test("gets only text as answers (attack 47)", async () => {
    const asked = [
      ...Object.keys(CONTRACT).map((verb) => [verb, {}]),
      ["storage.get", { keys: ["a"] }],
      ["http.fetch", { url: "https://api.example.com/hello" }],
    ];
    const kinds = `for (const [verb, input] of ${JSON.stringify(asked)}) kinds.add(typeof await lease.call(verb, JSON.stringify(input)));`;
    expect(await raw(`const kinds = new Set(); ${kinds} return [...kinds];`)).toBe("string");
  });

  test.each(["__proto__", "constructor", "toString", "storage", "storage.drop", "storage.put\u0000"])(
    "finds no verb %j",
    async (verb) => {
      expect(await raw(`return lease.call(${JSON.stringify(verb)}, "{}");`)).toMatch(INVALID);
    },
  );

  test.each([
    ["members twice (attack 70)", '{"keys":["a"],"keys":["b"]}'],
    ["member names that poison", '{"__proto__":{}}'],
    ["text that is no JSON", "{"],
    ["members nobody knows", '{"tenant":"other"}'],
  ])("is refused with %s", async (_, json) => {
    expect(await raw(`return lease.call("storage.get", ${JSON.stringify(json)});`)).toMatch(INVALID);
  });
});

test("arguments that would be expensive to read are not sent (attacks 36, 37)", async () => {
  const { use } = await attack(
    `const big = "x".repeat(20 * 1024 * 1024); for (let i = 0; i < 5; i++) { try { await ctx.storage.put("k", big); } catch {} } return 1;`,
  );
  expect(use).toEqual({ calls: 0, chars: 0, denied: 0 });
});
