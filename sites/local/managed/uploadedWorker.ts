/** Makes a worker of one machine from what a provider was handed: what was uploaded wrongly isolates wrongly here. */
import type { RunWorker } from "../runner/runtimeConfig.ts";
import type { WorkerConfig } from "../runner/workerConfig.ts";
import { Problem } from "../problem.ts";

interface UploadedBinding {
  readonly type: string;
  readonly name: string;
  readonly [member: string]: unknown;
}

/** A script with the metadata that came with it, and where its bytes are. */
export interface Uploaded {
  readonly name: string;
  readonly script: string;
  readonly metadata: {
    readonly compatibility_date: string;
    readonly compatibility_flags?: readonly string[];
    readonly bindings: readonly UploadedBinding[];
    readonly migrations?: { readonly steps: readonly { readonly new_sqlite_classes?: readonly string[] }[] };
  };
}

const text = (value: unknown): string => (typeof value === "string" ? value : "");

const KNOWN = new Set(["plain_text", "secret_text", "durable_object_namespace", "r2_bucket", "queue", "service"]);

export function uploadedWorker({ name, script, metadata }: Uploaded): RunWorker {
  const { bindings, compatibility_date, compatibility_flags = [], migrations } = metadata;
  const unknown = bindings.find(({ type }) => !KNOWN.has(type));
  if (unknown) throw new Problem(`One machine has no binding of the type ${unknown.type}, which ${unknown.name} is.`);
  const config = { name, main: script, compatibility_date, compatibility_flags, migrations: migrations?.steps ?? [] };
  return {
    config: { ...config, ...inWranglersWords(bindings) },
    script,
    secrets: textsOf(bindings, "secret_text"),
  };
}

const textsOf = (bindings: readonly UploadedBinding[], kind: string): Record<string, string> =>
  Object.fromEntries(bindings.filter(({ type }) => type === kind).map((one) => [one.name, text(one["text"])]));

function inWranglersWords(bindings: readonly UploadedBinding[]): Partial<WorkerConfig> {
  const all = <T>(kind: string, shape: (binding: UploadedBinding) => T): T[] =>
    bindings.filter(({ type }) => type === kind).map(shape);
  return {
    vars: textsOf(bindings, "plain_text"),
    durable_objects: { bindings: all("durable_object_namespace", objectOf) },
    r2_buckets: all("r2_bucket", ({ name, bucket_name: bucket }) => ({ binding: name, bucket_name: text(bucket) })),
    queues: { producers: all("queue", ({ name, queue_name: queue }) => ({ binding: name, queue: text(queue) })) },
    services: all("service", serviceOf),
  };
}

const objectOf = ({ name, class_name: className, script_name: script }: UploadedBinding) => ({
  name,
  class_name: text(className),
  ...(script === undefined ? {} : { script_name: text(script) }),
});

const serviceOf = ({ name, service, entrypoint, props }: UploadedBinding) => ({
  binding: name,
  service: text(service),
  ...(entrypoint === undefined ? {} : { entrypoint: text(entrypoint) }),
  props,
});
