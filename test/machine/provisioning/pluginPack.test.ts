import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { PackedPlugin } from "../../../manifests/packages/packedPlugin.ts";
import type { DataFolder } from "../../../sites/machine/state/dataFolder.ts";
import { packForRun } from "../../../sites/machine/provisioning/pluginPack.ts";
import { testFolder } from "../testFolder.ts";

/** Writes a declarative plugin with a tool that agents call by its short name. */
function writePlugin(folder: string, id: string): void {
  mkdirSync(folder, { recursive: true });
  const input = { type: "object", properties: {}, additionalProperties: false };
  const tool = {
    name: "search",
    alone: true,
    title: "Search",
    description: "Finds.",
    query: { operation: "list" },
    input,
  };
  const manifest = {
    manifestVersion: 1,
    id,
    version: "1.0.0",
    name: id,
    description: "Takes a name.",
    kind: "declarative",
    engine: "^1.0.0",
    contributes: { mcp: { tools: [tool] } },
  };
  writeFileSync(join(folder, "plugin.jsonc"), JSON.stringify(manifest));
}

test("a further folder comes after the project's plugins, however early its id sorts", async () => {
  using here = testFolder();
  for (const id of ["aa.shadow", "bb.shadow"]) writePlugin(join(here.at("further"), id), id);
  mkdirSync(here.at("plugins"));
  const { path } = await packForRun({ plugins: here.at("plugins") } as DataFolder, [here.at("further")]);
  const { plugins } = JSON.parse(readFileSync(path, "utf8")) as { plugins: PackedPlugin[] };
  const ids = plugins.map(({ manifest }) => manifest.id);
  expect(ids.slice(-2)).toEqual(["aa.shadow", "bb.shadow"]);
  expect(ids.slice(0, -2)).toEqual(ids.slice(0, -2).toSorted());
  expect(ids).toContain("drawbridge.content");
});

test("an id that two folders have stays with the first; the other is left out by its path, and all else is packed", async () => {
  using here = testFolder();
  writePlugin(here.at("one/shadow"), "aa.shadow");
  writePlugin(here.at("two/shadow"), "aa.shadow");
  writePlugin(here.at("two/content"), "drawbridge.content");
  writePlugin(here.at("two/whole"), "bb.whole");
  mkdirSync(here.at("plugins"));
  const { path, leftOut } = await packForRun({ plugins: here.at("plugins") } as DataFolder, [
    here.at("one"),
    here.at("two"),
  ]);
  const { plugins } = JSON.parse(readFileSync(path, "utf8")) as { plugins: PackedPlugin[] };
  expect(plugins.map(({ manifest }) => manifest.id).slice(-2)).toEqual(["aa.shadow", "bb.whole"]);
  expect(leftOut.map(({ folder, lines }) => [folder, lines.join()])).toEqual([
    [here.at("two/content"), expect.stringMatching(/found drawbridge\.content, which .+ has; allowed: each id once/)],
    [here.at("two/shadow"), expect.stringContaining(`which ${here.at("one/shadow")} has; allowed: each id once`)],
  ]);
});
