import { describe, expect, test } from "vitest";
import type { PackedPlugin } from "../../manifests/packages/packedPlugin.ts";
import { packProject } from "../../sites/tools/firstParty.ts";
import { previewFindings } from "../../sites/cli/plugin/preview.ts";

const FIRST_PARTY = packProject().firstParty;

test.each(FIRST_PARTY.map((plugin) => [plugin.manifest.id, plugin] as const))("%s renders", (_, plugin) => {
  expect(previewFindings(plugin)).toEqual([]);
});

const named = (id: string): PackedPlugin => {
  const found = FIRST_PARTY.find(({ manifest }) => manifest.id === id);
  if (!found) throw new RangeError(id);
  return found;
};

const GREEDY = "{% for i in (1..1000000) %}a{% endfor %}";
const broken = (id: string, file: string): PackedPlugin => {
  const plugin = named(id);
  if (!Object.hasOwn(plugin.files, file)) throw new RangeError(file);
  return { ...plugin, files: { ...plugin.files, [file]: GREEDY } };
};

describe("what breaks only when it renders is found in", () => {
  test.each([
    ["a section", "drawbridge.basics", "sections/hero.liquid"],
    ["a section's Markdown", "drawbridge.basics", "sections/hero.md.liquid"],
    ["a layout", "drawbridge.slate", "layout.liquid"],
    ["metadata", "drawbridge.seo", "head.liquid"],
  ])("%s", (_, id, file) => {
    expect(previewFindings(broken(id, file))).toEqual([
      expect.objectContaining({ file, found: expect.stringMatching(/more (parts|text) than allowed/) as string }),
    ]);
  });

  test("a file", () => {
    const [plugin, file] = [named("drawbridge.seo"), "sitemap.liquid"];
    const greedy = {
      ...plugin,
      files: {
        ...plugin.files,
        [file]: "{% for i in (1..1000000) %}{% for j in (1..1000000) %}a{% endfor %}{% endfor %}",
      },
    };
    expect(previewFindings(greedy)).toEqual([expect.objectContaining({ file, found: expect.any(String) as string })]);
  });
});

test("content its own schema refuses is found at its place in the example or preset", () => {
  const plugin = named("drawbridge.basics");
  const sections = (plugin.manifest.contributes.sections ?? []).map((section) =>
    section.name === "hero" ? { ...section, presets: [{ title: "Wrong", fields: { title: 5 } }] } : section,
  );
  const changed = {
    ...plugin,
    manifest: { ...plugin.manifest, contributes: { ...plugin.manifest.contributes, sections } },
  };
  const at = sections.findIndex(({ name }) => name === "hero");
  expect(previewFindings(changed)).toContainEqual({
    pointer: `/contributes/sections/${at}/presets/0/fields/title`,
    found: "5",
    allowed: expect.any(String) as string,
  });
});
