/**
 * Names of isolates. The loader finds an isolate by name alone, so the name lists everything that two calls must share
 * to share one. No two lists give the same name, and a name needs no escape in an address.
 */

/** A version of a plugin at work in a site. */
export interface PluginAtWork {
  readonly tenant: string;
  readonly site: string;
  readonly plugin: string;
  /** The manifest's digest. */
  readonly digest: string;
}

/** The common part of the names of all attempts; `how` holds what else separates isolates. */
export const stemOf = ({ tenant, site, plugin, digest }: PluginAtWork, how: readonly string[]): string =>
  encodeURIComponent(JSON.stringify([tenant, site, plugin, digest, ...how]));

export const attemptName = (stem: string, attempt: number): string => `${attempt}.${stem}`;

/** The platform puts the binding before the name. */
const OF_PLATFORM = /^PLUGIN_LOADER:\d+\.(%5B[^/]*%5D)$/;

/** Finds the plugin of an isolate by the platform's name for it; undefined unless `attemptName` made that name. */
export function whoseIsolate(name: string): PluginAtWork | undefined {
  const stem = OF_PLATFORM.exec(name)?.[1];
  if (stem === undefined) return undefined;
  const [tenant = "", site = "", plugin = "", digest = ""] = JSON.parse(decodeURIComponent(stem)) as string[];
  return { tenant, site, plugin, digest };
}
