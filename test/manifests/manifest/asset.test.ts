import { expect, test } from "vitest";
import { ASSETS_MAX } from "../../../manifests/bounds/packages.ts";
import { assetsShape } from "../../../manifests/manifest/asset.ts";

test.each([
  [-1, true],
  [0, true],
  [1, false],
])("a package brings as many assets as it may and %i: %s", (more, isTaken) => {
  const assets = Array.from({ length: ASSETS_MAX + more }, (_, n) => ({ name: `a${n}`, file: `a${n}.png` }));
  expect(assetsShape.safeParse(assets).success).toBe(isTaken);
});
