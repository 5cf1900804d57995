/** A tenant's row that names another tenant's worker, bucket or queue. Every operation must refuse it. */
import { beforeAll, expect, test } from "vitest";
import { exportTenant } from "../../../sites/workers/deployer/archives/exporting.ts";
import { restoreTenant } from "../../../sites/workers/deployer/archives/restoring.ts";
import { deployTenant } from "../../../sites/workers/deployer/deploying/deploy.ts";
import { eraseTenant } from "../../../sites/workers/deployer/erasing/erase.ts";
import { tenantNames } from "../../../sites/platform/tenants/names.ts";
import { bindings } from "../../worker/deployer/bindings.ts";
import { aHostedTenant, exported, restoreOf, setStatus, stateOf } from "../../worker/deployer/hosted.ts";
import { aWorld, migrate, occasion, released, RELEASE } from "../../worker/deployer/world.ts";

let sha256 = "";
beforeAll(async () => {
  await migrate();
  sha256 = await released();
});

test.each(["worker", "bucket", "queue"] as const)(
  "a record that names the %s of another tenant stops every action",
  async (column) => {
    const world = aWorld();
    const [tenant, other] = [await aHostedTenant(world, sha256), await aHostedTenant(world, sha256)];
    const receipt = await exported(world, tenant);
    await setStatus(world, tenant, "suspended");
    const before = await stateOf(world, other);
    const { DB } = bindings;
    await DB.batch([
      DB.prepare("DELETE FROM tenant_workers WHERE tenant_id = ?").bind(other),
      DB.prepare(`UPDATE tenant_workers SET ${column} = ? WHERE tenant_id = ?`).bind(
        tenantNames(other)[column],
        tenant,
      ),
    ]);
    const changes = world.api.changes.length;
    world.operations.calls.length = 0;
    const { exportId, sha256: digest } = receipt;
    const erasure = { tenantId: tenant, exportId, sha256: digest, confirmation: `ERASE ${tenant}` };
    const asked = [
      deployTenant(world.hosting, { tenantId: tenant, release: RELEASE, sha256 }),
      exportTenant(world.hosting, tenant, occasion()),
      restoreTenant(world.hosting, restoreOf(receipt), occasion()),
      eraseTenant(world.hosting, erasure, occasion()),
    ];
    for (const one of await Promise.allSettled(asked))
      expect(one).toMatchObject({ status: "rejected", reason: { code: "CONFLICT" } });
    expect(world.api.changes).toHaveLength(changes);
    expect(world.operations.calls).toEqual([]);
    expect(await stateOf(world, other)).toEqual(before);
  },
);
