/** Ranges of versions in semver's grammar. Authors know them from npm packages. */
import Range from "semver/classes/range.js";
import satisfies from "semver/functions/satisfies.js";
import * as z from "zod/mini";
import { VERSION_MAX_CHARS } from "../bounds/manifest.ts";
import { DEVELOPED, type Version } from "./version.ts";

declare const brand: unique symbol;
export type VersionRange = string & { readonly [brand]: "VersionRange" };

const RANGE_SAYS = "a range of semantic versions such as ^1.0.0 or >=1.2.0 <3.0.0";

export function isRange(text: string): text is VersionRange {
  if (text.length > VERSION_MAX_CHARS || text.trim() !== text || text === "") return false;
  try {
    return new Range(text).range !== "<0.0.0-0";
  } catch {
    return false;
  }
}

export const rangeShape = z.string().check(z.refine(isRange, RANGE_SAYS));

export function versionRange(text: string): VersionRange {
  if (!isRange(text)) throw new RangeError(`not a range of versions: ${JSON.stringify(text.slice(0, 100))}`);
  return text;
}

/**
 * Tells whether a version is in a range. A development version also counts as the version it leads to, so that plugins
 * which require that one can be tried.
 */
export const fulfils = (candidate: string, range: string): boolean =>
  satisfies(candidate, range) || satisfies(candidate.replace(DEVELOPED, ""), range);

export const inRange = (candidate: Version, range: VersionRange): boolean => satisfies(candidate, range);
