/** Claims: an index lists a plugin's name as its own. No code prefers one index to another: a member chooses once. */
import { compareVersions, isVersion, type Version } from "../shapes/version.ts";
import type { Index, IndexedPlugin } from "./indexShape.ts";

/** One index's claim to a plugin's name. */
export interface IndexClaim {
  readonly plugin: string;
  readonly index: string;
  readonly name: string;
  readonly description: string;
  readonly publisher: string;
  /** Versions that can be added, the newest first. */
  readonly versions: readonly string[];
}

/** The index and publisher from which a site first got a plugin. Every update must come from the same. */
export interface PluginOrigin {
  readonly index: string;
  readonly publisher: string;
}

const offered = ({ versions }: IndexedPlugin): Version[] =>
  Object.entries(versions)
    .filter(([, { withdrawn }]) => withdrawn === undefined)
    .map(([version]) => version)
    .filter(isVersion)
    .toSorted((a, b) => compareVersions(b, a));

export const claimsOf = ({ index, plugins }: Index): IndexClaim[] =>
  Object.entries(plugins).map(([plugin, entry]) => ({
    plugin,
    index,
    name: entry.name,
    description: entry.description ?? "",
    publisher: entry.publisher,
    versions: offered(entry),
  }));

const matches = ({ plugin, name, description }: IndexClaim, words: readonly string[]): boolean => {
  const text = `${plugin} ${name} ${description}`.toLowerCase();
  return words.every((word) => text.includes(word));
};

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** Claims that contain every word, ordered by plugin id and then by index name, never by the operator's order. */
export function foundClaims(indexes: readonly Index[], text: string): IndexClaim[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  return indexes
    .flatMap(claimsOf)
    .filter((claim) => matches(claim, words))
    .toSorted((a, b) => compare(a.plugin, b.plugin) || compare(a.index, b.index));
}

const isPreview = (version: Version): boolean => version.split("+")[0]?.includes("-") === true;

/** The newest version that can be installed. A prerelease counts only if there is no release. */
export const newestOf = ({ versions }: Pick<IndexClaim, "versions">): string | undefined =>
  versions.find((version) => !isPreview(version as Version)) ?? versions[0];

export interface Outdated {
  readonly plugin: string;
  readonly installed: string;
  /** The version that waits until an owner grants it; null without one. */
  readonly waiting: string | null;
  readonly newest: string;
  readonly index: string;
}

interface Installed {
  readonly id: string;
  readonly version: string;
  readonly waiting: { readonly version: string } | null;
  readonly origin: PluginOrigin | null;
}

/** Installed plugins with a newer version in their own index. Claims of other indexes do not count. */
export const outdatedIn = (installed: readonly Installed[], claims: readonly IndexClaim[]): Outdated[] =>
  installed.flatMap(({ id, version, waiting, origin }) => {
    const claim = claims.find(({ plugin, index }) => plugin === id && index === origin?.index);
    const newest = claim && newestOf(claim);
    if (!claim || newest === undefined || !isVersion(version)) return [];
    return compareVersions(newest as Version, version) > 0
      ? [{ plugin: id, installed: version, waiting: waiting?.version ?? null, newest, index: claim.index }]
      : [];
  });

/** Claims of other indexes or publishers to the names of installed plugins. */
export const rivalClaims = (installed: readonly Installed[], claims: readonly IndexClaim[]): IndexClaim[] =>
  claims.filter(({ plugin, index, publisher }) => {
    const origin = installed.find(({ id }) => id === plugin)?.origin;
    return origin !== undefined && origin !== null && (origin.index !== index || origin.publisher !== publisher);
  });
