/** Forbidden restores. Almost all are refused before any call of the tenant, and none changes it. */
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { ARCHIVE_MAX_BYTES } from "../../../manifests/bounds/backups.ts";
import { requireUnderCeiling } from "../../../sites/workers/deployer/archives/archiveBytes.ts";
import type { ExportReceipt } from "../../../sites/workers/deployer/archives/exporting.ts";
import { type RestoreRequest, restoreTenant } from "../../../sites/workers/deployer/archives/restoring.ts";
import { asMetadata, factsIn } from "../../../sites/workers/deployer/archives/facts.ts";
import { bindings } from "../../worker/deployer/bindings.ts";
import { addFile, aHostedTenant, exported, recorded, restoreOf, stateOf } from "../../worker/deployer/hosted.ts";
import {
  aWorld,
  deployed,
  digestOf,
  migrate,
  newDrillTenant,
  occasion,
  released,
  type World,
} from "../../worker/deployer/world.ts";

let sha256 = "";
let world: World;
/** Exports of two tenants, and the digest of a file in the first. */
let own: ExportReceipt;
let others: ExportReceipt;
let digest = "";

beforeAll(async () => {
  await migrate();
  sha256 = await released();
  world = aWorld();
  const tenant = await aHostedTenant(world, sha256);
  digest = await addFile(world, tenant, `picture of ${tenant}`);
  own = await exported(world, tenant);
  others = await exported(world, await aHostedTenant(world, sha256));
});
beforeEach(() => {
  world.operations.calls.length = 0;
});

const restored = (asked: RestoreRequest) => restoreTenant(world.hosting, asked, occasion());

/** Checks the refusal, and that the tenant was not called and has not changed. */
async function expectRefused(asked: RestoreRequest, code: string): Promise<void> {
  const before = await stateOf(world, own.tenantId);
  await expect(restored(asked)).rejects.toMatchObject({ code });
  expect(world.operations.calls).toEqual([]);
  expect(await stateOf(world, own.tenantId)).toEqual(before);
}

const zeros = "0".repeat(64);

describe("a restore is refused before it calls the tenant, with", () => {
  test.each<readonly [string, (receipt: ExportReceipt) => Partial<RestoreRequest>, string]>([
    ["no confirmation", () => ({ confirmation: "" }), "INVALID_REQUEST"],
    ["another confirmation", ({ tenantId }) => ({ confirmation: `restore ${tenantId}` }), "INVALID_REQUEST"],
    ["another tenant's confirmation", () => ({ confirmation: `RESTORE ${others.tenantId}` }), "INVALID_REQUEST"],
    [
      "a space behind the confirmation",
      ({ tenantId }) => ({ confirmation: `RESTORE ${tenantId} ` }),
      "INVALID_REQUEST",
    ],
    ["another worker", () => ({ workerName: others.workerName }), "CONFLICT"],
    ["another namespace", () => ({ dispatchNamespace: "staging" }), "CONFLICT"],
    ["another release", () => ({ release: "9.9.9" }), "CONFLICT"],
    ["another time", ({ createdAt }) => ({ createdAt: createdAt + 1 }), "CONFLICT"],
    ["another digest", () => ({ sha256: zeros }), "CONFLICT"],
    [
      "another tenant's export",
      () => ({ exportId: others.exportId, sha256: others.sha256, createdAt: others.createdAt }),
      "CONFLICT",
    ],
    ["an export that is not there", ({ tenantId }) => ({ exportId: `${tenantId}/exports/nothing.json` }), "NOT_FOUND"],
    [
      "a receipt in place of an export",
      ({ exportId }) => ({ exportId: exportId.replace("/exports/", "/receipts/") }),
      "CONFLICT",
    ],
    [
      "a path that leads out",
      ({ tenantId }) => ({ exportId: `${tenantId}/exports/../../${others.exportId}` }),
      "CONFLICT",
    ],
  ])("%s", async (_name, change, code) => expectRefused(restoreOf(own, change(own)), code));

  test("another tenant's whole receipt and this tenant's confirmation", async () => {
    await expectRefused(
      restoreOf(others, { tenantId: own.tenantId, confirmation: `RESTORE ${own.tenantId}` }),
      "CONFLICT",
    );
  });

  test("no record of the tenant", async () => {
    const tenantId = newDrillTenant();
    await expectRefused(restoreOf(own, { tenantId, confirmation: `RESTORE ${tenantId}` }), "NOT_FOUND");
  });

  test("a record that is not ready", async () => {
    const clear = "UPDATE tenant_workers SET ready_at = ? WHERE tenant_id = ?";
    await bindings.DB.prepare(clear).bind(null, own.tenantId).run();
    await expectRefused(restoreOf(own), "CONFLICT");
    await bindings.DB.prepare(clear).bind(1, own.tenantId).run();
  });
});

/** Runs a test with changed bytes or metadata of the export's object, and restores the object. */
async function withObject(
  change: (bytes: Uint8Array<ArrayBuffer>) => Promise<Uint8Array<ArrayBuffer>> | Uint8Array<ArrayBuffer>,
  facts: object,
  use: () => Promise<void>,
): Promise<void> {
  const { ARCHIVES } = bindings;
  const found = await ARCHIVES.get(own.exportId);
  if (!found) throw new Error("There is no export.");
  const [bytes, kept] = [(await found.bytes()) as Uint8Array<ArrayBuffer>, factsIn(found)];
  await ARCHIVES.put(own.exportId, await change(bytes.slice() as Uint8Array<ArrayBuffer>), {
    customMetadata: asMetadata({ ...kept, ...facts }),
  });
  try {
    await use();
  } finally {
    await ARCHIVES.put(own.exportId, bytes, { customMetadata: asMetadata(kept) });
  }
}

describe("an export in the bucket that", () => {
  const same = (bytes: Uint8Array<ArrayBuffer>) => bytes;

  test.each([0, 100, -1])("has a changed byte at %i is refused", async (at) => {
    await withObject(
      (bytes) => {
        const place = (at + bytes.length) % bytes.length;
        bytes[place] = (bytes[place] ?? 0) ^ 1;
        return bytes;
      },
      {},
      () => expectRefused(restoreOf(own), "CONFLICT"),
    );
  });

  test.each([
    ["tenant", "strangers"],
    ["worker", "strangers"],
    ["namespace", "strangers"],
    ["sha256", zeros],
    ["createdAt", 1],
  ])("states another %s is refused", async (name, value) => {
    await withObject(same, { [name]: value }, () => expectRefused(restoreOf(own), "CONFLICT"));
  });

  test("has no facts is refused", async () => {
    const { ARCHIVES } = bindings;
    const key = `${own.tenantId}/exports/bare.json`;
    await ARCHIVES.put(key, "{}");
    await expectRefused(restoreOf(own, { exportId: key }), "CONFLICT");
  });

  test("is another tenant's archive with this tenant's facts and the right digest is refused", async () => {
    const found = await bindings.ARCHIVES.get(others.exportId);
    const bytes = (await found?.bytes()) as Uint8Array<ArrayBuffer>;
    await withObject(
      () => bytes,
      { sha256: others.sha256 },
      () => expectRefused(restoreOf(own, { sha256: others.sha256 }), "CONFLICT"),
    );
  });

  test("is no archive at all, with the right digest, is refused", async () => {
    const text = new TextEncoder().encode("no archive\n") as Uint8Array<ArrayBuffer>;
    const sha = await digestOf(text);
    await withObject(
      () => text,
      { sha256: sha },
      () => expectRefused(restoreOf(own, { sha256: sha }), "CONFLICT"),
    );
  });

  test.each([
    [-1, true],
    [0, true],
    [1, false],
  ])("has 20 MiB and %i bytes: under the ceiling %s", async (more, fits) => {
    const size = ARCHIVE_MAX_BYTES + more;
    const asked = () => requireUnderCeiling(size);
    if (fits) expect(asked).not.toThrow();
    else expect(asked).toThrow(expect.objectContaining({ code: "TOO_LARGE" }) as Error);
    const bytes = new Uint8Array(size);
    const sha = await digestOf(bytes);
    // A matching object is read, and then refused because it is no archive.
    await withObject(
      () => bytes,
      { sha256: sha },
      () => expectRefused(restoreOf(own, { sha256: sha }), fits ? "CONFLICT" : "TOO_LARGE"),
    );
  });

  test("names a missing file is refused", async () => {
    const key = `${own.tenantId}/media/${digest}`;
    const kept = await (await bindings.ARCHIVES.get(key))?.bytes();
    await bindings.ARCHIVES.delete(key);
    await expectRefused(restoreOf(own), "CONFLICT");
    await bindings.ARCHIVES.put(key, kept ?? "");
  });
});

test("a workspace that is not empty is only read, and nothing is written", async () => {
  const before = await stateOf(world, own.tenantId);
  await expect(restored(restoreOf(own))).rejects.toMatchObject({
    code: "CONFLICT",
    detail: { reason: expect.stringMatching(/not empty/) as string },
  });
  expect(world.operations.calls).toEqual([`status ${own.tenantId}`]);
  expect(await stateOf(world, own.tenantId)).toEqual(before);
});

/** Operations that fail right before or right after one call of the tenant, like a killed deployer. */
const killedAt = <T extends object>(method: string, moment: "before" | "after", operations: T): T =>
  new Proxy(operations, {
    get(target, name) {
      const value = Reflect.get(target, name) as unknown;
      if (typeof value !== "function") return value;
      return async (...args: unknown[]) => {
        const isMoment = name === method || (name === "call" && args[1] === method);
        if (isMoment && moment === "before") throw new Error("killed");
        const answer: unknown = await (value as (...given: unknown[]) => unknown).apply(target, args);
        if (isMoment) throw new Error("killed");
        return answer;
      };
    },
  });

test.each(["status", "write", "setStatus", "restore", "setHostnames"])(
  "a deployer that is killed after the tenant's answer to %s continues with the same request",
  async (method) => {
    const tenant = newDrillTenant();
    await recorded(tenant);
    const other = aWorld();
    await aSiteWithFile(other, tenant);
    const before = (await stateOf(other, tenant))["documents"];
    const receipt = await exported(other, tenant);
    await other.operations.forget(tenant);
    await deployed(other, tenant, sha256);
    const dying = killedAt(method, "after", other.operations);
    const asked = restoreOf(receipt);
    await expect(restoreTenant(other.again({ tenants: dying }), asked, occasion())).rejects.toThrow("killed");
    expect(await restoreTenant(other.again(), asked, occasion())).toMatchObject({ tenant, sites: ["main"] });
    expect((await stateOf(other, tenant))["documents"]).toEqual(before);
    await expect(restoreTenant(other.again(), asked, occasion())).rejects.toMatchObject({ code: "CONFLICT" });
  },
);

test("a restore that was killed before it filled the workspace does not overwrite later data", async () => {
  const tenant = newDrillTenant();
  await recorded(tenant);
  const other = aWorld();
  await aSiteWithFile(other, tenant);
  const asked = restoreOf(await exported(other, tenant));
  await other.operations.forget(tenant);
  await deployed(other, tenant, sha256);
  const dying = killedAt("restore", "before", other.operations);
  await expect(restoreTenant(other.again({ tenants: dying }), asked, occasion())).rejects.toThrow("killed");
  const { initialiseSite } = await import("../../../sites/workers/deployer/initialising.ts");
  const { siteOf } = await import("../../worker/deployer/hosted.ts");
  await initialiseSite(other.hosting, siteOf(tenant), occasion());
  const before = await stateOf(other, tenant);
  await expect(restoreTenant(other.again(), asked, occasion())).rejects.toMatchObject({
    code: "CONFLICT",
    detail: { reason: expect.stringMatching(/not empty/) as string },
  });
  expect((await stateOf(other, tenant))["documents"]).toEqual(before["documents"]);
});

test("a file with changed bytes is not restored", async () => {
  const tenant = newDrillTenant();
  await recorded(tenant);
  const other = aWorld();
  await aSiteWithFile(other, tenant);
  const receipt = await exported(other, tenant);
  const [key = ""] = (await bindings.ARCHIVES.list({ prefix: `${tenant}/media/` })).objects.map((object) => object.key);
  await bindings.ARCHIVES.put(key, "another picture");
  await other.operations.forget(tenant);
  await deployed(other, tenant, sha256);
  await expect(restoreTenant(other.hosting, restoreOf(receipt), occasion())).rejects.toThrow(/./);
  expect((await stateOf(other, tenant))["sites"]).toEqual([]);
});

async function aSiteWithFile(other: World, tenant: string): Promise<void> {
  const { initialiseSite } = await import("../../../sites/workers/deployer/initialising.ts");
  const { siteOf } = await import("../../worker/deployer/hosted.ts");
  await deployed(other, tenant, sha256);
  await initialiseSite(other.hosting, siteOf(tenant), occasion());
  await addFile(other, tenant, `picture of ${tenant}`);
}
