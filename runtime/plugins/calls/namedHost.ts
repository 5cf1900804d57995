import { secretNames } from "../../../manifests/rules/settingsRules.ts";
import type { ActivePlugin } from "../../contributions/installed.ts";
import type { SettingValues } from "../settings/settings.ts";
import { settingsSchema } from "../settings/settings.ts";

/** Stands in the text as a whole, and not as the end of a longer name. */
const isWritten = (text: string, host: string): boolean =>
  new RegExp(`(?<![\\w.-])${host.replaceAll(".", "\\.")}(?![\\w-]|\\.\\w)`, "i").test(text);

/**
 * Tells whether a refusal may name the host that a plugin's code asked for. Members read it, and code may have put a
 * secret into the name, in any spelling. So where secrets are set, no secret may be part of the host. The author has
 * written it in a file then, or the owner in another setting.
 */
export function mayNameHost({ plugin }: ActivePlugin, settings: SettingValues, host: string): boolean {
  const names = new Set(secretNames(settingsSchema(plugin)));
  const [secret, plain] = [[...names].flatMap((name) => settings[name] ?? []), withoutSecrets(settings, names)];
  if (secret.length === 0) return true;
  if (secret.some((value) => host.includes(String(value).toLowerCase()))) return false;
  return [...Object.values(plugin.files), JSON.stringify(plain)].some((text) => isWritten(text, host));
}

const withoutSecrets = (settings: SettingValues, secret: ReadonlySet<string>): SettingValues =>
  Object.fromEntries(Object.entries(settings).filter(([name]) => !secret.has(name)));
