/** Demands of a site on packages: time since they were listed, and more than one signature. */
import { describe, expect, test } from "vitest";
import { SIGNATURES_MAX } from "../../../manifests/bounds/packages.ts";
import { DEMANDED_DAYS_MAX } from "../../../manifests/bounds/plugins.ts";
import type { PackageContent } from "../../../manifests/trust/packageShape.ts";
import { SITE } from "../../runtime/kernel/world.ts";
import { type Managed, managedWorld, packageText, refused, RINGS, whyNot } from "../../runtime/plugins/manager.ts";
import { ACME, OTHER, STRANGER } from "../../vectors/trust/workshop.ts";

const DAY_MS = 24 * 60 * 60 * 1000;
const NOTICES = "acme.notices";

const demand = (world: Managed, demands: object): Promise<unknown> =>
  world.run("plugins.updates", { rule: null, demands });

/** One package with the signatures of several keys. */
function signedByAll(version: string, keys: Parameters<typeof packageText>[1][]): string {
  const all = keys.map((key) => JSON.parse(packageText({ version }, key)) as PackageContent);
  const [first] = all;
  if (!first) throw new Error("no key");
  return JSON.stringify({ ...first, jws: { ...first.jws, signatures: all.flatMap(({ jws }) => jws.signatures) } });
}

const by = (key: typeof ACME) => ({ key });

describe("a site that demands two signatures", () => {
  test.each<[string, Parameters<typeof packageText>[1][], string | undefined]>([
    ["one trusted key", [by(ACME)], "PLUGIN_REJECTED too_few_signatures"],
    ["a trusted key and a stranger", [by(ACME), by(STRANGER)], "PLUGIN_REJECTED too_few_signatures"],
    ["one trusted key twice", [by(ACME), by(ACME)], "PLUGIN_REJECTED too_few_signatures"],
    ["two trusted keys", [by(ACME), by(OTHER)], undefined],
  ])("takes of a package by %s what it demands, by every door", async (_, keys, reason) => {
    const world = await managedWorld();
    await demand(world, { days: 0, signatures: 2 });
    const text = signedByAll("1.0.0", keys);
    if (reason === undefined) expect(await world.install(text)).toMatchObject({ version: "1.0.0" });
    else expect(await whyNot(world.install(text))).toBe(reason);
  });

  test("keeps what it had before, and takes the next version as it demands", async () => {
    const world = await managedWorld();
    await world.install(signedByAll("1.0.0", [by(ACME)]));
    await world.state(NOTICES, "enabled");
    await demand(world, { days: 0, signatures: 2 });
    expect(world.kernel.pluginReads.view(SITE, NOTICES)).toMatchObject({ version: "1.0.0", active: true });
    const refusal = await refused(world.install(signedByAll("1.0.1", [by(ACME)])));
    expect(refusal.detail).toMatchObject({ reason: "too_few_signatures", demanded: 2, signedBy: [expect.any(String)] });
    expect(await world.install(signedByAll("1.0.1", [by(ACME), by(OTHER)]))).toMatchObject({ version: "1.0.1" });
  });
});

describe("a site that waits with new versions of an index", () => {
  const LISTED = { index: "acme", allowDowngrade: false };

  async function added(world: Managed, seen: number): Promise<unknown> {
    const document = packageText({ version: "1.0.0" });
    const { digest } = await world.kernel.packageTrust.verify(document).then((found) => {
      if (!found.ok) throw new Error(found.error.why);
      return found.value;
    });
    return world.run("plugin.add", {
      ...LISTED,
      document,
      plugin: NOTICES,
      version: "1.0.0",
      digest,
      publisher: ACME.kid,
      seen,
    });
  }

  test.each([
    [7 * DAY_MS - 1, "PLUGIN_REJECTED too_young"],
    [7 * DAY_MS, undefined],
    [7 * DAY_MS + 1, undefined],
    [-1, "PLUGIN_REJECTED too_young"],
  ])("takes one that it saw %d ms ago: %s", async (age, reason) => {
    const world = await managedWorld();
    await demand(world, { days: 7, signatures: 1 });
    const adding = added(world, world.powers.now() - age);
    if (reason === undefined) expect(await adding).toMatchObject({ version: "1.0.0" });
    else expect(await whyNot(adding)).toBe(reason);
  });

  test("takes an upload at once, because a member chose its file", async () => {
    const world = await managedWorld();
    await demand(world, { days: 7, signatures: 1 });
    expect(await world.install(packageText({ version: "1.0.0" }))).toMatchObject({ version: "1.0.0" });
  });
});

describe("the demands of a site", () => {
  test("are shown, stay when only the rule changes, and are in audit as a command", async () => {
    const world = await managedWorld();
    expect((await world.kernel.pluginReads.all(SITE)).demands).toEqual({ days: 0, signatures: 1 });
    await demand(world, { days: 14, signatures: 2 });
    expect(await world.run("plugins.updates", { rule: "patch" })).toEqual({
      rule: "patch",
      demands: { days: 14, signatures: 2 },
    });
    const again = await world.redeployed({ trustKeys: RINGS.both });
    expect((await again.kernel.pluginReads.all(SITE)).demands).toEqual({ days: 14, signatures: 2 });
  });

  test.each([
    [{ days: -1, signatures: 1 }, false],
    [{ days: 0, signatures: 1 }, true],
    [{ days: DEMANDED_DAYS_MAX, signatures: SIGNATURES_MAX }, true],
    [{ days: DEMANDED_DAYS_MAX + 1, signatures: 1 }, false],
    [{ days: 0, signatures: 0 }, false],
    [{ days: 0, signatures: SIGNATURES_MAX + 1 }, false],
    [{ days: 1.5, signatures: 1 }, false],
    [{ days: 1 }, false],
  ])("may be %j: %s", async (demands, isTaken) => {
    const world = await managedWorld();
    const set = demand(world, demands);
    if (isTaken) expect(await set).toMatchObject({ demands });
    else expect((await refused(set)).code).toBe("INVALID_REQUEST");
  });
});
