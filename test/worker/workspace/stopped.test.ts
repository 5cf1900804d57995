import { runDurableObjectAlarm, runInDurableObject } from "cloudflare:test";
import { beforeAll, describe, expect, test } from "vitest";
import { PUBLISH_INLINE_PAGES } from "../../../manifests/bounds/publishing.ts";
import { expectValue } from "../../../runtime/commands/answer.ts";
import { SITE, aTenant, migrate, readerOf, run, stubOf } from "./harness.ts";

beforeAll(migrate);

const ids = ["home", ...Array.from({ length: PUBLISH_INLINE_PAGES }, (_, n) => `p${n}`)];

async function releaseOf(tenant: string): Promise<number | undefined> {
  return expectValue(await stubOf(tenant).status()).sites[0]?.release;
}

const alarmOf = (tenant: string): Promise<number | null> =>
  runInDurableObject(stubOf(tenant), (_object, state) => state.storage.getAlarm());

describe("a tenant an operator has stopped", () => {
  test("gets no publication that had begun, does not ring for it meanwhile, and gets it when it is active again", async () => {
    const { tenant } = await aTenant("stopped", ids);
    const settings = expectValue(await readerOf(tenant).read("settings", SITE));
    await run(tenant, "documents.write", {
      writes: [{ kind: "settings", id: "site", expected: settings.version, body: { name: "Renamed", language: "en" } }],
    });
    expect(await run(tenant, "publish", {})).toMatchObject({ state: "building" });
    expectValue(await stubOf(tenant).setStatus("read_only"));
    for (let rings = 0; rings < 4; rings++) await runDurableObjectAlarm(stubOf(tenant));
    expect(await releaseOf(tenant)).toBe(1);
    expect((await alarmOf(tenant)) ?? Infinity).toBeGreaterThan(Date.now() + 1_000);
    expectValue(await stubOf(tenant).setStatus("active"));
    for (let rings = 0; rings < 10 && (await releaseOf(tenant)) === 1; rings++)
      await runDurableObjectAlarm(stubOf(tenant));
    expect(await releaseOf(tenant)).toBe(2);
  });
});
