/**
 * False answers of the provider during a deployment. Each must stop the deployment at its step and leave the tenant
 * without routing.
 */
import { beforeAll, describe, expect, test } from "vitest";
import { artifactKey } from "../../../sites/platform/tenants/artifacts.ts";
import type { TenantIdentity } from "../../../sites/platform/tenants/bindings.ts";
import { no } from "../../../sites/machine/provider/envelope.ts";
import type { Lie } from "../../../sites/machine/provider/lie.ts";
import { Operations } from "../../worker/deployer/operations.ts";
import { type AskedFor, type Json, ANY, instead, later, result } from "../../worker/deployer/lies.ts";
import { aWorld, deployed, migrate, newTenant, released, rowOf } from "../../worker/deployer/world.ts";

let sha256 = "";
beforeAll(async () => {
  await migrate();
  sha256 = await released();
});

const STEPS: Readonly<Partial<Record<AskedFor, string>>> = {
  "bucket is looked for": "bucket",
  "bucket is made": "bucket",
  "queue is looked for": "queue",
  "queue is made": "queue",
  "consumer is made": "consumer",
  "script is looked for": "script",
  "script is uploaded": "script",
  "bindings are read": "bindings",
};
const EVERYWHERE = Object.entries(STEPS).flatMap(([asked, step]) =>
  Object.entries(ANY).map(([name, lie]) => [asked as AskedFor, name, step, lie] as const),
);

type Rows = readonly Json[];
const consumers = (change: (list: Rows) => unknown) =>
  result("queue is looked for", (rows) =>
    (rows as unknown as Rows).map((row) => ({ ...row, consumers: change(row["consumers"] as Rows) })),
  );
const script = (change: Json) =>
  later(result("script is looked for", (found) => ({ ...found, script: { ...(found["script"] as Json), ...change } })));
const bindings = (change: (list: Rows) => Rows) =>
  result("bindings are read", (found) => ({ ...found, bindings: change(found["bindings"] as Rows) }));
const binding = (name: string, members: Json) =>
  bindings((list) => list.map((one) => (one["name"] === name ? { ...one, ...members } : one)));
const gone = (asked: AskedFor, code: number) => later(instead(asked, () => no(404, code, "gone")));

const TOLD: readonly (readonly [string, string, () => Lie])[] = [
  ["another bucket than was made", "bucket", () => result("bucket is made", () => ({ name: "strangers" }))],
  [
    "another bucket at the second look",
    "bucket",
    () => later(result("bucket is looked for", () => ({ name: "strangers" }))),
  ],
  ["a bucket that was made and is not there", "bucket", () => gone("bucket is looked for", 10006)],
  [
    "another queue than was made",
    "queue",
    () => result("queue is made", (queue) => ({ ...queue, queue_name: "strangers" })),
  ],
  [
    "a queue of the same name and another id",
    "queue",
    () =>
      later(
        result("queue is looked for", (rows) =>
          (rows as unknown as Rows).map((row) => ({ ...row, queue_id: "another" })),
        ),
      ),
  ],
  [
    "two queues of one name",
    "queue",
    () => result("queue is looked for", (rows) => [...(rows as unknown as Rows), ...(rows as unknown as Rows)]),
  ],
  [
    "a queue that was made and is not there",
    "queue",
    () =>
      later(instead("queue is looked for", (truth) => ({ ...truth, body: { ...(truth.body as Json), result: [] } }))),
  ],
  [
    "a foreign consumer",
    "consumer",
    () => consumers(() => [{ consumer_id: "c", type: "worker", script: "strangers" }]),
  ],
  [
    "a second consumer",
    "consumer",
    () =>
      later(
        consumers((list) => [
          ...list,
          { consumer_id: "c", type: "worker", script: "strangers" },
          { consumer_id: "d", type: "worker", script: "strangers" },
        ]),
      ),
  ],
  ["a consumer that is no worker", "consumer", () => consumers(() => [{ consumer_id: "c", type: "http_pull" }])],
  [
    "the dispatcher as a consumer of another kind",
    "consumer",
    () => consumers(() => [{ consumer_id: "c", type: "http_pull", script: "drawbridge-dispatch" }]),
  ],
  [
    "a dead-letter queue of somebody else",
    "consumer",
    () =>
      consumers(() => [
        { consumer_id: "c", type: "worker", script: "drawbridge-dispatch", dead_letter_queue: "strangers" },
      ]),
  ],
  [
    "another consumer than was made",
    "consumer",
    () => result("consumer is made", (made) => ({ ...made, script: "strangers" })),
  ],
  ["a consumer that was made and is not there", "consumer", () => consumers(() => [])],
  [
    "another script than was uploaded",
    "script",
    () => result("script is uploaded", (made) => ({ ...made, id: "strangers" })),
  ],
  ["another script at the second look", "script", () => script({ id: "strangers" })],
  ["another etag", "script", () => script({ etag: "another" })],
  ["another tenant's tag", "script", () => script({ tags: ["tenant-strangers"] })],
  ["one tag more", "script", () => script({ tags: ["tenant-x", "artifact-y", "more"] })],
  ["no tags", "script", () => script({ tags: [] })],
  ["another migration", "script", () => script({ migration_tag: "v0" })],
  ["no migration", "script", () => script({ migration_tag: undefined })],
  [
    "another namespace",
    "script",
    () => later(result("script is looked for", (found) => ({ ...found, dispatch_namespace: "staging" }))),
  ],
  ["a script that was uploaded and is not there", "script", () => gone("script is looked for", 10092)],
  ["an extra binding", "bindings", () => bindings((list) => [...list, { type: "d1", name: "DB", id: "0" }])],
  ["a binding twice", "bindings", () => bindings((list) => [...list, ...list.slice(0, 1)])],
  ["a missing binding", "bindings", () => bindings((list) => list.slice(1))],
  ["no bindings", "bindings", () => bindings(() => [])],
  ["another bucket bound", "bindings", () => binding("STORE", { bucket_name: "svc-t-strangers-store" })],
  ["a bucket of another jurisdiction", "bindings", () => binding("STORE", { jurisdiction: "eu" })],
  ["another queue bound", "bindings", () => binding("PUBLISH_QUEUE", { queue_name: "svc-t-strangers-queue" })],
  ["another tenant's object bound", "bindings", () => binding("TENANT_WORKSPACE", { script_name: "svc-t-strangers" })],
  ["another class bound", "bindings", () => binding("TENANT_WORKSPACE", { class_name: "Other" })],
  ["another tenant's id", "bindings", () => binding("TENANT_ID", { text: "strangers" })],
  ["another key of the dispatcher", "bindings", () => binding("DISPATCH_KEYS", { text: "[{}]" })],
  [
    "a secret that everybody reads",
    "bindings",
    () => binding("PLUGIN_SETTINGS_SECRET", { type: "plain_text", text: "" }),
  ],
  [
    "another compatibility date",
    "bindings",
    () => result("bindings are read", (found) => ({ ...found, compatibility_date: "2020-01-01" })),
  ],
  ["settings that are not there", "bindings", () => instead("bindings are read", () => no(404, 10092, "gone"))],
];

async function expectStopped(lie: Lie, step: string): Promise<void> {
  const world = aWorld();
  const tenant = newTenant();
  world.api.tell(lie);
  await expect(deployed(world, tenant, sha256)).rejects.toMatchObject({ code: "DEPLOYMENT_STOPPED", detail: { step } });
  expect((await rowOf(tenant))?.readyAt).toBeNull();
  expect(world.operations.calls).toEqual([]);
}

describe("the deployment stops at a false answer about", () => {
  test.each(EVERYWHERE)("%s: %s", async (asked, _name, step, lie) => expectStopped(instead(asked, lie), step));

  test.each(TOLD)("%s", async (_name, step, lie) => expectStopped(lie(), step));
});

test("a ready tenant is no longer ready after a false answer", async () => {
  const world = aWorld();
  const tenant = newTenant();
  await deployed(world, tenant, sha256);
  world.api.tell(bindings((list) => list.slice(1)));
  await expect(deployed(world, tenant, sha256)).rejects.toMatchObject({ detail: { step: "bindings" } });
  expect((await rowOf(tenant))?.readyAt).toBeNull();
  world.api.tell();
  expect((await deployed(world, tenant, sha256)).readyAt).toBeGreaterThan(0);
});

test("a script with the tenant's name and another owner's tag is not overwritten", async () => {
  const world = aWorld();
  const tenant = newTenant();
  await deployed(world, tenant, sha256);
  const [key = "", found] = [...world.api.account.tenants][0] ?? [];
  if (!found) throw new Error("There is no script.");
  world.api.account.tenants.set(key, { ...found, script: { ...found.script, tags: ["tenant-strangers"] } });
  const before = world.api.changes.length;
  await expect(deployed(world, tenant, sha256)).rejects.toMatchObject({ detail: { step: "script" } });
  expect(world.api.changes).toHaveLength(before);
});

class Liar extends Operations {
  said: Partial<TenantIdentity> = {};
  override async identity(tenant: string, worker: string): Promise<TenantIdentity> {
    return { ...(await super.identity(tenant, worker)), ...this.said };
  }
}

describe("a script that says to be", () => {
  test.each<readonly [string, Partial<TenantIdentity>]>([
    ["another tenant", { tenant: "strangers" }],
    ["another worker", { worker: "svc-t-strangers" }],
    ["another release", { release: "9.9.9" }],
    ["another artifactSha256", { artifactSha256: "0".repeat(64) }],
  ])("%s is not routed", async (found, said) => {
    const world = aWorld();
    const tenant = newTenant();
    const tenants = new Liar(world.api.account);
    tenants.said = said;
    await expect(
      deployed({ hosting: world.again({ tenants, sleep: async () => undefined }) }, tenant, sha256),
    ).rejects.toMatchObject({ detail: { step: "identity", found } });
    expect((await rowOf(tenant))?.readyAt).toBeNull();
  });

  test("nothing, because it does not answer, is not routed", async () => {
    const world = aWorld();
    const tenant = newTenant();
    const tenants = new Operations({ ...world.api.account, tenants: new Map() });
    await expect(
      deployed({ hosting: world.again({ tenants, sleep: async () => undefined }) }, tenant, sha256),
    ).rejects.toMatchObject({ detail: { step: "identity", found: "no answer" } });
    expect((await rowOf(tenant))?.readyAt).toBeNull();
  });
});

describe("an artifact", () => {
  const expectRefused = async (sha: string, release = "0.1.0") => {
    const world = aWorld();
    const tenant = newTenant();
    const { deployTenant } = await import("../../../sites/workers/deployer/deploying/deploy.ts");
    await expect(deployTenant(world.hosting, { tenantId: tenant, release, sha256: sha })).rejects.toMatchObject({
      code: "DEPLOYMENT_STOPPED",
      detail: { step: "artifact" },
    });
    expect(world.api.heard).toEqual([]);
    expect(await rowOf(tenant)).toBeNull();
  };

  test("that is not in the release bucket is not deployed", () => expectRefused("0".repeat(64)));
  test("of another release is not deployed", () => expectRefused(sha256, "0.2.0"));
  test("whose bytes have another digest is not deployed", async () => {
    const {
      bindings: { RELEASES },
    } = await import("../../worker/deployer/bindings.ts");
    await RELEASES.put(artifactKey("0.1.0", "1".repeat(64)), "export default { strangers: true };");
    await expectRefused("1".repeat(64));
  });
});
