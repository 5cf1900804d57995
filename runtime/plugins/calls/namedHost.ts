import { secretNames } from "../../../manifests/rules/settingsRules.ts";
import type { ActivePlugin } from "../../contributions/installed.ts";
import { type SettingValues, settingsSchema } from "../settings/settings.ts";

/** True if the text contains the host itself, and not only a longer name that ends with it. */
const isWritten = (text: string, host: string): boolean =>
  new RegExp(`(?<![\\w.-])${host.replaceAll(".", "\\.")}(?![\\w-]|\\.\\w)`, "i").test(text);

/**
 * Tells whether a refusal may name the host that plugin code requested. Members read the refusal, and code may put a
 * secret into the host, in any encoding. Once a secret is set, the host must stand in a file of the package or in a
 * plain setting, and must contain no secret.
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
