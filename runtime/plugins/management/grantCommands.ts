import type { PackedPlugin } from "../../../manifests/packages/packedPlugin.ts";
import { Refusal } from "../../../manifests/refusals/refusal.ts";
import { actorName } from "../../area/actor.ts";
import type { Command, Envelope } from "../../area/command.ts";
import { parseWith } from "../../commands/parse.ts";
import type { Powers } from "../../powers/powers.ts";
import { contributorOf } from "../consent/effects.ts";
import { type Grant, difference } from "../../contributions/grant.ts";
import type { Grants } from "../grants/grants.ts";
import { grantPlugin, revokePlugin } from "./inputs.ts";
import type { PluginReads } from "./pluginReads.ts";
import type { PluginStates } from "../states/states.ts";
import type { PluginUpdates, Waiting } from "../updates/pluginUpdates.ts";
import type { PluginView } from "./views.ts";
import { mayKeepTextsOf } from "../calls/report.ts";
import type { Migrations, Ready } from "../migrations/migrations.ts";
import { notBroughtOver } from "../migrations/failure.ts";
import type { PackageDistrust } from "../../contributions/installed.ts";

export interface GrantParts {
  readonly powers: Powers;
  readonly grants: Grants;
  readonly states: PluginStates;
  readonly pluginReads: PluginReads;
  readonly pluginUpdates: PluginUpdates;
  readonly migrations: Migrations;
}

type Input = Grant & { readonly plugin: string };

/**
 * Grants a version exactly the capabilities that it asks for, neither more nor less. Data of the former version is
 * migrated first; if that fails, nothing is granted.
 */
export function pluginGrant(parts: GrantParts): Command<Input, PluginView> {
  return {
    parse: parseWith(grantPlugin),
    endsIsolates: ({ id }) => id,
    async prepare(envelope, input) {
      const { site, actor, isRehearsed = false } = envelope;
      const { plugin, waiting } = agreedOn(parts, site, input);
      const wanted = { site, plugin, actor: actorName(actor), isRehearsed, mayKeepTexts: mayKeepTextsOf(plugin) };
      const migration = await parts.migrations.prepare(wanted);
      if (!migration.failure) return () => grant(parts, envelope, input, migration);
      if (waiting && !isRehearsed) parts.pluginUpdates.fail(site, plugin, migration.failure);
      throw notBroughtOver(parts.pluginReads.shown(site, plugin.manifest.id, plugin.digest, migration.failure));
    },
  };
}

interface AgreedOn {
  readonly plugin: PackedPlugin;
  /** The waiting version, if the input names it. */
  readonly waiting: Waiting | undefined;
}

/**
 * Finds the version that the owner has read, installed or waiting. Throws if its request differs from what the owner
 * read.
 */
function agreedOn(parts: GrantParts, site: string, { plugin: id, digest, capabilities }: Input): AgreedOn {
  const found = parts.pluginUpdates.find(site, id);
  const waiting = found?.plugin.digest === digest ? found : undefined;
  const plugin = waiting?.plugin ?? installed(parts, site, id, digest);
  const { added, removed } = difference(plugin.manifest.capabilities ?? {}, capabilities);
  if (added.length > 0 || removed.length > 0) {
    throw new Refusal("CONFLICT", {
      conflict: "wishes_changed",
      reason: "The plugin asks for something else now.",
      notRequested: added,
      notGranted: removed,
    });
  }
  requireBelieved(waiting?.distrust);
  return { plugin, waiting };
}

/** Grants the installed version, or the waiting one, which then replaces the installed one. */
function grant(parts: GrantParts, { site, actor }: Envelope, input: Input, migration: Ready): PluginView {
  const { powers, grants, states, pluginReads, pluginUpdates } = parts;
  const { plugin: id, digest } = input;
  const { plugin, waiting } = agreedOn(parts, site, input);
  const isUpdate = waiting && pluginUpdates.promote(site, waiting, migration);
  if (!isUpdate) migration.apply();
  const { capabilities = {} } = plugin.manifest;
  grants.put(site, id, { digest, capabilities, actor: actorName(actor), at: powers.now() });
  if (states.of(site, id) === "revoked") states.put(site, id, "enabled");
  states.agree(site, contributorOf(plugin));
  return pluginReads.view(site, id);
}

function installed({ pluginReads }: GrantParts, site: string, id: string, digest: string): PackedPlugin {
  const { plugin, distrust } = pluginReads.find(site, id);
  requireBelieved(distrust);
  if (plugin.digest !== digest)
    throw new Refusal("CONFLICT", {
      conflict: "plugin_version_changed",
      reason: "Another version of the plugin is installed. Read it again.",
      digest: plugin.digest,
    });
  return plugin;
}

function requireBelieved(distrust: PackageDistrust | undefined): void {
  if (distrust)
    throw new Refusal("CONFLICT", {
      conflict: "plugin_untrusted",
      reason: "This installation does not trust the plugin, so nothing can be allowed.",
      detail: distrust.detail ?? distrust.reason,
    });
}

/** Revokes a grant. A running call loses its lease at its next verb call. */
export function pluginRevoke(parts: GrantParts): Command<{ plugin: string }, PluginView> {
  return {
    parse: parseWith(revokePlugin),
    endsIsolates: ({ id }) => id,
    prepare:
      async ({ site }, { plugin }) =>
      () =>
        revoke(parts, site, plugin),
  };
}

/**
 * Removes a plugin's grant. The plugin becomes `revoked` only if it is enabled, asks for capabilities and had a grant.
 */
function revoke({ grants, states, pluginReads }: GrantParts, site: string, id: string): PluginView {
  const { plugin, state, grant } = pluginReads.find(site, id);
  // The deployment's own grant has no record, so only the state can end it.
  const isTakenBack = state === "enabled" && plugin.manifest.capabilities !== undefined && Boolean(grant);
  if (isTakenBack) states.put(site, id, "revoked");
  grants.remove(site, id);
  return pluginReads.view(site, id);
}
