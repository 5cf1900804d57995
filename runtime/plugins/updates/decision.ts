/** Decides whether an update replaces the running version at once, or waits for an owner. */
import compare from "semver/functions/compare.js";
import parse from "semver/functions/parse.js";
import type { PackedPlugin } from "../../../manifests/packages/packedPlugin.ts";
import { type Agreed, isCovered } from "../consent/consent.ts";
import { contributorOf } from "../consent/effects.ts";
import type { UpdateRule } from "./updateRules.ts";
import type { Waits } from "./waits.ts";

/** A version with the keys that signed it. */
export interface SignedVersion {
  readonly plugin: PackedPlugin;
  readonly signedBy: readonly string[];
}

export interface Update {
  readonly inUse: SignedVersion;
  readonly next: SignedVersion;
  /** Everything that an owner has agreed to. */
  readonly agreed: Agreed;
  readonly rule: UpdateRule;
  /** True if translations show other values with the next version. */
  readonly changesValues: () => boolean;
}

type Step = "patch" | "minor" | "major";

/**
 * The part of the version number that changes. Before 1.0.0, a minor step may break compatibility, as in semver ranges.
 */
function stepOf(before: string, after: string): Step {
  const [one, other] = [parse(before), parse(after)];
  if (!one || !other || one.major !== other.major) return "major";
  if (one.minor === other.minor) return "patch";
  return one.major === 0 ? "major" : "minor";
}

const TAKES: Readonly<Record<UpdateRule, readonly Step[]>> = { ask: [], patch: ["patch"], minor: ["patch", "minor"] };

/** The reason why the update waits, the most important reason first. Undefined if it is installed at once. */
export function whyWaits({ inUse, next, agreed, rule, changesValues }: Update): Waits | undefined {
  const [before, after] = [inUse.plugin.manifest, next.plugin.manifest];
  if (compare(after.version, before.version) < 0) return "older";
  if (!next.signedBy.some((key) => inUse.signedBy.includes(key))) return "other_key";
  const asks = { contributor: contributorOf(next.plugin), capabilities: after.capabilities ?? {} };
  if (!isCovered(asks, agreed)) return "asks_more";
  if (changesValues()) return "shares_values";
  return TAKES[rule].includes(stepOf(before.version, after.version)) ? undefined : "rule";
}
