import type { ActivePlugin } from "../contributions/installed.ts";
import type { SitePlugins } from "../plugins/shelf.ts";
import type { CatalogueView } from "./views.ts";

type SectionType = CatalogueView["sections"][number];
type ThemeChoice = CatalogueView["themes"][number];

/** Everything the active plugins offer to an editor. */
export function catalogueOf({ resolution }: SitePlugins): CatalogueView {
  return { sections: resolution.active.flatMap(sectionsOf), themes: resolution.active.flatMap(themesOf) };
}

const pluginOf = ({ id, version }: ActivePlugin): { id: string; version: string } => ({ id, version });

function sectionsOf(active: ActivePlugin): SectionType[] {
  const { id, contributes } = active.plugin.manifest;
  return (contributes.sections ?? []).map((section) => ({
    type: `${id}/${section.name}`,
    title: section.title,
    description: section.description ?? "",
    category: section.category,
    plugin: pluginOf(active),
    fields: section.fields,
    variants: section.variants,
    slots: section.slots ?? [],
    presets: section.presets ?? [],
    maxPerPage: section.limits?.maxPerPage ?? null,
    example: section.example,
  }));
}

function themesOf(active: ActivePlugin): ThemeChoice[] {
  const { id, contributes } = active.plugin.manifest;
  return (contributes.themes ?? []).map(({ name, title, description, tokens }) => ({
    theme: `${id}/${name}`,
    title,
    description: description ?? "",
    plugin: pluginOf(active),
    tokens,
  }));
}
