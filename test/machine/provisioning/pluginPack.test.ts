import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { PackedPlugin } from "../../../manifests/packages/packedPlugin.ts";
import type { DataFolder } from "../../../sites/machine/state/dataFolder.ts";
import { packForRun } from "../../../sites/machine/provisioning/pluginPack.ts";
import { testFolder } from "../testFolder.ts";

test("a further folder comes after the project's plugins, however early its id sorts", () => {
  using here = testFolder();
  const tool = { name: "search", alone: true, title: "Search", description: "Finds.", query: { operation: "list" } };
  const input = { type: "object", properties: {}, additionalProperties: false };
  for (const id of ["aa.shadow", "bb.shadow"]) {
    const folder = join(here.at("further"), id);
    mkdirSync(folder, { recursive: true });
    const manifest = {
      manifestVersion: 1,
      id,
      version: "1.0.0",
      name: id,
      description: "Takes a name.",
      kind: "declarative",
      engine: "^1.0.0",
      contributes: { mcp: { tools: [{ ...tool, input }] } },
    };
    writeFileSync(join(folder, "plugin.jsonc"), JSON.stringify(manifest));
  }
  mkdirSync(here.at("plugins"));
  const { path } = packForRun({ plugins: here.at("plugins") } as DataFolder, [here.at("further")]);
  const { plugins } = JSON.parse(readFileSync(path, "utf8")) as { plugins: PackedPlugin[] };
  const ids = plugins.map(({ manifest }) => manifest.id);
  expect(ids.slice(-2)).toEqual(["aa.shadow", "bb.shadow"]);
  expect(ids.slice(0, -2)).toEqual(ids.slice(0, -2).toSorted());
  expect(ids).toContain("drawbridge.content");
});
