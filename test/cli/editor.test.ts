import { expect, test } from "vitest";
import { EDITOR_ASSET_MAX_BYTES } from "../../manifests/bounds.ts";
import { assetFaults, editorModule } from "../../sites/cli/editor.ts";

test("what is handed to editors' browsers is no larger than it may be", () => {
  const faults = (bytes: number): string[] => assetFaults("script", "a".repeat(bytes));
  expect([faults(EDITOR_ASSET_MAX_BYTES - 1), faults(EDITOR_ASSET_MAX_BYTES)]).toEqual([[], []]);
  expect(faults(EDITOR_ASSET_MAX_BYTES + 1)).toEqual([`the editor's script has ${EDITOR_ASSET_MAX_BYTES + 1} bytes, of at most ${EDITOR_ASSET_MAX_BYTES}`]);
});

test("the same sources give the same text, which loads nothing and turns no text into code", async () => {
  const [one, other] = [await editorModule("/* x */"), await editorModule("/* x */")];
  expect(one).toBe(other);
  expect(one).not.toMatch(/\bimport\s*[("]|\beval\b|new Function|innerHTML|insertAdjacentHTML|document\.write|https?:\/\//);
});
