/**
 * Builds the configuration of every worker of a profile from a descriptor. This file is pure. Each worker's committed
 * `wrangler.jsonc` is its template. The tables here set every member that depends on the deployment.
 */
import { hostOf } from "./address.ts";
import { type WorkerRow, WORKERS } from "../../../workers/workers.ts";
import type { Config, Json } from "./config.ts";
import type { Descriptor } from "./descriptor.ts";
import { type Family, MANAGED, workersOfFamily } from "./family.ts";
import { managedMembers, managedSite } from "./managed.ts";

export interface WantedWorker {
  readonly row: WorkerRow;
  readonly config: Config;
}

export interface WantedInput {
  readonly profile: Family;
  readonly descriptor: Descriptor;
  /** The committed configuration of a worker, parsed. */
  readonly template: (row: WorkerRow) => Config;
}

interface DeploymentInput {
  readonly row: WorkerRow;
  readonly descriptor: Descriptor;
  /** Names of the profile's workers. Bindings to other workers are left out. */
  readonly present: ReadonlySet<string>;
  readonly servesAgents: boolean;
}

type Entry = Readonly<Record<string, Json>>;

/** Path from a worker's folder in the set to the migrations. */
const MIGRATIONS = "../migrations";
export const BUNDLE = "index.js";
/** The folder of a worker's static files, beside its bundle. */
export const ASSETS = "assets";

const entries = (value: Json | undefined): readonly Entry[] => (Array.isArray(value) ? (value as Entry[]) : []);

const NAMESPACES: Readonly<Record<string, keyof Descriptor["kv"]>> = {
  PUBLIC_CONTENT: "publicContentId",
  OAUTH_KV: "oauthId",
  AUTH_STATE_KV: "authStateId",
};
const BUCKETS: Readonly<Record<string, (descriptor: Descriptor) => string | undefined>> = {
  MEDIA: ({ r2 }) => r2.mediaBucket,
  BACKUPS: ({ r2 }) => r2.backupsBucket,
  RELEASES: ({ hosting }) => hosting?.releasesBucket,
  ARCHIVES: ({ hosting }) => hosting?.archivesBucket,
};

const clientIdOf = ({ row, descriptor: { oauth } }: DeploymentInput): string =>
  row.key === "private-mcp" ? oauth.privateMcpClientId : oauth.siteClientId;

/** Variables that the descriptor sets. Other variables keep the template's value. */
const VARIABLES: Readonly<Record<string, (input: DeploymentInput) => string | undefined>> = {
  OIDC_ISSUER: ({ descriptor }) => descriptor.oauth.issuer,
  OIDC_AUTHORIZATION_ENDPOINT: ({ descriptor }) => descriptor.oauth.authorizationEndpoint,
  OIDC_TOKEN_ENDPOINT: ({ descriptor }) => descriptor.oauth.tokenEndpoint,
  OIDC_USERINFO_ENDPOINT: ({ descriptor }) => descriptor.oauth.userinfoEndpoint,
  OIDC_CLIENT_ID: clientIdOf,
  SITE_ORIGINS: ({ descriptor }) => descriptor.siteOrigin,
  MCP_ORIGIN: ({ descriptor, servesAgents }) => (servesAgents ? (descriptor.publicMcpOrigin ?? "") : ""),
  MEMBERS_MCP_ORIGIN: ({ descriptor, servesAgents }) => (servesAgents ? descriptor.privateMcpOrigin : ""),
  DEAD_LETTER_QUEUE: ({ descriptor }) => descriptor.queues.deadLetter,
  ACCOUNT_ID: ({ descriptor }) => descriptor.hosting?.accountId,
  DISPATCH_KEYS: ({ descriptor: { hosting } }) => hosting && JSON.stringify(hosting.dispatchKeys),
  PLUGIN_TRUST_KEYS: ({ descriptor }) => JSON.stringify(descriptor.pluginTrustKeys),
};

/** Variables for the one-machine runner, which no deployment gets. */
const LOCAL_VARIABLES = new Set(["PROCESS_RUNS", "MACHINE_MAIL", "INSECURE_LOCALHOST"]);

function variables(vars: Json | undefined, input: DeploymentInput): Entry {
  const kept = Object.entries((vars ?? {}) as Entry).filter(([name]) => !LOCAL_VARIABLES.has(name));
  const set: Entry = input.descriptor.variables ?? {};
  return Object.fromEntries(kept.map(([name, value]) => [name, VARIABLES[name]?.(input) ?? set[name] ?? value]));
}

const database = (entry: Entry, { descriptor: { d1 } }: DeploymentInput): Entry => ({
  ...entry,
  database_name: d1.databaseName,
  database_id: d1.databaseId,
  ...("migrations_dir" in entry ? { migrations_dir: MIGRATIONS } : {}),
});

const namespace = (entry: Entry, { descriptor: { kv } }: DeploymentInput): Entry => {
  const member = NAMESPACES[String(entry["binding"])];
  return member === undefined ? entry : { ...entry, id: kv[member] };
};

/** Without `hosting` in the descriptor the template's placeholder stays, and the doctor reports it. */
const bucket = (entry: Entry, { descriptor }: DeploymentInput): Entry => {
  const name = BUCKETS[String(entry["binding"])]?.(descriptor);
  return name === undefined ? entry : { ...entry, bucket_name: name };
};

/** The queue names in the templates, and the descriptor's members that replace them. */
const TEMPLATE_QUEUES: Readonly<Record<string, keyof Descriptor["queues"]>> = {
  "drawbridge-publish": "publish",
  "drawbridge-dead-letter": "deadLetter",
};

const queueNamed = (name: Json | undefined, { descriptor: { queues } }: DeploymentInput): Json => {
  const member = TEMPLATE_QUEUES[String(name)];
  return member === undefined ? (name ?? null) : queues[member];
};

const queueEntry = (entry: Entry, input: DeploymentInput): Entry => ({
  ...entry,
  queue: queueNamed(entry["queue"], input),
  ...("dead_letter_queue" in entry ? { dead_letter_queue: queueNamed(entry["dead_letter_queue"], input) } : {}),
});

function queues(value: Json | undefined, input: DeploymentInput): Entry {
  const { producers, consumers } = (value ?? {}) as Entry;
  const named = (list: Json | undefined): readonly Entry[] => entries(list).map((entry) => queueEntry(entry, input));
  return { producers: named(producers), consumers: named(consumers) };
}

/** The origin of each public worker. A worker without an origin gets no route. */
const ORIGINS: Readonly<Record<string, (descriptor: Descriptor) => string | undefined>> = {
  site: ({ siteOrigin }) => siteOrigin,
  "private-mcp": ({ privateMcpOrigin }) => privateMcpOrigin,
  "public-mcp": ({ publicMcpOrigin }) => publicMcpOrigin,
};

function routes({ row, descriptor }: DeploymentInput): readonly Entry[] {
  const origin = ORIGINS[row.key]?.(descriptor);
  return origin === undefined ? [] : [{ pattern: hostOf(origin), custom_domain: true }];
}

/** The Analytics Engine bindings: of operational records and of visits, each with the workers that have it. */
const DATASETS = [
  { binding: "RECORDS", member: "analyticsEngineDataset", workers: new Set(["workspace"]) },
  { binding: "VISITS", member: "visitsDataset", workers: new Set(["site", "dispatch"]) },
] as const;

const datasets = ({ row, descriptor }: DeploymentInput): readonly Entry[] =>
  DATASETS.flatMap(({ binding, member, workers }): Entry[] => {
    const dataset = descriptor[member];
    return dataset === undefined || !workers.has(row.key) ? [] : [{ binding, dataset }];
  });

/** The workers that send mail. Tenants' own workers ask the dispatcher. */
const MAILING = new Set(["workspace", "dispatch"]);

/** The binding that sends mail. It sends from the one address of the descriptor's variable. */
const mailBindings = ({ row, descriptor }: DeploymentInput): readonly Entry[] => {
  const from = descriptor.variables?.MAIL_FROM ?? "";
  return !MAILING.has(row.key) || from === "" ? [] : [{ name: "EMAIL", allowed_sender_addresses: [from] }];
};

type Section = (value: Json | undefined, input: DeploymentInput) => Json | undefined;

/** Members of a configuration that depend on the deployment. Empty lists are left out. */
const SECTIONS: Readonly<Record<string, Section>> = {
  main: () => BUNDLE,
  assets: (value) => ({ ...((value ?? {}) as Entry), directory: ASSETS }),
  d1_databases: (value, input) => entries(value).map((entry) => database(entry, input)),
  kv_namespaces: (value, input) => entries(value).map((entry) => namespace(entry, input)),
  r2_buckets: (value, input) => entries(value).map((entry) => bucket(entry, input)),
  queues,
  // A binding to a worker outside of the profile would fail the deployment (provider code 10144).
  services: (value, { present }) => entries(value).filter(({ service }) => present.has(String(service))),
  vars: variables,
};

/** Members that matter only for a build from sources. */
const BUILD_ONLY_MEMBERS = new Set(["$schema", "alias", "keep_names", "define"]);

function deploymentConfig(template: Config, input: DeploymentInput): Config {
  const kept = Object.entries(template).filter(([name]) => !BUILD_ONLY_MEMBERS.has(name));
  const sections = kept.map(
    ([name, value]) => [name, name in SECTIONS ? SECTIONS[name]?.(value, input) : value] as const,
  );
  const [analytics, mail] = [datasets(input), mailBindings(input)];
  return Object.fromEntries([
    ...sections.filter(([, value]) => value !== undefined && !(Array.isArray(value) && value.length === 0)),
    ["no_bundle", true],
    ["workers_dev", false],
    ["preview_urls", false],
    ["routes", routes(input)],
    ...(mail.length > 0 ? [["send_email", mail] as const] : []),
    ...(analytics.length > 0 ? [["analytics_engine_datasets", analytics] as const] : []),
  ]) as Config;
}

type ConfigChange = (config: Config) => Config;
const unchanged: ConfigChange = (config) => config;

/** Changes of a managed deployment to workers that profiles have as well. */
const MANAGED_CHANGES: Readonly<Record<string, ConfigChange>> = { site: managedSite, "private-mcp": managedMembers };

/** The workers of the profile with their configurations, in the order of deployment. */
export function wantedOf({ profile, descriptor, template }: WantedInput): readonly WantedWorker[] {
  const workers = workersOfFamily(profile);
  const present = new Set(workers.map(({ name }) => name));
  const servesAgents = workers.some(({ key }) => key === "private-mcp");
  const config = (row: WorkerRow): Config =>
    deploymentConfig(template(row), { row, descriptor, present, servesAgents });
  const changes = profile === MANAGED ? MANAGED_CHANGES : {};
  return workers.map((row) => ({ row, config: (changes[row.key] ?? unchanged)(config(row)) }));
}

export const workerNamed = (name: string): WorkerRow | undefined => WORKERS.find((row) => row.name === name);
