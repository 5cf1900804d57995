/**
 * Versions in semver's grammar. Only the exact spelling is a version ("v1.0" is not), because two spellings of one
 * version would be two packages. The functions are imported one by one, because the whole package weighs much in workers.
 */
import compare from "semver/functions/compare.js";
import parse from "semver/functions/parse.js";
import { VERSION_MAX_CHARS } from "../bounds/manifest.ts";

declare const brand: unique symbol;
export type Version = string & { readonly [brand]: "Version" };

export const VERSION_SAYS = "an exact semantic version such as 1.2.0 or 2.0.0-beta.1";

const spelled = (text: string): string | undefined => {
  const version = parse(text);
  return version === null
    ? undefined
    : version.version + (version.build.length > 0 ? `+${version.build.join(".")}` : "");
};

export const isVersion = (text: string): text is Version => text.length <= VERSION_MAX_CHARS && spelled(text) === text;

export function asVersion(text: string): Version {
  if (!isVersion(text)) throw new RangeError(`not a version: ${JSON.stringify(text.slice(0, 100))}`);
  return text;
}

/** Negative if `a` is older than `b`. Build metadata does not count, as in semver. */
export const compareVersions = (a: Version, b: Version): number => compare(a, b);

/** The suffix that `svc plugin dev` adds to a folder's version. */
export const DEVELOPED = /[-.]dev\.\d+$/;

/** A version without the suffix of `svc plugin dev`. */
export const withoutDevSuffix = (text: string): Version => asVersion(text.replace(DEVELOPED, ""));
