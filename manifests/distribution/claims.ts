/** The claims of indexes to names of plugins. Nothing here prefers one index to another: a member chooses, once. */
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

/** The origin of a site's plugin: decided when the plugin was first added, and asked again of every update. */
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

/** Claims that hold every word, by the plugin's id and then by the index's name, whatever order the operator chose. */
export function foundClaims(indexes: readonly Index[], text: string): IndexClaim[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  return indexes
    .flatMap(claimsOf)
    .filter((claim) => matches(claim, words))
    .toSorted((a, b) => compare(a.plugin, b.plugin) || compare(a.index, b.index));
}

const isPreview = (version: Version): boolean => version.split("+")[0]?.includes("-") === true;

/** The newest version that can be added. One before a release is offered only where there is no other. */
export const newestOf = ({ versions }: Pick<IndexClaim, "versions">): string | undefined =>
  versions.find((version) => !isPreview(version as Version)) ?? versions[0];

export interface Outdated {
  readonly plugin: string;
  readonly installed: string;
  /** The version that waits beside it until an owner grants it; null without one. */
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

/** Plugins with a newer version in the index that they are from. Claims of other indexes say nothing here. */
export const outdatedIn = (installed: readonly Installed[], claims: readonly IndexClaim[]): Outdated[] =>
  installed.flatMap(({ id, version, waiting, origin }) => {
    const claim = claims.find(({ plugin, index }) => plugin === id && index === origin?.index);
    const newest = claim && newestOf(claim);
    if (!claim || newest === undefined || !isVersion(version)) return [];
    return compareVersions(newest as Version, version) > 0
      ? [{ plugin: id, installed: version, waiting: waiting?.version ?? null, newest, index: claim.index }]
      : [];
  });

/** Claims to plugins that a site has from elsewhere: a name that another owner says is theirs. */
export const rivalClaims = (installed: readonly Installed[], claims: readonly IndexClaim[]): IndexClaim[] =>
  claims.filter(({ plugin, index, publisher }) => {
    const origin = installed.find(({ id }) => id === plugin)?.origin;
    return origin !== undefined && origin !== null && (origin.index !== index || origin.publisher !== publisher);
  });
