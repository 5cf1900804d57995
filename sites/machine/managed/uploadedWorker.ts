/**
 * Makes a local worker from an upload to the stand-in. The bindings come from the upload alone, so a wrong upload shows
 * its faults here.
 */
import type { Binding, TenantMetadata } from "../provider/state.ts";
import type { RunWorker } from "../runner/runtimeConfig.ts";
import type { WorkerConfig } from "../runner/workerConfig.ts";
import { Problem } from "../process/problem.ts";

/** An uploaded script with its metadata, and the path of its code. */
export interface Uploaded {
  readonly name: string;
  readonly script: string;
  readonly metadata: Pick<TenantMetadata, "bindings" | "compatibility_date" | "compatibility_flags">;
  /** Durable Object classes from all migrations so far. */
  readonly classes: readonly string[];
}

const text = (value: unknown): string => (typeof value === "string" ? value : "");

const KNOWN = new Set(["plain_text", "secret_text", "durable_object_namespace", "r2_bucket", "queue", "service"]);

export function uploadedWorker({ name, script, metadata, classes }: Uploaded): RunWorker {
  const { bindings, compatibility_date, compatibility_flags = [] } = metadata;
  const unknown = bindings.find(({ type }) => !KNOWN.has(type));
  if (unknown)
    throw new Problem(`The binding ${unknown.name} has the type ${unknown.type}, which one machine does not support.`);
  const migrations = [{ new_sqlite_classes: classes }];
  const config = { name, main: script, compatibility_date, compatibility_flags, migrations };
  return {
    config: { ...config, ...inWranglersWords(bindings) },
    script,
    secrets: textsOf(bindings, "secret_text"),
    isTenants: true,
  };
}

const textsOf = (bindings: readonly Binding[], kind: string): Record<string, string> =>
  Object.fromEntries(bindings.filter(({ type }) => type === kind).map((one) => [one.name, text(one["text"])]));

function inWranglersWords(bindings: readonly Binding[]): Partial<WorkerConfig> {
  const all = <T>(kind: string, shape: (binding: Binding) => T): T[] =>
    bindings.filter(({ type }) => type === kind).map(shape);
  return {
    vars: textsOf(bindings, "plain_text"),
    durable_objects: { bindings: all("durable_object_namespace", objectOf) },
    r2_buckets: all("r2_bucket", ({ name, bucket_name: bucket }) => ({ binding: name, bucket_name: text(bucket) })),
    queues: { producers: all("queue", ({ name, queue_name: queue }) => ({ binding: name, queue: text(queue) })) },
    services: all("service", serviceOf),
  };
}

const objectOf = ({ name, class_name: className, script_name: script }: Binding) => ({
  name,
  class_name: text(className),
  ...(script === undefined ? {} : { script_name: text(script) }),
});

const serviceOf = ({ name, service, entrypoint, props }: Binding) => ({
  binding: name,
  service: text(service),
  ...(entrypoint === undefined ? {} : { entrypoint: text(entrypoint) }),
  props,
});
