import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { PackedPlugin } from "../../../manifests/packages/packedPlugin.ts";
import { writePack } from "../../../sites/cli/packing/packFile.ts";
import { LastPack } from "../../../sites/machine/provisioning/lastPack.ts";
import { testFolder } from "../testFolder.ts";

const RIBBON = { manifest: { id: "acme.ribbon", version: "1.0.0" }, files: {} } as unknown as PackedPlugin;
const FOLDER = "/plugins/ribbon";

function packed() {
  const here = testFolder();
  const [pack, folders] = [here.at("first-party.json"), here.at("folders.json")];
  writePack(pack, [RIBBON]);
  new LastPack(pack, folders).replace([[FOLDER, "acme.ribbon"]]);
  return { here, last: () => new LastPack(pack, folders) };
}

test("a plugin of the last run is found by its folder, unless another folder has its id now", () => {
  const { here, last } = packed();
  using _ = here;
  expect(last().pluginOf(FOLDER, [])).toEqual(RIBBON);
  expect(last().pluginOf(FOLDER, [RIBBON])).toBeUndefined();
  expect(last().pluginOf(join(FOLDER, "other"), [])).toBeUndefined();
});

const DAMAGED = ["", '{"plu', "null", "[]", '{"plugins":[null]}', '{"plugins":[{"manifest":{}}],"ids":[]}'];

test.each(["first-party.json", "folders.json"].flatMap((name) => DAMAGED.map((text) => [name, text] as const)))(
  "a start goes on after %s was damaged: %j",
  (name, text) => {
    const { here, last } = packed();
    using _ = here;
    writeFileSync(here.at(name), text);
    expect(last().pluginOf(FOLDER, [])).toBeUndefined();
  },
);
