import { runInDurableObject } from "cloudflare:test";
import { describe, expect, test } from "vitest";
import { CALLS_IN_FLIGHT } from "../../../manifests/bounds/calls.ts";
import { difference } from "../../../runtime/contributions/grant.ts";
import { invoke } from "../../../sandbox/invoke.ts";
import { isolateId, isolateTarget } from "../../../sandbox/isolate.ts";
import type { LeaseStub } from "../../../sandbox/invocation.ts";
import { readReply } from "../../../sandbox/readReply.ts";
import {
  bindings,
  callAll,
  callDigest,
  go,
  install,
  lenderOf,
  pack,
  requestOf,
  sandbox,
} from "../../worker/sandbox/sandboxCalls.ts";
import { attack, beside } from "./attack.ts";

const COUNTS = "let n = 0; export const tools = { go: () => ++n };";

describe("an isolate", () => {
  test.each([
    ["tenants (attack 103)", { tenant: "other-tenant" }],
    ["sites (attack 103)", { site: "second" }],
    ["grants (attack 104)", { grantHash: "g2" }],
  ])("is never shared by two %s", async (_, other) => {
    const digest = await install(`${COUNTS} // ${JSON.stringify(other)}`);
    await callDigest(digest);
    expect((await callDigest(digest)).invoked).toMatchObject({ value: 2 });
    expect((await beside(() => callDigest(digest, other))).invoked).toMatchObject({ value: 1 });
  });

  test("has a name that no other combination has", () => {
    const base = { digest: "d", tenant: "a", site: "b", plugin: "p", grantHash: "g" };
    const names = [
      base,
      { ...base, tenant: "ab", site: "" },
      { ...base, tenant: 'a","b' },
      { ...base, digest: "e" },
      { ...base, plugin: "q" },
    ].map((one) => isolateId(isolateTarget(one)).name);
    expect(new Set(names).size).toBe(names.length);
  });
});

describe("what was lent", () => {
  test("end for a loaded plugin as soon as their basis ends (attack 105)", async () => {
    const tenant = "revoked";
    const digest = await install(
      "export const tools = { go: async (_, ctx) => { try { await ctx.storage.put('k', 1); return 'kept'; } catch (e) { return e.code; } } };",
    );
    expect((await callDigest(digest, { tenant })).invoked).toMatchObject({ value: "kept" });
    await lenderOf(tenant).revoke();
    expect((await callDigest(digest, { tenant })).invoked).toMatchObject({ value: "over" });
  });

  test("end during a call: nothing is written afterwards (attack 115)", async () => {
    const tenant = "uninstalled";
    const body =
      "await ctx.storage.put('begun', 1); await new Promise((r) => setTimeout(r, 3_000)); try { await ctx.storage.put('k', 1); return 'kept'; } catch (e) { return e.code; }";
    const running = go(body, { tenant });
    await expect.poll(() => lenderOf(tenant).stored()).toContain("begun");
    const before = await lenderOf(tenant).stored();
    await lenderOf(tenant).revoke();
    expect((await running).invoked).toMatchObject({ value: "over" });
    expect(await lenderOf(tenant).stored()).toBe(before);
  });

  test.each([
    ["through a function of the call before (attack 109)", "globalThis.kept ??= () => ctx.storage.put('late', 1);"],
    [
      "through a promise of the call before (attack 109)",
      "const opens = Promise.withResolvers(); const put = opens.promise.then(() => ctx.storage.put('late', 1)); globalThis.kept ??= () => { opens.resolve(); return Promise.race([put, new Promise((_, no) => setTimeout(no, 300))]); };",
    ],
  ])("cannot be kept %s", async (_, keep) => {
    const digest = await install(`
      export const tools = { go: async (input, ctx) => {
        if (input === "keep") { ${keep} return 1; }
        try { await globalThis.kept(); return "wrote"; } catch (e) { return "refused"; }
      } };`);
    const tenant = `kept-${crypto.randomUUID().slice(0, 8)}`;
    const granted = { storage: { maxBytes: 1_000, maxKeys: 10 } };
    await callDigest(digest, { tenant, input: "keep", granted });
    const { invoked } = await beside(() => callDigest(digest, { tenant, input: "use", granted: {} }));
    expect(invoked).toMatchObject({ value: "refused" });
    expect(await lenderOf(tenant).stored()).toBe("[]");
  });

  test("end for work that continues after the answer (attack 110)", async () => {
    const tenant = "leftover";
    const { invoked } = await go(
      `fetch("https://api.example.com/silent").catch(() => undefined);
      (async () => { await new Promise((r) => setTimeout(r, 200)); await ctx.storage.put("late", 1); })();
      return 1;`,
      { tenant },
    );
    expect(invoked).toMatchObject({ ok: true, value: 1 });
    await new Promise((resolve) => setTimeout(resolve, 500));
    expect(await lenderOf(tenant).stored()).toBe("[]");
  });

  test("do not exist while the module is loaded", async () => {
    const digest = await install(
      'let said; export const tools = { go: () => said }; try { await fetch("https://api.example.com/hello"); } catch (e) { said = e.code ?? e.name; }',
    );
    const { invoked } = await callDigest(digest, { tenant: "outside" });
    expect(invoked).toMatchObject({ value: "over" });
  });

  test.each([
    ["a tenant (attack 108)", '{ tenant: "bystander" }'],
    ["a site (attack 108)", '{ site: "other" }'],
    ["a plugin (attack 111)", '{ plugin: "acme.other" }'],
  ])("do not follow the plugin's arguments for %s", async (_, options) => {
    const { invoked } = await attack(`try { return await ctx.storage.list(${options}); } catch (e) { return e.code; }`);
    expect(invoked).toMatchObject({ value: "invalid" });
  });

  test("are only those granted, whatever the manifest requests (attack 111)", async () => {
    const body =
      "const all = []; for (const act of [() => ctx.storage.list(), () => ctx.content.query(), () => ctx.media.list(), () => fetch('https://api.example.com/')]) { try { await act(); all.push('did'); } catch (e) { all.push(e.code); } } return all;";
    const { invoked } = await attack(body, { granted: {} });
    expect(invoked).toMatchObject({ value: ["not_granted", "not_granted", "not_granted", "not_granted"] });
  });
});

describe("an artifact", () => {
  const rows = (digest: string, query: string): Promise<void> => {
    const stub = bindings.PLUGIN_ARTIFACTS.get(bindings.PLUGIN_ARTIFACTS.idFromName(digest));
    return runInDurableObject(stub, (_, state) => void state.storage.sql.exec(query));
  };

  test.each([
    [
      "whose code was changed (attack 106)",
      "UPDATE files SET text = 'export const tools = { go: () => 666 };' WHERE path = 'main.js'",
    ],
    [
      "whose manifest was changed (attack 106)",
      "UPDATE files SET text = replace(text, '1.0.0', '1.0.1') WHERE path = ''",
    ],
    ["to which a file was added (attack 106)", "INSERT INTO files VALUES ('more.js', 'export {};')"],
    ["from which a file was taken (attack 106)", "DELETE FROM files WHERE path = 'main.js'"],
  ])("%s in storage is not run", async (_, query) => {
    const digest = await install(`${COUNTS} // ${crypto.randomUUID()}`);
    await rows(digest, query);
    const { invoked } = await beside(() => callDigest(digest, { tenant: "swapped" }));
    expect(invoked.ok).toBe(false);
    expect(invoked).toMatchObject({ code: expect.stringMatching(/^(digest_mismatch|not_executable)$/) });
  });

  test("is verified again for each new isolate (attack 107)", async () => {
    const digest = await install(`${COUNTS} // ${crypto.randomUUID()}`);
    expect((await callDigest(digest, { tenant: "first" })).invoked.ok).toBe(true);
    await rows(digest, "UPDATE files SET text = text || ' ' WHERE path = 'main.js'");
    expect((await callDigest(digest, { tenant: "second" })).invoked).toMatchObject({ code: "digest_mismatch" });
  });

  test("is stored only under its own digest, and any number of times", async () => {
    const { digest, artifact } = await pack(COUNTS);
    const other = await pack(`${COUNTS} // other`);
    expect(await sandbox.put(other.digest, artifact)).toMatchObject({ code: "digest_mismatch" });
    expect(await sandbox.put("sha256-x", artifact)).toMatchObject({ code: "invalid_call" });
    expect(await sandbox.put(digest, { ...artifact, files: { "main.js": "export {};" } })).toMatchObject({
      code: "digest_mismatch",
    });
    expect([await sandbox.put(digest, artifact), await sandbox.put(digest, artifact)]).toEqual([
      { ok: true },
      { ok: true },
    ]);
  });

  test("that is not stored is reported as missing, and runs once it is stored", async () => {
    const { digest, artifact } = await pack(`${COUNTS} // ${crypto.randomUUID()}`);
    expect((await callDigest(digest)).invoked).toMatchObject({ code: "artifact_missing" });
    await sandbox.put(digest, artifact);
    expect((await callDigest(digest)).invoked).toMatchObject({ value: 1 });
  });

  test("that is missing or changed is reported to every concurrent call, and breaks off none of them", async () => {
    const { digest, artifact } = await pack(`${COUNTS} // ${crypto.randomUUID()}`);
    const crowd = async (tenant: string): Promise<unknown[]> => {
      const answers = await callAll(
        tenant,
        Array.from({ length: CALLS_IN_FLIGHT }, () => requestOf(digest, { tenant })),
      );
      return [...new Set(answers.map((answer) => answer.ok || answer.code))];
    };
    expect(await crowd("crowd")).toEqual(["artifact_missing"]);
    await sandbox.put(digest, artifact);
    expect(await crowd("crowd")).toEqual([true]);
    await rows(digest, "UPDATE files SET text = text || ' ' WHERE path = 'main.js'");
    expect(await crowd("another-crowd")).toEqual(["digest_mismatch"]);
  });

  test("is not run as another plugin", async () => {
    const digest = await install(COUNTS);
    expect((await callDigest(digest, { plugin: "acme.other" })).invoked).toMatchObject({ code: "digest_mismatch" });
  });
});

test.each([
  ["a Cyrillic letter (attack 116)", { plugin: "\u0430cme.tests" }],
  ["a capital (attack 116)", { plugin: "Acme.tests" }],
  ["a space (attack 116)", { plugin: "acme.tests " }],
  ["a hook nobody calls", { point: "hooks", name: "beforeEverything" }],
  ["a point nobody knows", { point: "constructor" }],
  ["a name that poisons", { name: "__proto__" }],
])("a call with %s is refused", async (_, wish) => {
  const digest = await install(
    "export const tools = { go: () => 1 }; export const hooks = { beforeEverything: () => 1 };",
  );
  expect((await callDigest(digest, { ...wish, tenant: "names" })).invoked.ok).toBe(false);
});

test("without the loader no code runs, and the reason is reported", async () => {
  const digest = await install(COUNTS);
  const { PLUGIN_LOADER: _, ...without } = bindings;
  const lease: LeaseStub = { call: () => Promise.reject(new Error("nobody asks")) };
  const { target: place, call } = requestOf(digest);
  const reply = await invoke(without, { place: JSON.stringify(place), call: JSON.stringify(call), lease });
  expect(readReply(reply, call)).toMatchObject({ ok: false, code: "loader_unavailable" });
  expect(await sandbox.availability()).toEqual({ available: true });
});

test("a request for more capabilities shows the difference (attack 104)", () => {
  const before = {
    http: { hosts: ["a.example.com"], methods: ["GET" as const] },
    storage: { maxBytes: 1, maxKeys: 1, reason: "old" },
  };
  const after = {
    http: { hosts: ["b.example.com", "a.example.com"], methods: ["GET" as const] },
    storage: { maxBytes: 2, maxKeys: 1, reason: "new" },
  };
  expect(difference(before, after)).toEqual({
    added: [
      { pointer: "/http/hosts", value: "b.example.com" },
      { pointer: "/storage/maxBytes", value: 2 },
    ],
    removed: [{ pointer: "/storage/maxBytes", value: 1 }],
  });
});
