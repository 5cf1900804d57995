import { PLUGIN_SETTINGS_MAX_BYTES } from "../../../manifests/bounds/plugins.ts";
import { utf8Length } from "../../../manifests/json/utf8.ts";
import type { PackedPlugin } from "../../../manifests/packages/packedPlugin.ts";
import { decodePointer, encodePointer, quote } from "../../../manifests/refusals/pointer.ts";
import type { Issue } from "../../../manifests/refusals/refusal.ts";
import { type Result, accepted, refused } from "../../../manifests/result.ts";
import { secretNames } from "../../../manifests/rules/settingsRules.ts";
import { type PluginSettings, settingsIssues, settingsSchema } from "../settings/settings.ts";
import type { StoredSettings } from "../settings/settingsStore.ts";
import type { SettingsAnswer } from "./answers.ts";
import { goalIssues } from "./ownersGoals.ts";

export type Migrated = Result<StoredSettings, readonly Issue[]>;

/** The plugin whose settings are migrated, with the old settings. */
export interface SettingsMigration {
  readonly site: string;
  readonly plugin: PackedPlugin;
  readonly before: StoredSettings;
  readonly pluginSettings: PluginSettings;
}

const pick = <T>(from: Readonly<Record<string, T>>, isWanted: (name: string) => boolean): Record<string, T> =>
  Object.fromEntries(Object.entries(from).filter(([name]) => isWanted(name)));

/** The secrets of a version, and those that its code never gets, each with its one host. */
interface Secrets {
  readonly names: ReadonlySet<string>;
  readonly held: Readonly<Record<string, string>>;
}

const hostOf = (held: Secrets["held"], name: string): string | undefined =>
  Object.hasOwn(held, name) ? held[name] : undefined;

/**
 * A renamed secret must stay a secret, because members can read all other settings. A secret that the code never gets
 * keeps its host, because the owner agreed to that host alone.
 */
function renamingIssues(
  { names, held }: Secrets,
  before: StoredSettings,
  renamed: Readonly<Record<string, string>>,
): Issue[] {
  return Object.entries(renamed).flatMap(([to, from]): Issue[] => {
    const pointer = encodePointer(["secrets", to]);
    if (!names.has(to)) return [{ pointer, found: quote(to), allowed: "a secret among the settings of this version" }];
    if (!Object.hasOwn(before.secrets, from)) return [{ pointer, found: quote(from), allowed: "a secret that is set" }];
    const host = hostOf(held, from);
    if (host === undefined || hostOf(held, to) === host) return [];
    return [{ pointer, found: quote(from), allowed: `a secret that does not go to ${host} alone` }];
  });
}

/** Validates an answer against the new version's schema, and seals renamed secrets under their new names. */
export async function migratedSettings(
  { site, plugin, before, pluginSettings }: SettingsMigration,
  { values, secrets: renamed = {} }: SettingsAnswer,
): Promise<Migrated> {
  const { id, capabilities } = plugin.manifest;
  const schema = settingsSchema(plugin);
  const names = new Set(secretNames(schema));
  const wrong = [
    ...renamingIssues({ names, held: capabilities?.http?.secrets ?? {} }, before, renamed),
    ...goalIssues(capabilities, before.values, values),
  ];
  if (wrong.length > 0) return refused(wrong);
  const moved = new Set(Object.values(renamed));
  const written = new Set([...Object.keys(renamed), ...Object.keys(values)]);
  const kept = pick(before.secrets, (name) => names.has(name) && !moved.has(name) && !written.has(name));
  const opened = await pluginSettings.open(site, id, before.secrets);
  const valueOf = (name: string): string | undefined =>
    Object.hasOwn(opened.values, name) ? opened.values[name] : undefined;
  const closed = Object.entries(renamed).filter(([, from]) => opened.closed.includes(from));
  if (closed.length > 0) return refused(closed.map(([to]) => closedIssue(to)));
  const fresh = {
    ...(pick(values, (name) => names.has(name)) as Record<string, string>),
    ...Object.fromEntries(Object.entries(renamed).map(([to, from]) => [to, valueOf(from) ?? ""])),
  };
  const plain = pick(values, (name) => !names.has(name));
  const full = { ...plain, ...pick(opened.values, (name) => Object.hasOwn(kept, name)), ...fresh };
  const issues = issuesOf(schema, full, opened.closed);
  if (issues.length > 0) return refused(issues);
  const secrets = { ...kept, ...(await pluginSettings.seal(site, id, fresh)) };
  const bytes = utf8Length(JSON.stringify([plain, secrets]));
  return bytes > PLUGIN_SETTINGS_MAX_BYTES
    ? refused([{ pointer: "/values", found: `${bytes} bytes`, allowed: `at most ${PLUGIN_SETTINGS_MAX_BYTES}` }])
    : accepted({ version: before.version + 1, values: plain, secrets });
}

const closedIssue = (name: string): Issue => ({
  pointer: encodePointer(["secrets", name]),
  found: "a secret that can no longer be decrypted",
  allowed: "the same name, until an owner sets the secret again",
});

/** Secrets that cannot be opened stay unchanged; the settings page reports them. */
const issuesOf = (
  schema: Parameters<typeof settingsIssues>[0],
  settings: Readonly<Record<string, unknown>>,
  closed: readonly string[],
): Issue[] =>
  settingsIssues(schema, settings, [])
    .filter(({ pointer }) => !closed.includes(decodePointer(pointer)[0] ?? ""))
    .map((issue) => ({ ...issue, pointer: `/values${issue.pointer}` }));
