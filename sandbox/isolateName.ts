/**
 * How isolates are called. The loader finds one by its name alone, so everything two calls must share to share an isolate
 * is in it, as a list, so that no two lists can be pasted into the same name. It holds only signs that need no escape in an
 * address: whoever asks the platform about an isolate names it in one.
 */

/** A version of a plugin at work in a site. */
export interface PluginAtWork {
  readonly tenant: string;
  readonly site: string;
  readonly plugin: string;
  /** Of its manifest. */
  readonly digest: string;
}

/** What the names of all attempts share; `how` is what else tells isolates apart. */
export const stemOf = ({ tenant, site, plugin, digest }: PluginAtWork, how: readonly string[]): string =>
  encodeURIComponent(JSON.stringify([tenant, site, plugin, digest, ...how]));

export const nameOf = (stem: string, attempt: number): string => `${attempt}.${stem}`;

/** The platform puts the binding before the name. */
const OF_PLATFORM = /^PLUGIN_LOADER:\d+\.(%5B[^/]*%5D)$/;

/** Who works in an isolate, by what the platform calls it; undefined for what `nameOf` did not make. */
export function whoseIsolate(name: string): PluginAtWork | undefined {
  const stem = OF_PLATFORM.exec(name)?.[1];
  if (stem === undefined) return undefined;
  const [tenant = "", site = "", plugin = "", digest = ""] = JSON.parse(decodeURIComponent(stem)) as string[];
  return { tenant, site, plugin, digest };
}
