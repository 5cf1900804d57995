/**
 * Renders everything a plugin contributes by the engine's own renderer, with its examples and presets as content.
 * Faults that packing cannot see show here: a template that fails on real values, or content its own schema refuses.
 */
import type { SectionContribution } from "../../../manifests/manifest/section.ts";
import type { PackedPlugin } from "../../../manifests/packages/packedPlugin.ts";
import type { Page, PageSummary, Section, Theme } from "../../../runtime/documents/content.ts";
import { combine } from "../../../runtime/contributions/points.ts";
import { createRenderer, type Renderer, type SiteView } from "../../../runtime/rendering/renderer.ts";

/** Something that did not work, and where: a file, or a section with the content it was given. */
export interface PreviewFinding {
  readonly at: string;
  readonly problem: string;
}

const ORIGIN = "https://site.example";
const GENERATED = "2026-01-02T03:04:05.000Z";
const PLAIN: Theme = { theme: "", scheme: "auto", tokens: {} };

const summary = (index: number): PageSummary => ({
  id: `page-${index}`,
  path: `/page-${index}`,
  url: `${ORIGIN}/page-${index}`,
  title: `Page ${index}`,
  description: index % 2 === 0 ? "What this page is about." : null,
  collection: "journal",
  date: `2026-01-0${index}`,
  updated: null,
  author: null,
  image: null,
});

const PAGES = [1, 2, 3, 4, 5].map(summary);
const LINKS = [
  { label: "Home", link: "/" },
  { label: "About", link: "page:page-1", children: [{ label: "People", link: "/people" }] },
];

const siteWith = (theme: Theme): SiteView => ({
  settings: { name: "Site & Co", tagline: "A site to look at", language: "en" },
  origin: ORIGIN,
  navigation: { menus: { header: LINKS, footer: LINKS } },
  theme,
  stylesheet: "/_assets/preview.css",
  link: (id) => PAGES.find((page) => page.id === id)?.path,
  query: ({ limit = PAGES.length }) => PAGES.slice(0, limit),
});

interface Shown {
  readonly at: string;
  readonly section: Section;
}

/** The example in every variant, and every preset. */
function shownOf(id: string, { name, variants, example, presets = [] }: SectionContribution): Shown[] {
  const type = `${id}/${name}`;
  const section = (variant: string | undefined, fields: Section["fields"]): Section => ({
    id: "shown",
    type,
    fields,
    ...(variant && { variant }),
  });
  return [
    ...variants.map((variant) => ({
      at: `${name}, example as ${variant.name}`,
      section: section(variant.name, example.fields),
    })),
    ...presets.map((preset) => ({
      at: `${name}, preset ${preset.title}`,
      section: section(preset.variant, preset.fields),
    })),
  ];
}

const pageOf = (sections: Section[]): Page => ({ path: "/preview", title: "Preview", sections });

function sectionFindings(renderer: Renderer, { at, section }: Shown, theme: Theme): PreviewFinding[] {
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
    at,
    problem: `${pointer.replace("/sections/0", "")}: found ${found}; allowed: ${allowed}`,
  }));
}

/** An empty page is enough to render a layout, and what stands in every page's head. */
function renderPage(renderer: Renderer, theme: Theme): void {
  renderer.page({ id: "preview", version: 1, page: pageOf([]), site: siteWith(theme), mode: "published" });
  renderer.stylesheet(theme);
}

const themeFindings = (renderer: Renderer, theme: Theme): PreviewFinding[] =>
  renderer.checkTheme(theme).map(({ pointer, found, allowed }) => ({
    at: theme.theme,
    problem: `${pointer}: found ${found}; allowed: ${allowed}`,
  }));

/** Everything that did not work; nothing when all of it renders. */
export function previewFindings(plugin: PackedPlugin): PreviewFinding[] {
  const { id, version, contributes } = plugin.manifest;
  const renderer = createRenderer(combine([{ id, version, plugin, grant: null }]));
  const themes = (contributes.themes ?? []).map(({ name }): Theme => ({ ...PLAIN, theme: `${id}/${name}` }));
  const shown = (contributes.sections ?? []).flatMap((section) => shownOf(id, section));
  const findings = [
    ...shown.flatMap((entry) => sectionFindings(renderer, entry, themes[0] ?? PLAIN)),
    ...themes.flatMap((theme) => themeFindings(renderer, theme)),
  ];
  for (const theme of [PLAIN, ...themes]) renderPage(renderer, theme);
  for (const path of renderer.filePaths()) renderer.file(path, siteWith(PLAIN), GENERATED);
  // The renderer remembers a failed template once, whatever data it had.
  return [...findings, ...renderer.problems().map(({ file, problem }) => ({ at: file, problem }))];
}
