import type { FileIssue } from "../../../manifests/packages/fileCheck.ts";
import { Refusal } from "../../../manifests/refusals/refusal.ts";
import { type Rollback, rollbackSays } from "../../../manifests/trust/rollback.ts";
import { type Untrusted, distrust, stepOf } from "../../../manifests/trust/untrusted.ts";

/**
 * Makes the refusal of a package. `reason` is a code for programs, `detail` a sentence for people, the rest evidence.
 */
const rejected = (reason: string, detail: string, evidence: object = {}): Refusal =>
  new Refusal("PLUGIN_REJECTED", { reason, detail, ...evidence });

/** Makes the refusal of an untrusted package: the failed step of the policy, and the evidence. */
export function notBelieved(untrusted: Untrusted): Refusal {
  const { why, ...evidence } = untrusted;
  return rejected(why, distrust(untrusted).detail, { step: stepOf(untrusted), ...evidence });
}

export function rolledBack(rollback: Rollback): Refusal {
  const { why, ...evidence } = rollback;
  return rejected(why, rollbackSays(rollback), evidence);
}

export const unsafeFiles = (issues: readonly FileIssue[]): Refusal =>
  rejected("files_not_allowed", "its files have content that files of their kind may not have", {
    issues: issues.map(({ pointer, found, allowed }) => ({ pointer, found, allowed })),
    files: [...new Set(issues.map(({ file }) => file))],
  });

export const idTaken = (plugin: string): Refusal =>
  rejected("first_party_id", `${plugin} is part of this deployment`, { plugin });

/**
 * The package differs from the index's entry. Either the index is wrong, or the package's host has replaced the file.
 */
export const notListed = (what: "plugin" | "version" | "digest", found: string, listed: string): Refusal =>
  rejected("other_than_listed", `its ${what} is ${found}, but the index lists ${listed}`, { what, found, listed });

/** A plugin's name stays with its first index, until an owner removes the plugin or uploads another package. */
export const otherIndex = (plugin: string, index: string, origin: string): Refusal =>
  rejected("other_index", `this site has ${plugin} from the index ${origin}, and ${index} claims the same name`, {
    index,
    origin,
  });

export const otherPublisher = (plugin: string, publisher: string, signedBy: readonly string[]): Refusal =>
  rejected("other_publisher", `${plugin} is published with the key ${publisher}, which did not sign this package`, {
    publisher,
    signedBy,
  });

/** The package has fewer signatures than the site demands. Only keys that this deployment trusts count. */
export const tooFewSignatures = (signedBy: readonly string[], demanded: number): Refusal =>
  rejected("too_few_signatures", `${signedBy.length} trusted keys signed it, and this site demands ${demanded}`, {
    signedBy,
    demanded,
  });

/** The version is newer than the site takes from an index. `from` is the moment at which it is old enough. */
export const tooYoung = (version: string, days: number, from: number): Refusal =>
  rejected(
    "too_young",
    `this site takes it ${days === 1 ? "a day" : `${days} days`} after it was first read in an index`,
    {
      version,
      days,
      from,
    },
  );

export const noRoom = (what: "plugins" | "bytes", found: number, allowed: number): Refusal =>
  rejected(
    what === "plugins" ? "too_many_plugins" : "no_room",
    `there would be ${found} ${what} of packages, of at most ${allowed}`,
    { found, allowed },
  );
