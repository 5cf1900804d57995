import { validateForDefaults, withDefaults } from "../../../manifests/fields/fields.ts";
import type { PackedPlugin } from "../../../manifests/packages/packedPlugin.ts";
import { decodePointer, encodePointer } from "../../../manifests/refusals/pointer.ts";
import { type Issue, Refusal } from "../../../manifests/refusals/refusal.ts";
import { secretNames } from "../../../manifests/rules/settingsRules.ts";
import type { JsonSchema } from "../../../manifests/shapes/shape.ts";
import type { Sites } from "../../tenancy/sites.ts";
import { type ResealedView, reseal } from "./resealing.ts";
import type { Sealing } from "./sealing.ts";
import type { SettingsStore } from "./settingsStore.ts";

export interface SettingsParts {
  readonly sites: Sites;
  readonly sealing: Sealing;
  readonly settingsStore: SettingsStore;
}

export type SettingValues = Readonly<Record<string, unknown>>;

/** Opened secrets, and the names of those that could not be opened. */
export interface OpenedSecrets {
  readonly values: Readonly<Record<string, string>>;
  readonly closed: readonly string[];
}

/** The schema of a plugin without settings, which accepts only an empty object. */
const NO_SETTINGS: JsonSchema = { type: "object", properties: {}, additionalProperties: false };

export const settingsSchema = ({ manifest }: PackedPlugin): JsonSchema => manifest.contributes.settings ?? NO_SETTINGS;

/**
 * Lists the faults of settings, without repeating a secret. `closed` are the names of secrets that exist but could not
 * be opened.
 */
export function settingsIssues(schema: JsonSchema, settings: SettingValues, closed: readonly string[]): Issue[] {
  const secret = new Set(secretNames(schema));
  const issues = validateForDefaults(schema, settings).filter(({ pointer }) => !closed.includes(memberOf(pointer)));
  return [
    ...issues.map((issue) => (secret.has(memberOf(issue.pointer)) ? masked(issue, settings) : issue)),
    ...closed.map(closedIssue),
  ];
}

const memberOf = (pointer: string): string => decodePointer(pointer)[0] ?? "";

const masked = (issue: Issue, settings: SettingValues): Issue =>
  Object.hasOwn(settings, memberOf(issue.pointer)) ? { ...issue, found: "a secret with an invalid value" } : issue;

const closedIssue = (name: string): Issue => ({
  pointer: encodePointer([name]),
  found: "a secret that can no longer be decrypted",
  allowed: "the secret, set again",
});

/** Plugins' settings in the form that plugins get. */
export class PluginSettings {
  readonly #parts: SettingsParts;
  /** The faults of the last settings without secrets. Each call of a plugin asks for them, and owners rarely change any. */
  readonly #judged = new WeakMap<JsonSchema, { readonly text: string; readonly issues: readonly Issue[] }>();

  constructor(parts: SettingsParts) {
    this.#parts = parts;
  }

  /**
   * The settings that a plugin runs with: defaults filled in, secrets opened, members unknown to this version left out.
   * Throws a `Refusal` if the stored settings are invalid for this version or incomplete.
   */
  async read(site: string, plugin: PackedPlugin): Promise<SettingValues> {
    const { settings, issues } = await this.#present(site, plugin);
    if (issues.length > 0)
      throw new Refusal("PLUGIN_UNAVAILABLE", {
        plugin: plugin.manifest.id,
        reason: "Its settings are not valid.",
        issues,
      });
    return settings;
  }

  /** The faults for which `read` throws. Empty if it does not. */
  async issues(site: string, plugin: PackedPlugin): Promise<Issue[]> {
    return (await this.#present(site, plugin)).issues;
  }

  async #present(site: string, plugin: PackedPlugin): Promise<{ settings: SettingValues; issues: Issue[] }> {
    const { id } = plugin.manifest;
    const schema = settingsSchema(plugin);
    const known = Object.keys(schema["properties"] ?? {});
    const { values, secrets } = this.#parts.settingsStore.get(site, id);
    const opened = await this.open(site, id, picked(secrets, known));
    const settings = withDefaults(schema, picked({ ...values, ...opened.values }, known));
    return { settings, issues: this.#issuesOf(schema, settings, opened) };
  }

  #issuesOf(schema: JsonSchema, settings: SettingValues, { values, closed }: OpenedSecrets): Issue[] {
    const hasSecrets = Object.keys(values).length + closed.length > 0;
    if (hasSecrets) return settingsIssues(schema, settings, closed);
    const text = JSON.stringify(settings);
    const known = this.#judged.get(schema);
    if (known?.text === text) return [...known.issues];
    const issues = settingsIssues(schema, settings, closed);
    this.#judged.set(schema, { text, issues });
    return [...issues];
  }

  async open(site: string, plugin: string, sealed: Readonly<Record<string, string>>): Promise<OpenedSecrets> {
    const { tenant } = this.#parts.sites.get(site);
    const found = await Promise.all(
      Object.entries(sealed).map(
        async ([name, text]) => [name, await this.#parts.sealing.open([tenant, site, plugin, name], text)] as const,
      ),
    );
    return {
      values: Object.fromEntries(found.filter((entry): entry is [string, string] => entry[1] !== undefined)),
      closed: found.filter(([, value]) => value === undefined).map(([name]) => name),
    };
  }

  /** Re-encrypts every secret that an older key sealed. */
  reseal(): Promise<ResealedView> {
    return reseal({ ...this.#parts, pluginSettings: this });
  }

  async seal(site: string, plugin: string, secrets: Readonly<Record<string, string>>): Promise<Record<string, string>> {
    const { tenant } = this.#parts.sites.get(site);
    const sealed = Object.entries(secrets).map(
      async ([name, text]) => [name, await this.#parts.sealing.seal([tenant, site, plugin, name], text)] as const,
    );
    return Object.fromEntries(await Promise.all(sealed));
  }
}

const picked = <T>(values: Readonly<Record<string, T>>, names: readonly string[]): Record<string, T> =>
  Object.fromEntries(Object.entries(values).filter(([name]) => names.includes(name)));
