/**
 * Renders all contributions of a plugin with the engine's renderer, from its examples and presets. This finds faults
 * that packing cannot: templates that fail on real values, and content that the plugin's own schema refuses.
 */
import type { SectionContribution } from "../../../manifests/manifest/section.ts";
import type { Issue } from "../../../manifests/refusals/refusal.ts";
import type { PackedPlugin } from "../../../manifests/packages/packedPlugin.ts";
import type { Page, Theme } from "../../../runtime/documents/content/content.ts";
import type { Section } from "../../../runtime/documents/content/section.ts";
import { combine } from "../../../runtime/contributions/points.ts";
import { createRenderer, type Renderer } from "../../../runtime/rendering/renderer.ts";
import { PLAIN, siteWith } from "./gallery/specimenSite.ts";

/** A fault at a pointer into the manifest, or in another file. */
export interface PreviewFinding extends Issue {
  readonly file?: string;
}

const GENERATED = "2026-01-02T03:04:05.000Z";

interface Shown {
  /** The place of the example or the preset in the manifest. */
  readonly pointer: string;
  readonly section: Section;
}

/** The example in every variant, and every preset. */
function shownOf(id: string, { name, variants, example, presets = [] }: SectionContribution, index: number): Shown[] {
  const pointer = `/contributes/sections/${index}`;
  const type = `${id}/${name}`;
  const section = (variant: string | undefined, fields: Section["fields"]): Section => ({
    id: "shown",
    type,
    fields,
    ...(variant && { variant }),
  });
  return [
    ...variants.map((variant) => ({
      pointer: `${pointer}/example`,
      section: section(variant.name, example.fields),
    })),
    ...presets.map((preset, at) => ({
      pointer: `${pointer}/presets/${at}`,
      section: section(preset.variant, preset.fields),
    })),
  ];
}

const pageOf = (sections: Section[]): Page => ({ path: "/preview", title: "Preview", sections });

function sectionFindings(renderer: Renderer, { pointer: at, section }: Shown, theme: Theme): PreviewFinding[] {
  const input = {
    id: "preview",
    version: 1,
    page: pageOf([section]),
    site: siteWith(theme),
    mode: "published" as const,
  };
  renderer.page(input);
  renderer.markdown(input);
  const { issues } = renderer.checkPage(input.page);
  return issues.map(({ pointer, found, allowed }) => ({
    pointer: pointer.replace("/sections/0", at),
    found,
    allowed,
  }));
}

/** Renders an empty page, which covers the layout and the head. */
function renderPage(renderer: Renderer, theme: Theme): void {
  renderer.page({ id: "preview", version: 1, page: pageOf([]), site: siteWith(theme), mode: "published" });
  renderer.stylesheet(theme);
}

const themeFindings = (renderer: Renderer, theme: Theme, index: number): PreviewFinding[] =>
  renderer.checkTheme(theme).map(({ pointer, found, allowed }) => ({
    pointer: `/contributes/themes/${index}`,
    found: `${found} for ${pointer}`,
    allowed,
  }));

/** Every variant shows the same example, so all of them have its faults. */
const onlyOnce = (findings: readonly PreviewFinding[]): PreviewFinding[] => [
  ...new Map(findings.map((finding) => [JSON.stringify(finding), finding])).values(),
];

/** The faults of rendering; empty if everything renders. */
export function previewFindings(plugin: PackedPlugin): PreviewFinding[] {
  const { id, version, contributes } = plugin.manifest;
  const renderer = createRenderer(combine([{ id, version, plugin, grant: null }]));
  const themes = (contributes.themes ?? []).map(({ name }): Theme => ({ ...PLAIN, theme: `${id}/${name}` }));
  const shown = (contributes.sections ?? []).flatMap((section, index) => shownOf(id, section, index));
  const findings = [
    ...shown.flatMap((entry) => sectionFindings(renderer, entry, themes[0] ?? PLAIN)),
    ...themes.flatMap((theme, index) => themeFindings(renderer, theme, index)),
  ];
  for (const theme of [PLAIN, ...themes]) renderPage(renderer, theme);
  for (const path of renderer.filePaths()) renderer.file(path, siteWith(PLAIN), GENERATED);
  // The renderer lists each failed template once, whatever its data.
  const failed = renderer
    .problems()
    .map(({ file, problem }) => ({ file, pointer: "", found: `a fault as it renders: ${problem}`, allowed: "none" }));
  return [...onlyOnce(findings), ...failed];
}
