import { describe, expect, test } from "vitest";
import { CALL_RESULT_MAX_CHARS, PLUGIN_MESSAGE_MAX_CHARS } from "../../../manifests/bounds.ts";
import { failed } from "../../../sandbox/invocation.ts";
import { pluginText } from "../../../sandbox/pluginText.ts";
import { readReply, replyOfGuest, replyOfSandbox } from "../../../sandbox/reply.ts";
import { callDigest, install, lenderOf, valueOf } from "../../worker/sandbox/kit.ts";
import { attack, beside, outcomeOf } from "./attack.ts";

/** On a busy machine; without a bound it would be for ever. */
const IN_TIME_MS = 10_000;

const CALL = { point: "tools", name: "go", input: null } as const;

describe("a result", () => {
  test.each([
    ["51. that is thenable is settled inside", "return { then(resolve) { resolve({ a: 1 }); } };", { a: 1 }],
    ["54. that is a function is nothing", "return () => 1;", null],
    ["55. with toJSON is written inside", "return { toJSON: () => ({ a: 1 }) };", { a: 1 }],
    ["70. with a member __proto__ is refused", 'return JSON.parse(\'{"__proto__":{"a":1}}\');', "plugin_answer: The plugin's answer does not have the documented shape."],
  ])("%s", async (_, body, outcome) => {
    expect(await outcomeOf(body)).toEqual(outcome);
  });

  test.each([
    ["a character shorter than it may be", CALL_RESULT_MAX_CHARS - 3, true],
    ["as long as it may be", CALL_RESULT_MAX_CHARS - 2, true],
    ["69. one character longer", CALL_RESULT_MAX_CHARS - 1, false],
  ])("%s", async (_, length, ok) => {
    expect((await attack(`return "x".repeat(${length});`)).invoked.ok).toBe(ok);
  });

  test.each([
    ["a stub of a function", () => "{}"], ["an object that turns into an answer", { length: 11, toString: (): string => '{"value":1}' }], ["an object", { value: 1 }], ["nothing", undefined], ["text that is no JSON", "{"],
    ["text that is too long", `{"value":"${"x".repeat(CALL_RESULT_MAX_CHARS + 5)}"}`],
    ["70. a member twice", '{"value":1,"value":2}'], ["more members", '{"value":1,"error":"x"}'], ["no member", "[]"],
    ["the sandbox's own words", replyOfSandbox(failed("artifact_missing"))], ["the sandbox's own words about itself", replyOfSandbox(failed("loader_unavailable")).slice(1)],
  ])("54. that is %s is not looked into", (_, answer) => {
    expect(readReply(replyOfGuest(answer), CALL)).toMatchObject({ ok: false, code: "plugin_answer" });
  });
});

describe("a route", () => {
  const route = async (answer: string): Promise<unknown> => {
    const digest = await install(`export const routes = { go: () => (${answer}) };`);
    const { invoked } = await beside(() => callDigest(digest, { point: "routes", tenant: "routes" }));
    return invoked.ok ? invoked.value : invoked.code;
  };

  test.each([
    ["63. with many headers", "{ headers: Object.fromEntries(Array.from({ length: 2000 }, (_, i) => ['x' + i, 'x'])), body: 1 }"],
    ["64. with a cookie", '{ headers: { "set-cookie": "__Host-svc_session=x" }, body: 1 }'],
    ["65. with a location", '{ status: 302, location: "//evil.example", body: 1 }'],
    ["66. with a policy of its own", '{ headers: { "content-security-policy": "*" }, body: 1 }'],
    ["67. of status 101", "{ status: 101, body: 1 }"], ["67. of status 999", "{ status: 999, body: 1 }"],
    ["67. of status 204 with a body", "{ status: 204, body: 1 }"], ["67. of status '200'", '{ status: "200", body: 1 }'],
    ["62. that drips", "new Response(new ReadableStream({ async pull(c) { await new Promise((r) => setTimeout(r, 10_000)); c.enqueue(new Uint8Array(1)); } }))"],
    ["61. that streams", "new Response(new ReadableStream({ pull(c) { c.enqueue(new Uint8Array(65536)); } }))"],
  ])("%s is refused", async (_, answer) => {
    expect(await route(answer)).toBe("plugin_answer");
  });

  test("68. answers with data, whatever is in it", async () => {
    expect(await route('{ body: "<script>alert(1)</script>" }')).toEqual({ body: "<script>alert(1)</script>" });
  });
});

describe("a hook", () => {
  const hook = async (name: string, answer: string): Promise<unknown> => {
    const digest = await install(`export const hooks = { ${name}: () => (${answer}) };`);
    const { invoked } = await callDigest(digest, { point: "hooks", name, tenant: "hooks" });
    return invoked.ok ? invoked.value : invoked.code;
  };

  test.each([
    ["beforePublish", "undefined", null], ["beforePublish", '{ veto: ["no"] }', { veto: ["no"] }],
    ["beforePublish", "{ veto: true }", "plugin_answer"], ["beforePublish", '{ veto: ["no"], allow: true }', "plugin_answer"],
    ["afterPublish", '{ release: "mine" }', null],
  ])("%s answering %s gives %j", async (name, answer, outcome) => {
    expect(await hook(name, answer)).toEqual(outcome);
  });
});

describe("a call that does not end", () => {
  test("52. and never will is refused in time", async () => {
    const { invoked, durationMs } = await attack("await new Promise(() => {});", { wallMs: 300 });
    expect(invoked).toMatchObject({ ok: false });
    expect(durationMs).toBeLessThan(IN_TIME_MS);
  });

  test("53. for an hour is refused in time, and what it does later has no effect", async () => {
    const tenant = "late";
    const body = 'await new Promise((r) => setTimeout(r, 600)); try { await ctx.storage.put("late", 1); } catch {} await new Promise((r) => setTimeout(r, 3.6e6));';
    const { invoked } = await attack(body, { tenant, wallMs: 200 });
    expect(invoked).toMatchObject({ ok: false, code: "plugin_late", message: "The plugin did not answer in time." });
    await new Promise((resolve) => setTimeout(resolve, 900));
    expect(await lenderOf(tenant).stored()).toBe("[]");
  });
});

describe("an error", () => {
  test.each([
    ["56. with members of ours", "throw Object.assign(new Error('x'), { status: 200, name: 'AuthError', code: 'OK', ok: true });", "AuthError: x"],
    ["57. that is null", "throw null;", "null"], ["57. that is undefined", "throw undefined;", "undefined"],
    ["57. that is a proxy", "throw new Proxy({}, { get() { throw 1; } });", "it threw something that has no text"],
    ["59. of several lines", "throw 'a\\n{\"level\":\"error\"}';", "a\\u{a}{\\u{22}level\\u{22}:\\u{22}error\\u{22}}"],
    ["59. with terminal codes", "throw '\\u001b[2Jx';", "\\u{1b}[2Jx"],
    ["59. with HTML", "throw '</script>';", "\\u{3c}/script\\u{3e}"],
    ["113. forging an audit entry", "throw 'x\"},{\"actor\":\"owner\"';", "x\\u{22}},{\\u{22}actor\\u{22}:\\u{22}owner\\u{22}"],
  ])("%s becomes the one error there is", async (_, body, text) => {
    const { invoked } = await attack(body);
    expect(invoked).toEqual({ ok: false, code: "plugin_failed", message: `The plugin failed. ${text}` });
  });

  test("58. of 5 MB is shortened", async () => {
    const { invoked } = await attack("throw 'x'.repeat(5e6);");
    expect(invoked.ok ? "" : invoked.message).toHaveLength("The plugin failed. ".length + PLUGIN_MESSAGE_MAX_CHARS);
  });

  test("60. tells nothing of the files around it", async () => {
    const { invoked } = await attack("const { stack } = new Error(); throw stack;");
    expect(JSON.stringify(invoked)).not.toMatch(/work|home|entry\.js|guest\.js/);
  });

  test.each([PLUGIN_MESSAGE_MAX_CHARS - 1, PLUGIN_MESSAGE_MAX_CHARS, PLUGIN_MESSAGE_MAX_CHARS + 1])("of %i characters", (length) => {
    expect(pluginText("x".repeat(length))).toHaveLength(Math.min(length, PLUGIN_MESSAGE_MAX_CHARS));
  });
});

test("a plugin that breaks while it is loaded is refused, and told nothing of", async () => {
  const digest = await install("throw new Error('SECRET');");
  const { invoked } = await beside(() => callDigest(digest, { tenant: "broken" }));
  expect(invoked).toMatchObject({ ok: false, code: "plugin_broken", message: "The plugin broke off." });
});

test("a plugin is called by names it exports, and by no other", async () => {
  const digest = await install("export const tools = { go: 1 }; export default {};");
  for (const name of ["go", "stop", "toString", "constructor"]) {
    const { invoked } = await callDigest(digest, { name, tenant: "names-of-entries" });
    expect(invoked.ok).toBe(false);
  }
  expect(valueOf((await callDigest(await install("export const tools = { go: () => 1 };"))).invoked)).toBe(1);
});
