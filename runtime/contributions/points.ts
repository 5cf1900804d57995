/**
 * The contribution points of the kernel, one entry each, with the rule that joins contributions. A plugin adds values
 * and never sees another plugin's. Look-ups use Maps, because the names come from documents: `constructor` must not be
 * found.
 */
import type { PackedPlugin } from "../../manifests/packages/packedPlugin.ts";
import { type ContentType, type DrawnType, drawnTypes } from "../../manifests/manifest/contentType.ts";
import type { Contributes, Manifest } from "../../manifests/manifest/manifest.ts";
import type { PromptContribution, ResourceContribution, ToolContribution } from "../../manifests/agents/mcp.ts";
import { type Additions, joined } from "./additions.ts";
import type { Contribution } from "./contribution.ts";
import type { ActivePlugin, SkippedPlugin } from "./installed.ts";
import { type NameOwner, type SoleName, addressed, calledBy, servedAt, servedForPages } from "./soleName.ts";

export type { Contribution } from "./contribution.ts";

interface Point<T, Out> {
  /** The contributions of one plugin to this point. */
  readonly of: (contributes: Contributes) => readonly T[];
  /** The item's name within its plugin. */
  readonly name: (item: T) => string;
  /** The name that only one plugin of a site may have. The second plugin is in conflict. */
  readonly sole?: (item: T, owner: NameOwner) => SoleName | undefined;
  /** Joins the contributions, which come in the order of resolution. */
  readonly combine: (given: readonly Contribution<T>[]) => Out;
}

type ItemOf<K extends keyof Contributes> = NonNullable<Contributes[K]> extends readonly (infer T)[] ? T : never;
type Hook = ItemOf<"hooks">;
type File = ItemOf<"files">;

const named = (item: { readonly name: string }): string => item.name;

/**
 * Rule: by qualified name. Qualified names cannot collide, because ids are unique, and names are unique in a manifest.
 */
const byQualifiedName = <T>(given: readonly Contribution<T>[]): ReadonlyMap<string, Contribution<T>> =>
  new Map(given.map((contribution) => [contribution.qualified, contribution]));

/** Rule: all of them, in order. */
const inOrder = <T>(given: readonly Contribution<T>[]): readonly Contribution<T>[] => given;

/** Rule: by another name. Resolution has made sure that each name is claimed once. */
const byKey =
  <T>(key: (contribution: Contribution<T>) => string) =>
  (given: readonly Contribution<T>[]): ReadonlyMap<string, Contribution<T>> =>
    new Map(given.map((contribution) => [key(contribution), contribution]));

/** Rule: grouped by event, in order. */
const byMoment = (given: readonly Contribution<Hook>[]): ReadonlyMap<string, readonly Contribution<Hook>[]> =>
  Map.groupBy(given, ({ item }) => item.on);

/** Infers each entry's item type while checking that its members agree. */
const point = <T, Out>(entry: Point<T, Out>): Point<T, Out> => entry;

const listed = <T extends { readonly name: string }>(
  of: (contributes: Contributes) => readonly T[] | undefined,
  sole?: (item: T, owner: NameOwner) => SoleName | undefined,
) =>
  point<T, ReadonlyMap<string, Contribution<T>>>({
    of: (contributes) => of(contributes) ?? [],
    name: named,
    ...(sole ? { sole } : {}),
    combine: byQualifiedName,
  });

export const POINTS = {
  sections: listed((contributes) => drawnTypes(contributes).map(({ item }) => item)),
  contentTypes: listed((contributes) => contributes.contentTypes),
  inline: listed((contributes) => contributes.inline),
  themes: listed((contributes) => contributes.themes),
  metadata: point({
    of: (contributes) => contributes.metadata ?? [],
    name: named,
    combine: inOrder<ItemOf<"metadata">>,
  }),
  files: point({
    of: (contributes) => (contributes.files ?? []).filter(({ each }) => each === undefined),
    name: (file) => file.path,
    sole: servedAt,
    combine: byKey<File>(({ item }) => item.path),
  }),
  pageFiles: point({
    of: (contributes) => (contributes.files ?? []).filter(({ each }) => each !== undefined),
    name: (file) => file.path,
    sole: servedForPages,
    combine: inOrder<File>,
  }),
  assets: listed((contributes) => contributes.assets),
  frames: listed((contributes) => contributes.frames),
  forms: listed((contributes) => contributes.forms),
  media: listed((contributes) => contributes.media),
  letters: listed((contributes) => contributes.letters),
  tools: listed((contributes) => contributes.mcp?.tools, calledBy("tool")),
  resources: listed(
    (contributes) => contributes.mcp?.resources,
    ({ address }) => (address === undefined ? undefined : addressed(address)),
  ),
  prompts: listed((contributes) => contributes.mcp?.prompts, calledBy("prompt")),
  hooks: point({ of: (contributes) => contributes.hooks ?? [], name: (hook) => hook.on, combine: byMoment }),
  routes: listed((contributes) => contributes.routes),
  actions: listed((contributes) => contributes.actions, calledBy("tool")),
  provides: listed((contributes) => contributes.provides),
  extends: listed((contributes) => contributes.extends),
  settings: point({
    of: (contributes) => (contributes.settings ? [contributes.settings] : []),
    name: () => "settings",
    combine: byKey<NonNullable<Contributes["settings"]>>(({ plugin }) => plugin.id),
  }),
};

type Points = typeof POINTS;
type Combined = { readonly [K in keyof Points]: ReturnType<Points[K]["combine"]> };

/** Everything that the active plugins add to a site. */
export interface Contributions extends Combined {
  readonly active: readonly ActivePlugin[];
  /** The data that plugins add to one another's points. */
  readonly additions: Additions;
  /** Inactive plugins by id. The editor shows the reason if a page needs one of them. */
  readonly skipped: ReadonlyMap<string, SkippedPlugin>;
  /**
   * Section types of inactive but trusted plugins, by qualified name. They are not rendered. Editors may still change
   * the content of such sections, and the kernel validates it as before.
   */
  readonly idleSections: ReadonlyMap<string, IdleSection>;
  /** Content types of inactive but trusted plugins, by qualified name. Lists still ask for their entries. */
  readonly idleContentTypes: ReadonlyMap<string, ContentType>;
}

export interface IdleSection {
  readonly plugin: { readonly id: string; readonly version: string };
  readonly item: DrawnType;
}

/** A section type, or a content type as the type of its entries' own section. */
export type SectionEntry = Contribution<DrawnType>;
export type DirectiveEntry = Contribution<ItemOf<"inline">>;
export type ThemeEntry = Contribution<ItemOf<"themes">>;
export type FileEntry = Contribution<File>;
export type ToolEntry = Contribution<ToolContribution>;
export type ResourceEntry = Contribution<ResourceContribution>;
export type PromptEntry = Contribution<PromptContribution>;

/** Joins the contributions of the active plugins. `idle` are inactive plugins with a trusted package. */
export function combine(
  active: readonly ActivePlugin[],
  skipped: readonly SkippedPlugin[] = [],
  idle: readonly PackedPlugin[] = [],
): Contributions {
  const combined = Object.entries(POINTS).map(([key, entry]) => [
    key,
    combineOne(entry as Point<unknown, unknown>, active),
  ]);
  const all = Object.fromEntries(combined) as Combined;
  const why = firstById(skipped);
  const additions = joined(all.provides, all.extends, active, why);
  return {
    ...all,
    active,
    additions,
    skipped: why,
    idleSections: idleSectionsOf(idle),
    idleContentTypes: idleTypesIn(idle),
  };
}

const idleSectionsOf = (idle: readonly PackedPlugin[]): ReadonlyMap<string, IdleSection> =>
  new Map(
    idle.flatMap(({ manifest: { id, version, contributes } }) =>
      drawnTypes(contributes).map(({ item }) => [`${id}/${item.name}`, { plugin: { id, version }, item }] as const),
    ),
  );

const idleTypesIn = (idle: readonly PackedPlugin[]): ReadonlyMap<string, ContentType> =>
  new Map(
    idle.flatMap(({ manifest: { id, contributes } }) =>
      (contributes.contentTypes ?? []).map((type) => [`${id}/${type.name}`, type] as const),
    ),
  );

function combineOne<T, Out>(entry: Point<T, Out>, active: readonly ActivePlugin[]): Out {
  return entry.combine(active.flatMap((plugin) => contributionsOf(entry, plugin)));
}

function contributionsOf<T>(entry: Point<T, unknown>, plugin: ActivePlugin): Contribution<T>[] {
  return entry
    .of(plugin.plugin.manifest.contributes)
    .map((item) => ({ qualified: `${plugin.id}/${entry.name(item)}`, plugin, item }));
}

/** Keeps one entry for each id: the first, which is the newest version. */
function firstById(skipped: readonly SkippedPlugin[]): ReadonlyMap<string, SkippedPlugin> {
  return new Map(skipped.toReversed().map((plugin) => [plugin.id, plugin]));
}

/** All names of a plugin that no other plugin of the site may have. */
export function soleNamesOf({ manifest }: PackedPlugin): SoleName[] {
  return Object.values(POINTS).flatMap((entry) => soleNamesAt(entry as Point<unknown, unknown>, manifest));
}

function soleNamesAt<T>({ of, sole }: Point<T, unknown>, manifest: Manifest): SoleName[] {
  return sole ? of(manifest.contributes).flatMap((item) => sole(item, manifest) ?? []) : [];
}
