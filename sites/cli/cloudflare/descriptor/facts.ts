/**
 * Reads a worker's configuration as comparable facts: bindings by type, name and target, routes, secret names,
 * variables, migrations. Plan, doctor and preflight compare these facts.
 */
import type { Config, Json } from "./config.ts";

export interface Fact {
  readonly kind: string;
  readonly name: string;
  /** The target of the binding: an id, a bucket, another worker. Empty if the binding has none. */
  readonly target: string;
}

type Entry = Readonly<Record<string, Json>>;

const entries = (value: Json | undefined): readonly Entry[] => (Array.isArray(value) ? (value as Entry[]) : []);
const texts = (value: Json | undefined): readonly string[] => (Array.isArray(value) ? value.map(String) : []);
const text = (value: Json | undefined): string => (value === undefined || value === null ? "" : String(value));
const joined = (...parts: (Json | undefined)[]): string =>
  parts
    .map(text)
    .filter((part) => part !== "")
    .join(" ");

const fact = (kind: string, name: Json | undefined, target = ""): Fact => ({ kind, name: text(name), target });

type Reading = (value: Json) => readonly Fact[];

const eachOf =
  (read: (entry: Entry) => Fact): Reading =>
  (value) =>
    entries(value).map(read);
const bindingsOf = (value: Json): readonly Entry[] => entries((value as Entry)["bindings"]);

/** Readers of bindings, by the member of the configuration. The kinds are the provider's own names. */
const BINDINGS: Readonly<Record<string, Reading>> = {
  durable_objects: (value) =>
    bindingsOf(value).map((entry) =>
      fact("durable_object_namespace", entry["name"], joined(entry["class_name"], entry["script_name"])),
    ),
  d1_databases: eachOf((entry) => fact("d1", entry["binding"], text(entry["database_id"]))),
  kv_namespaces: eachOf((entry) => fact("kv_namespace", entry["binding"], text(entry["id"]))),
  r2_buckets: eachOf((entry) => fact("r2_bucket", entry["binding"], text(entry["bucket_name"]))),
  services: eachOf((entry) => fact("service", entry["binding"], joined(entry["service"], entry["entrypoint"]))),
  worker_loaders: eachOf((entry) => fact("worker_loader", entry["binding"])),
  images: (value) => [fact("images", (value as Entry)["binding"])],
  assets: (value) => ((value as Entry)["binding"] === undefined ? [] : [fact("assets", (value as Entry)["binding"])]),
  analytics_engine_datasets: eachOf((entry) => fact("analytics_engine", entry["binding"], text(entry["dataset"]))),
  dispatch_namespaces: eachOf((entry) => fact("dispatch_namespace", entry["binding"], text(entry["namespace"]))),
  queues: (value) =>
    entries((value as Entry)["producers"]).map((entry) => fact("queue", entry["binding"], text(entry["queue"]))),
  secrets: (value) => texts((value as Entry)["required"]).map((name) => fact("secret_text", name)),
  vars: (value) =>
    Object.entries(value as Entry).map(([name, set]) =>
      fact("plain_text", name, typeof set === "string" ? set : JSON.stringify(set)),
    ),
};

/** Readers of the members that declare no binding. */
const OTHERS: Readonly<Record<string, Reading>> = {
  routes: eachOf((entry) =>
    fact("route", entry["pattern"], entry["custom_domain"] === true ? "custom domain" : "pattern"),
  ),
  migrations: eachOf((entry) => fact("migration", entry["tag"], texts(entry["new_sqlite_classes"]).join(" "))),
  triggers: (value) => texts((value as Entry)["crons"]).map((cron) => fact("cron", cron)),
};

const consumers = (value: Json | undefined): readonly Fact[] =>
  entries(((value ?? {}) as Entry)["consumers"]).map((entry) =>
    fact("consumer", entry["queue"], text(entry["dead_letter_queue"])),
  );

const read = (config: Config, readings: Readonly<Record<string, Reading>>): readonly Fact[] =>
  Object.entries(readings).flatMap(([member, reading]) =>
    config[member] === undefined ? [] : reading(config[member]),
  );

export const bindingFacts = (config: Config): readonly Fact[] => read(config, BINDINGS);

export const factsOf = (config: Config): readonly Fact[] => [
  ...read(config, OTHERS),
  ...consumers(config["queues"]),
  ...bindingFacts(config),
];

/** Members without bindings. Any member in no table may hold a binding that no check has judged. */
const BINDS_NOTHING = new Set([
  "name",
  "main",
  "compatibility_date",
  "compatibility_flags",
  "workers_dev",
  "preview_urls",
  "no_bundle",
  "observability",
  "limits",
  "account_id",
]);

export const unknownMembers = (config: Config): readonly string[] =>
  Object.keys(config).filter((name) => !(name in BINDINGS) && !(name in OTHERS) && !BINDS_NOTHING.has(name));
