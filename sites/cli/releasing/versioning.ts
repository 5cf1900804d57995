/** The version in an author's manifest, and the next one. */
import { applyEdits, modify } from "jsonc-parser";
import increased from "semver/functions/inc.js";
import { asVersion, compareVersions, isVersion, VERSION_SAYS } from "../../../manifests/shapes/version.ts";
import { UsageError } from "../command/command.ts";
import { parseAuthoring } from "../files/authoring.ts";

export const STEPS = ["patch", "minor", "major"] as const;
export type VersionStep = (typeof STEPS)[number];

/** The version in a manifest; undefined if it has none. Packing says what else is wrong with it. */
export function manifestVersion(manifest: string): string | undefined {
  const parsed = parseAuthoring(manifest);
  const version: unknown = parsed.ok ? (parsed.value as { readonly version?: unknown }).version : undefined;
  return typeof version === "string" && isVersion(version) ? version : undefined;
}

/** The next version. A prerelease is followed by its own number: `1.2.0-beta.1` by `1.2.0`. */
export const stepped = (version: string, step: VersionStep): string => increased(version, step) ?? version;

export interface VersionWish {
  readonly version?: string | undefined;
  readonly step?: VersionStep | undefined;
}

/** The version to release: the wished one, the next one, or the manifest's own. */
export function wishedVersion(present: string, { version, step }: VersionWish): string {
  if (version !== undefined && step !== undefined) throw new UsageError("Use either --version or --step, not both.");
  if (step !== undefined) return stepped(present, step);
  if (version === undefined) return present;
  if (!isVersion(version)) throw new UsageError(`--version takes ${VERSION_SAYS}, not ${JSON.stringify(version)}.`);
  if (compareVersions(asVersion(version), asVersion(present)) < 0)
    throw new UsageError(`${version} is older than ${present}, which plugin.jsonc has.`);
  return version;
}

/** The manifest with another version. Comments and spaces stay. */
export const withVersion = (manifest: string, version: string): string =>
  manifestVersion(manifest) === version ? manifest : applyEdits(manifest, modify(manifest, ["version"], version, {}));
