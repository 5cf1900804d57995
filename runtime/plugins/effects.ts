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
import type { Consented } from "./consent/consented.ts";

/** The parts of a plugin that decide its effects. */
export interface Contributor extends Pick<Manifest, "id" | "kind" | "contributes"> {
  /** Titles of the sections whose templates write a form; absent if the owner agreed before this field existed. */
  readonly ownForms?: readonly string[];
}

export const contributorOf = ({ manifest, files }: Pick<PackedPlugin, "manifest" | "files">): Contributor => {
  const { id, kind, contributes } = manifest;
  return { id, kind, contributes, ownForms: sectionsWithForms(manifest, files) };
};

type Said = Omit<Consented, "topic" | "needsGrant" | "reason">;
type Says = (plugin: Contributor) => readonly Said[];

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

const agentReach = ({ kind }: Contributor): string[] => (kind === "executable" ? [] : ["every agent"]);

const standing = (plugin: Contributor, called: Parameters<typeof isAlone>[1]): string =>
  isAlone(plugin, called) ? " Its name stands alone, without the plugin’s before it." : "";

type MayWrite = { readonly effect?: "read" | "write" | undefined };

const writing = ({ effect }: MayWrite): string[] => (effect === "write" ? ["write"] : []);

/** The callers a route answers: everybody includes members, and members include those with one permission. */
const AUDIENCE_REACH: Readonly<Record<string, readonly string[]>> = {
  public: ["everybody", "members", "some members"],
  member: ["members", "some members"],
};

const mayWrite = ({ effect }: MayWrite): string => (effect === "write" ? " It may change drafts then." : "");

const megabytes = (bytes: number): string => `${Math.ceil(bytes / 104_857.6) / 10} MB`;

const tools: Says = (plugin) =>
  (plugin.contributes.mcp?.tools ?? []).map((tool) => {
    const does = tool.effect === "write" ? "may change something" : "changes nothing";
    return {
      key: `tool ${tool.name}`,
      says: `Gives ${agentsOf(plugin)} the tool ${calledName(plugin, tool)}, ${quoted(tool.title)}; it ${does}.${standing(plugin, tool)}`,
      reach: [...agentReach(plugin), ...writing(tool), ...(isAlone(plugin, tool) ? ["alone"] : [])],
    };
  });

const resources: Says = (plugin) =>
  (plugin.contributes.mcp?.resources ?? []).map(({ address, name, title }) => ({
    key: `resource ${name}`,
    says: `Gives ${agentsOf(plugin)} a text to read, ${quoted(title)}, at ${address ?? `${plugin.id}/${name}`}.`,
    reach: agentReach(plugin),
  }));

const prompts: Says = (plugin) =>
  (plugin.contributes.mcp?.prompts ?? []).map((prompt) => ({
    key: `prompt ${prompt.name}`,
    says: `Gives ${agentsOf(plugin)} the prompt ${calledName(plugin, prompt)}, ${quoted(prompt.title)}.${standing(plugin, prompt)}`,
    reach: agentReach(plugin),
  }));

const sections: Says = ({ contributes: { sections: list = [] } }) =>
  list.map(({ name, title, data }) => ({
    key: `section ${name}`,
    says: `Adds the section ${quoted(title)} for pages${data ? ", which its code fills in" : ""}.`,
    reach: data ? ["code"] : [],
    isOffered: true as const,
  }));

/** A visitor's browser asks the embedded address by itself, which then knows of the visit. */
const embeds: Says = ({ contributes: { sections: list = [] } }) =>
  list.flatMap(({ name, title, frames = [] }) =>
    frames.length === 0
      ? []
      : [
          {
            key: `embeds ${name}`,
            says: `Shows what is at ${frames.join(", ")} inside the section ${quoted(title)}; visitors’ browsers ask there.`,
            reach: frames,
          },
        ],
  );

/** Every value of an addition, so that an owner has read what another plugin will say with it. */
const leaves = (value: unknown, path = ""): string[] =>
  typeof value === "object" && value !== null
    ? Object.entries(value).flatMap(([name, child]) => leaves(child, path === "" ? name : `${path} ${name}`))
    : [`${path} ${quoted(String(value))}`];

const additions: Says = ({ contributes: { extends: list = [] } }) =>
  list.map(({ name, point, data }) => ({
    key: `addition ${name}`,
    says: `Adds to ${point}, which is another plugin’s: ${leaves(data).join(", ") || "nothing"}.`,
    reach: [],
  }));

const pointsOf: Says = ({ contributes: { provides = [] } }) =>
  provides.map(({ name, title, data, unique, max = POINT_ADDITIONS_MAX }) => {
    const most = max === 1 ? "one entry" : `up to ${max} entries`;
    return {
      key: `list ${name}`,
      says: `Lets other plugins add ${most} to its list ${quoted(title)}.`,
      // Other rules let other plugins say other things by it.
      reach: [JSON.stringify([data, unique])],
      amounts: [max],
    };
  });

const hooks: Says = ({ contributes: { hooks: list = [] } }) =>
  list.map((hook) => ({
    key: `hook ${hook.on}`,
    says: `${hookKind(hook.on).effect(hook)}${mayWrite(hook)}`,
    reach: writing(hook),
    // More often is more.
    amounts: [-(hook.everyMinutes ?? 0)],
  }));

const files: Says = ({ contributes: { files: list = [] } }) =>
  list.map(({ path }) => ({ key: `file ${path}`, says: `Serves ${path}${meaningOf(path)}.`, reach: [] }));

const metadata: Says = ({ contributes: { metadata: list = [] } }) =>
  list.map(({ name }) => ({
    key: `metadata ${name}`,
    says: `Writes into the head of every page, where search engines and social networks read (${name}).`,
    reach: [],
  }));

const routes: Says = ({ contributes: { routes: list = [] } }) =>
  list.map(({ name, path, methods, access, effect }) => ({
    key: `route ${name}`,
    says: `Answers ${methods.join(", ")} ${path} to ${AUDIENCES[access] ?? `members with ${access}`}.${mayWrite({ effect })}`,
    reach: [...methods, ...(AUDIENCE_REACH[access] ?? ["some members"]), ...writing({ effect })],
  }));

const forms: Says = ({ contributes: { forms: list = [] } }) =>
  list.map(({ name, title }) => ({
    key: `form ${name}`,
    says: `Adds the form ${quoted(title)}, in which visitors leave data.`,
    reach: [],
  }));

const formsOfItsOwn: Says = ({ ownForms = [] }) =>
  ownForms.map((title) => ({
    key: `own form ${title}`,
    says: `Shows a form of its own in the section ${quoted(title)}; what visitors type there goes to the plugin, not to the site’s own forms.`,
    reach: [],
  }));

const frames: Says = ({ contributes: { frames: list = [] } }) =>
  list.map(({ name, title }) => ({
    key: `frame ${name}`,
    says: `Shows ${quoted(title)} in pages and runs its script in visitors’ browsers, in a frame that cannot reach the page.`,
    reach: [],
  }));

const media: Says = ({ contributes: { media: list = [] } }) =>
  list.map(({ name, title, types, maxBytes }) => ({
    key: `upload ${name}`,
    says: `Lets members upload ${types.join(", ")} up to ${megabytes(maxBytes)}, ${quoted(title)}.`,
    reach: types,
    amounts: [maxBytes],
  }));

const themes: Says = ({ contributes: { themes: list = [] } }) =>
  list.map(({ name, title }) => ({
    key: `theme ${name}`,
    says: `Adds the theme ${quoted(title)}, which styles the whole page, the sections and forms of all plugins included.`,
    reach: [],
    isOffered: true as const,
  }));

/** The sentences, the weightiest first, and what each is about. */
const EFFECTS: readonly (readonly [Consented["topic"], Says])[] = [
  ["publishing", hooks],
  ["addresses", files],
  ["pages", metadata],
  ["agents", tools],
  ["agents", resources],
  ["agents", prompts],
  ["addresses", routes],
  ["visitors", forms],
  ["visitors", formsOfItsOwn],
  ["visitors", frames],
  ["visitors", embeds],
  ["pages", media],
  ["pages", themes],
  ["pages", pointsOf],
  ["pages", additions],
  ["pages", sections],
];

/** Everything that a plugin does as soon as it is switched on. */
export const consentedBySwitch = (plugin: Contributor): Consented[] =>
  EFFECTS.flatMap(([topic, says]) =>
    says(plugin).map((said) => ({ ...said, topic, needsGrant: false, reason: undefined })),
  );

export const effectsOf = (plugin: Contributor): string[] => [
  ...new Set(consentedBySwitch(plugin).map(({ says }) => says)),
];

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
