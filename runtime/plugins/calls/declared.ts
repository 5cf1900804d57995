import type { Manifest } from "../../../manifests/manifest/manifest.ts";
import type { PackedPlugin } from "../../../manifests/packages/packedPlugin.ts";
import type { EntryPoint } from "./calls.ts";

const nameOf = ({ name }: { readonly name: string }): string => name;

/** The functions that a manifest declares, by entry point. */
const DECLARED: Readonly<Record<EntryPoint, (manifest: Manifest) => readonly string[]>> = {
  hooks: ({ contributes: { hooks = [] } }) => hooks.map(({ on }) => on),
  data: ({ contributes: { sections = [] } }) => sections.flatMap(({ data }) => data?.provider ?? []),
  routes: ({ contributes: { routes = [] } }) => routes.map(nameOf),
  tools: ({ contributes: { mcp } }) => (mcp?.tools ?? []).map(nameOf),
  resources: ({ contributes: { mcp } }) => (mcp?.resources ?? []).map(nameOf),
  actions: ({ contributes: { actions = [] } }) => actions.map(nameOf),
  migrate: ({ migrate = [] }) => migrate.map(({ of }) => of),
};

/** Tells whether a manifest declares a function. The workspace calls no other functions. */
export const declares = ({ manifest }: PackedPlugin, point: EntryPoint, name: string): boolean =>
  manifest.kind === "executable" && DECLARED[point](manifest).includes(name);
