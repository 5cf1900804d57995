import { describe, expect, test } from "vitest";
import { CONTRACT } from "../../../capabilities/contract.ts";
import { JSON_MAX_DEPTH, LEASE_ARGUMENT_MAX_CHARS, STORAGE_KEY_MAX_CHARS } from "../../../manifests/bounds.ts";
import { borrowerOf, callDigest, install, lenderOf, valueOf } from "../../worker/sandbox/kit.ts";
import { attack, beside, outcomeOf } from "./attack.ts";

/** Tries to store a value and says what became of it. */
const put = (value: string, before = ""): string =>
  `${before}; try { await ctx.storage.put("k", ${value}); } catch (e) { return e.code ?? e.name; } return { kept: await ctx.storage.get("k") };`;

const nested = (depth: number): string => `JSON.parse("[".repeat(${depth}) + "]".repeat(${depth}))`;

describe("a value a plugin stores", () => {
  test.each([
    ["21. with a member __proto__", put('JSON.parse(\'{"__proto__":{"admin":true}}\')'), "invalid"],
    ["22. with a member constructor", put('{ constructor: { prototype: { admin: true } } }'), "invalid"],
    ["24. with a getter, which is read once", put("{ get a() { return ++n; } }", "let n = 0"), { kept: { a: 1 } }],
    ["25. with a getter that throws", put("{ get a() { throw new RangeError(); } }"), "RangeError"],
    ["26. that is a proxy", put("new Proxy({ a: 1 }, {})"), { kept: { a: 1 } }],
    ["27. that is a function", put("() => 1"), "invalid"],
    ["29. with a function then", put("{ then(resolve) { resolve(1); } }"), { kept: {} }],
    ["30. with a function toJSON", put("{ toJSON: () => ({ a: 1 }) }"), { kept: { a: 1 } }],
    ["31. with symbols", put("{ [Symbol.toPrimitive]: () => 1, [Symbol.iterator]: () => [], b: 2 }"), { kept: { b: 2 } }],
    ["32. that holds itself", put("x", "const x = {}; x.x = x"), "TypeError"],
    ["33. nested 100,000 deep", put("x", "let x = 0; for (let i = 0; i < 1e5; i++) x = [x]"), "invalid"],
    // Three levels are the call's own: its input, the list of entries, the entry.
    ["34. nested as deep as may be", put(nested(JSON_MAX_DEPTH - 3)), { kept: [expect.anything()] }],
    ["34. nested one deeper", put(nested(JSON_MAX_DEPTH - 2)), "invalid"],
    ["35. of 33 MiB", put('"x".repeat(33 * 1024 * 1024)'), "too_large"],
    ["35. longer than a call may be", put(`"x".repeat(${LEASE_ARGUMENT_MAX_CHARS})`), "too_large"],
    ["36. that is an array of 2^20 holes", put("x", "const x = []; x[2 ** 20 - 1] = 1"), "too_large"],
    ["37. with 1,000,000 members", put("x", "const x = {}; for (let i = 0; i < 1e6; i++) x[i] = i"), "too_large"],
    ["37. with more members than may be", put("x", "const x = {}; for (let i = 0; i < 20001; i++) x[i] = 1"), "invalid"],
    ["38. that is NaN", put("[NaN, -0, Infinity, new Map([[1, 2]]), new Set([1]), /x/]"), { kept: [null, 0, null, {}, {}, {}] }],
    ["38. that is a big integer", put("1n"), "TypeError"],
    ["38. that is an invalid date", put("new Date(NaN)"), { kept: null }],
    ["40. that is a response or a stream", put("[new Response('x'), new ReadableStream(), new Headers({ a: 'b' })]"), { kept: [{}, {}, {}] }],
    ["41. that is an error", put("new Error('x')"), { kept: {} }],
    ["42. that is a growable buffer", put("new ArrayBuffer(8, { maxByteLength: 16 })"), { kept: {} }],
    ["42. that is a shared buffer", put("new SharedArrayBuffer(8, { maxByteLength: 16 })"), { kept: {} }],
    ["42. that is a view onto a buffer that was given away", put("view", "const view = new Uint8Array(8); structuredClone(view.buffer, { transfer: [view.buffer] })"), { kept: {} }],
    ["43. that is a view onto a bigger buffer", put("new Uint8Array(new ArrayBuffer(64), 8, 2)"), { kept: { 0: 0, 1: 0 } }],
  ])("%s", async (_, body, outcome) => {
    const result = await outcomeOf(body);
    expect(result).toEqual(outcome);
    expect(({} as { admin?: unknown }).admin).toBeUndefined();
  });

  test("25. leaves nothing behind when a later one of its batch cannot be read", async () => {
    const body = 'try { await ctx.storage.putMany([{ key: "a", value: 1 }, { key: "b", value: { get x() { throw 1; } } }]); } catch {} return ctx.storage.list();';
    expect(await outcomeOf(body)).toEqual({ entries: [], next: null });
  });
});

describe("a key", () => {
  test.each([
    ["39. with half of a surrogate", '"\\ud800"'], ["39. with NUL", '"a\\u0000"'], ["39. with a bidi override", '"a\\u202e"'],
    ["39. with a line separator", '"a\\u2028"'], ["39. that looks like another", '"\\u0430"'],
    ["48. with a wildcard", '"%"'], ["48. with SQL", '"a\'; DROP TABLE plugin_storage; --"'],
    ["49. that is empty", '""'], ["49. that is ..", '".."'], ["49. with a slash", '"../other/k"'],
    ["49. one character too long", `"k".repeat(${STORAGE_KEY_MAX_CHARS + 1})`],
    ["49. that is no text", "{ toString: () => 'k' }"],
  ])("%s is refused", async (_, key) => {
    const body = `try { await ctx.storage.put(${key}, 1); return "kept"; } catch (e) { return e.code; }`;
    expect(await outcomeOf(body)).toBe("invalid");
  });

  test.each([STORAGE_KEY_MAX_CHARS - 1, STORAGE_KEY_MAX_CHARS])("49. of %i characters is kept", async (length) => {
    expect(await outcomeOf(`await ctx.storage.put("k".repeat(${length}), 1); return "kept";`)).toBe("kept");
  });

  test("23. that looks like a path is only a name", async () => {
    const body = 'await ctx.storage.put("a.__proto__.b", 1); return [await ctx.storage.get("a.__proto__.b"), await ctx.storage.get("a") ?? null, ({}).b ?? null];';
    expect(await outcomeOf(body)).toEqual([1, null, null]);
  });

  test("48. prefix means what it says, wildcards included", async () => {
    const body = `
      for (const key of ["a_b", "axb", "a:1", "b"]) await ctx.storage.put(key, 1);
      const keys = async (prefix) => (await ctx.storage.list({ prefix })).entries.map((entry) => entry.key);
      return [await keys("a_"), await keys("a:"), await keys("a"), await keys("")];`;
    expect(await outcomeOf(body)).toEqual([["a_b"], ["a:1"], ["a:1", "a_b", "axb"], ["a:1", "a_b", "axb", "b"]]);
  });

  test("50. of one plugin is never another's, however the names run together", async () => {
    const source = "export const tools = { go: async (input, ctx) => { if (input) await ctx.storage.put(...input); return (await ctx.storage.list()).entries; } };";
    const asked = async (of: { site: string; plugin: string }, input: unknown = null): Promise<unknown> => {
      const digest = await install(source, { manifest: { id: of.plugin } });
      return valueOf((await callDigest(digest, { tenant: "names", ...of, input })).invoked);
    };
    const first = { site: "xa", plugin: "b.c" };
    expect(await asked(first, ["d-e", 1])).toEqual([{ key: "d-e", value: 1 }]);
    // Pasted together, with or without a sign in between that they may hold, each of these would be the first.
    for (const [other, key] of [[{ site: "x", plugin: "ab.c" }, "d-e"], [{ site: "xa", plugin: "b.c-d" }, "e"]] as const) {
      expect(await asked(other)).toEqual([]);
      expect(await asked(other, [key, 2])).toHaveLength(1);
    }
    expect(await asked(first)).toEqual([{ key: "d-e", value: 1 }]);
  });
});

/** Code without our guest, with the stub in its hands. */
const raw = (body: string): Promise<string> =>
  beside(() =>
    lenderOf(`raw-${crypto.randomUUID().slice(0, 8)}`).runRaw(
      `import { WorkerEntrypoint, RpcTarget } from "cloudflare:workers";
       export default class extends WorkerEntrypoint { async go(lease) { try { return String(await (async () => {${body}})()); } catch (e) { return "threw " + e.message; } } }`,
      borrowerOf(),
    ),
  );

describe("with the lease itself in its hands, a plugin", () => {
  const INVALID = /"code":"invalid"/;

  test.each([
    ["26. a proxy", "new Proxy({}, {})"], ["27. a function", "() => 1"], ["28. a target", "new (class extends RpcTarget { toString() { return 'x'; } })()"],
    ["29. a thenable", "{ then() {} }"], ["30. an object with toJSON", "{ toJSON() { return '{}'; } }"],
    ["36. an array of holes", "(() => { const x = []; x[2 ** 16] = 1; return x; })()"],
    ["38. a map", "new Map()"], ["40. a stream", "new ReadableStream()"], ["41. an error", "new Error('x')"],
    ["42. a buffer", "new ArrayBuffer(8)"], ["44. nothing", "undefined"], ["44. a number", "1"],
  ])("gets nowhere with %s for an argument", async (_, value) => {
    expect(await raw(`return lease.call("storage.list", ${value});`)).toMatch(INVALID);
    expect(await raw(`return lease.call(${value}, "{}");`)).toMatch(INVALID);
  });

  test("114. gets nowhere with thousands of stubs nobody disposes of, and nobody waits for it", async () => {
    const body = `const kept = [];
      for (let n = 0; n < 20; n++) {
        const stubs = Array.from({ length: 100 }, () => new (class extends RpcTarget {})());
        kept.push(...await Promise.all(stubs.map((stub) => lease.call("storage.list", stub))));
      }
      return [kept.length, ...new Set(kept)];`;
    expect(await raw(body)).toMatch(/^2000(?:,\{"error":\{"code":"(?:invalid|over)","message":"[^"]+"\}\})+$/);
  });

  test("44. gets nowhere with too many or too few arguments", async () => {
    expect(await raw("return lease.call();")).toMatch(INVALID);
    expect(await raw('return lease.call("storage.list");')).toMatch(INVALID);
    expect(await raw('return lease.call("storage.list", "{}", "draft", { admin: true });')).toMatch(/"entries":\[\]/);
  });

  test.each(["fetch", "connect", "alarm", "end", "use", "_x", "open", "loan"])(
    "45. finds no method %s", async (name) => {
      expect(await raw(`return lease[${JSON.stringify(name)}]("x");`)).toMatch(/^threw /);
    },
  );

  test("46. finds nothing behind it", async () => {
    expect(await raw("return lease.a.b.c();")).toMatch(/^threw /);
    expect(await raw("return lease.call.constructor('return 1')();")).toMatch(/^threw /);
  });

  test("47. only ever gets text, whatever it asks for", async () => {
    const asked = [...Object.keys(CONTRACT).map((verb) => [verb, {}]), ["storage.get", { keys: ["a"] }], ["http.fetch", { url: "https://api.example.com/hello" }]];
    const kinds = `for (const [verb, input] of ${JSON.stringify(asked)}) kinds.add(typeof await lease.call(verb, JSON.stringify(input)));`;
    expect(await raw(`const kinds = new Set(); ${kinds} return [...kinds];`)).toBe("string");
  });

  test.each(["__proto__", "constructor", "toString", "storage", "storage.drop", "storage.put\u0000"])("finds no verb %j", async (verb) => {
    expect(await raw(`return lease.call(${JSON.stringify(verb)}, "{}");`)).toMatch(INVALID);
  });

  test.each([
    ["70. members twice", '{"keys":["a"],"keys":["b"]}'], ["member names that poison", '{"__proto__":{}}'],
    ["text that is no JSON", "{"], ["members nobody knows", '{"tenant":"other"}'],
  ])("gets nowhere with %s", async (_, json) => {
    expect(await raw(`return lease.call("storage.get", ${JSON.stringify(json)});`)).toMatch(INVALID);
  });
});

test("36, 37. what would cost the lender is not even sent", async () => {
  const { use } = await attack(`const big = "x".repeat(20 * 1024 * 1024); for (let i = 0; i < 5; i++) { try { await ctx.storage.put("k", big); } catch {} } return 1;`);
  expect(use).toEqual({ calls: 0, chars: 0, denied: 0 });
});
