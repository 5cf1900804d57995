import { Refusal } from "../../../manifests/refusals/refusal.ts";
import type { Command } from "../../area/command.ts";
import { parseWith } from "../../commands/parse.ts";
import type { Occasions } from "../../mail/occasions.ts";
import type { PluginEnclosures } from "../../mail/pluginEnclosures.ts";
import type { Sql } from "../../powers/powers.ts";
import type { PluginShelf } from "../states/shelf.ts";
import { removePlugin } from "./inputs.ts";
import type { Packages } from "../packages/packages.ts";
import type { PluginReads } from "./pluginReads.ts";
import type { PluginRemovedView } from "./views.ts";

/** The tables that removing a plugin empties. */
export interface RemoveParts {
  readonly powers: { readonly sql: Sql };
  readonly plugins: PluginShelf;
  readonly packages: Packages;
  readonly waiting: Packages;
  readonly pluginReads: PluginReads;
  readonly pluginEnclosures: PluginEnclosures;
  readonly occasions: Occasions;
}

/** The clauses of the tables whose rows are deleted with a plugin, by site and plugin. */
const BELONGINGS = [
  "FROM installs",
  "FROM plugin_grants",
  "FROM plugin_settings",
  "FROM plugin_storage",
  "FROM plugin_storage_use",
  "FROM plugin_health",
  "FROM plugin_probations",
  "FROM plugin_invocations",
  "FROM plugin_source_maps",
  "FROM plugin_jobs",
  "FROM plugin_deliveries",
  "FROM plugin_timers",
  "FROM plugin_standings",
  "FROM plugin_update_rules",
  "FROM plugin_data",
  "FROM plugin_migration_rows",
] as const;

/**
 * Removes a plugin with its grant, settings and stored data. Its sections stay in the documents. Its highest version
 * stays recorded, so that installing an older version later still counts as a downgrade.
 */
export function pluginRemove(parts: RemoveParts): Command<{ plugin: string }, PluginRemovedView> {
  return {
    parse: parseWith(removePlugin),
    endsIsolates: ({ plugin }) => plugin,
    prepare:
      async ({ site }, { plugin }) =>
      () =>
        remove(parts, site, plugin),
  };
}

function remove(
  { powers, plugins, packages, waiting, pluginReads, pluginEnclosures, occasions }: RemoveParts,
  site: string,
  plugin: string,
): PluginRemovedView {
  pluginReads.find(site, plugin);
  const isOurs = plugins.isFirstParty(plugin);
  if (isOurs && !packages.find(site, plugin)) {
    throw new Refusal("CONFLICT", {
      conflict: "plugin_built_in",
      reason: "The plugin is part of this installation. You can only switch it off.",
    });
  }
  packages.remove(site, plugin);
  waiting.remove(site, plugin);
  // Keeps the other rows if the deployment ships a plugin of the same id, because they belong to that one.
  if (!isOurs) {
    for (const from of BELONGINGS) powers.sql.all(`DELETE ${from} WHERE site = ? AND plugin = ?`, site, plugin);
    pluginEnclosures.endPlugin(site, plugin);
    occasions.endPlugin(site, plugin);
  }
  return { plugin, removed: true };
}
