/** Versions of a plugin with which other values are the same in every language: an owner sees first what changes. */
import { describe, expect, test, vi } from "vitest";
import { SHARING_VALUES_LISTED } from "../../../../manifests/bounds/plugins.ts";
import type { PluginInstalledView } from "../../../../runtime/plugins/management/views.ts";
import { page, SITE } from "../../kernel/world.ts";
import { LANGUAGES } from "../../languages/languagesWorld.ts";
import { BOAT, boat, boatsPlugin, boot } from "../../languages/sharedWorld.ts";
import { type Managed, managedWorld, packageText } from "../manager.ts";

const BOATS = "acme.boats";

const versionOf = (number: string, shared: readonly string[], launched = "launched"): string => {
  const { manifest, files } = boatsPlugin(shared, number, launched);
  const { files: _pinned, ...rest } = manifest;
  return packageText(rest, { files: files as Record<string, string> });
};

const install = (world: Managed, text: string) => world.install(text) as Promise<PluginInstalledView>;

const valueOf = ({ kernel }: Managed, id: string, field = "price"): unknown =>
  kernel.documents.get(SITE, "page", id)?.body.values?.[field];

const PAIRS = {
  gull: boat("/gull", { price: 90, launched: "2026-05-01" }),
  moewe: boot("/de/moewe", "gull", { price: 85 }),
  tern: boat("/tern", { price: 20 }),
  seeschwalbe: boot("/de/seeschwalbe", "tern", { price: 20 }),
};

/** A site with the plugin at 1.0.0, which shares these fields. */
async function fleet(shared: readonly string[], pages: Readonly<Record<string, object>> = PAIRS): Promise<Managed> {
  const world = await managedWorld();
  const { version, body } = world.kernel.documents.only(SITE, "settings");
  const settings = { kind: "settings", id: "site", expected: version, body: { ...body, languages: LANGUAGES } };
  await world.run("documents.write", { writes: [settings] });
  await world.install(versionOf("1.0.0", shared));
  await world.state(BOATS, "enabled");
  for (const [id, page] of Object.entries(pages)) await world.run("page.create", { id, body: page });
  return world;
}

const MOEWE = { page: "moewe", title: "/de/moewe", path: "/de/moewe" };

describe("a version that makes a value the same in every language", () => {
  test("waits, names each other value with its place, and changes none before an owner agrees", async () => {
    const world = await fleet([]);
    const sharing = { total: 1, listed: [{ ...MOEWE, field: "price", before: 85, after: 90 }] };
    const installed = await install(world, versionOf("1.0.1", ["price"]));
    expect(installed).toMatchObject({ version: "1.0.0", waiting: { why: "shares_values" }, sharing });
    expect(await world.detail(BOATS)).toMatchObject({ waitingSharing: sharing });
    expect(valueOf(world, "moewe")).toBe(85);
    await world.grant(BOATS, {}, installed.waiting?.digest);
    expect(await world.detail(BOATS)).toMatchObject({ version: "1.0.1", waiting: null, waitingSharing: null });
    expect(valueOf(world, "moewe")).toBe(90);
    expect(world.kernel.history.revision(SITE, "moewe", 1)?.body.values).toEqual({ price: 85 });
  });

  test("takes over at once if every translation shows the same, and waits no longer once they do", async () => {
    const world = await fleet([], { gull: PAIRS.gull, moewe: boot("/de/moewe", "gull", { price: 90 }) });
    expect(await install(world, versionOf("1.0.1", ["price"]))).toMatchObject({
      version: "1.0.1",
      waiting: null,
      sharing: { total: 0, listed: [] },
    });
  });

  test("names a value that a translation gets, and one under its new name", async () => {
    const world = await fleet([]);
    const { sharing } = await install(world, versionOf("1.0.1", ["launched_on"], "launched_on"));
    expect(sharing).toEqual({ total: 1, listed: [{ ...MOEWE, field: "launched_on", after: "2026-05-01" }] });
  });

  test("says so of a plugin that is off, too, which it replaces at once", async () => {
    const world = await fleet([]);
    await world.state(BOATS, "disabled");
    expect(await install(world, versionOf("1.0.1", ["price"]))).toMatchObject({
      version: "1.0.1",
      waiting: null,
      sharing: { total: 1 },
    });
  });
});

test("a version that ends to share a value waits, and gives each translation its own again", async () => {
  const world = await fleet(["price"], { gull: PAIRS.gull, moewe: boot("/de/moewe", "gull") });
  await world.run("page.edit", {
    page: "gull",
    expected: 1,
    operations: [{ op: "set", section: "entry_values", fields: { price: 95 } }],
  });
  const { waiting, sharing } = await install(world, versionOf("1.0.1", []));
  expect(waiting?.why).toBe("shares_values");
  expect(sharing).toEqual({ total: 1, listed: [{ ...MOEWE, field: "price", before: 95, after: 90 }] });
  await world.grant(BOATS, {}, waiting?.digest);
  expect(valueOf(world, "moewe")).toBe(90);
});

test("values are compared once for a draft and two versions, over the entries of the types that change", async () => {
  const world = await fleet([], {
    ...PAIRS,
    story: page("/story"),
    geschichte: page("/de/geschichte", { language: "de", translationOf: "story" }),
  });
  const asked = vi.spyOn(world.kernel.documents.translations, "draftOfTypes");
  const total = async () => (await world.detail(BOATS)).waitingSharing?.total;
  await install(world, versionOf("1.0.1", ["price"]));
  expect([await total(), await total(), asked.mock.calls]).toEqual([1, 1, [[SITE, [BOAT]]]]);
  expect(asked.mock.results[0]?.value).toMatchObject([{ id: "moewe" }, { id: "seeschwalbe" }]);
  await world.run("page.edit", {
    page: "tern",
    expected: 1,
    operations: [{ op: "set", section: "entry_values", fields: { price: 30 } }],
  });
  expect([await total(), asked.mock.calls.length]).toEqual([2, 2]);
  await install(world, versionOf("1.0.2", ["price", "berth"]));
  expect([await total(), asked.mock.calls.length]).toEqual([2, 3]);
});

test("values that change are counted, and listed up to the bound", async () => {
  const most = SHARING_VALUES_LISTED + 1;
  const pages = Array.from({ length: most }, (_, at) => [
    [`boat${at}`, boat(`/boat${at}`, { price: 2 })],
    [`boot${at}`, boot(`/de/boot${at}`, `boat${at}`, { price: 1 })],
  ]);
  const world = await fleet([], Object.fromEntries(pages.flat()) as Record<string, object>);
  await install(world, versionOf("1.0.1", ["price"]));
  for (const count of [most, SHARING_VALUES_LISTED, SHARING_VALUES_LISTED - 1]) {
    const { waitingSharing } = await world.detail(BOATS);
    expect([waitingSharing?.total, waitingSharing?.listed.length]).toEqual([
      count,
      Math.min(count, SHARING_VALUES_LISTED),
    ]);
    await world.run("page.delete", { page: `boot${count - 1}`, expected: 1 });
  }
});
