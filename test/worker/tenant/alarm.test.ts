import { runDurableObjectAlarm, runInDurableObject } from "cloudflare:test";
import { beforeAll, describe, expect, test } from "vitest";
import { WAKE_AGAIN_MS } from "../../../manifests/bounds/hosting.ts";
import { db, migrate, objectOf, provision } from "../dispatch/harness.ts";
import { call, ownerOf, value, work } from "../dispatch/members.ts";

const audited = async (): Promise<number> =>
  (
    await db
      .prepare("SELECT count(*) AS rows FROM audit WHERE tenant_id = 'tenant-a' AND command <> 'site.provision'")
      .first<{ rows: number }>()
  )?.rows ?? 0;

describe("an alarm of a tenant's worker", () => {
  let before = 0;

  beforeAll(async () => {
    await migrate();
    await provision("tenant-a");
  });

  test("asks to be woken, and again, because nobody lends it anything", async () => {
    await work("tenant-a");
    const owner = await ownerOf("tenant-a");
    const { version } = await value<{ version: number }>(await call(owner, "/api/pages/about"));
    const changes = { title: `Changed ${version}` };
    await value(await call(owner, "/api/pages/about", { method: "PATCH", body: { changes }, ifMatch: version }));
    before = await audited();
    await runDurableObjectAlarm(objectOf("A"));
    const next = await runInDurableObject(objectOf("A"), (_instance, { storage }) => storage.getAlarm());
    expect(next).toBeGreaterThan(Date.now() + WAKE_AGAIN_MS / 2);
    expect(await audited()).toBe(before);
  });

  test("is done with once the dispatcher has had the work done", async () => {
    await work("tenant-a");
    const next = await runInDurableObject(objectOf("A"), (_instance, { storage }) => storage.getAlarm());
    expect(next === null || next > Date.now()).toBe(true);
    expect(await audited()).toBeGreaterThan(before);
  });
});
