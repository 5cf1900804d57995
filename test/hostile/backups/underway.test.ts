import { beforeEach, describe, expect, test } from "vitest";
import { FORM_LEFTOVER_MS } from "../../../manifests/bounds/forms.ts";
import { MEDIA_UPLOAD_MS } from "../../../manifests/bounds/media.ts";
import { setTenantStatus } from "../../../runtime/tenancy/tenantStatus.ts";
import { Deployment, OPERATOR, TENANT } from "../../runtime/backups/testDeployment.ts";
import { editingWorld } from "../../runtime/editing/editingWorld.ts";
import { type World, SITE } from "../../runtime/kernel/world.ts";
import type { TestPowers } from "../../runtime/kernel/powers.ts";

/** A member's upload is still arriving while an operator erases the workspace, and completes afterwards. */

let deployment: Deployment;
let world: World;
beforeEach(async () => {
  deployment = new Deployment();
  world = deployment.on((await editingWorld()).powers as TestPowers);
});

async function erased(): Promise<World> {
  const { id: backup, sha256 } = await deployment.back(world);
  setTenantStatus({ powers: world.powers, ...world.kernel }, "suspended");
  await deployment.eraser(world).run({
    tenant: TENANT,
    sites: ["main", "other"],
    kind: "backups",
    backup,
    sha256,
    confirmation: `ERASE ${TENANT}`,
    discardSubmissions: true,
    actor: OPERATOR,
    requestId: "erase",
  });
  return deployment.on(world.powers);
}

describe("a visitor's unfinished upload", () => {
  test.each([
    [-1, 0],
    [0, 1],
    [1, 1],
  ])("is removed once the upload's time is over, and %i ms: not before", async (more, removed) => {
    const { post } = world.kernel.formFiles.begin(1_000);
    const begun = world.powers.clock.now;
    const { kernel } = await erased();
    world.powers.clock.now = begun + FORM_LEFTOVER_MS + more;
    expect(kernel.formFiles.leftovers()).toEqual([post].slice(0, removed));
    expect(kernel.formFiles.nextDue()).toBe(begun + FORM_LEFTOVER_MS);
  });

  test("is removed as soon as the interruption is known", async () => {
    const { post } = world.kernel.formFiles.begin(1_000);
    const { kernel } = await erased();
    expect(kernel.formFiles.leftovers()).toEqual([]);
    kernel.formFiles.abandon(post);
    expect(kernel.formFiles.leftovers()).toEqual([post]);
  });
});

const PLACED = {
  digest: "0".repeat(64),
  type: "image/png",
  bytes: 1,
  width: 1,
  height: 1,
  name: "a.png",
  preview: null,
} as const;
const KEY = `${PLACED.digest}/a.png`;

/** Deletes the listed garbage, as the bucket would. */
function emptied({ kernel: { mediaObjects } }: World): readonly string[] {
  const keys = mediaObjects.garbage();
  mediaObjects.removed(keys);
  return keys;
}

describe("a file whose copy to its final place is still running", () => {
  test("is removed again after the copy", async () => {
    const { upload } = world.kernel.media.begin(SITE, 1);
    world.kernel.media.place(SITE, upload, PLACED);
    const after = await erased();
    expect(emptied(after)).toEqual([KEY]);
    after.kernel.media.end(upload);
    expect(emptied(after).toSorted()).toEqual([KEY, `uploads/${upload}`]);
  });
});

describe("a member's unfinished upload", () => {
  test("is removed when it fails, and never listed", async () => {
    const { upload } = world.kernel.media.begin(SITE, 1_000);
    const { kernel } = await erased();
    expect(kernel.mediaObjects.garbage()).toEqual([]);
    expect(() => kernel.media.place(SITE, upload, PLACED)).toThrow("TENANT_SUSPENDED");
    kernel.media.end(upload);
    expect(kernel.mediaObjects.garbage()).toEqual([`uploads/${upload}`]);
  });

  test.each([
    [-1, 0],
    [0, 1],
    [1, 1],
  ])("is removed after the longest upload time and %i ms if it never ends", async (more, removed) => {
    const { upload } = world.kernel.media.begin(SITE, 1_000);
    const begun = world.powers.clock.now;
    const { kernel } = await erased();
    world.powers.clock.now = begun + MEDIA_UPLOAD_MS + more;
    kernel.mediaObjects.expire();
    expect(kernel.mediaObjects.garbage()).toEqual([`uploads/${upload}`].slice(0, removed));
  });
});
