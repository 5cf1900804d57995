/** A tenant's export, erasure and restore, back to its earlier state. */
import { beforeAll, expect, test } from "vitest";
import { eraseTenant } from "../../../sites/workers/deployer/erasing/erase.ts";
import { exportTenant } from "../../../sites/workers/deployer/archives/exporting.ts";
import { restoreTenant } from "../../../sites/workers/deployer/archives/restoring.ts";
import { tenantNames } from "../../../sites/platform/tenants/names.ts";
import { bindings } from "./bindings.ts";
import { initialiseSite } from "../../../sites/workers/deployer/initialising.ts";
import { addFile, aHostedTenant, exported, restoreOf, setStatus, siteOf, stateOf } from "./hosted.ts";
import { aWorld, deployed, migrate, occasion, released, rowOf } from "./world.ts";

let sha256 = "";
beforeAll(async () => {
  await migrate();
  sha256 = await released();
});

test("an export has the archive and every file, and its receipt names both", async () => {
  const world = aWorld();
  const tenant = await aHostedTenant(world, sha256);
  const digest = await addFile(world, tenant, `picture of ${tenant}`);
  const receipt = await exported(world, tenant);
  expect(receipt).toMatchObject({
    tenantId: tenant,
    workerName: tenant,
    dispatchNamespace: "production",
    release: "0.1.0",
    files: 1,
  });
  expect(receipt.exportId).toMatch(new RegExp(`^${tenant}/exports/[0-9a-f]{32}\\.json$`));
  const kept = await bindings.ARCHIVES.get(receipt.exportId);
  expect(kept?.size).toBe(receipt.bytes);
  expect(await (await bindings.ARCHIVES.get(`${tenant}/media/${digest}`))?.text()).toBe(`picture of ${tenant}`);
});

test("the same request makes the same export", async () => {
  const world = aWorld();
  const tenant = await aHostedTenant(world, sha256);
  const once = occasion();
  expect(await exportTenant(world.hosting, tenant, once)).toEqual(await exportTenant(world.again(), tenant, once));
});

/** Fails before or after the n-th call of a power. */
function dyingAt<T extends object>(power: T, count: { left: number }, moment: "before" | "after"): T {
  return new Proxy(power, {
    get(target, name) {
      const value = Reflect.get(target, name) as unknown;
      if (typeof value !== "function") return value;
      return async (...args: unknown[]) => {
        count.left -= 1;
        if (count.left < 0 || (count.left === 0 && moment === "before")) throw new Error("killed");
        const said: unknown = await (value as (...given: unknown[]) => unknown).apply(target, args);
        if (count.left === 0) throw new Error("killed");
        return said;
      };
    },
  });
}

/** The least number of calls in one export, to the tenant and the archive bucket. */
const EXPORT_CALLS = 8;

test.each(["before", "after"] as const)(
  "a deployer that dies %s any call of an export makes the same one by the same request",
  async (moment) => {
    const world = aWorld();
    let at = 1;
    for (let isWhole = false; !isWhole; at++) {
      const tenant = await aHostedTenant(world, sha256);
      const digest = await addFile(world, tenant, `picture of ${tenant}`);
      const once = occasion();
      const count = { left: at };
      const tenants = dyingAt(world.operations, count, moment);
      const archives = dyingAt(bindings.ARCHIVES, count, moment);
      isWhole = await exportTenant(world.again({ tenants, archives }), tenant, once).then(
        () => true,
        (error: Error) => {
          if (error.message !== "killed") throw error;
          return false;
        },
      );
      const receipt = await exportTenant(world.again(), tenant, once);
      const kept = (await bindings.ARCHIVES.list({ prefix: `${tenant}/` })).objects.map(({ key }) => key);
      expect(kept.toSorted()).toEqual([receipt.exportId, `${tenant}/media/${digest}`].toSorted());
      expect(receipt.files).toBe(1);
    }
    expect(at - 2).toBeGreaterThanOrEqual(EXPORT_CALLS);
  },
);

test("a key that made an export before a restore makes no other one under its name, and says so", async () => {
  const world = aWorld();
  const tenant = await aHostedTenant(world, sha256);
  const [first, last] = [occasion(), occasion()];
  const before = await exportTenant(world.hosting, tenant, first);
  // The site has changed by now, and a restore brings back only the last export.
  await bindings.DB.prepare("INSERT INTO sites (tenant_id, id, name, created_at) VALUES (?, 'second', 'second', 1)")
    .bind(tenant)
    .run();
  const bundle = { ...siteOf(tenant).bundle, hostname: `second.${tenant}.example` };
  await initialiseSite(world.hosting, siteOf(tenant, { siteId: "second", bundle }), occasion());
  const receipt = await exportTenant(world.hosting, tenant, last);
  await world.operations.forget(tenant);
  await deployed(world, tenant, sha256);
  await restoreTenant(world.hosting, restoreOf(receipt), occasion());

  await expect(exportTenant(world.again(), tenant, first)).rejects.toMatchObject({
    code: "CONFLICT",
    detail: {
      reason: expect.stringMatching(/another key/) as string,
      exportId: before.exportId,
      createdAt: before.createdAt,
    },
  });
  expect((await bindings.ARCHIVES.head(before.exportId))?.size).toBe(before.bytes);
  expect(await exportTenant(world.again(), tenant, last)).toEqual(receipt);
  expect((await exportTenant(world.again(), tenant, occasion())).exportId).not.toBe(before.exportId);
});

test("a tenant that was removed, deployed again and restored is what it was, and its neighbour is untouched", async () => {
  const world = aWorld();
  const [tenant, neighbour] = [await aHostedTenant(world, sha256), await aHostedTenant(world, sha256)];
  await addFile(world, tenant, `picture of ${tenant}`);
  const [before, beside] = [await stateOf(world, tenant), await stateOf(world, neighbour)];
  await setStatus(world, tenant, "read_only");
  const receipt = await exported(world, tenant);
  await setStatus(world, tenant, "suspended");
  const { exportId, sha256: digest } = receipt;
  const erasure = { tenantId: tenant, exportId, sha256: digest, confirmation: `ERASE ${tenant}` };

  const erased = await eraseTenant(world.hosting, erasure, occasion());
  expect(erased).toMatchObject({
    tenantId: tenant,
    export: { id: exportId, sha256: digest, files: 1 },
    removed: ["script", "consumer", "queue", "bucket"],
  });
  expect(erased.erased.rows).toBeGreaterThan(0);
  expect((await rowOf(tenant))?.readyAt).toBeNull();
  const { bucket, queue } = tenantNames(tenant);
  expect(world.api.account.buckets.has(bucket)).toBe(false);
  expect(world.api.account.queues.some(({ queue_name }) => queue_name === queue)).toBe(false);
  expect([...world.api.account.tenants.keys()]).toEqual([`production/${neighbour}`]);
  const kept = JSON.parse(
    (await (await bindings.ARCHIVES.get(exportId.replace("/exports/", "/receipts/")))?.text()) ?? "null",
  ) as unknown;
  expect(kept).toEqual(erased);
  expect(JSON.stringify(kept)).not.toContain("Text of");

  // The repeated request finds everything done.
  expect(await eraseTenant(world.again(), erasure, occasion())).toMatchObject({ erased: erased.erased });

  await deployed(world, tenant, sha256);
  expect(await restoreTenant(world.hosting, restoreOf(receipt), occasion())).toMatchObject({
    tenant,
    sites: ["main"],
    media: { files: 1, copied: 1, missing: 0 },
  });
  await setStatus(world, tenant, "active");
  expect(await stateOf(world, tenant)).toEqual(before);
  await expect(restoreTenant(world.hosting, restoreOf(receipt), occasion())).rejects.toMatchObject({
    code: "CONFLICT",
    detail: { reason: expect.stringMatching(/not empty/) as string },
  });
  expect(await stateOf(world, tenant)).toEqual(before);
  expect(await stateOf(world, neighbour)).toEqual(beside);
});
