/**
 * Reasons why a package is not trusted, with evidence. Each has the step of the policy, the reason for resolution, and
 * a sentence for people.
 */
import { quote } from "../refusals/pointer.ts";
import type { Issue } from "../refusals/refusal.ts";
import { momentText } from "./moment.ts";
import { refused } from "../result.ts";

export type Untrusted =
  | { readonly why: "too_large"; readonly what: string; readonly found: number; readonly allowed: number }
  | { readonly why: "malformed"; readonly issues: readonly Issue[] }
  | { readonly why: "no_keys" }
  | { readonly why: "unknown_key"; readonly kids: readonly string[] }
  | { readonly why: "not_yet_valid"; readonly kid: string; readonly from: number }
  | { readonly why: "expired"; readonly kid: string; readonly since: number }
  | { readonly why: "revoked"; readonly kid: string; readonly since: number }
  | {
      readonly why: "wrong_algorithm";
      readonly kid: string;
      readonly found: string;
      readonly allowed: readonly string[];
    }
  | { readonly why: "wrong_signature"; readonly kid: string }
  | { readonly why: "manifest_refused"; readonly issues: readonly Issue[] }
  | { readonly why: "publisher_not_allowed"; readonly id: string; readonly kids: readonly string[] }
  | { readonly why: "files_refused"; readonly issues: readonly Issue[] }
  | { readonly why: "wrong_digest"; readonly path: string; readonly expected: string; readonly found: string };

/** The reasons with which resolution skips an untrusted plugin. */
export type TrustReason = "untrusted_key" | "signature_invalid" | "digest_mismatch";

/** The steps that a package must pass, in order: cheap checks first, and no content is trusted before its signature. */
export const POLICY = {
  size: "The package and its parts are within the size limits.",
  form: "The file is a package in canonical form.",
  key: "A signature names a trusted key that is valid now.",
  signature: "That key made a signature over the exact manifest.",
  manifest: "The manifest has the documented shape.",
  publisher: "The key may sign for this publisher.",
  files: "The files are exactly those that the manifest names.",
  digests: "Every file has the signed digest.",
} as const;

export type PolicyStep = keyof typeof POLICY;

interface Rule<U extends Untrusted> {
  readonly step: PolicyStep;
  readonly reason: TrustReason;
  readonly says: (evidence: U) => string;
}

type Rules = { readonly [W in Untrusted["why"]]: Rule<Extract<Untrusted, { why: W }>> };

const firstOf = (issues: readonly Issue[]): string => {
  const [first, ...more] = issues;
  const rest = more.length > 0 ? ` (and ${more.length} more)` : "";
  return first
    ? `${first.pointer || "/"}: found ${first.found}; allowed: ${first.allowed}${rest}`
    : "the evidence was not kept";
};

const RULES: Rules = {
  too_large: {
    step: "size",
    reason: "signature_invalid",
    says: ({ what, found, allowed }) => `${what} has ${found} bytes, of at most ${allowed}`,
  },
  malformed: {
    step: "form",
    reason: "signature_invalid",
    says: ({ issues }) => `it is not a package: ${firstOf(issues)}`,
  },
  no_keys: { step: "key", reason: "untrusted_key", says: () => "this deployment trusts no key" },
  unknown_key: {
    step: "key",
    reason: "untrusted_key",
    says: ({ kids }) => `no trusted key signed it; it was signed by ${kids.map(quote).join(", ")}`,
  },
  not_yet_valid: {
    step: "key",
    reason: "untrusted_key",
    says: ({ kid, from }) => `the key ${kid} is not valid before ${momentText(from)}`,
  },
  expired: {
    step: "key",
    reason: "untrusted_key",
    says: ({ kid, since }) => `the key ${kid} expired on ${momentText(since)}`,
  },
  revoked: {
    step: "key",
    reason: "untrusted_key",
    says: ({ kid, since }) => `the key ${kid} was revoked on ${momentText(since)}`,
  },
  wrong_algorithm: {
    step: "signature",
    reason: "signature_invalid",
    says: ({ kid, found, allowed }) => `the key ${kid} signs with ${allowed.join(" or ")}, not with ${found}`,
  },
  wrong_signature: {
    step: "signature",
    reason: "signature_invalid",
    says: ({ kid }) => `the key ${kid} did not make this signature over this manifest`,
  },
  manifest_refused: {
    step: "manifest",
    reason: "signature_invalid",
    says: ({ issues }) => `the signed content is not a manifest: ${firstOf(issues)}`,
  },
  publisher_not_allowed: {
    step: "publisher",
    reason: "untrusted_key",
    says: ({ id, kids }) => `the key ${kids.join(", ")} may not sign ${id}`,
  },
  files_refused: {
    step: "files",
    reason: "digest_mismatch",
    says: ({ issues }) => `its files do not match the manifest: ${firstOf(issues)}`,
  },
  wrong_digest: {
    step: "digests",
    reason: "digest_mismatch",
    says: ({ path, expected, found }) => `${path} has the digest ${found}, but the signed digest is ${expected}`,
  },
};

/**
 * The rule of a refusal. The cast is safe: the table pairs each reason with its own evidence, which TypeScript does not
 * follow.
 */
const ruleOf = (untrusted: Untrusted): Rule<Untrusted> => RULES[untrusted.why] as Rule<Untrusted>;

export const stepOf = (untrusted: Untrusted): PolicyStep => ruleOf(untrusted).step;

export interface Distrust {
  readonly ok: false;
  readonly reason: TrustReason;
  readonly detail: string;
}

/** A refusal as resolution reports it. */
export const distrust = (untrusted: Untrusted): Distrust => {
  const { reason, says } = ruleOf(untrusted);
  return { ok: false, reason, detail: says(untrusted) };
};

const STEPS = Object.keys(POLICY);

/** Picks the most helpful of several signatures' refusals: the one that passed the most steps. */
export function furthest(refusals: readonly Untrusted[]): Untrusted {
  const kids = refusals.flatMap((refusal) => (refusal.why === "unknown_key" ? refusal.kids : []));
  const known = refusals.filter(({ why }) => why !== "unknown_key");
  const [nearest] = known.toSorted((a, b) => STEPS.indexOf(stepOf(b)) - STEPS.indexOf(stepOf(a)));
  return nearest ?? { why: "unknown_key", kids: [...new Set(kids)] };
}

export const malformed = (pointer: string, found: string, allowed: string) =>
  refused({ why: "malformed", issues: [{ pointer, found, allowed }] } as const);
export const tooLarge = (what: string, found: number, allowed: number) =>
  refused({ why: "too_large", what, found, allowed } as const);
