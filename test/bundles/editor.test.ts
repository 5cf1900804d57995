import { expect, test } from "vitest";
import { EDITOR_ASSET_MAX_BYTES } from "../../manifests/bounds/editor.ts";
import { FORM_SCRIPT_MAX_BYTES } from "../../manifests/bounds/forms.ts";
import { SEARCH_SCRIPT_MAX_BYTES, SEARCH_STYLE_MAX_BYTES } from "../../manifests/bounds/search.ts";
import { assetConstant } from "../../sites/bundles/browserAsset.ts";
import { editorModule } from "../../sites/bundles/editor.ts";
import { searchingModule } from "../../sites/bundles/searching.ts";
import { visitorModule } from "../../sites/bundles/visitor.ts";

test.each([
  ["editor's script", EDITOR_ASSET_MAX_BYTES],
  ["script of forms", FORM_SCRIPT_MAX_BYTES],
  ["script of searches", SEARCH_SCRIPT_MAX_BYTES],
  ["style sheet of searches", SEARCH_STYLE_MAX_BYTES],
])("what is handed to browsers is no larger than it may be: the %s", (what, most) => {
  const made = (bytes: number) => () => assetConstant("NAME", what, "a".repeat(bytes), most);
  expect([made(most - 1)(), made(most)()]).toEqual([
    expect.stringContaining('"text":"aa'),
    expect.stringContaining('"text":"aa'),
  ]);
  expect(made(most + 1)).toThrow(`the ${what} has ${most + 1} bytes, of at most ${most}`);
});

test.each([
  ["editors", editorModule],
  ["visitors", visitorModule],
  ["searches", searchingModule],
])("the same sources for %s give the same text, which loads nothing and turns no text into code", async (_, module) => {
  const [one, other] = [await module("/* x */"), await module("/* x */")];
  expect(one).toBe(other);
  expect(one).not.toMatch(
    /\bimport\s*[("]|\beval\b|new Function|innerHTML|insertAdjacentHTML|document\.write|https?:\/\//,
  );
});
