/**
 * Names of isolates. The loader finds an isolate by name alone, so the name lists everything that two calls must have
 * in common to share an isolate. Different lists give different names, and a name is safe in a URL.
 */

/** A plugin version at a site. */
export interface PluginAtWork {
  readonly tenant: string;
  readonly site: string;
  readonly plugin: string;
  /** The manifest's digest. */
  readonly digest: string;
}

/**
 * The name without the attempt's number. `how` lists further values that separate isolates, such as the grant's hash.
 */
export const stemOf = ({ tenant, site, plugin, digest }: PluginAtWork, how: readonly string[]): string =>
  encodeURIComponent(JSON.stringify([tenant, site, plugin, digest, ...how]));

export const attemptName = (stem: string, attempt: number): string => `${attempt}.${stem}`;

/** The platform puts the binding's name before the isolate's name. */
const OF_PLATFORM = /^PLUGIN_LOADER:\d+\.(%5B[^/]*%5D)$/;

/** Finds the plugin of an isolate by the platform's name for it; undefined unless `attemptName` made that name. */
export function pluginOfIsolate(name: string): PluginAtWork | undefined {
  const stem = OF_PLATFORM.exec(name)?.[1];
  if (stem === undefined) return undefined;
  const [tenant = "", site = "", plugin = "", digest = ""] = JSON.parse(decodeURIComponent(stem)) as string[];
  return { tenant, site, plugin, digest };
}
