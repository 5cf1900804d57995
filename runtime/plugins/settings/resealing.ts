import type { Sites } from "../../tenancy/sites.ts";
import type { Sealing } from "./sealing.ts";
import type { SettingsStore } from "./settingsStore.ts";

interface Secrets {
  open(
    site: string,
    plugin: string,
    sealed: Readonly<Record<string, string>>,
  ): Promise<{ readonly values: Readonly<Record<string, unknown>>; readonly closed: readonly string[] }>;
  seal(site: string, plugin: string, secrets: Readonly<Record<string, string>>): Promise<Record<string, string>>;
}

export interface ResealParts {
  readonly sites: Sites;
  readonly sealing: Sealing;
  readonly settingsStore: SettingsStore;
  readonly pluginSettings: Secrets;
}

/** The result of re-encryption, as numbers of secrets. */
export interface ResealedView {
  readonly secrets: number;
  readonly resealed: number;
  /** Secrets that no configured key opens. An owner must set them again. */
  readonly closed: number;
}

/**
 * Re-encrypts secrets that an older key sealed with the current key. Settings do not change otherwise, so their version
 * stays. After an interruption, running it again completes it.
 */
export async function reseal(parts: ResealParts): Promise<ResealedView> {
  const counted = { secrets: 0, resealed: 0, closed: 0 };
  for (const { site } of parts.sites.all()) {
    for (const plugin of parts.settingsStore.marks(site).keys()) add(counted, await findReseal(parts, site, plugin));
  }
  return counted;
}

function add(all: { secrets: number; resealed: number; closed: number }, one: ResealedView): void {
  all.secrets += one.secrets;
  all.resealed += one.resealed;
  all.closed += one.closed;
}

async function findReseal(
  { sealing, settingsStore, pluginSettings }: ResealParts,
  site: string,
  plugin: string,
): Promise<ResealedView> {
  const before = settingsStore.get(site, plugin);
  const old = await notCurrent(sealing, before.secrets);
  const { values, closed } = await pluginSettings.open(site, plugin, old);
  const sealed = await pluginSettings.seal(site, plugin, values as Record<string, string>);
  const resealed = Object.keys(sealed).length;
  if (resealed > 0) settingsStore.reseal(site, plugin, before, { ...before.secrets, ...sealed });
  return { secrets: Object.keys(before.secrets).length, resealed, closed: closed.length };
}

async function notCurrent(
  sealing: Sealing,
  secrets: Readonly<Record<string, string>>,
): Promise<Record<string, string>> {
  const entries = await Promise.all(
    Object.entries(secrets).map(async (entry) => ({ entry, isCurrent: await sealing.isCurrent(entry[1]) })),
  );
  return Object.fromEntries(entries.filter(({ isCurrent }) => !isCurrent).map(({ entry }) => entry));
}
