import { expect, test } from "vitest";
import { sectionsWithForms } from "../../../manifests/packages/ownForms.ts";
import { sectionOf } from "../../runtime/rendering/renderingSite.ts";

const FORM = '<form method="post" action="{{ "take" | route }}"><input name="a"></form>';
const titles = (template: string): string[] =>
  sectionsWithForms(
    { contributes: { sections: [sectionOf("box", { title: "A box" })] } },
    { "box.liquid": template },
  ).map(({ title }) => title);

test.each([
  ["plainly", FORM],
  ["in capitals", FORM.replace("form", "FORM")],
  ["in one branch", `{% if fields.ask %}${FORM}{% endif %}`],
  ["behind what looks like its end", `<p>a</p>${FORM}<p>b</p>`],
])("a section that writes a form %s is named", (_, template) => {
  expect(titles(template)).toEqual(["A box"]);
});

test.each([
  ["without one", "<p>{{ fields.title }}</p>"],
  ["that shows a form of the kernel's", "{{ form }}"],
  ["that speaks of one in a comment", `{% comment %}${FORM}{% endcomment %}`],
  ["that writes of one", "<p>&lt;form&gt;</p>"],
])("a section %s is not", (_, template) => {
  expect(titles(template)).toEqual([]);
});

test("a plugin without sections, or without the file, has none", () => {
  expect(sectionsWithForms({}, {})).toEqual([]);
  expect(sectionsWithForms({ contributes: { sections: [sectionOf("box")] } }, {})).toEqual([]);
});

test("sections and content types of one title are told apart", () => {
  const sections = [sectionOf("box", { title: "A box" }), sectionOf("crate", { title: "A box" })];
  const contributes = {
    sections,
    contentTypes: [{ ...sectionOf("box", { title: "A box" }), plural: "Boxes" }],
  } as never;
  const found = sectionsWithForms({ contributes }, { "box.liquid": FORM, "crate.liquid": FORM });
  expect(found.map(({ of }) => of)).toEqual(["sections box", "sections crate", "contentTypes box"]);
});
