import { afterAll, expect, test } from "vitest";
import { committedSite, deployedAccount } from "../../cli/cloudflare/deployedSite.ts";
import { removeSiteFolders } from "../../cli/cloudflare/siteFolder.ts";
import { buildStandIns } from "../../cli/cloudflare/standInBundles.ts";
import { kept, recorded, shapeOf } from "./record.ts";

const removeBundles = buildStandIns();
afterAll(() => {
  removeSiteFolders();
  removeBundles();
});

test("the shapes that are kept are those of the stand-in, and asking for them changes nothing", async () => {
  const folder = await committedSite();
  await using provider = await deployedAccount(folder);
  expect(await recorded(folder, { ...provider.environment, HOME: folder })).toBe(kept());
  expect(provider.changes).toEqual([]);
});

test("a shape has no value, and every member of every row", () => {
  expect(shapeOf({ b: "secret", a: [{ x: 1 }, { y: null }, { x: "one" }], c: [] })).toEqual({
    a: [{ x: '"number" or "string"', y: "null" }],
    b: "string",
    c: [],
  });
});
