/**
 * Adds a prepared worker to an account as wrangler would deploy it. A test compares this with wrangler's own
 * deployment.
 */
import { randomUUID } from "node:crypto";
import { type Fact, bindingFacts, factsOf } from "../../../sites/cli/cloudflare/descriptor/facts.ts";
import type { Config } from "../../../sites/cli/cloudflare/descriptor/config.ts";
import type { AccountState, Binding, StoredQueue, VersionRuntime } from "../../../sites/machine/provider/state.ts";
import { etagOf, scriptNamed } from "../../../sites/machine/provider/workerRoutes.ts";

/** The API's members of a binding's target, by type. */
const MEMBERS: Readonly<Record<string, readonly string[]>> = {
  durable_object_namespace: ["class_name", "script_name"],
  d1: ["id"],
  kv_namespace: ["namespace_id"],
  r2_bucket: ["bucket_name"],
  service: ["service", "entrypoint"],
  queue: ["queue_name"],
  analytics_engine: ["dataset"],
  dispatch_namespace: ["namespace"],
};

function asBinding({ kind, name, target }: Fact): Binding {
  if (kind === "plain_text") return { type: kind, name, text: target };
  const values = target.split(" ");
  const members = (MEMBERS[kind] ?? []).flatMap((member, index) =>
    values[index] === undefined ? [] : [[member, values[index]]],
  );
  return { type: kind, name, ...Object.fromEntries(members) };
}

/** The bindings of a worker as the API shows them after a deployment. */
export const bindingsOf = (config: Config): Binding[] => bindingFacts(config).map(asBinding);

/** A database after wrangler has applied these migrations. */
export function putMigrated(account: AccountState, names: readonly string[]): void {
  for (const { rows } of account.databases.values()) {
    rows.exec(
      "CREATE TABLE d1_migrations (id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT UNIQUE, applied_at TIMESTAMP DEFAULT CURRENT_TIMESTAMP NOT NULL)",
    );
    for (const name of names) rows.prepare("INSERT INTO d1_migrations (name) VALUES (?)").run(name);
  }
}

function queueNamed({ queues }: AccountState, name: string): StoredQueue {
  const found = queues.find(({ queue_name }) => queue_name === name);
  if (found) return found;
  const made = { queue_id: randomUUID(), queue_name: name, consumers: [] };
  queues.push(made);
  return made;
}

/** A prepared worker: its configuration, the tag of its set, and its bundle. */
export interface Deployed {
  readonly config: Config;
  readonly tag: string;
  readonly code: string;
}

type Consumer = Readonly<Record<string, unknown>>;

/** A consumer as wrangler attaches it. */
const consumerOf = (script: string, entry: Consumer): StoredQueue["consumers"][number] => ({
  consumer_id: randomUUID(),
  type: "worker",
  script,
  ...(entry["dead_letter_queue"] === undefined ? {} : { dead_letter_queue: entry["dead_letter_queue"] }),
  settings: {
    batch_size: entry["max_batch_size"],
    max_retries: entry["max_retries"],
    max_wait_time_ms: Number(entry["max_batch_timeout"]) * 1000,
    retry_delay: entry["retry_delay"],
  },
});

const consumersIn = (config: Config): readonly Consumer[] =>
  ((config["queues"] as Consumer | undefined)?.["consumers"] ?? []) as readonly Consumer[];

const migrationIn = (config: Config): string | undefined =>
  (config["migrations"] as readonly { readonly tag: string }[] | undefined)?.at(-1)?.tag;

const runtimeIn = (config: Config): VersionRuntime => {
  const { compatibility_date, compatibility_flags, limits } = config as VersionRuntime;
  return JSON.parse(JSON.stringify({ compatibility_date, compatibility_flags, limits })) as VersionRuntime;
};

export function putDeployed(account: AccountState, { config, tag, code }: Deployed): void {
  const name = String(config["name"]);
  const bytes = new TextEncoder().encode(code);
  const version = {
    id: randomUUID(),
    number: 1,
    etag: etagOf(bytes),
    code: bytes,
    runtime: runtimeIn(config),
    annotations: { "workers/tag": tag },
    bindings: bindingsOf(config),
  };
  const script = scriptNamed(name);
  script.migrationTag = migrationIn(config);
  script.versions.push(version);
  script.deployments.push({ id: randomUUID(), versions: [{ version_id: version.id, percentage: 100 }] });
  account.scripts.set(name, script);
  for (const { kind, name: fact } of factsOf(config)) {
    if (kind === "route") account.domains.push({ id: randomUUID(), hostname: fact, service: name });
  }
  for (const entry of consumersIn(config))
    queueNamed(account, String(entry["queue"])).consumers.push(consumerOf(name, entry));
}
