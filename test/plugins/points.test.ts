/** Plugins that extend each other's lists and change their fields, written from the docs alone. */
import { cpSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { Contributes } from "../../manifests/manifest/manifest.ts";
import type { PackedPlugin } from "../../manifests/packages/packedPlugin.ts";
import { packPlugin } from "../../sites/cli/packing/pluginFolder.ts";
import { Desk } from "../cli/svc.ts";
import { testPowers } from "../runtime/kernel/powers.ts";
import { initialiseInput, page, plugin, siteOf, worldOf, worldWith } from "../runtime/kernel/world.ts";

const folder = (name: string): string => join(import.meta.dirname, "../fixtures/plugins", name);
const [HARBOUR, FERRY] = [packPlugin(folder("lantern-harbour")), packPlugin(folder("lantern-ferry"))];

const sectionOf = (fields: object) => ({ id: "a", type: "lantern.harbour/departures", fields: { ...fields } });

async function shown(fields: object, ...plugins: readonly PackedPlugin[]): Promise<string> {
  const home = page("/", { sections: [sectionOf(fields)] });
  const world = worldOf(testPowers(), plugins);
  await world.kernel.initialiser.run(initialiseInput(siteOf({ home })));
  return world.html("/");
}

/** The ferry plugin with changed data for its second line. */
function ferryWith(change: object, version = "^2.0.0"): PackedPlugin {
  const [island, city] = FERRY.manifest.contributes.extends ?? [];
  if (!island || !city) throw new Error("the ferry has two lines");
  const lines = [island, { ...city, version, data: { ...city.data, ...change } }];
  return { ...FERRY, digest: `${FERRY.digest}-2`, manifest: { ...FERRY.manifest, contributes: { extends: lines } } };
}

describe("a list of one plugin", () => {
  test("shows what another adds, escaped and with the schema's defaults", async () => {
    const html = await shown({ title: "Out" }, HARBOUR, FERRY);
    expect(html).toContain('<li><a href="/island">Island &amp; back</a> 60</li>');
    expect(html).toContain('<li><a href="/city">City</a> 20</li>');
  });

  test("is empty without the other", async () => {
    expect(await shown({ title: "Out" }, HARBOUR)).toContain("<li>Nothing leaves today.</li>");
  });

  test.each<[string, PackedPlugin]>([
    ["a link that is none", ferryWith({ to: "javascript:alert(1)" })],
    ["a number out of its bounds", ferryWith({ minutes: 0 })],
    ["a member that the schema does not have", ferryWith({ colour: "red" })],
    ["the name of another", ferryWith({ name: "ISLAND & BACK" })],
    ["another version in mind", ferryWith({}, "^3.0.0")],
  ])("leaves out %s, and keeps the rest", async (_what, ferry) => {
    const html = await shown({ title: "Out" }, HARBOUR, ferry);
    expect(html.match(/<li><a href="\/(island|city)"/g)).toEqual(['<li><a href="/island"']);
    expect(html).not.toContain("alert");
  });
});

describe("a section whose fields have changed", () => {
  test("shows content of the version before: renamed, split, and without what it no longer knows", async () => {
    const [section] = HARBOUR.manifest.contributes.sections ?? [];
    if (!section) throw new Error("the harbour has a section");
    const [renamed, deprecated, migrate] = [undefined, undefined, undefined];
    const text = { $ref: "drawbridge:text", title: "Text" };
    const fields = { ...section.fields, properties: { heading: text, person: text, colour: text }, required: [] };
    const before = plugin(
      "lantern.harbour",
      { sections: [{ ...section, fields, renamed, deprecated, migrate }] } as unknown as Contributes,
      { [section.template]: "<p>{{ fields.heading }}</p>", [section.markdown]: "{{ fields.heading }}" },
      "1.0.0",
    );
    const sections = [sectionOf({ heading: "Harbour", person: "Ada Quay", colour: "red" })];
    const world = await (await worldWith({ home: page("/", { sections }) }, [before])).restart([HARBOUR]);
    expect(await world.run("publish", {})).toMatchObject({ notices: [] });
    const html = await world.html("/");
    expect(html).toContain(">Harbour</h");
    expect(html).toContain('<p class="muted">Ada Quay</p>');
    expect(html).not.toContain("red");
  });
});

describe("svc plugin check", () => {
  test.each([
    ["lantern-harbour", '"unique": "name"', '"unique": "minutes"', "/contributes/provides/0/unique"],
    ["lantern-harbour", '"max": 3', '"max": 51', "/contributes/provides/0/max"],
    ["lantern-harbour", '"heading": "title"', '"title": "heading"', "/contributes/sections/0/renamed"],
    ["lantern-harbour", "additions.lines", "additions.lanes", "/contributes/sections/0/template"],
    ["lantern-ferry", '"lantern.harbour/lines"', '"lantern.harbour"', "/contributes/extends/0/point"],
    ["lantern-ferry", '"^2.0.0"', '"two"', "/contributes/extends/0/version"],
  ])("refuses %s with %s made %s, by its place", async (name, from, to, pointer) => {
    using desk = new Desk();
    cpSync(folder(name), join(desk.path, "it"), { recursive: true });
    desk.change(from === "additions.lines" ? "it/sections/departures.liquid" : "it/plugin.jsonc", from, to);
    const { code, out } = await desk.plugin("check", "it");
    expect([code, out]).toEqual([1, expect.stringMatching(/^it\/[a-z./]+:\d+:\d+ /)]);
    expect(out).toContain(` ${pointer}`);
  });
});
