/** The result of a check at the provider, with a stable id. A check that could not run is no pass. */
import type { ProviderFault } from "../../../platform/provider/fault.ts";
import { faultText } from "../account/account.ts";
import type { Finding } from "../descriptor/check.ts";

export type Judgement = "passed" | "blocked" | "failed";

export interface LiveVerdict {
  /** A stable id: receipts, programs and documents name it. */
  readonly id: string;
  readonly title: string;
  /** `blocked`: something is missing or could not be checked. `failed`: something forbidden exists. */
  readonly verdict: Judgement;
  readonly findings: readonly Finding[];
  /**
   * The kind of the provider's fault, if the check could not read its state. Nothing may then be changed because of it.
   */
  readonly fault?: ProviderFault["kind"];
}

export const finding = (where: string, found: string, allowed: string, mend: string): Finding => ({
  level: "error",
  where,
  found,
  allowed,
  mend,
});

export const verdictOf = (
  id: string,
  title: string,
  findings: readonly Finding[],
  bad: Exclude<Judgement, "passed">,
): LiveVerdict => ({
  id,
  title,
  findings,
  verdict: findings.length > 0 ? bad : "passed",
});

/** A malformed answer of the provider fails the check. A missing answer blocks it. */
export const unanswered = (id: string, title: string, where: string, fault: ProviderFault): LiveVerdict => ({
  id,
  title,
  fault: fault.kind,
  verdict: fault.kind === "untrue" ? "failed" : "blocked",
  findings: [finding(where, faultText(fault), "an answer of the provider", MENDS[fault.kind])],
});

const AGAIN = "run the same command again; if it fails again, see the provider's status page";

const MENDS: Readonly<Record<ProviderFault["kind"], string>> = {
  absent: "svc cloudflare deploy --profile <name>",
  denied: "use a credential that may read this: see docs/operating.md",
  limited: "run the same command again in five minutes",
  refused: AGAIN,
  unreachable: AGAIN,
  untrue:
    "do not provision; check the account in the provider's dashboard, and any proxy between here and the provider",
};
