/**
 * Decides whether a version may replace the installed ones. The signature of an old version with a known vulnerability
 * is still valid, so only the stored highest version can refuse it. An owner may confirm a downgrade, which lowers the
 * stored version. So a version number that was far too high is no lasting obstacle.
 */
import { compareVersions, asVersion } from "../shapes/version.ts";
import { accepted, refused, type Result } from "../result.ts";

/** A version of one plugin, and the digest it was installed with. */
export interface InstalledVersion {
  readonly version: string;
  readonly digest: string;
}

export type Rollback =
  | { readonly why: "older_than_highest"; readonly version: string; readonly highest: string }
  | {
      readonly why: "other_bytes_of_a_version";
      readonly version: string;
      readonly digest: string;
      readonly installed: string;
    };

const compared = (a: InstalledVersion, b: InstalledVersion): number =>
  compareVersions(asVersion(a.version), asVersion(b.version));

/** The highest version to store once `candidate` is installed, or the refusal. */
export function afterInstalling(
  candidate: InstalledVersion,
  highest: InstalledVersion | undefined,
  { allowDowngrade }: { readonly allowDowngrade: boolean },
): Result<InstalledVersion, Rollback> {
  const order = highest ? compared(candidate, highest) : 1;
  if (!highest || order > 0) return accepted(candidate);
  if (order === 0)
    return candidate.digest === highest.digest ? accepted(highest) : refused(otherBytes(candidate, highest));
  if (allowDowngrade) return accepted(candidate);
  return refused({ why: "older_than_highest", version: candidate.version, highest: highest.version });
}

/**
 * Refuses other bytes under the highest version's number, even with confirmation, because readers of the number could
 * not tell the two apart. No digest is stored of older versions, so an owner can confirm any bytes of them.
 */
const otherBytes = (candidate: InstalledVersion, highest: InstalledVersion): Rollback => ({
  why: "other_bytes_of_a_version",
  version: candidate.version,
  digest: candidate.digest,
  installed: highest.digest,
});

const SAYS: { readonly [W in Rollback["why"]]: (refusal: Extract<Rollback, { why: W }>) => string } = {
  older_than_highest: ({ version: older, highest }) => `${older} is older than ${highest}, which was installed before`,
  other_bytes_of_a_version: ({ version: same, digest, installed }) =>
    `version ${same} was installed with the digest ${installed}, but this package has the same version and the digest ${digest}`,
};

export const rollbackSays = (refusal: Rollback): string =>
  (SAYS[refusal.why] as (refusal: Rollback) => string)(refusal);
