import { describe, expect, test } from "vitest";
import { CALL_RESULT_MAX_CHARS, PLUGIN_MESSAGE_MAX_CHARS } from "../../../manifests/bounds/calls.ts";
import { callFailure } from "../../../manifests/faults/callFailure.ts";
import type { Failed } from "../../../sandbox/invocation.ts";
import { pluginText } from "../../../sandbox/pluginText.ts";
import { readReply } from "../../../sandbox/readReply.ts";
import { replyOfGuest, replyOfSandbox } from "../../../sandbox/reply.ts";
import { callDigest, install, lenderOf, valueOf } from "../../worker/sandbox/sandboxCalls.ts";
import { attack, beside, outcomeOf } from "./attack.ts";

const CALL = { point: "tools", name: "go", input: null } as const;

describe("a result", () => {
  test.each([
    ["that is thenable is settled inside (attack 51)", "return { then(resolve) { resolve({ a: 1 }); } };", { a: 1 }],
    ["that is a function is nothing (attack 54)", "return () => 1;", null],
    ["with toJSON is written inside (attack 55)", "return { toJSON: () => ({ a: 1 }) };", { a: 1 }],
    [
      "with a member __proto__ is refused (attack 70)",
      'return JSON.parse(\'{"__proto__":{"a":1}}\');',
      "plugin_answer: The plugin's answer does not have the documented shape.",
    ],
  ])("%s", async (_, body, outcome) => {
    expect(await outcomeOf(body)).toEqual(outcome);
  });

  test.each([
    ["a character shorter than it may be", CALL_RESULT_MAX_CHARS - 3, true],
    ["as long as it may be", CALL_RESULT_MAX_CHARS - 2, true],
    ["one character longer (attack 69)", CALL_RESULT_MAX_CHARS - 1, false],
  ])("%s", async (_, length, ok) => {
    expect((await attack(`return "x".repeat(${length});`)).invoked.ok).toBe(ok);
  });

  test.each([
    ["a stub of a function", () => "{}"],
    ["an object that turns into an answer", { length: 11, toString: (): string => '{"value":1}' }],
    ["an object", { value: 1 }],
    ["nothing", undefined],
    ["text that is no JSON", "{"],
    ["text that is too long", `{"value":"${"x".repeat(CALL_RESULT_MAX_CHARS + 5)}"}`],
    ["a member twice (attack 70)", '{"value":1,"value":2}'],
    ["more members", '{"value":1,"error":"x"}'],
    ["no member", "[]"],
    ["the sandbox's own words", replyOfSandbox(callFailure("artifact_missing"))],
    ["the sandbox's own words about itself", replyOfSandbox(callFailure("loader_unavailable")).slice(1)],
  ])("that is %s is not read (attack 54)", (_, answer) => {
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
    [
      "with many headers (attack 63)",
      "{ headers: Object.fromEntries(Array.from({ length: 2000 }, (_, i) => ['x' + i, 'x'])), body: 1 }",
    ],
    ["with a cookie (attack 64)", '{ headers: { "set-cookie": "__Host-svc_session=x" }, body: 1 }'],
    ["with a location (attack 65)", '{ status: 302, location: "//evil.example", body: 1 }'],
    ["with a policy of its own (attack 66)", '{ headers: { "content-security-policy": "*" }, body: 1 }'],
    ["of status 101 (attack 67)", "{ status: 101, body: 1 }"],
    ["of status 999 (attack 67)", "{ status: 999, body: 1 }"],
    ["of status 204 with a body (attack 67)", "{ status: 204, body: 1 }"],
    ["of status '200' (attack 67)", '{ status: "200", body: 1 }'],
    [
      "that drips (attack 62)",
      "new Response(new ReadableStream({ async pull(c) { await new Promise((r) => setTimeout(r, 10_000)); c.enqueue(new Uint8Array(1)); } }))",
    ],
    ["that streams (attack 61)", "new Response(new ReadableStream({ pull(c) { c.enqueue(new Uint8Array(65536)); } }))"],
  ])("%s is refused", async (_, answer) => {
    expect(await route(answer)).toBe("plugin_answer");
  });

  test("answers with data of any content (attack 68)", async () => {
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
    ["beforePublish", "undefined", null],
    ["beforePublish", '{ veto: ["no"] }', { veto: ["no"] }],
    ["beforePublish", "{ veto: true }", "plugin_answer"],
    ["beforePublish", '{ veto: ["no"], allow: true }', "plugin_answer"],
    ["afterPublish", '{ release: "mine" }', null],
  ])("%s answering %s gives %j", async (name, answer, outcome) => {
    expect(await hook(name, answer)).toEqual(outcome);
  });
});

describe("a call that does not end", () => {
  test("and never will is refused (attack 52)", async () => {
    const { invoked } = await attack("await new Promise(() => {});", { wallMs: 300 });
    expect(invoked).toMatchObject({ ok: false });
  });

  test("for an hour is refused in time, and its later work has no effect (attack 53)", async () => {
    const tenant = "late";
    const body =
      'await new Promise((r) => setTimeout(r, 600)); try { await ctx.storage.put("late", 1); } catch {} await new Promise((r) => setTimeout(r, 3.6e6));';
    const { invoked } = await attack(body, { tenant, wallMs: 200 });
    expect(invoked).toMatchObject({ ok: false, code: "plugin_late", message: "The plugin did not answer in time." });
    await new Promise((resolve) => setTimeout(resolve, 900));
    expect(await lenderOf(tenant).stored()).toBe("[]");
  });
});

describe("an error", () => {
  test.each([
    [
      "with members of ours (attack 56)",
      "throw Object.assign(new Error('x'), { status: 200, name: 'AuthError', code: 'OK', ok: true });",
      "AuthError: x",
    ],
    ["that is null (attack 57)", "throw null;", "null"],
    ["that is undefined (attack 57)", "throw undefined;", "undefined"],
    [
      "that is a proxy (attack 57)",
      "throw new Proxy({}, { get() { throw 1; } });",
      "it threw a value without a message",
    ],
    ["of several lines (attack 59)", 'throw \'a\\n{"level":"error"}\';', String.raw`a\u000a{"level":"error"}`],
    ["with terminal codes (attack 59)", "throw '\\u001b[2Jx';", String.raw`\u001b[2Jx`],
    ["with HTML (attack 59)", "throw '</script>';", "\\u{3c}/script\\u{3e}"],
    ["forging an audit entry (attack 113)", 'throw \'x"},{"actor":"owner"\';', `x"},{"actor":"owner"`],
  ])("%s becomes the plugin's one kind of error", async (_, body, text) => {
    const { invoked } = await attack(body);
    expect(invoked).toMatchObject({ ok: false, code: "plugin_failed", message: `The plugin failed. ${text}` });
    const { fault, ...rest } = invoked as Failed;
    expect(Object.keys(rest).toSorted()).toEqual(["code", "message", "ok"]);
    expect(Object.keys(fault ?? {}).toSorted()).toEqual(["issues", "message", "name", "places"]);
  });

  test("of 5 MB is shortened (attack 58)", async () => {
    const { invoked } = await attack("throw 'x'.repeat(5e6);");
    expect(invoked.ok ? "" : invoked.message).toHaveLength("The plugin failed. ".length + PLUGIN_MESSAGE_MAX_CHARS);
  });

  test("reveals nothing of surrounding files (attack 60)", async () => {
    const { invoked } = await attack("const { stack } = new Error(); throw stack;");
    expect(JSON.stringify(invoked)).not.toMatch(/work|home|entry\.js|guest\.js/);
  });

  test.each([PLUGIN_MESSAGE_MAX_CHARS - 1, PLUGIN_MESSAGE_MAX_CHARS, PLUGIN_MESSAGE_MAX_CHARS + 1])(
    "of %i characters",
    (length) => {
      expect(pluginText("x".repeat(length))).toHaveLength(Math.min(length, PLUGIN_MESSAGE_MAX_CHARS));
    },
  );
});

test("a plugin that fails while it is loaded is refused, and its author sees the place", async () => {
  const digest = await install("throw new Error('SECRET');");
  const { invoked } = await beside(() => callDigest(digest, { tenant: "broken" }));
  expect(invoked).toEqual({
    ok: false,
    code: "plugin_broken",
    message: "The plugin stopped unexpectedly.",
    fault: {
      name: "Error",
      message: "SECRET",
      places: [{ function: "", file: "main.js", line: 1, column: 7 }],
      issues: [],
    },
  });
});

test("only exported names of a plugin can be called", async () => {
  const digest = await install("export const tools = { go: 1 }; export default {};");
  for (const name of ["go", "stop", "toString", "constructor"]) {
    const { invoked } = await callDigest(digest, { name, tenant: "names-of-entries" });
    expect(invoked.ok).toBe(false);
  }
  expect(valueOf((await callDigest(await install("export const tools = { go: () => 1 };"))).invoked)).toBe(1);
});
