import { Refusal } from "../../../../manifests/refusals/refusal.ts";
import type { ProviderResult } from "../../../platform/provider/client.ts";
import type { ProviderFault } from "../../../platform/provider/fault.ts";

/** The step at which a deployment or an erasure stopped. Runbooks and tests use these names, so they are stable. */
export type HostingStep =
  | "artifact"
  | "record"
  | "bucket"
  | "queue"
  | "consumer"
  | "script"
  | "bindings"
  | "identity"
  | "ready"
  | "contents";

/**
 * The refusal for an unexpected state at the provider or in the script. It names no account and holds no part of an
 * answer.
 */
export const stopped = (step: HostingStep, found: string, allowed: string): Refusal =>
  new Refusal("DEPLOYMENT_STOPPED", { step, found, allowed });

const stoppedBy = (step: HostingStep, { kind, status, codes, says }: ProviderFault): Refusal =>
  new Refusal("DEPLOYMENT_STOPPED", { step, found: says, kind, providerStatus: status, codes });

/** The value of the provider's answer. Throws for a fault. */
export function trusted<T>(step: HostingStep, answer: ProviderResult<T>): T {
  if (answer.ok) return answer.value;
  throw stoppedBy(step, answer.error);
}

/** The value of the provider's answer; undefined if the resource does not exist. Throws for any other fault. */
export function trustedIfThere<T>(step: HostingStep, answer: ProviderResult<T>): T | undefined {
  if (answer.ok) return answer.value;
  if (answer.error.kind === "absent") return undefined;
  throw stoppedBy(step, answer.error);
}
