/** Reads a deployed worker's bindings as facts, which are compared with the facts of the prepared configuration. */
import type { LiveBinding } from "../../../platform/provider/workers.ts";
import type { Fact } from "../descriptor/facts.ts";

type Members = Readonly<Record<string, unknown>>;

const text = (value: unknown): string =>
  typeof value === "string" ? value : value === undefined || value === null ? "" : JSON.stringify(value);

/**
 * Members that identify a binding's target, by binding type. For an unknown type all members count, and no policy
 * allows it.
 */
const LEADS: Readonly<Record<string, readonly string[]>> = {
  durable_object_namespace: ["class_name", "script_name", "dispatch_namespace", "environment"],
  d1: ["id"],
  kv_namespace: ["namespace_id"],
  r2_bucket: ["bucket_name", "jurisdiction"],
  service: ["service", "entrypoint", "environment", "props"],
  queue: ["queue_name"],
  analytics_engine: ["dataset"],
  dispatch_namespace: ["namespace", "outbound"],
  plain_text: ["text"],
  json: ["json"],
  worker_loader: [],
  images: [],
  assets: [],
  secret_text: [],
};

/**
 * True for values that the provider adds by default: its one environment, and the worker itself as owner of its
 * classes.
 */
const isImplied = (worker: string, member: string, value: string): boolean =>
  (member === "environment" && value === "production") || (member === "script_name" && value === worker);

function targetOf(worker: string, binding: Members): string {
  const members =
    LEADS[String(binding["type"])] ?? Object.keys(binding).filter((name) => name !== "type" && name !== "name");
  return members
    .map((member) => ({ member, value: text(binding[member]) }))
    .filter(({ member, value }) => value !== "" && !isImplied(worker, member, value))
    .map(({ value }) => value)
    .join(" ");
}

/** `worker` is the name of the worker that has the bindings. */
export const deployedFacts = (worker: string, bindings: readonly LiveBinding[]): readonly Fact[] =>
  bindings.map((binding) => ({ kind: binding.type, name: binding.name, target: targetOf(worker, binding) }));
