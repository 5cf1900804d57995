/** What a tenant's worker binds: its own object, bucket and queue, who it is, and public keys. Nothing of it is shared. */
import type { TenantWorkerRow } from "./tenantWorkers.ts";

export const MAIN_MODULE = "index.js";
export const COMPATIBILITY_DATE = "2026-08-01";
export const MIGRATION = { new_tag: "v1", steps: [{ new_sqlite_classes: ["TenantWorkspaceDO"] }] } as const;

/** Values that are the same for every tenant and give no authority. */
export const TENANT_VARIABLES = [
  /** The dispatcher's public key: calls for visitors and members. */
  "DISPATCH_PUBLIC_KEY",
  /** The deployer's public key: calls of the operator. The dispatcher cannot make one. */
  "OPERATOR_PUBLIC_KEY",
  "PLUGIN_TRUST_KEYS",
  "MCP_ORIGIN",
  "MEMBERS_MCP_ORIGIN",
  "TURNSTILE_SITE_KEY",
] as const;
export type TenantVariables = Readonly<Record<(typeof TENANT_VARIABLES)[number], string>>;

export interface ScriptBinding {
  readonly type: string;
  readonly name: string;
  readonly [member: string]: unknown;
}

const text = (name: string, value: string): ScriptBinding => ({ type: "plain_text", name, text: value });

/** The bindings of an upload. A comparison passes an empty secret, because nobody can read one back. */
export const scriptBindings = (
  { tenant, worker, release, artifact_sha256, bucket, queue }: TenantWorkerRow,
  variables: TenantVariables,
  sealingSecret: string,
): readonly ScriptBinding[] => [
  // Without `script_name` it is the script's own object.
  { type: "durable_object_namespace", name: "TENANT_WORKSPACE", class_name: "TenantWorkspaceDO" },
  { type: "r2_bucket", name: "BUCKET", bucket_name: bucket },
  { type: "queue", name: "PUBLISH_QUEUE", queue_name: queue },
  text("TENANT_ID", tenant),
  text("WORKER_NAME", worker),
  text("RELEASE", release),
  text("ARTIFACT_SHA256", artifact_sha256),
  ...TENANT_VARIABLES.map((name) => text(name, variables[name])),
  { type: "secret_text", name: "PLUGIN_SETTINGS_SECRET", text: sealingSecret },
];

/** Members that decide where a binding leads, by type. A member that is absent on one side must be absent on the other. */
const TARGETS: Readonly<Record<string, readonly string[]>> = {
  durable_object_namespace: ["class_name", "script_name", "environment", "dispatch_namespace"],
  r2_bucket: ["bucket_name", "jurisdiction"],
  queue: ["queue_name"],
  plain_text: ["text"],
  secret_text: [],
};

function isSame(wanted: ScriptBinding, found: ScriptBinding, worker: unknown): boolean {
  const targets = TARGETS[wanted.type];
  // The provider may name the script itself where the upload left it out.
  const of = (binding: ScriptBinding, member: string): unknown =>
    member === "script_name" ? (binding[member] ?? worker) : (binding[member] ?? undefined);
  return (
    targets !== undefined &&
    wanted.type === found.type &&
    targets.every((member) => of(wanted, member) === of(found, member))
  );
}

/** The first difference between the bindings of an upload and those that are there, or undefined. It holds no value. */
export function bindingFault(wanted: readonly ScriptBinding[], found: readonly ScriptBinding[]): string | undefined {
  const worker = wanted.find(({ name }) => name === "WORKER_NAME")?.["text"];
  for (const binding of wanted) {
    const same = found.filter(({ name }) => name === binding.name);
    if (same.length !== 1) return `${binding.name} ${same.length === 0 ? "is missing" : "is there twice"}`;
    const [only] = same;
    if (only && !isSame(binding, only, worker)) return `${binding.name} is another one`;
  }
  const extra = found.find(({ name }) => !wanted.some((binding) => binding.name === name));
  return extra && "a binding that no upload had";
}
