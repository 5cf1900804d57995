/** The letters that active plugins may send: declared in the manifest, and granted. */
import type { LetterDeclaration, LetterEvent } from "../../../manifests/manifest/letter.ts";
import { withDefaults } from "../../../manifests/fields/fields.ts";
import type { Permission } from "../../commands/permissions.ts";
import type { ActivePlugin } from "../../contributions/installed.ts";
import { getsVisitorInput } from "../calls/report.ts";
import type { SettingsStore } from "../settings/settingsStore.ts";

/** A letter with its plugin. */
export interface OwnLetter {
  readonly plugin: ActivePlugin;
  readonly letter: LetterDeclaration;
}

const isGranted = ({ grant }: ActivePlugin, { to }: LetterDeclaration): boolean =>
  grant?.capabilities.mail?.to.includes(to) === true;

/** The granted letters of a plugin. */
export const lettersOf = (plugin: ActivePlugin): OwnLetter[] =>
  (plugin.plugin.manifest.contributes.letters ?? [])
    .filter((letter) => isGranted(plugin, letter))
    .map((letter) => ({ plugin, letter }));

/** The settings of a plugin as an owner wrote them, with defaults. Secrets are not among them. */
export function ownerSettings(
  store: SettingsStore,
  site: string,
  { id, plugin }: ActivePlugin,
): Record<string, unknown> {
  const schema = plugin.manifest.contributes.settings;
  const { values } = store.get(site, id);
  return schema ? (withDefaults(schema, { ...values }) as Record<string, unknown>) : {};
}

/** Tells whether the kernel sends a letter at an event now. */
export function isSentOn(store: SettingsStore, site: string, { plugin, letter }: OwnLetter, on: LetterEvent): boolean {
  if (letter.on !== on) return false;
  const { when } = letter;
  return when === undefined || ownerSettings(store, site, plugin)[when.setting] === when.is;
}

/**
 * The permission of members who may get a plugin's letters. A plugin that knows what visitors wrote could tell it to
 * members who may not read it.
 */
export function permissionFor({ plugin, grant }: ActivePlugin): Permission {
  const { letters = [] } = plugin.manifest.contributes;
  const knowsVisitors =
    grant?.capabilities.forms !== undefined ||
    letters.some(({ on }) => on !== undefined && on !== "publication") ||
    getsVisitorInput(plugin.manifest);
  return knowsVisitors ? "forms.read" : "site.read";
}
