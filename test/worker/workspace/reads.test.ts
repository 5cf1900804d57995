import { runInDurableObject } from "cloudflare:test";
import { beforeAll, describe, expect, test, vi } from "vitest";
import { LOADER_ANSWER_MS } from "../../../manifests/bounds/plugins.ts";
import { expectValue } from "../../../runtime/commands/answer.ts";
import type { ReadApi, ReadName } from "../../../runtime/readTable.ts";
import type { PluginSandbox } from "../../../sandbox/pluginSandbox.ts";
import { TenantWorkspaceDO } from "../../../sites/workers/workspace/object/sharedWorkspace.ts";
import { SITE, aTenant, bindings, migrate, readerOf, stubOf } from "./harness.ts";

beforeAll(migrate);

type ReadAny = (name: unknown, site: string, ...input: unknown[]) => Promise<unknown>;

const readAny = async (tenant: string, name: unknown, ...input: unknown[]): Promise<unknown> =>
  await (readerOf(tenant).read as ReadAny)(name, SITE, ...input);

describe("a read, by its name", () => {
  test("answers what is there, a refusal for what is not, and nothing of a site of another workspace", async () => {
    const { tenant } = await aTenant("reads");
    expect(expectValue(await readerOf(tenant).read("page", SITE, { page: "home" }))).toMatchObject({
      id: "home",
      version: 1,
    });
    expect(expectValue(await readerOf(tenant).read("settings", SITE)).body.name).toBe("Test site");
    expect(await readerOf(tenant).read("page", SITE, { page: "away" })).toMatchObject({
      ok: false,
      refusal: { code: "NOT_FOUND" },
    });
    expect(await readerOf(tenant).read("page", "other", { page: "home" })).toMatchObject({
      ok: false,
      refusal: { code: "NOT_FOUND" },
    });
  });

  test.each([
    ["__proto__"],
    ["constructor"],
    ["toString"],
    ["hasOwnProperty"],
    [""],
    ["execute"],
    ["page.create"],
    [["page"]],
    [{}],
    [null],
    [7],
  ])("that nothing has, such as %j, breaks that one call and says so", async (name) => {
    const { tenant } = await aTenant("names");
    await expect(readAny(tenant, name, { page: "home" })).rejects.toThrow(
      `there is no read with the name ${JSON.stringify(name)}`,
    );
    expect((await readerOf(tenant).read("context", SITE)).ok).toBe(true);
  });

  test("changes nothing, whatever its input is", async () => {
    const { tenant } = await aTenant("inputs");
    const { change } = expectValue(await readerOf(tenant).read("context", SITE));
    for (const input of [
      undefined,
      null,
      7,
      "home",
      [],
      { page: { toString: "home" } },
      { __proto__: { page: "home" } },
      { page: "home'; DROP TABLE documents; --" },
    ]) {
      await readAny(tenant, "page", input).catch(() => undefined);
    }
    expect(expectValue(await readerOf(tenant).read("context", SITE)).change).toBe(change);
    expect(expectValue(await readerOf(tenant).read("page", SITE, { page: "home" })).version).toBe(1);
  });
});

/** True if the read is answered before an unresponsive sandbox times out. */
async function answersBeforeLoader(tenant: string, name: ReadName, ...input: unknown[]): Promise<boolean> {
  const silent = { availability: () => new Promise(() => undefined) } as unknown as PluginSandbox;
  return runInDurableObject(stubOf(tenant), async (_, state) => {
    const woken = new TenantWorkspaceDO(state, { ...bindings, PLUGIN_SANDBOX: silent }) as ReadApi;
    const said = vi.spyOn(console, "error").mockImplementation(() => undefined);
    await (woken.read as ReadAny).call(woken, name, SITE, ...input);
    const isAsked = said.mock.calls.some(([line]) => String(line).includes("plugin_sandbox_silent"));
    said.mockRestore();
    return !isAsked;
  });
}

describe("a workspace that has just been woken", () => {
  test.each<[name: ReadName, input: object | undefined, before: boolean]>([
    ["media", {}, true],
    ["forms", undefined, true],
    ["backups", undefined, true],
    ["context", undefined, false],
    ["pages", {}, false],
    ["plugins", undefined, false],
    ["form.submissions", { form: "home.contact" }, false],
    ["draft", { path: "/" }, false],
  ])("answers %s (%j) before it knows what plugins take part: %s", async (name, input, before) => {
    const { tenant } = await aTenant("woken");
    expect(await answersBeforeLoader(tenant, name, ...(input ? [input] : []))).toBe(before);
  });

  test("waits for a sandbox that never answers no longer than its bound, and says that it does not", async () => {
    const { tenant } = await aTenant("silent");
    const silent = { availability: () => new Promise(() => undefined) } as unknown as PluginSandbox;
    await runInDurableObject(stubOf(tenant), async (_, state) => {
      const began = Date.now();
      const answer = await new TenantWorkspaceDO(state, { ...bindings, PLUGIN_SANDBOX: silent }).read("plugins", SITE);
      expect(Date.now() - began).toBeGreaterThanOrEqual(LOADER_ANSWER_MS - 20);
      expect(expectValue(answer).loader).toEqual({ available: false, reason: "the plugin sandbox does not answer" });
    });
  });
});
