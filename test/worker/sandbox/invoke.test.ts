import { expect, test } from "vitest";
import { CALL_CPU_MS, CALL_MAX_SUBREQUESTS } from "../../../manifests/bounds/calls.ts";
import { GUEST } from "../../../sandbox/guest.generated.ts";
import { loadCode } from "../../../sandbox/isolate.ts";
import { bindings, callDigest, go, install, requestOf, valueOf } from "./sandboxCalls.ts";

test("a plugin answers with data, and keeps data", async () => {
  const { invoked, log } = await go(
    `
    await ctx.storage.put("greeting", { hello: input });
    console.log("stored", { a: 1 });
    const answer = await fetch("https://api.example.com/hello");
    return { stored: await ctx.storage.get("greeting"), said: await answer.text(), type: answer.headers.get("content-type") };
  `,
    { input: "world" },
  );
  expect(invoked).toMatchObject({ ok: true, value: { stored: { hello: "world" }, said: "hello", type: "text/plain" } });
  expect(log).toEqual(['acme.tests info stored {"a":1}']);
});

test("a plugin is warm at the second call", async () => {
  const digest = await install("let n = 0; export const tools = { go: () => ++n };");
  expect(valueOf((await callDigest(digest)).invoked)).toBe(1);
  expect(valueOf((await callDigest(digest)).invoked)).toBe(2);
});

test.each([
  [{}, CALL_CPU_MS],
  [{ limits: { cpuMs: 7 } }, 7],
])(
  "with %j in its manifest, the loader is handed its code beside the guest, %i ms of processor time, and nothing that reaches out",
  async (limits, cpuMs) => {
    const files = { "guest.js": "export {};", "entry.js": "export {};", "picture.wasm": "" };
    const digest = await install("export {};", {
      files,
      manifest: { ...limits, compatibilityDate: "2026-09-01", compatibilityFlags: ["nodejs_compat"] },
    });
    const { modules, ...rest } = (await loadCode(bindings, requestOf(digest).target)) as WorkerLoaderWorkerCode;
    expect(rest).toEqual({
      compatibilityDate: expect.stringMatching(/^2026-0[1-7]-/),
      compatibilityFlags: ["nodejs_als"],
      mainModule: "entry.js",
      env: {},
      globalOutbound: null,
      limits: { cpuMs, subRequests: CALL_MAX_SUBREQUESTS },
    });
    expect(Object.keys(modules).toSorted()).toEqual(
      ["entry.js", ...Object.keys(GUEST), "plugin/entry.js", "plugin/guest.js", "plugin/main.js"].toSorted(),
    );
    for (const [path, js] of Object.entries(GUEST)) expect(modules[path]).toEqual({ js });
  },
);
