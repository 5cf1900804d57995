/**
 * Writes workerd's configuration from a list of workers, into a folder that only the owner can read. Each worker has a
 * file with its bindings and secrets. `runtime.capnp` refers to all of them, and has the shared services.
 */
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { Embedded, Reference, Word, writtenCapnp, type Value } from "./capnp.ts";
import { dispatchBinding, dispatchModule } from "./dispatchNamespace.ts";
import { PUBLIC_STORE } from "../state/places.ts";
import { PAGES } from "./pagesService.ts";
import { publicStoreBinding, VALUES } from "./publicStore.ts";
import { queueBinding } from "./queues.ts";
import { servicesOf, simulatorExtension, STORES, storeOf, wrapped, type StoreName } from "./simulator.ts";
import type { WorkerConfig } from "./workerConfig.ts";

/** A worker with its bundle and secrets. */
export interface RunWorker {
  /** The wrangler configuration, with the variables of this run. */
  readonly config: WorkerConfig;
  /** Path of the bundle, which is one module. */
  readonly script: string;
  readonly secrets: Readonly<Record<string, string>>;
  /**
   * True for code of a tenant. It reaches neither this machine nor its network, where the inspector would show it every
   * other tenant, nor the common page cache.
   */
  readonly isTenants?: boolean;
}

/** The workers of one process, and their shared services. */
export interface RuntimeInput {
  readonly workers: readonly RunWorker[];
  /** Sockets by name, each with its worker. */
  readonly sockets: Readonly<Record<string, SocketInput>>;
  /** Workers in another process, by name. */
  readonly elsewhere?: Readonly<Record<string, RemoteWorker>>;
  /** The folder for the configuration. */
  readonly folder: string;
  /** The folder of the stores. */
  readonly state: string;
  /** The services that Node runs for the workers. Without them, the workers cannot reach the network. */
  readonly host: HostServices | undefined;
  /** Certificates of the identity provider's private authority (PEM). Only workers with logins trust them. */
  readonly identityCa?: string | undefined;
  /** Path of the bundle of the worker in front of the stores' files; undefined without stores. */
  readonly door?: string | undefined;
}

interface SocketInput {
  readonly address: string;
  readonly worker: string;
  /** A name that only the other process knows. A caller with this name may call the worker's methods. */
  readonly secret?: string;
}

/** The address of a worker in another process, and its secret. */
export interface RemoteWorker {
  readonly address: string;
  readonly secret: string;
}

/** The services of this program, on a loopback port. */
export interface HostServices {
  readonly address: string;
  readonly secret: string;
}

/** The services answer only requests with this header. workerd adds it, and no worker sees it. */
export const HOST_SECRET_HEADER = "x-drawbridge-host-secret";

const OWNER_ONLY = 0o600;

/** The service of this program that syncs and compares the stores' files. */
const BLOBS = "blobs";

/** The folder of Durable Objects, below the state folder. */
const OBJECTS = "v3/do";

/** Writes the configuration. Returns the path for workerd's command line. */
export function writeRuntimeConfig(input: RuntimeInput): string {
  const path = join(input.folder, "runtime.capnp");
  const workers = input.workers.map((worker) => workerService(input, worker));
  const config = {
    services: [...workers, ...sharedServices(input)],
    sockets: Object.entries(input.sockets).map(([name, { address, worker, secret }]) => ({
      name,
      address,
      http: { capnpConnectHost: secret },
      service: { name: worker },
    })),
    extensions: [simulatorExtension(embeddedIn(input.folder)), { modules: [dispatchModule] }],
    logging: { structuredLogging: true },
  };
  writeCapnp(path, "config", "Config", config);
  return path;
}

function writeCapnp(path: string, constant: string, type: string, value: Value): void {
  mkdirSync(dirname(path), { recursive: true });
  const text = `@0x${idOf(path)};\nusing Workerd = import "/workerd/workerd.capnp";\nconst ${constant} :Workerd.${type} = ${writtenCapnp(value)};\n`;
  writeFileSync(path, text, { mode: OWNER_ONLY });
}

/** A Cap'n Proto file id: unique for each file, with the highest bit set. */
function idOf(path: string): string {
  const digest = [...Buffer.from(path)].reduce((sum, byte) => (sum * 31n + BigInt(byte)) % (1n << 63n), 7n);
  return (digest | (1n << 63n)).toString(16);
}

const embeddedIn =
  (folder: string) =>
  (path: string): Embedded =>
    new Embedded(relative(folder, path));

const IDENTITY_NETWORK = "internet:identity";

/** Plugins fetch through another worker, so a private authority cannot vouch for the hosts that they reach. */
const outboundOf = ({ identityCa }: RuntimeInput, { vars = {} }: WorkerConfig): string =>
  identityCa !== undefined && "OIDC_ISSUER" in vars ? IDENTITY_NETWORK : "internet";

/** Writes the file of a worker. Returns the service that refers to it. */
function workerService(input: RuntimeInput, { config, script, secrets, isTenants = false }: RunWorker): Value {
  const home = join(input.folder, config.name);
  const embed = embeddedIn(home);
  const worker = {
    modules: [{ name: "index.js", esModule: embed(script) }],
    compatibilityDate: config.compatibility_date,
    compatibilityFlags: config.compatibility_flags ?? [],
    bindings: Object.values(BINDINGS).flatMap((bindings) => bindings({ ...config, secretTexts: secrets })),
    durableObjectNamespaces: namespacesOf(config),
    durableObjectStorage: { localDisk: "objects:disk" },
    globalOutbound: { name: isTenants ? "internet:public" : outboundOf(input, config) },
    cacheApiOutbound: isTenants ? undefined : input.host && { name: PAGES },
  };
  writeCapnp(join(home, "worker.capnp"), "worker", "Worker", worker);
  return { name: config.name, worker: new Reference(`./${config.name}/worker.capnp`, "worker") };
}

/** Durable Object namespaces. All classes use SQLite. */
const namespacesOf = ({ name, migrations = [] }: WorkerConfig): Value =>
  migrations
    .flatMap(({ new_sqlite_classes: classes = [] }) => classes)
    .map((className) => ({ className, enableSql: true, uniqueKey: `${name}-${className}` }));

interface Bound extends WorkerConfig {
  readonly secretTexts: Readonly<Record<string, string>>;
}

const bindingOf = (name: string, kind: string, value: Value): Value => ({ name, [kind]: value });

/** Translates each kind of wrangler binding into workerd's. */
const BINDINGS: Readonly<Record<string, (config: Bound) => Value[]>> = {
  vars: ({ vars = {} }) =>
    Object.entries(vars).map(([name, value]) =>
      typeof value === "string" ? bindingOf(name, "text", value) : bindingOf(name, "json", JSON.stringify(value)),
    ),
  secrets: ({ secretTexts }) => Object.entries(secretTexts).map(([name, value]) => bindingOf(name, "text", value)),
  services: ({ services = [] }) =>
    services.map(({ binding, service, entrypoint, props }) =>
      bindingOf(binding, "service", {
        name: service,
        entrypoint,
        props: props === undefined ? undefined : { json: JSON.stringify(props) },
      }),
    ),
  objects: ({ name, durable_objects: { bindings = [] } = {} }) =>
    bindings.map(({ name: binding, class_name: className, script_name: serviceName = name }) =>
      bindingOf(binding, "durableObjectNamespace", { className, serviceName }),
    ),
  d1: ({ d1_databases: databases = [] }) =>
    databases.map(({ binding, database_id: id }) =>
      bindingOf(binding, "wrapped", wrapped("cloudflare-internal:d1-api", storeOf("d1", id))),
    ),
  kv: ({ kv_namespaces: namespaces = [] }) =>
    namespaces.map(({ binding, id }) =>
      id === PUBLIC_STORE
        ? bindingOf(binding, "service", publicStoreBinding())
        : bindingOf(binding, "kvNamespace", storeOf("kv", id)),
    ),
  r2: ({ r2_buckets: buckets = [] }) =>
    buckets.map(({ binding, bucket_name: name }) => bindingOf(binding, "r2Bucket", storeOf("r2", name))),
  queues: ({ queues: { producers = [] } = {} }) =>
    producers.map(({ binding, queue }) => bindingOf(binding, "queue", queueBinding(queue))),
  loaders: ({ worker_loaders: loaders = [] }) => loaders.map(({ binding }) => bindingOf(binding, "workerLoader", {})),
  dispatch: ({ dispatch_namespaces: namespaces = [] }) =>
    namespaces.map(({ binding, scripts = [] }) => bindingOf(binding, "wrapped", dispatchBinding(scripts))),
  images: ({ images }) =>
    images ? [bindingOf(images.binding, "wrapped", wrapped("cloudflare-internal:images-api", { name: "images" }))] : [],
  // The worker itself checks who may read a file, so this service gives it the whole folder.
  assets: ({ name, assets }) =>
    assets?.binding ? [bindingOf(assets.binding, "service", { name: assetsOf(name) })] : [],
};

const assetsOf = (worker: string): string => `${worker}:assets`;

/** The stores that the workers bind. No store may be in two processes, because each opens its database at the start. */
const storesOf = (workers: readonly RunWorker[]): StoreName[] =>
  (Object.keys(STORES) as StoreName[]).filter((name) =>
    workers.some(({ config }) => (config[STORES[name].boundBy] ?? []).some((one) => !isPublicStore(one))),
  );

/** The public store has a worker of its own. */
const isPublicStore = (bound: object): boolean => "id" in bound && bound.id === PUBLIC_STORE;

/** The services that workers share: stores, network access and Node's services. */
function sharedServices(input: RuntimeInput): Value[] {
  const embed = embeddedIn(input.folder);
  const stores = storesOf(input.workers);
  for (const folder of [OBJECTS, ...stores.map((name) => STORES[name].folder)])
    mkdirSync(join(input.state, folder), { recursive: true });
  const door = input.host && input.door !== undefined ? { script: input.door, host: BLOBS } : undefined;
  return [
    ...stores.flatMap((name) => servicesOf(name, { state: input.state, embed, door })),
    { name: "objects:disk", disk: { path: join(input.state, OBJECTS), writable: true } },
    ...input.workers.flatMap(({ config: { name, assets } }) =>
      assets ? [{ name: assetsOf(name), disk: { path: assets.directory } }] : [],
    ),
    ...Object.entries(input.elsewhere ?? {}).map(([name, { address, secret }]) => ({
      name,
      external: { address, http: { capnpConnectHost: secret } },
    })),
    // The workspace fetches on behalf of plugins and refuses addresses that are not public. This service is its network
    // access.
    networkOf("internet", input.host ? ["public", "private"] : []),
    ...(input.workers.some(({ isTenants }) => isTenants)
      ? [networkOf("internet:public", input.host ? ["public"] : [])]
      : []),
    ...(input.identityCa === undefined
      ? []
      : [networkOf(IDENTITY_NETWORK, input.host ? ["public", "private"] : [], certificatesIn(input.identityCa))]),
    ...hostServicesOf(input.host),
    { name: ALIVE, worker: ALIVE_WORKER },
  ];
}

/** Network access to these kinds of addresses. Loopback is among the private ones. */
const networkOf = (name: string, allow: readonly string[], certificates: readonly string[] = []): Value => ({
  name,
  network: {
    allow,
    tlsOptions: {
      trustBrowserCas: true,
      ...(certificates.length > 0 ? { trustedCertificates: [...certificates] } : {}),
    },
  },
});

/** The certificates of a file, one by one. */
const certificatesIn = (pem: string): string[] =>
  pem.match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g) ?? [];

/** A worker that only shows that its process runs, for a process without other reachable workers. */
export const ALIVE = "alive";
const ALIVE_WORKER: Value = {
  modules: [{ name: "index.js", esModule: "export default { fetch: () => new Response(null, { status: 204 }) };" }],
  compatibilityDate: "2026-08-01",
};

const hostServicesOf = (host: HostServices | undefined): Value[] =>
  host ? ["images", PAGES, BLOBS, VALUES].map((name) => hostService(name, host)) : [];

const hostService = (name: string, { address, secret }: HostServices): Value => ({
  name,
  external: {
    address,
    http: {
      style: new Word("proxy"),
      injectRequestHeaders: [
        { name: HOST_SECRET_HEADER, value: secret },
        { name: HOST_SERVICE_HEADER, value: name },
      ],
    },
  },
});

/** The header with the name of the requested service. */
export const HOST_SERVICE_HEADER = "x-drawbridge-host-service";
