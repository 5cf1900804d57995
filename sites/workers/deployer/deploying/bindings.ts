import type { TenantBinding } from "../../../platform/tenants/bindings.ts";

/**
 * Members that determine a binding's target, by type. A member that the upload lacks must be missing in the read-back
 * as well.
 */
const TARGETS: Readonly<Record<string, readonly string[]>> = {
  durable_object_namespace: ["class_name", "script_name", "environment", "dispatch_namespace"],
  r2_bucket: ["bucket_name", "jurisdiction"],
  queue: ["queue_name"],
  service: ["service", "entrypoint", "environment", "props"],
  plain_text: ["text"],
  secret_text: [],
};

/** Members that the provider fills with the script's own name if the upload lacks them. */
const OWN: Readonly<Record<string, (worker: string) => string>> = { script_name: (worker) => worker };

function isSame(uploaded: TenantBinding, found: TenantBinding, worker: string): boolean {
  const valueOf = (binding: TenantBinding, member: string): string =>
    JSON.stringify(binding[member] ?? OWN[member]?.(worker) ?? null);
  const targets = TARGETS[uploaded.type];
  return (
    targets !== undefined &&
    uploaded.type === found.type &&
    targets.every((member) => valueOf(uploaded, member) === valueOf(found, member))
  );
}

/**
 * Describes the first difference between uploaded and read bindings, without any value; undefined if they are equal.
 */
export function bindingFault(
  uploaded: readonly TenantBinding[],
  found: readonly TenantBinding[],
  worker: string,
): string | undefined {
  for (const binding of uploaded) {
    const [only, ...others] = found.filter(({ name }) => name === binding.name);
    if (!only) return `${binding.name} is missing`;
    if (others.length > 0) return `${binding.name} is there twice`;
    if (!isSame(binding, only, worker)) return `${binding.name} is another one`;
  }
  return found.length === uploaded.length ? undefined : "a binding that the upload did not have";
}
