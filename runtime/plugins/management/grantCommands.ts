import type { PackedPlugin } from "../../../manifests/packages/packedPlugin.ts";
import { Refusal } from "../../../manifests/refusals/refusal.ts";
import { actorName } from "../../area/actor.ts";
import type { Command, Envelope } from "../../area/command.ts";
import { parseWith } from "../../commands/parse.ts";
import type { Powers } from "../../powers/powers.ts";
import { contributorOf } from "../consent/effects.ts";
import type { Grant } from "../../contributions/grant.ts";
import { difference } from "../../contributions/grant.ts";
import type { Grants } from "../grants/grants.ts";
import { grantPlugin, revokePlugin } from "./inputs.ts";
import type { PluginReads } from "./pluginReads.ts";
import type { PluginStates } from "../states/states.ts";
import type { PluginUpdates, Waiting } from "../updates/pluginUpdates.ts";
import type { PluginView } from "./views.ts";
import { mayTellOf } from "../calls/report.ts";
import type { Migrations, Ready } from "../migrations/migrations.ts";
import { notBroughtOver } from "../migrations/failure.ts";
import type { PackageDistrust } from "../../contributions/installed.ts";

/** The plugins and grants that commands about grants use. */
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
 * Grants a version of a plugin exactly the capabilities that it asks for. A grant is a yes, not a negotiation: neither
 * more nor less. Data of the version before is brought over first; if that fails, nothing is granted.
 */
export function pluginGrant(parts: GrantParts): Command<Input, PluginView> {
  return {
    parse: parseWith(grantPlugin),
    async prepare(envelope, input) {
      const { site, actor, isRehearsed = false } = envelope;
      const { plugin, waiting } = agreedOn(parts, site, input);
      const wanted = { site, plugin, actor: actorName(actor), isRehearsed, mayTell: mayTellOf(plugin) };
      const migration = await parts.migrations.prepare(wanted);
      if (!migration.failure) return () => grant(parts, envelope, input, migration);
      if (waiting && !isRehearsed) parts.pluginUpdates.fail(site, plugin, migration.failure);
      throw notBroughtOver(parts.pluginReads.shown(site, plugin.manifest.id, plugin.digest, migration.failure));
    },
  };
}

interface AgreedOn {
  readonly plugin: PackedPlugin;
  /** The version that waits, if that is the one. */
  readonly waiting: Waiting | undefined;
}

/** Finds the version that an owner has read, installed or waiting, and refuses if it asks for something else. */
function agreedOn(parts: GrantParts, site: string, { plugin: id, digest, capabilities }: Input): AgreedOn {
  const found = parts.pluginUpdates.find(site, id);
  const waiting = found?.plugin.digest === digest ? found : undefined;
  const plugin = waiting?.plugin ?? installed(parts, site, id, digest);
  const { added, removed } = difference(plugin.manifest.capabilities ?? {}, capabilities);
  if (added.length > 0 || removed.length > 0) {
    throw new Refusal("CONFLICT", { reason: "It asks for something else.", notRequested: added, notGranted: removed });
  }
  requireBelieved(waiting?.distrust);
  return { plugin, waiting };
}

/** Grants the installed version, or the one that waits beside it, which then takes over. */
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
    throw new Refusal("CONFLICT", { reason: "Another version is installed.", digest: plugin.digest });
  return plugin;
}

function requireBelieved(distrust: PackageDistrust | undefined): void {
  if (distrust)
    throw new Refusal("CONFLICT", {
      reason: "Nothing is granted to a plugin that is not believed.",
      detail: distrust.detail ?? distrust.reason,
    });
}

/** Takes a grant back. A running call loses its lease at its next question. */
export function pluginRevoke(parts: GrantParts): Command<{ plugin: string }, PluginView> {
  return {
    parse: parseWith(revokePlugin),
    prepare:
      async ({ site }, { plugin }) =>
      () =>
        revoke(parts, site, plugin),
  };
}

/**
 * Takes a plugin's grant back. Its state becomes `revoked` only if it is enabled, asks for capabilities, and has a
 * grant; otherwise only the grant goes.
 */
function revoke({ grants, states, pluginReads }: GrantParts, site: string, id: string): PluginView {
  const { plugin, state } = pluginReads.find(site, id);
  const isTakenBack =
    state === "enabled" && plugin.manifest.capabilities !== undefined && grants.find(site, id) !== undefined;
  if (isTakenBack) states.put(site, id, "revoked");
  grants.remove(site, id);
  return pluginReads.view(site, id);
}
