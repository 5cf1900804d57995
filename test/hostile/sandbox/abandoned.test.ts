import { runInDurableObject } from "cloudflare:test";
import { afterEach, expect, test, vi } from "vitest";
import { CALL_MAX_WALL_MS } from "../../../manifests/bounds/calls.ts";
import { endIsolates, loadedIsolates } from "../../../sandbox/ending.ts";
import { isolateId, type IsolateTarget } from "../../../sandbox/isolate.ts";
import { readCallTarget } from "../../../sandbox/readCallTarget.ts";
import { bindings, callDigest, install, lenderOf, requestOf } from "../../worker/sandbox/sandboxCalls.ts";

/** Waits for the lender until it ends. */
const WAITS = `export const tools = {
  go: async (input, ctx) => { await ctx.storage.put("begun", true); await fetch("https://api.example.com/silent"); },
};`;

const placeOf = (digest: string, tenant: string, wallMs: number): IsolateTarget =>
  readCallTarget(JSON.stringify(requestOf(digest, { tenant, wallMs }).target)) as IsolateTarget;

/** The number of running calls in an isolate, as a new call sees it. */
async function underWay(placed: IsolateTarget): Promise<number> {
  const id = isolateId(placed);
  const call = loadedIsolates.begin(id, 0);
  const now = Date.now();
  const others = [...call.isolate.calls].filter(({ until }) => until > now).length;
  await endIsolates(bindings.PLUGIN_LOADER, loadedIsolates.finish(call));
  return others;
}

afterEach(() => {
  vi.useRealTimers();
});

test("a call whose workspace ends during the call does not count as running for ever", async () => {
  const tenant = "abandoned";
  const wallMs = CALL_MAX_WALL_MS;
  const digest = await install(WAITS);
  const call = callDigest(digest, { tenant, wallMs }).catch((error: unknown) => String(error));
  await expect.poll(() => lenderOf(tenant).stored()).toContain("begun");
  const placed = placeOf(digest, tenant, wallMs);
  expect(await underWay(placed)).toBe(1);
  const ended = runInDurableObject(lenderOf(tenant), (_lender, state) => state.abort("ended"));
  await expect(ended).rejects.toThrow("ended");
  expect(await call).toBe("Error: ended");
  expect(await underWay(placed)).toBe(1);
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + wallMs });
  expect(await underWay(placed)).toBe(0);
});
