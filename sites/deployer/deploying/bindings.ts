import type { TenantBinding } from "../../shared/tenants/bindings.ts";

/** Members that decide where a binding leads, by type. One that is absent in the upload must be absent when it is read back. */
const TARGETS: Readonly<Record<string, readonly string[]>> = {
  durable_object_namespace: ["class_name", "script_name", "environment", "dispatch_namespace"],
  r2_bucket: ["bucket_name", "jurisdiction"],
  queue: ["queue_name"],
  service: ["service", "entrypoint", "environment", "props"],
  plain_text: ["text"],
  secret_text: [],
};

/** The provider may name the script itself where the upload left it out. */
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

/** The first difference between the bindings of an upload and those that are there, or undefined. It holds no value. */
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
