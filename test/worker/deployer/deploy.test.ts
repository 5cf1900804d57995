/** Deploying a tenant: its resources, its record, and its continuation after an interruption at any request. */
import { beforeAll, describe, expect, test } from "vitest";
import { tenantNames } from "../../../sites/platform/tenants/names.ts";
import { NAMESPACE } from "./bindings.ts";
import { aWorld, deployed, migrate, newTenant, released, RELEASE, rowOf, type Wire, type World } from "./world.ts";

let sha256 = "";
beforeAll(async () => {
  await migrate();
  sha256 = await released();
});

/** Requests to the provider that deploy one tenant. Its API takes 1,200 in five minutes for the whole account. */
const DEPLOYING = "GET POST GET GET POST GET POST GET GET PUT GET GET".split(" ");

/** Requests to the provider when an existing tenant gets another release. */
const KNOWN_TENANT_CALLS = 6;

const scriptOf = ({ api }: World, tenant: string) =>
  api.account.tenants.get(`${NAMESPACE}/${tenantNames(tenant).worker}`);

test("a tenant gets a bucket, a queue that the dispatcher alone consumes, and a script, in 12 requests", async () => {
  const world = aWorld();
  const tenant = newTenant();
  const { worker, bucket, queue } = tenantNames(tenant);
  const row = await deployed(world, tenant, sha256);
  expect(row).toMatchObject({
    tenant,
    worker,
    namespace: NAMESPACE,
    release: RELEASE,
    artifactSha256: sha256,
    bucket,
    queue,
  });
  expect(await rowOf(tenant)).toEqual(row);
  expect(row.readyAt).toBeGreaterThan(0);
  expect([...world.api.account.buckets]).toEqual([bucket]);
  expect(world.api.account.queues).toMatchObject([
    { queue_name: queue, consumers: [{ script: "drawbridge-dispatch" }] },
  ]);
  expect(world.api.heard.map(({ method }) => method)).toEqual(DEPLOYING);
});

test("its script binds its own object, bucket and queue, and nothing that is shared", async () => {
  const world = aWorld();
  const tenant = newTenant();
  await deployed(world, tenant, sha256);
  const { bucket, queue, worker } = tenantNames(tenant);
  const { metadata, modules } = scriptOf(world, tenant) ?? { metadata: { bindings: [] } };
  expect(metadata.bindings.filter(({ type }) => type !== "plain_text" && type !== "secret_text")).toEqual([
    { type: "durable_object_namespace", name: "TENANT_WORKSPACE", class_name: "TenantWorkspaceDO" },
    { type: "r2_bucket", name: "STORE", bucket_name: bucket },
    { type: "queue", name: "PUBLISH_QUEUE", queue_name: queue },
  ]);
  expect(metadata.bindings).toEqual(
    expect.arrayContaining([
      { type: "plain_text", name: "TENANT_ID", text: tenant },
      { type: "plain_text", name: "WORKER_NAME", text: worker },
    ]),
  );
  expect(new TextDecoder().decode(modules?.get("index.js"))).toBe("export default {};");
});

test("two tenants of one release have nothing in common but the code", async () => {
  const world = aWorld();
  const [one, other] = [newTenant(), newTenant()];
  await deployed(world, one, sha256);
  await deployed(world, other, sha256);
  const secretOf = (tenant: string) =>
    scriptOf(world, tenant)?.metadata.bindings.find(({ name }) => name === "PLUGIN_SETTINGS_SECRET")?.["text"];
  expect(secretOf(one)).not.toBe(secretOf(other));
  expect(String(secretOf(one))).toHaveLength(43);
  expect(world.api.account.buckets.size).toBe(2);
  expect(new Set(world.api.account.queues.map(({ queue_id }) => queue_id)).size).toBe(2);
});

test("a tenant that is deployed again keeps its bucket, its queue and what its settings are sealed with", async () => {
  const world = aWorld();
  const tenant = newTenant();
  await deployed(world, tenant, sha256);
  const before = scriptOf(world, tenant);
  const later = await released("export default { later: true };", "0.2.0");
  const asked = world.api.heard.length;
  const { deployTenant } = await import("../../../sites/workers/deployer/deploying/deploy.ts");
  const row = await deployTenant(world.again(), { tenantId: tenant, release: "0.2.0", sha256: later });
  expect(row.release).toBe("0.2.0");
  expect(world.api.heard.length - asked).toBe(KNOWN_TENANT_CALLS);
  expect(world.api.account.buckets.size).toBe(1);
  expect(world.api.account.queues).toHaveLength(1);
  expect(world.api.account.queues[0]?.consumers).toHaveLength(1);
  const secret = (script = before) => script?.metadata.bindings.find(({ type }) => type === "secret_text");
  expect(secret(scriptOf(world, tenant))).toEqual(secret());
  expect(scriptOf(world, tenant)?.metadata.migrations).toBeUndefined();
});

describe("interrupted", () => {
  /** The deployer ends at a request: before it is sent, or before its answer arrives. */
  const dyingAt =
    (at: number, isSent: boolean): Wire =>
    async (number, send) => {
      if (number < at) return send();
      if (number === at && isSent) await send();
      throw new Error("killed");
    };
  const MOMENTS = DEPLOYING.flatMap((_, index) => [[index + 1, false] as const, [index + 1, true] as const]);

  test.each(MOMENTS)(
    "at request %i (carried out: %s), it is not ready, and the same request finishes it",
    async (at, isSent) => {
      const world = aWorld();
      const tenant = newTenant();
      await expect(deployed({ hosting: world.again({}, dyingAt(at, isSent)) }, tenant, sha256)).rejects.toMatchObject({
        code: "DEPLOYMENT_STOPPED",
      });
      expect((await rowOf(tenant))?.readyAt).toBeNull();
      expect((await deployed(world, tenant, sha256)).readyAt).toBeGreaterThan(0);
      expect(world.api.account.queues).toHaveLength(1);
      expect(world.api.account.queues[0]?.consumers).toHaveLength(1);
      expect(world.api.account.buckets.size).toBe(1);
      expect(world.api.account.tenants.size).toBe(1);
    },
  );

  test("after everything was compared and before the record says so, it is not ready", async () => {
    const world = aWorld();
    const tenant = newTenant();
    const now = (): number => {
      throw new Error("killed");
    };
    let asked = 0;
    const hosting = world.again({ now: () => ((asked += 1) > 1 ? now() : Date.now()) });
    await expect(deployed({ hosting }, tenant, sha256)).rejects.toThrow("killed");
    expect((await rowOf(tenant))?.readyAt).toBeNull();
    expect((await deployed(world, tenant, sha256)).readyAt).toBeGreaterThan(0);
  });

  test("a tenant that was ready routes nobody while it is deployed again", async () => {
    const world = aWorld();
    const tenant = newTenant();
    await deployed(world, tenant, sha256);
    await expect(deployed({ hosting: world.again({}, dyingAt(1, false)) }, tenant, sha256)).rejects.toMatchObject({
      code: "DEPLOYMENT_STOPPED",
    });
    expect((await rowOf(tenant))?.readyAt).toBeNull();
  });

  test("two deployments of one tenant at once leave no record of the one over the script of the other", async () => {
    const world = aWorld();
    const tenant = newTenant();
    const later = await released("export default { two: 2 };");
    const done = await Promise.allSettled([
      deployed(world, tenant, sha256),
      deployed({ hosting: world.again() }, tenant, later),
    ]);
    const row = await rowOf(tenant);
    const script = scriptOf(world, tenant);
    if (row?.readyAt) expect(script?.script.tags).toContain(`artifact-${row.artifactSha256.slice(0, 32)}`);
    expect(done.filter(({ status }) => status === "fulfilled").length).toBeLessThanOrEqual(1);
  });
});
