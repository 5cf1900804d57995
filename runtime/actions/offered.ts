/**
 * Finds the actions that active plugins offer at pages, sections and pictures. Nothing is cached, so each search sees
 * the current plugins.
 */
import type { ActionTarget } from "../../manifests/capabilities/capabilities.ts";
import { expandSchema } from "../../manifests/fields/fieldSchema.ts";
import type { ActionContribution } from "../../manifests/manifest/action.ts";
import type { Manifest } from "../../manifests/manifest/manifest.ts";
import { Refusal } from "../../manifests/refusals/refusal.ts";
import type { ActivePlugin } from "../contributions/installed.ts";
import type { PluginShelf } from "../plugins/states/shelf.ts";
import type { ActionView } from "./views.ts";

export interface OfferedAction {
  readonly plugin: ActivePlugin;
  readonly item: ActionContribution;
}

/**
 * Tells whether the grant covers all of an action's targets. Without a grant, a plugin gets no data, whatever its
 * manifest says.
 */
const isGranted = ({ grant }: ActivePlugin, { on }: ActionContribution): boolean =>
  (Object.keys(on) as ActionTarget[]).every((target) => grant?.capabilities.actions?.on.includes(target) === true);

export const offeredActions = (plugins: PluginShelf, site: string): OfferedAction[] =>
  plugins
    .forSite(site)
    .resolution.active.flatMap((plugin) =>
      (plugin.plugin.manifest.contributes.actions ?? [])
        .filter((item) => isGranted(plugin, item))
        .map((item) => ({ plugin, item })),
    );

/**
 * Finds an action. Throws PLUGIN_UNAVAILABLE if the plugin is installed but inactive, because a member may wait for it;
 * otherwise NOT_FOUND.
 */
const declaresAction = ({ contributes: { actions = [] } }: Manifest, name: string): boolean =>
  actions.some((action) => action.name === name);

export function findAction(plugins: PluginShelf, site: string, id: string, name: string): OfferedAction {
  const found = offeredActions(plugins, site).find(({ plugin, item }) => plugin.id === id && item.name === name);
  if (found) return found;
  // A plugin that does not declare the action will not have it later either, so only a declared one is unavailable.
  const isDeclared = plugins
    .installed(site)
    .some(({ plugin: { manifest } }) => manifest.id === id && declaresAction(manifest, name));
  throw isDeclared
    ? new Refusal("PLUGIN_UNAVAILABLE", { plugin: id })
    : new Refusal("NOT_FOUND", { plugin: id, action: name });
}

export const actionView = ({ plugin, item: { name, title, description, input, on } }: OfferedAction): ActionView => ({
  plugin: { id: plugin.id, version: plugin.version, name: plugin.plugin.manifest.name },
  name,
  title,
  description: description ?? "",
  input: input ? expandSchema(input) : null,
  section: on.section ? { types: on.section.types ?? null } : null,
  page: on.page !== undefined,
  picture: on.picture !== undefined,
});
