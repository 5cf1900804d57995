import { writtenAs } from "../../manifests/manifest/directive.ts";
import { type ContentType, type DrawnType, entryPart } from "../../manifests/manifest/contentType.ts";
import { labelled, translationsFor } from "../../manifests/packages/labels.ts";
import type { JsonSchema } from "../../manifests/shapes/shape.ts";
import { chosenTemplates } from "./checking/typeTemplates.ts";
import type { Documents } from "../documents/documents.ts";
import type { ActivePlugin } from "../contributions/installed.ts";
import type { SitePlugins } from "../plugins/states/shelf.ts";
import { placingTypeOf } from "../rendering/placing/placingTypes.ts";
import type { CatalogueView } from "./views.ts";

type SectionType = CatalogueView["sections"][number];
type TypeChoice = CatalogueView["contentTypes"][number];
type ThemeChoice = CatalogueView["themes"][number];

/**
 * Everything that active plugins offer to an editor, and the section types of inactive plugins. With a language, in the
 * plugins' translations for it.
 */
export function catalogueOf({ resolution, own, renderer }: SitePlugins, language?: string): CatalogueView {
  const translated = <T>(active: ActivePlugin, views: readonly T[]): readonly T[] =>
    language === undefined ? views : labelled(views, translationsFor(active.plugin.files, language));
  const { active } = resolution;
  return {
    sections: active.flatMap((one) => translated(one, sectionsOf(one))),
    inactive: [...renderer.idleSections].map(([type, { plugin, item }]) => sectionType(type, plugin, item)),
    contentTypes: [...active, ...(own ? [own] : [])].flatMap((one) => translated(one, contentTypesOf(one))),
    inactiveTypes: [...renderer.idleContentTypes].map(([type, item]) => idleTypeView(type, item, resolution.skipped)),
    themes: active.flatMap((one) => translated(one, themesOf(one))),
    directives: active.flatMap((one) => translated(one, directivesOf(one))),
    imports: active.flatMap(importsOf),
    files: active.flatMap(filesOf),
  };
}

/** The catalogue with the templates that the site chose for its types. */
export function withTemplates(documents: Documents, site: string, catalogue: CatalogueView): CatalogueView {
  const types = catalogue.contentTypes.flatMap(({ type, begins }): [string, string][] =>
    begins === undefined ? [] : [[type, begins]],
  );
  const templateOf = chosenTemplates(documents, site, new Map(types));
  const contentTypes = catalogue.contentTypes.map((one) => {
    const template = templateOf(one.type);
    return template === undefined ? one : { ...one, template };
  });
  return { ...catalogue, contentTypes };
}

type OfPlugin = SectionType["plugin"];

const pluginOf = ({ id, version }: OfPlugin): OfPlugin => ({ id, version });

const sectionsOf = (active: ActivePlugin): SectionType[] =>
  (active.plugin.manifest.contributes.sections ?? []).map((section) =>
    sectionType(`${active.id}/${section.name}`, pluginOf(active), section),
  );

const contentTypesOf = (active: ActivePlugin): TypeChoice[] =>
  (active.plugin.manifest.contributes.contentTypes ?? []).map((type) => contentTypeView(active, type));

/** A type of a plugin that is installed and not active. */
function idleTypeView(name: string, type: ContentType, skipped: readonly OfPlugin[]): TypeChoice {
  const id = name.slice(0, name.indexOf("/"));
  const version = skipped.find((plugin) => plugin.id === id)?.version ?? "";
  return contentTypeView({ id, version }, type);
}

function contentTypeView(active: OfPlugin, type: ContentType): TypeChoice {
  const { plural, address = null, order = null, index = [], emptyAs = {}, sections = [] } = type;
  const {
    type: name,
    title,
    description,
    plugin,
    fields,
  } = sectionType(`${active.id}/${type.name}`, pluginOf(active), entryPart(type));
  return {
    type: name,
    title,
    plural,
    description,
    plugin,
    fields,
    address,
    order,
    index,
    emptyAs,
    start: startOf(type),
    sections,
    ...(type.begins !== undefined && { begins: type.begins }),
  };
}

/** The values of the example that a new entry cannot be without. */
function startOf({ fields, example }: ContentType): Record<string, unknown> {
  const { required = [] } = fields as { readonly required?: readonly string[] };
  return Object.fromEntries(required.map((name) => [name, example.fields[name]]));
}

const sectionType = (type: string, plugin: OfPlugin, section: DrawnType): SectionType => ({
  type,
  title: section.title,
  description: section.description ?? "",
  category: section.category,
  plugin,
  fields: withoutOffer(section),
  variants: section.variants,
  slots: section.slots ?? [],
  presets: section.presets ?? [],
  maxPerPage: section.limits?.maxPerPage ?? null,
  ...(section.places !== undefined && { places: placingTypeOf(section) }),
  example: section.example,
});

/** Replaces the description of a deprecated field by the author's advice on what to use instead. */
function withoutOffer({ fields, deprecated = {} }: DrawnType): JsonSchema {
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

const directivesOf = (active: ActivePlugin): CatalogueView["directives"] =>
  (active.plugin.manifest.contributes.inline ?? []).map(({ name, title, description = "", as, fields, example }) => ({
    directive: `${active.id}/${name}`,
    title,
    description,
    plugin: pluginOf(active),
    as: writtenAs(as),
    fields,
    example,
  }));

/** The rows of a plugin for imports, with the whole names of its sections. */
const importsOf = ({ id, plugin }: ActivePlugin): CatalogueView["imports"] =>
  (plugin.manifest.contributes.imports ?? []).map(({ of, markdown, section }) => ({
    of: [...of],
    ...(markdown === undefined ? {} : { markdown }),
    ...(section ? { section: { type: `${id}/${section.type}`, fields: { ...section.fields } } } : {}),
  }));

const filesOf = ({ plugin }: ActivePlugin): CatalogueView["files"] =>
  (plugin.manifest.contributes.files ?? []).map(({ path, type }) => ({ path, type }));
