import { PLUGIN_SETTINGS_MAX_BYTES } from "../../../manifests/bounds/plugins.ts";
import type { PackedPlugin } from "../../../manifests/packages/packedPlugin.ts";
import { type Issue, Refusal } from "../../../manifests/refusals/refusal.ts";
import { secretNames } from "../../../manifests/rules/settingsRules.ts";
import { utf8Length } from "../../../manifests/json/utf8.ts";
import { actorName } from "../../area/actor.ts";
import type { Command, Envelope } from "../../area/command.ts";
import { parseWith } from "../../commands/parse.ts";
import type { Powers } from "../../powers/powers.ts";
import { setPlugin } from "./inputs.ts";
import type { PluginReads } from "./pluginReads.ts";
import type { Sealing } from "../settings/sealing.ts";
import { type PluginSettings, settingsIssues, settingsSchema } from "../settings/settings.ts";
import type { SettingsStore, StoredSettings } from "../settings/settingsStore.ts";
import type { PluginSetView } from "./views.ts";
import type { DataVersions } from "../migrations/dataVersions.ts";

export interface SettingsCommandParts {
  readonly powers: Powers;
  readonly sealing: Sealing;
  readonly settingsStore: SettingsStore;
  readonly pluginSettings: PluginSettings;
  readonly pluginReads: PluginReads;
  readonly dataVersions: DataVersions;
}

interface Input {
  readonly plugin: string;
  readonly expected: number;
  readonly values: Readonly<Record<string, unknown>>;
}

/** The sent settings, split into plain values and secrets. */
interface Sent {
  readonly values: Readonly<Record<string, unknown>>;
  readonly secrets: Readonly<Record<string, unknown>>;
}

/**
 * Sets a plugin's settings. It replaces all of them except secrets, because members cannot read secrets to send them
 * again.
 */
export function pluginSettingsPut(parts: SettingsCommandParts): Command<Input, PluginSetView> {
  return {
    parse: parseWith(setPlugin),
    // Audit stores a digest of the input. From a plain digest, a reader of audit could guess a short secret, and
    // compare it with digests elsewhere. So the digest is keyed and differs for each request.
    inputDigest: ({ site, actor, key }, input) =>
      parts.sealing.fingerprint(JSON.stringify([site, actorName(actor), key, input])),
    async prepare(envelope, input) {
      const { plugin } = parts.pluginReads.find(envelope.site, input.plugin);
      const next = await nextSettings(parts, envelope.site, plugin, input);
      return () => commit(parts, envelope, plugin, input, next);
    },
  };
}

async function nextSettings(
  { settingsStore, pluginSettings }: SettingsCommandParts,
  site: string,
  plugin: PackedPlugin,
  input: Input,
): Promise<StoredSettings> {
  const { id } = plugin.manifest;
  const before = settingsStore.get(site, id);
  requireVersion(before, input);
  const names = secretNames(settingsSchema(plugin));
  const sent = takenApart(input.values, new Set(names));
  const kept = pick(
    before.secrets,
    names.filter((name) => !Object.hasOwn(sent.secrets, name)),
  );
  const opened = await pluginSettings.open(site, id, kept);
  const fresh = Object.fromEntries(Object.entries(sent.secrets).filter(([, value]) => value !== null));
  const issues = settingsIssues(settingsSchema(plugin), { ...sent.values, ...opened.values, ...fresh }, opened.closed);
  if (issues.length > 0) throw new Refusal("INVALID_REQUEST", { issues: issues.map(inValues) });
  const sealed = await pluginSettings.seal(site, id, fresh as Record<string, string>);
  return { version: before.version + 1, values: sent.values, secrets: { ...kept, ...sealed } };
}

function commit(
  { powers, settingsStore, pluginReads, dataVersions }: SettingsCommandParts,
  { site, actor }: Envelope,
  plugin: PackedPlugin,
  input: Input,
  next: StoredSettings,
): PluginSetView {
  const { id } = plugin.manifest;
  // Checks again: while this command was sealing secrets, another member may have changed the settings or installed
  // another version.
  requireVersion(settingsStore.get(site, id), input);
  if (pluginReads.find(site, id).plugin.digest !== plugin.digest)
    throw new Refusal("CONFLICT", {
      conflict: "plugin_version_changed",
      reason: "Another version of the plugin was installed meanwhile. Read it again.",
    });
  const bytes = utf8Length(JSON.stringify([next.values, next.secrets]));
  if (bytes > PLUGIN_SETTINGS_MAX_BYTES) throw new Refusal("TOO_LARGE", { bytes, most: PLUGIN_SETTINGS_MAX_BYTES });
  settingsStore.put(site, id, next, actorName(actor), powers.now());
  dataVersions.set(site, plugin.manifest);
  const names = secretNames(settingsSchema(plugin));
  return {
    plugin: id,
    version: next.version,
    secrets: names.map((name) => ({ name, set: Object.hasOwn(next.secrets, name) })),
  };
}

function requireVersion({ version }: StoredSettings, { expected }: Input): void {
  if (version !== expected) throw new Refusal("STALE_VERSION", { kind: "plugin settings", current: version });
}

function takenApart(all: Input["values"], secret: ReadonlySet<string>): Sent {
  const entries = Object.entries(all);
  return {
    values: Object.fromEntries(entries.filter(([name]) => !secret.has(name))),
    secrets: Object.fromEntries(entries.filter(([name]) => secret.has(name))),
  };
}

const pick = (from: Readonly<Record<string, string>>, names: readonly string[]): Record<string, string> =>
  Object.fromEntries(names.flatMap((name) => (Object.hasOwn(from, name) ? [[name, from[name] ?? ""]] : [])));

const inValues = (issue: Issue): Issue => ({ ...issue, pointer: `/values${issue.pointer}` });
