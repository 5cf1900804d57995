/**
 * Erasing a tenant: its preconditions, false answers of the provider at each step, and a kill of the deployer after
 * each.
 */
import { beforeAll, describe, expect, test } from "vitest";
import { eraseTenant, type EraseRequest } from "../../../sites/workers/deployer/erasing/erase.ts";
import type { ExportReceipt } from "../../../sites/workers/deployer/archives/exporting.ts";
import { no } from "../../../sites/machine/provider/envelope.ts";
import type { Lie } from "../../../sites/machine/provider/lie.ts";
import { tenantNames } from "../../../sites/platform/tenants/names.ts";
import { bindings } from "../../worker/deployer/bindings.ts";
import { aHostedTenant, exported, setStatus, stateOf } from "../../worker/deployer/hosted.ts";
import { type AskedFor, type Json, ANY, instead, result } from "../../worker/deployer/lies.ts";
import {
  aWorld,
  deployed,
  migrate,
  newTenant,
  occasion,
  released,
  rowOf,
  type Wire,
  type World,
} from "../../worker/deployer/world.ts";
import { Operations } from "../../worker/deployer/operations.ts";

let sha256 = "";
beforeAll(async () => {
  await migrate();
  sha256 = await released();
});

const erasureOf = ({ tenantId, exportId, sha256: digest }: ExportReceipt): EraseRequest => ({
  tenantId,
  exportId,
  sha256: digest,
  confirmation: `ERASE ${tenantId}`,
});

async function aSuspendedTenant(world: World): Promise<ExportReceipt> {
  const tenant = await aHostedTenant(world, sha256);
  const receipt = await exported(world, tenant);
  await setStatus(world, tenant, "suspended");
  return receipt;
}

const nothingLeft = ({ api: { account } }: World): boolean =>
  account.tenants.size === 0 && account.queues.length === 0 && account.buckets.size === 0;

describe("an erasure is refused and removes nothing", () => {
  async function expectRefused(world: World, asked: EraseRequest, code: string): Promise<void> {
    const changes = world.api.changes.length;
    await expect(eraseTenant(world.hosting, asked, occasion())).rejects.toMatchObject({ code });
    expect(world.api.changes).toHaveLength(changes);
    expect((await stateOf(world, asked.tenantId))["sites"]).toHaveLength(1);
  }

  test("without the confirmation, of a tenant that is not suspended, and by another tenant's export", async () => {
    const world = aWorld();
    const [own, other] = [await aSuspendedTenant(world), await aSuspendedTenant(world)];
    const asked = erasureOf(own);
    await expectRefused(world, { ...asked, confirmation: `ERASE ${other.tenantId}` }, "INVALID_REQUEST");
    await expectRefused(world, { ...asked, confirmation: `RESTORE ${own.tenantId}` }, "INVALID_REQUEST");
    await expectRefused(world, { ...asked, exportId: other.exportId, sha256: other.sha256 }, "CONFLICT");
    await expectRefused(world, { ...asked, sha256: "0".repeat(64) }, "CONFLICT");
    await expectRefused(world, { ...asked, exportId: `${own.tenantId}/exports/none.json` }, "NOT_FOUND");
    await setStatus(world, own.tenantId, "read_only");
    await expectRefused(world, asked, "CONFLICT");
  });

  test("of a real tenant, until the deployer is configured for it", async () => {
    const world = aWorld();
    const tenant = await aHostedTenant(world, sha256, newTenant());
    const asked = erasureOf(await exported(world, tenant));
    await setStatus(world, tenant, "suspended");
    await expectRefused(world, asked, "FORBIDDEN");
    await eraseTenant(world.again({ erases: "all" }), asked, occasion());
    expect(nothingLeft(world)).toBe(true);
  });

  test("by an export that is older than the last change", async () => {
    const world = aWorld();
    const tenant = await aHostedTenant(world, sha256);
    const asked = erasureOf(await exported(world, tenant));
    const { initialiseSite } = await import("../../../sites/workers/deployer/initialising.ts");
    const { siteOf } = await import("../../worker/deployer/hosted.ts");
    await bindings.DB.prepare("INSERT INTO sites (tenant_id, id, name, created_at) VALUES (?, 'second', 'second', 1)")
      .bind(tenant)
      .run();
    const bundle = { ...siteOf(tenant).bundle, hostname: `second.${tenant}.example` };
    await initialiseSite(world.hosting, siteOf(tenant, { siteId: "second", bundle }), occasion());
    await setStatus(world, tenant, "suspended");
    const changes = world.api.changes.length;
    await expect(eraseTenant(world.hosting, asked, occasion())).rejects.toMatchObject({ code: "CONFLICT" });
    expect(world.api.changes).toHaveLength(changes);
    expect((await stateOf(world, tenant))["sites"]).toHaveLength(2);
    expect((await rowOf(tenant))?.readyAt).not.toBeNull();
  });

  test("of a tenant whose deployment failed, because its workspace may hold data", async () => {
    const world = aWorld();
    const asked = erasureOf(await aSuspendedTenant(world));
    world.api.tell(instead("bindings are read", () => no(403, 10000, "no")));
    await expect(deployed(world, asked.tenantId, sha256)).rejects.toMatchObject({ code: "DEPLOYMENT_STOPPED" });
    world.api.tell();
    await expectRefused(world, asked, "CONFLICT");
  });
});

const STEPS: Readonly<Partial<Record<AskedFor, string>>> = {
  "script is looked for": "script",
  "script is removed": "script",
  "queue is looked for": "queue",
  "consumer is removed": "consumer",
  "queue is removed": "queue",
  "bucket is looked for": "bucket",
  "bucket is removed": "bucket",
};
type Rows = readonly Json[];
const consumers = (list: readonly Json[]) => () =>
  result("queue is looked for", (rows) => (rows as unknown as Rows).map((row) => ({ ...row, consumers: list })));

const TOLD: readonly (readonly [string, string, () => Lie])[] = [
  [
    "a script that is another tenant's",
    "script",
    () =>
      result("script is looked for", (found) => ({
        ...found,
        script: { ...(found["script"] as Json), tags: ["tenant-strangers"] },
      })),
  ],
  [
    "another script",
    "script",
    () =>
      result("script is looked for", (found) => ({
        ...found,
        script: { ...(found["script"] as Json), id: "strangers" },
      })),
  ],
  ["a foreign consumer", "consumer", consumers([{ consumer_id: "c", type: "worker", script: "strangers" }])],
  [
    "a second consumer",
    "consumer",
    consumers([
      { consumer_id: "c", type: "worker", script: "drawbridge-dispatch" },
      { consumer_id: "d", type: "worker", script: "strangers" },
    ]),
  ],
  ["another bucket", "bucket", () => result("bucket is looked for", () => ({ name: "strangers" }))],
  ["a bucket that holds something", "bucket", () => instead("bucket is removed", () => no(409, 10008, "not empty"))],
];

async function expectStopped(world: World, asked: EraseRequest, lie: Lie, step: string): Promise<void> {
  world.api.tell(lie);
  await expect(eraseTenant(world.again(), asked, occasion())).rejects.toMatchObject({
    code: "DEPLOYMENT_STOPPED",
    detail: { step },
  });
  expect((await rowOf(asked.tenantId))?.readyAt).toBeNull();
}

async function expectFinished(world: World, asked: EraseRequest): Promise<void> {
  world.api.tell();
  expect((await eraseTenant(world.again(), asked, occasion())).erased.rows).toBeGreaterThan(0);
  expect(nothingLeft(world)).toBe(true);
}

describe("a false answer stops the erasure, and the same request continues it", () => {
  test.each(Object.entries(STEPS))("when the %s, at the step %s", async (about, step) => {
    const world = aWorld();
    const asked = erasureOf(await aSuspendedTenant(world));
    // A false answer to a removal comes after its effect, so the repeated request gets no second one.
    const lies = about.endsWith("removed") ? [ANY["success that is none"]] : Object.values(ANY);
    for (const lie of lies) if (lie) await expectStopped(world, asked, instead(about as AskedFor, lie), step);
    await expectFinished(world, asked);
  });

  test.each(TOLD)("about %s, at the step %s", async (_name, step, lie) => {
    const world = aWorld();
    const asked = erasureOf(await aSuspendedTenant(world));
    await expectStopped(world, asked, lie(), step);
    await expectFinished(world, asked);
  });
});

test("a resource that is already gone counts as removed", async () => {
  const world = aWorld();
  const asked = erasureOf(await aSuspendedTenant(world));
  world.api.tell(instead("script is removed", () => no(403, 10000, "no")));
  await expect(eraseTenant(world.hosting, asked, occasion())).rejects.toMatchObject({ detail: { step: "script" } });
  world.api.tell();
  const { account } = world.api;
  account.tenants.clear();
  account.queues.splice(0);
  account.buckets.clear();
  expect(await eraseTenant(world.hosting, asked, occasion())).toMatchObject({ tenantId: asked.tenantId });
});

test("a bucket that is filled again after it was emptied stays, with its objects", async () => {
  const world = aWorld();
  const asked = erasureOf(await aSuspendedTenant(world));
  const late = `${tenantNames(asked.tenantId).bucket}/media/late`;
  class Late extends Operations {
    override async empty(tenant: string): Promise<boolean> {
      const isEmpty = await super.empty(tenant);
      if (isEmpty) await bindings.BUCKETS.put(late, "late");
      return isEmpty;
    }
  }
  const tenants = new Late(world.api.account);
  const refused = { code: "DEPLOYMENT_STOPPED", detail: { step: "bucket", found: "a bucket that holds something" } };
  await expect(eraseTenant(world.again({ tenants }), asked, occasion())).rejects.toMatchObject(refused);
  await expect(eraseTenant(world.again(), asked, occasion())).rejects.toMatchObject(refused);
  expect(await (await bindings.BUCKETS.get(late))?.text()).toBe("late");
  await bindings.BUCKETS.delete(late);
  await expectFinished(world, asked);
});

/** Requests of one removal: four for the script, five for the queue, three for the bucket. */
const REMOVAL_CALLS = 12;

describe("a killed erasure", () => {
  const dyingAt =
    (at: number, isSent: boolean): Wire =>
    async (number, send) => {
      if (number < at) return send();
      if (number === at && isSent) await send();
      throw new Error("killed");
    };
  test.each([false, true])(
    "at each of its requests in turn (carried out: %s) is continued by the same request",
    async (isSent) => {
      const world = aWorld();
      const asked = erasureOf(await aSuspendedTenant(world));
      let deaths = 0;
      // Each run is killed one request later, until a run completes.
      for (let at = 1; at <= REMOVAL_CALLS; at++)
        await eraseTenant(world.again({}, dyingAt(at, isSent)), asked, occasion()).catch(() => (deaths += 1));
      expect(deaths).toBeGreaterThan(3);
      await expectFinished(world, asked);
    },
  );

  test.each([1, 2, 4, 6, 8, 10, 12])("at request %i of a whole erasure is continued", async (at) => {
    const world = aWorld();
    const asked = erasureOf(await aSuspendedTenant(world));
    await eraseTenant(world.again({}, dyingAt(at, true)), asked, occasion()).catch(() => undefined);
    await expectFinished(world, asked);
  });

  test.each(["erase", "status", "empty"])(
    "after the tenant's answer to %s is continued by the same request",
    async (method) => {
      const world = aWorld();
      const asked = erasureOf(await aSuspendedTenant(world));
      const { operations } = world;
      const dying = new Proxy(operations, {
        get(target, name) {
          const value = Reflect.get(target, name) as unknown;
          if (typeof value !== "function") return value;
          return async (...args: unknown[]) => {
            const said: unknown = await (value as (...given: unknown[]) => unknown).apply(target, args);
            if (name === method || (name === "call" && args[1] === method)) throw new Error("killed");
            return said;
          };
        },
      });
      await expect(eraseTenant(world.again({ tenants: dying }), asked, occasion())).rejects.toThrow("killed");
      const receipt = await eraseTenant(world.again(), asked, occasion());
      expect(receipt.erased.rows).toBeGreaterThan(0);
      expect(nothingLeft(world)).toBe(true);
    },
  );
});
