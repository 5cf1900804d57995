import { expect, test } from "vitest";
import { readManifest } from "../../../manifests/rules/readManifest.ts";
import { sharedPlugin } from "../../runtime/placing/placedWorld.ts";
import { declarative } from "../fixture.ts";

/** The issues of a section that shows an entry, with other members or another field. */
function issuesWith(more: object, field: object = {}): readonly [pointer: string, allowed: string][] {
  const { contentTypes, sections: [placed] = [] } = sharedPlugin().manifest.contributes;
  const named = { $ref: "drawbridge:page", title: "Section", of: "acme.notices/section", ...field };
  const fields = { type: "object", properties: { section: named }, additionalProperties: false };
  const manifest = { ...declarative, contributes: { contentTypes, sections: [{ ...placed, fields, ...more }] } };
  const read = readManifest(JSON.stringify(manifest));
  return read.ok ? [] : read.error.map(({ pointer, allowed }) => [pointer, allowed]);
}

const AT = "/contributes/sections/0";
const FIELD = "a field of type drawbridge:page with the content type in `of`";

test("a section may show the entry that a field of one type names", () => {
  expect(issuesWith({})).toEqual([]);
});

test.each([
  ["a field that it does not have", { places: "other" }, {}],
  ["a field of another type", {}, { $ref: "drawbridge:text", of: undefined }],
  ["a field that takes any page", {}, { of: undefined }],
])("it cannot show the entry of %s", (_, more, field) => {
  expect(issuesWith(more, field)).toContainEqual([`${AT}/places`, FIELD]);
});

test.each([
  ["slots", [{ name: "more", title: "More" }]],
  ["queries", { pages: { order: "newest" } }],
  ["frames", ["https://player.example"]],
])("it has no %s beside the entry", (name, value) => {
  expect(issuesWith({ [name]: value })).toEqual([[`${AT}/${name}`, "neither, because the entry's sections are shown"]]);
});
