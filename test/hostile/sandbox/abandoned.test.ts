import { runInDurableObject } from "cloudflare:test";
import { expect, test } from "vitest";
import { endIsolates, loadedIsolates } from "../../../sandbox/ending.ts";
import { isolateId, type IsolateTarget } from "../../../sandbox/isolate.ts";
import { readCallTarget } from "../../../sandbox/readCallTarget.ts";
import { bindings, callDigest, install, lenderOf, requestOf } from "../../worker/sandbox/sandboxCalls.ts";

/** Waits for the lender until it ends. */
const WAITS = `export const tools = {
  go: async (input, ctx) => { await ctx.storage.put("begun", true); await fetch("https://api.example.com/silent"); },
};`;

const placeOf = (digest: string, tenant: string): IsolateTarget =>
  readCallTarget(JSON.stringify(requestOf(digest, { tenant }).target)) as IsolateTarget;

/** The number of running calls in an isolate, as a new call sees it. */
async function underWay(placed: IsolateTarget): Promise<number> {
  const id = isolateId(placed);
  const call = loadedIsolates.begin(id, 0);
  const now = Date.now();
  const others = [...call.isolate.calls].filter(({ until }) => until > now).length;
  await endIsolates(bindings.PLUGIN_LOADER, loadedIsolates.finish(call));
  return others;
}

test("a call whose workspace ends during the call does not count as running for ever", async () => {
  const tenant = "abandoned";
  const digest = await install(WAITS);
  const call = callDigest(digest, { tenant }).catch((error: unknown) => String(error));
  await expect.poll(() => lenderOf(tenant).stored()).toContain("begun");
  expect(await underWay(placeOf(digest, tenant))).toBe(1);
  await runInDurableObject(lenderOf(tenant), (_lender, state) => state.abort("ended")).catch(() => undefined);
  expect(await call).toBe("Error: ended");
  await expect.poll(() => underWay(placeOf(digest, tenant))).toBe(0);
});
