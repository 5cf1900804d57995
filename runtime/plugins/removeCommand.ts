import { Refusal } from "../../manifests/refusal.ts";
import type { Command } from "../command.ts";
import { parseWith } from "../parse.ts";
import type { Sql } from "../powers.ts";
import type { PluginShelf } from "../sitePlugins.ts";
import { removePlugin } from "./inputs.ts";
import type { Packages } from "./packages.ts";
import type { PluginReads } from "./pluginReads.ts";
import type { PluginRemovedView } from "./views.ts";

export interface RemoveParts {
  readonly powers: { readonly sql: Sql };
  readonly plugins: PluginShelf;
  readonly packages: Packages;
  readonly pluginReads: PluginReads;
}

/** What goes with a plugin, beside its package. Each of these tables names its rows by site and plugin. */
const BELONGINGS = [
  "installs", "plugin_grants", "plugin_settings", "plugin_storage", "plugin_storage_use",
  "plugin_health", "plugin_invocations", "plugin_jobs", "plugin_timers", "plugin_standings",
] as const;

/**
 * Removes a plugin with its grant, its settings and what it stored. Sections it made stay in the documents, and the
 * highest version stays remembered: installing an old one again is a step back all the same.
 */
export function pluginRemove(parts: RemoveParts): Command<{ plugin: string }, PluginRemovedView> {
  return { name: "plugin.remove", parse: parseWith(removePlugin), prepare: async ({ site }, { plugin }) => () => remove(parts, site, plugin) };
}

function remove({ powers, plugins, packages, pluginReads }: RemoveParts, site: string, plugin: string): PluginRemovedView {
  pluginReads.find(site, plugin);
  const isOurs = plugins.isFirstParty(plugin);
  if (isOurs && !packages.find(site, plugin)) {
    throw new Refusal("CONFLICT", { reason: "It is part of this deployment and can only be disabled." });
  }
  packages.remove(site, plugin);
  // The rest belongs to the plugin of the deployment, which has the same id.
  if (!isOurs) for (const table of BELONGINGS) powers.sql.all(`DELETE FROM ${table} WHERE site = ? AND plugin = ?`, site, plugin);
  return { plugin, removed: true };
}
