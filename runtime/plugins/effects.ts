/**
 * Describes a plugin's effects on a site, in sentences for its owner. A plugin without code asks for no grant and can
 * still speak for the whole site. The owner therefore reads this before switching it on, and again when an update
 * changes it.
 */
import { POINT_ADDITIONS_MAX } from "../../manifests/bounds/manifest.ts";
import { hookKind } from "../../manifests/hooks/lookup.ts";
import type { Manifest } from "../../manifests/manifest/manifest.ts";
import { sectionsWithForms } from "../../manifests/packages/ownForms.ts";
import type { PackedPlugin } from "../../manifests/packages/packedPlugin.ts";
import { calledName, isAlone } from "../contributions/soleName.ts";

/** The parts of a plugin that decide its effects. */
export interface Contributor extends Pick<Manifest, "id" | "kind" | "contributes"> {
  /** Titles of the sections whose templates write a form; absent if the owner agreed before this field existed. */
  readonly ownForms?: readonly string[];
}

export const contributorOf = ({ manifest, files }: Pick<PackedPlugin, "manifest" | "files">): Contributor => {
  const { id, kind, contributes } = manifest;
  return { id, kind, contributes, ownForms: sectionsWithForms(manifest, files) };
};

type Says = (plugin: Contributor) => readonly string[];

const quoted = (title: string): string => `“${title}”`;

const AUDIENCES: Readonly<Record<string, string>> = { public: "everybody on the internet", member: "every member" };

/** Files that readers take as statements of the whole site. */
const SPEAKS: readonly (readonly [RegExp, string])[] = [
  [/^\/robots\.txt$/, ", which tells search engines what they may list"],
  [/^\/sitemap[^/]*\.xml$/, ", which tells search engines what there is"],
  [/^\/llms[^/]*\.txt$/, ", which tells language models what there is"],
  [/^\/\.well-known\//, ", by which other services take the site at its word"],
];

const meaningOf = (path: string): string => SPEAKS.find(([pattern]) => pattern.test(path))?.[1] ?? "";

const agentsOf = ({ kind }: Contributor): string => (kind === "executable" ? "members’ agents" : "every agent");

const standing = (plugin: Contributor, called: Parameters<typeof isAlone>[1]): string =>
  isAlone(plugin, called) ? " Its name stands alone, without the plugin’s before it." : "";

const mayWrite = ({ effect }: { readonly effect?: "read" | "write" | undefined }): string =>
  effect === "write" ? " It may change drafts then." : "";

const megabytes = (bytes: number): string => `${Math.ceil(bytes / 104_857.6) / 10} MB`;

const tools: Says = (plugin) =>
  (plugin.contributes.mcp?.tools ?? []).map((tool) => {
    const does = tool.effect === "write" ? "may change something" : "changes nothing";
    return `Gives ${agentsOf(plugin)} the tool ${calledName(plugin, tool)}, ${quoted(tool.title)}; it ${does}.${standing(plugin, tool)}`;
  });

const resources: Says = (plugin) =>
  (plugin.contributes.mcp?.resources ?? []).map(
    ({ address, name, title }) =>
      `Gives ${agentsOf(plugin)} a text to read, ${quoted(title)}, at ${address ?? `${plugin.id}/${name}`}.`,
  );

const prompts: Says = (plugin) =>
  (plugin.contributes.mcp?.prompts ?? []).map(
    (prompt) =>
      `Gives ${agentsOf(plugin)} the prompt ${calledName(plugin, prompt)}, ${quoted(prompt.title)}.${standing(plugin, prompt)}`,
  );

const sections: Says = ({ contributes: { sections: list = [] } }) =>
  list.map(
    ({ title, data }) => `Adds the section ${quoted(title)} for pages${data ? ", which its code fills in" : ""}.`,
  );

/** Every value of an addition, so that an owner has read what another plugin will say with it. */
const leaves = (value: unknown, path = ""): string[] =>
  typeof value === "object" && value !== null
    ? Object.entries(value).flatMap(([name, child]) => leaves(child, path === "" ? name : `${path} ${name}`))
    : [`${path} ${quoted(String(value))}`];

const additions: Says = ({ contributes: { extends: list = [] } }) =>
  list.map(
    ({ point, data }) => `Adds to ${point}, which is another plugin’s: ${leaves(data).join(", ") || "nothing"}.`,
  );

const pointsOf: Says = ({ contributes: { provides = [] } }) =>
  provides.map(({ title, max = POINT_ADDITIONS_MAX }) => {
    const most = max === 1 ? "one entry" : `up to ${max} entries`;
    return `Lets other plugins add ${most} to its list ${quoted(title)}.`;
  });

/** The sentences, the weightiest first. */
const EFFECTS: readonly Says[] = [
  ({ contributes: { hooks = [] } }) => hooks.map((hook) => `${hookKind(hook.on).effect(hook)}${mayWrite(hook)}`),
  ({ contributes: { files = [] } }) => files.map(({ path }) => `Serves ${path}${meaningOf(path)}.`),
  ({ contributes: { metadata = [] } }) =>
    metadata.map(
      ({ name }) => `Writes into the head of every page, where search engines and social networks read (${name}).`,
    ),
  tools,
  resources,
  prompts,
  ({ contributes: { routes = [] } }) =>
    routes.map(
      ({ path, methods, access, effect }) =>
        `Answers ${methods.join(", ")} ${path} to ${AUDIENCES[access] ?? `members with ${access}`}.${mayWrite({ effect })}`,
    ),
  ({ contributes: { forms = [] } }) =>
    forms.map(({ title }) => `Adds the form ${quoted(title)}, in which visitors leave data.`),
  ({ ownForms = [] }) =>
    ownForms.map(
      (title) =>
        `Shows a form of its own in the section ${quoted(title)}; what visitors type there goes to the plugin, not to the site’s own forms.`,
    ),
  ({ contributes: { frames = [] } }) =>
    frames.map(
      ({ title }) =>
        `Shows ${quoted(title)} in pages and runs its script in visitors’ browsers, in a frame that cannot reach the page.`,
    ),
  ({ contributes: { media = [] } }) =>
    media.map(
      ({ title, types, maxBytes }) =>
        `Lets members upload ${types.join(", ")} up to ${megabytes(maxBytes)}, ${quoted(title)}.`,
    ),
  ({ contributes: { themes = [] } }) =>
    themes.map(
      ({ title }) =>
        `Adds the theme ${quoted(title)}, which styles the whole page, the sections and forms of all plugins included.`,
    ),
  pointsOf,
  additions,
  sections,
];

export const effectsOf = (plugin: Contributor): string[] => [...new Set(EFFECTS.flatMap((says) => says(plugin)))];

/** A point that takes other data than before: what other plugins may say by it was agreed to under the old rules. */
function pointsChanged({ contributes: { provides: had = [] } }: Contributor, after: Contributor): string[] {
  const rules = new Map(had.map(({ name, data, unique }) => [name, JSON.stringify([data, unique])]));
  return (after.contributes.provides ?? []).flatMap(({ name, title, data, unique }) =>
    rules.has(name) && rules.get(name) !== JSON.stringify([data, unique])
      ? [`Takes other data from plugins than before in its list ${quoted(title)}.`]
      : [],
  );
}

export interface EffectChanges {
  readonly added: readonly string[];
  readonly removed: readonly string[];
}

/** Compares two versions: the effects that an update adds, and those that it removes. */
export function effectChanges(before: Contributor, after: Contributor): EffectChanges {
  const [had, has] = [effectsOf(before), effectsOf(after)];
  return {
    added: [...has.filter((effect) => !had.includes(effect)), ...pointsChanged(before, after)],
    removed: had.filter((effect) => !has.includes(effect)),
  };
}
