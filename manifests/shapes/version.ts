/**
 * Versions and ranges in semver's grammar. Only the exact spelling is a version ("v1.0" is not), because two spellings
 * of one version would be two packages. Authors know ranges from npm packages.
 */
import { compare, parse, Range, satisfies } from "semver";
import { VERSION_MAX_CHARS } from "../bounds/manifest.ts";

declare const brand: unique symbol;
export type Version = string & { readonly [brand]: "Version" };
export type VersionRange = string & { readonly [brand]: "VersionRange" };

export const VERSION_SAYS = "an exact semantic version such as 1.2.0 or 2.0.0-beta.1";
export const RANGE_SAYS = "a range of semantic versions such as ^1.0.0 or >=1.2.0 <3.0.0";

const spelled = (text: string): string | undefined => {
  const version = parse(text);
  return version === null
    ? undefined
    : version.version + (version.build.length > 0 ? `+${version.build.join(".")}` : "");
};

export const isVersion = (text: string): text is Version => text.length <= VERSION_MAX_CHARS && spelled(text) === text;

export function isRange(text: string): text is VersionRange {
  if (text.length > VERSION_MAX_CHARS || text.trim() !== text || text === "") return false;
  try {
    return new Range(text).range !== "<0.0.0-0";
  } catch {
    return false;
  }
}

export function asVersion(text: string): Version {
  if (!isVersion(text)) throw new RangeError(`not a version: ${JSON.stringify(text.slice(0, 100))}`);
  return text;
}

export function versionRange(text: string): VersionRange {
  if (!isRange(text)) throw new RangeError(`not a range of versions: ${JSON.stringify(text.slice(0, 100))}`);
  return text;
}

/** Negative if `a` is older than `b`. Build metadata does not count, as in semver. */
export const compareVersions = (a: Version, b: Version): number => compare(a, b);

/** The suffix that `svc plugin dev` adds to a folder's version. */
const DEVELOPED = /[-.]dev\.\d+$/;

/** A version without the suffix of `svc plugin dev`. */
export const withoutDevSuffix = (text: string): Version => asVersion(text.replace(DEVELOPED, ""));

/**
 * Tells whether a version is in a range. A development version also counts as the version it leads to, so that plugins
 * which require that one can be tried.
 */
export const fulfils = (candidate: string, range: string): boolean =>
  satisfies(candidate, range) || satisfies(candidate.replace(DEVELOPED, ""), range);

export const inRange = (candidate: Version, range: VersionRange): boolean => satisfies(candidate, range);
