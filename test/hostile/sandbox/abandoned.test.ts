import { runInDurableObject } from "cloudflare:test";
import { expect, test } from "vitest";
import { loaded } from "../../../sandbox/ending.ts";
import { callDigest, install, lenderOf, PLUGIN, sandbox } from "../../worker/sandbox/kit.ts";

/** Waits for whoever lends, as long as there is somebody. */
const WAITS = `export const tools = {
  go: async (input, ctx) => { await ctx.storage.put("begun", true); await fetch("https://api.example.com/silent"); },
};`;

test("a call whose workspace is ended in the middle of it comes to its end, and its isolate can be ended", async () => {
  const tenant = "abandoned";
  const digest = await install(WAITS);
  const before = loaded.size;
  const call = callDigest(digest, { tenant }).catch((error: unknown) => String(error));
  await expect.poll(() => lenderOf(tenant).stored()).toContain("begun");
  expect(loaded.size).toBe(before + 1);
  await runInDurableObject(lenderOf(tenant), (_lender, state) => state.abort("ended")).catch(() => undefined);
  expect(await call).toBe("Error: ended");
  expect(await sandbox.evict({ tenant, site: "main", plugin: PLUGIN })).toEqual({ ended: 1 });
  await expect.poll(() => loaded.size).toBe(before);
});
