import type { SectionContribution } from "../../manifests/manifest/section.ts";
import type { JsonSchema } from "../../manifests/shapes/shape.ts";
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
    fields: withoutOffer(section),
    variants: section.variants,
    slots: section.slots ?? [],
    presets: section.presets ?? [],
    maxPerPage: section.limits?.maxPerPage ?? null,
    example: section.example,
  }));
}

/** Fields that are not to be used any more say what to use. */
function withoutOffer({ fields, deprecated = {} }: SectionContribution): JsonSchema {
  const properties = Object.entries((fields["properties"] ?? {}) as Record<string, JsonSchema>).map(
    ([name, property]) => {
      const says = Object.hasOwn(deprecated, name) ? deprecated[name] : undefined;
      return [name, says === undefined ? property : { ...property, description: says }] as const;
    },
  );
  return Object.keys(deprecated).length === 0 ? fields : { ...fields, properties: Object.fromEntries(properties) };
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
