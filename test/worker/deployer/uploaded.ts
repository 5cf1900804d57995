/** The bindings of a tenant's script, built from its upload alone, so that a wrong upload shows its faults. */
import { bucketPart } from "../../../sites/workers/tenant/bucketPart.ts";
import type { TenantEnv } from "../../../sites/workers/tenant/env.ts";
import type { Binding, TenantScript } from "../../../sites/machine/provider/state.ts";
import { bindings } from "./bindings.ts";

export interface Queued {
  readonly queue: string;
  readonly body: unknown;
}

/** Queued messages. The worker and its Durable Objects share this isolate. */
export const queued: Queued[] = [];

/** Scripts by worker and upload. A Durable Object's name has both, because it belongs to one upload. */
const scripts = new Map<string, TenantScript>();

export function objectName({ script }: TenantScript): string {
  return `${script.id} ${script.tag}`;
}

/** Remembers a script, so that its Durable Object finds its bindings. */
export function known(script: TenantScript): TenantScript {
  scripts.set(objectName(script), script);
  return script;
}

export function envOfObject(name: string | undefined): TenantEnv {
  const script = scripts.get(name ?? "");
  if (!script) throw new Error("There is no such script.");
  return envOf(script);
}

export function envOf(script: TenantScript): TenantEnv {
  return Object.fromEntries(
    script.metadata.bindings.map((binding) => [binding.name, valueOf(binding, script)]),
  ) as unknown as TenantEnv;
}

const KINDS: Readonly<Record<string, (binding: Binding, script: TenantScript) => unknown>> = {
  plain_text: ({ text }) => text,
  secret_text: ({ text }) => text,
  r2_bucket: ({ bucket_name }) => bucketPart(bindings.BUCKETS, `${String(bucket_name)}/`),
  queue: ({ queue_name }) => ({
    send: async (body: unknown) => void queued.push({ queue: String(queue_name), body }),
  }),
  durable_object_namespace: (_binding, script) => ({
    idFromName: () => bindings.OBJECTS.idFromName(objectName(script)),
    get: (id: DurableObjectId) => bindings.OBJECTS.get(id),
  }),
};

const valueOf = (binding: Binding, script: TenantScript): unknown => KINDS[binding.type]?.(binding, script);
