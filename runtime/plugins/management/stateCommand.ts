import { Refusal } from "../../../manifests/refusals/refusal.ts";
import type { Command } from "../../area/command.ts";
import { actorName } from "../../area/actor.ts";
import { parseWith } from "../../commands/parse.ts";
import type { PluginShelf } from "../states/shelf.ts";
import { contributorOf } from "../consent/effects.ts";
import { switchPlugin } from "./inputs.ts";
import { mayKeepTextsOf } from "../calls/report.ts";
import { notBroughtOver } from "../migrations/failure.ts";
import type { Migrations, Ready } from "../migrations/migrations.ts";
import { isSwitchedOn, namesAlone, requireNames } from "../packages/nameCheck.ts";
import type { PluginReads } from "./pluginReads.ts";
import type { PluginStates } from "../states/states.ts";
import type { PluginView } from "./views.ts";

export interface StateParts {
  readonly plugins: PluginShelf;
  readonly states: PluginStates;
  readonly pluginReads: PluginReads;
  readonly migrations: Migrations;
}

interface Input {
  readonly plugin: string;
  readonly state: "enabled" | "disabled";
  readonly alone?: readonly string[] | undefined;
  /** The version that the owner has seen. */
  readonly digest?: string | undefined;
}

/**
 * Enables or disables a plugin. Enabling ends a quarantine, whose reason the owner has read. A plugin cannot take a
 * name from an enabled plugin, or a name without prefix without the owner's consent.
 */
export function pluginState(parts: StateParts): Command<Input, PluginView> {
  return {
    parse: parseWith(switchPlugin),
    endsIsolates: ({ id }) => id,
    async prepare({ site, actor }, input) {
      const migration = input.state === "enabled" ? await broughtOver(parts, site, input, actorName(actor)) : undefined;
      return () => switchTo(parts, site, input, migration);
    },
  };
}

/**
 * Prepares the migration of data to the version that is enabled. Nothing is prepared before an owner has granted its
 * request.
 */
async function broughtOver(
  { pluginReads, migrations }: StateParts,
  site: string,
  { plugin: id, digest }: Input,
  actor: string,
): Promise<ReadyFor | undefined> {
  const { plugin, grant, distrust } = pluginReads.find(site, id);
  const isAgreed = plugin.manifest.capabilities === undefined || grant?.digest === plugin.digest;
  if (!isAgreed || distrust || (digest !== undefined && digest !== plugin.digest)) return undefined;
  const prepared = await migrations.prepare({
    site,
    plugin,
    actor,
    isRehearsed: false,
    mayKeepTexts: mayKeepTextsOf(plugin),
  });
  if (prepared.failure) throw notBroughtOver(pluginReads.shown(site, id, plugin.digest, prepared.failure));
  return { ready: prepared, digest: plugin.digest };
}

interface ReadyFor {
  readonly ready: Ready;
  readonly digest: string;
}

function switchTo(
  { plugins, states, pluginReads }: StateParts,
  site: string,
  { plugin: id, state, alone = [], digest }: Input,
  migration: ReadyFor | undefined,
): PluginView {
  const found = pluginReads.find(site, id);
  const { plugin } = found;
  if (digest !== undefined && digest !== plugin.digest)
    throw new Refusal("CONFLICT", {
      conflict: "plugin_version_changed",
      reason: "Another version of the plugin is now installed. Read it again.",
      digest: plugin.digest,
    });
  if (state === "enabled") {
    const before = isSwitchedOn(found) ? plugin : undefined;
    // The operator chose the deployment's plugins, and with them their names without prefix.
    const agreed = plugins.isFirstParty(id) ? namesAlone(plugin) : alone;
    requireNames({ before, after: plugin, agreed }, plugins.installed(site));
  }
  if (migration && migration.digest !== plugin.digest)
    throw new Refusal("CONFLICT", {
      conflict: "plugin_version_changed",
      reason: "Another version of the plugin was installed meanwhile. Read it again.",
      digest: plugin.digest,
    });
  migration?.ready.apply();
  states.put(site, id, state);
  if (state === "enabled") states.agree(site, contributorOf(plugin));
  return pluginReads.view(site, id);
}
