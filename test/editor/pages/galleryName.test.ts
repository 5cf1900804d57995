import { expect, test } from "vitest";
import { galleryName } from "../../../sites/editor/pages/library/galleryName.ts";

const gallery = (name: string) => {
  const [page = "", typeTitle = "", section = "", field = ""] = name.split("/");
  return { page, typeTitle, section, field, fieldTitle: field.toUpperCase() };
};

test.each<[string, readonly string[], readonly string[]]>([
  ["one of its type", ["boats/Gallery/a/x", "boats/Cards/b/x", "home/Gallery/c/x"], ["Gallery", "Cards", "Gallery"]],
  ["two sections of one type", ["boats/Gallery/a/x", "boats/Gallery/b/x"], ["Gallery · a", "Gallery · b"]],
  ["two lists of one section", ["boats/Gallery/a/x", "boats/Gallery/a/y"], ["Gallery · X", "Gallery · Y"]],
  [
    "both",
    ["boats/Gallery/a/x", "boats/Gallery/a/y", "boats/Gallery/b/x"],
    ["Gallery · a · X", "Gallery · a · Y", "Gallery · b"],
  ],
])("the galleries of a page with %s have different names", (_, shown, names) => {
  const all = shown.map(gallery);
  expect(all.map((one) => galleryName(one, all))).toEqual(names);
});
