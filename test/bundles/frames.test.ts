import { describe, expect, test } from "vitest";
import { FRAME_BRIDGE_MAX_BYTES, FRAME_HOST_MAX_BYTES } from "../../manifests/bounds/packages.ts";
import { FRAME_BRIDGE, FRAME_HOST } from "../../runtime/rendering/frames/scripts.generated.ts";
import { assetConstant } from "../../sites/bundles/browserAsset.ts";

describe.each([
  ["of pages with frames", FRAME_HOST, FRAME_HOST_MAX_BYTES],
  ["in frames", FRAME_BRIDGE, FRAME_BRIDGE_MAX_BYTES],
] as const)("the script %s", (_, { text }, most) => {
  test("is no longer than its bound", () => {
    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(most);
  });

  test.each([
    [-1, true],
    [0, true],
    [1, false],
  ])("is made with %i bytes more: %s", (more, isMade) => {
    const make = (): string => assetConstant("A", "script", "é".repeat(most / 2 - 1) + "x".repeat(2 + more), most);
    if (isMade) expect(make()).toMatch(/^export const A = /);
    else expect(make).toThrow(`of at most ${most}`);
  });
});
