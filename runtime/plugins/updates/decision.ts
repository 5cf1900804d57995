/** Decides whether an update takes over at once, or waits beside the version that is in use. */
import { compare, parse } from "semver";
import type { PackedPlugin } from "../../../manifests/packages/packedPlugin.ts";
import type { Agreed } from "../consent/consent.ts";
import { isCovered } from "../consent/consent.ts";
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
  /** Everything an owner has agreed to. */
  readonly agreed: Agreed;
  readonly rule: UpdateRule;
}

type Step = "patch" | "minor" | "major";

/** The part of the number that changes. Before 1.0.0 the middle number says what breaks, as ranges read it. */
function stepOf(before: string, after: string): Step {
  const [one, other] = [parse(before), parse(after)];
  if (!one || !other || one.major !== other.major) return "major";
  if (one.minor === other.minor) return "patch";
  return one.major === 0 ? "major" : "minor";
}

const TAKES: Readonly<Record<UpdateRule, readonly Step[]>> = { ask: [], patch: ["patch"], minor: ["patch", "minor"] };

/** The reason why the update waits, the weightiest first; undefined if it takes over. */
export function whyWaits({ inUse, next, agreed, rule }: Update): Waits | undefined {
  const [before, after] = [inUse.plugin.manifest, next.plugin.manifest];
  if (compare(after.version, before.version) < 0) return "older";
  if (!next.signedBy.some((key) => inUse.signedBy.includes(key))) return "other_key";
  const asks = { contributor: contributorOf(next.plugin), capabilities: after.capabilities ?? {} };
  if (!isCovered(asks, agreed)) return "asks_more";
  return TAKES[rule].includes(stepOf(before.version, after.version)) ? undefined : "rule";
}
