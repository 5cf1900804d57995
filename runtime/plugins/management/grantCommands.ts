import type { PackedPlugin } from "../../../manifests/packages/packedPlugin.ts";
import { Refusal } from "../../../manifests/refusals/refusal.ts";
import { actorName } from "../../commands/actor.ts";
import type { Command, Envelope } from "../../commands/command.ts";
import { parseWith } from "../../commands/parse.ts";
import type { Powers } from "../../powers.ts";
import { contributorOf } from "../consent/effects.ts";
import type { Grant } from "../../contributions/grant.ts";
import { difference } from "../../contributions/grant.ts";
import type { Grants } from "../grants/grants.ts";
import { grantPlugin, revokePlugin } from "./inputs.ts";
import type { PluginReads } from "./pluginReads.ts";
import type { PluginStates } from "../states/states.ts";
import type { PluginUpdates } from "../updates/pluginUpdates.ts";
import type { PluginView } from "./views.ts";

/** The plugins and grants that commands about grants use. */
export interface GrantParts {
  readonly powers: Powers;
  readonly grants: Grants;
  readonly states: PluginStates;
  readonly pluginReads: PluginReads;
  readonly pluginUpdates: PluginUpdates;
}

type Input = Grant & { readonly plugin: string };

/**
 * Grants a version of a plugin exactly the capabilities that it asks for. A grant is a yes, not a negotiation: neither
 * more nor less.
 */
export function pluginGrant(parts: GrantParts): Command<Input, PluginView> {
  return { parse: parseWith(grantPlugin), prepare: async (envelope, input) => () => grant(parts, envelope, input) };
}

/** Grants the installed version, or the one that waits beside it, which then takes over. */
function grant(parts: GrantParts, { site, actor }: Envelope, { plugin: id, digest, capabilities }: Input): PluginView {
  const { powers, grants, states, pluginReads, pluginUpdates } = parts;
  const waiting = pluginUpdates.find(site, id);
  const isUpdate = waiting?.plugin.digest === digest;
  const plugin = isUpdate ? waiting.plugin : installed(parts, site, id, digest);
  const requested = plugin.manifest.capabilities ?? {};
  const { added, removed } = difference(requested, capabilities);
  if (added.length > 0 || removed.length > 0) {
    throw new Refusal("CONFLICT", { reason: "It asks for something else.", notRequested: added, notGranted: removed });
  }
  if (isUpdate) pluginUpdates.promote(site, waiting);
  grants.put(site, id, { digest, capabilities: requested, actor: actorName(actor), at: powers.now() });
  if (states.of(site, id) === "revoked") states.put(site, id, "enabled");
  states.agree(site, contributorOf(plugin));
  return pluginReads.view(site, id);
}

function installed({ pluginReads }: GrantParts, site: string, id: string, digest: string): PackedPlugin {
  const { plugin, distrust } = pluginReads.find(site, id);
  if (distrust)
    throw new Refusal("CONFLICT", {
      reason: "Nothing is granted to a plugin that is not believed.",
      detail: distrust.detail ?? distrust.reason,
    });
  if (plugin.digest !== digest)
    throw new Refusal("CONFLICT", { reason: "Another version is installed.", digest: plugin.digest });
  return plugin;
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
