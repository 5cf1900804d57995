import type { Contributes } from "../../../manifests/manifest/manifest.ts";
import type { PackedPlugin } from "../../../manifests/packages/packedPlugin.ts";
import type { EntryPoint } from "./calls.ts";

const nameOf = ({ name }: { readonly name: string }): string => name;

/** The functions a manifest says its plugin has, for each entry point. */
const DECLARED: Readonly<Record<EntryPoint, (contributes: Contributes) => readonly string[]>> = {
  hooks: ({ hooks = [] }) => hooks.map(({ on }) => on),
  data: ({ sections = [] }) => sections.flatMap(({ data }) => data?.provider ?? []),
  routes: ({ routes = [] }) => routes.map(nameOf),
  tools: ({ mcp }) => (mcp?.tools ?? []).map(nameOf),
  actions: ({ actions = [] }) => actions.map(nameOf),
  resources: ({ mcp }) => (mcp?.resources ?? []).map(nameOf),
};

/** Tells whether a manifest declares a function. The workspace calls a plugin for nothing else. */
export const declares = ({ manifest }: PackedPlugin, point: EntryPoint, name: string): boolean =>
  manifest.kind === "executable" && DECLARED[point](manifest.contributes).includes(name);
