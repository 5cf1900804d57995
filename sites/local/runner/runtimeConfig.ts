/**
 * workerd's configuration, made from a list of workers. It is a folder of files that only the owner reads. Each worker
 * has one with its bindings and secrets, and `runtime.capnp` names them all and what they share.
 */
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { Embedded, Reference, Word, writtenCapnp } from "./capnp.ts";
import type { Value } from "./capnp.ts";
import { dispatchBinding, dispatchModule } from "./dispatchNamespace.ts";
import { queueBinding } from "./queues.ts";
import { servicesOf, simulatorExtension, STORES, storeOf, wrapped } from "./simulator.ts";
import type { StoreName } from "./simulator.ts";
import type { WorkerConfig } from "./workerConfig.ts";

/** A worker as workerd runs it. */
export interface RunWorker {
  /** In wrangler's words, with the variables of this run. */
  readonly config: WorkerConfig;
  /** Path of its bundle: one module. */
  readonly script: string;
  readonly secrets: Readonly<Record<string, string>>;
}

/** The workers of one run, and what they share. */
export interface RuntimeInput {
  readonly workers: readonly RunWorker[];
  /** Sockets by their names, each with the worker that answers there. */
  readonly sockets: Readonly<Record<string, SocketInput>>;
  /** Workers of another process, by their names. */
  readonly elsewhere?: Readonly<Record<string, RemoteWorker>>;
  /** The folder the configuration is written to. */
  readonly folder: string;
  /** The folder of the stores. */
  readonly state: string;
  /**
   * The address of the services that Node does for the workers, and the header that opens them. Without them, the
   * workers also have no way out.
   */
  readonly host: HostServices | undefined;
}

interface SocketInput {
  readonly address: string;
  readonly worker: string;
  /** A name that only the other process knows; a process that asks for it may call the worker's methods. */
  readonly secret?: string;
}

/** The address of a worker in another process, and the secret that opens it. */
export interface RemoteWorker {
  readonly address: string;
  readonly secret: string;
}

/** Services of the program that runs workerd, on a port of this machine. */
export interface HostServices {
  readonly address: string;
  readonly secret: string;
}

/** No request without it is answered; workerd adds it, and no worker sees it. */
export const HOST_SECRET_HEADER = "x-drawbridge-host-secret";

const OWNER_ONLY = 0o600;

/** Below the state folder: objects of the workers. */
const OBJECTS = "v3/do";

/** Writes the configuration, and returns the path that workerd is given. */
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

/** Each file has to have a number of its own. */
function idOf(path: string): string {
  const digest = [...Buffer.from(path)].reduce((sum, byte) => (sum * 31n + BigInt(byte)) % (1n << 63n), 7n);
  return (digest | (1n << 63n)).toString(16);
}

const embeddedIn =
  (folder: string) =>
  (path: string): Embedded =>
    new Embedded(relative(folder, path));

/** Writes the file of a worker and returns the service that refers to it. */
function workerService(input: RuntimeInput, { config, script, secrets }: RunWorker): Value {
  const home = join(input.folder, config.name);
  const embed = embeddedIn(home);
  const worker = {
    modules: [{ name: "index.js", esModule: embed(script) }],
    compatibilityDate: config.compatibility_date,
    compatibilityFlags: config.compatibility_flags ?? [],
    bindings: Object.values(BINDINGS).flatMap((bindings) => bindings({ ...config, secretTexts: secrets })),
    durableObjectNamespaces: namespacesOf(config),
    durableObjectStorage: { localDisk: "objects:disk" },
    globalOutbound: { name: "internet" },
    cacheApiOutbound: input.host && { name: "pages" },
  };
  writeCapnp(join(home, "worker.capnp"), "worker", "Worker", worker);
  return { name: config.name, worker: new Reference(`./${config.name}/worker.capnp`, "worker") };
}

/** Objects with a database of their own, as every class of a migration here is. */
const namespacesOf = ({ name, migrations = [] }: WorkerConfig): Value =>
  migrations
    .flatMap(({ new_sqlite_classes: classes = [] }) => classes)
    .map((className) => ({ className, enableSql: true, uniqueKey: `${name}-${className}` }));

interface Bound extends WorkerConfig {
  readonly secretTexts: Readonly<Record<string, string>>;
}

const bindingOf = (name: string, kind: string, value: Value): Value => ({ name, [kind]: value });

/** Each kind of binding of a worker's configuration, in workerd's words. */
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
    namespaces.map(({ binding, id }) => bindingOf(binding, "kvNamespace", storeOf("kv", id))),
  r2: ({ r2_buckets: buckets = [] }) =>
    buckets.map(({ binding, bucket_name: name }) => bindingOf(binding, "r2Bucket", storeOf("r2", name))),
  queues: ({ queues: { producers = [] } = {} }) =>
    producers.map(({ binding, queue }) => bindingOf(binding, "queue", queueBinding(queue))),
  loaders: ({ worker_loaders: loaders = [] }) => loaders.map(({ binding }) => bindingOf(binding, "workerLoader", {})),
  dispatch: ({ dispatch_namespaces: namespaces = [] }) =>
    namespaces.map(({ binding, scripts = [] }) => bindingOf(binding, "wrapped", dispatchBinding(scripts))),
  images: ({ images }) =>
    images ? [bindingOf(images.binding, "wrapped", wrapped("cloudflare-internal:images-api", { name: "images" }))] : [],
  // The worker decides who gets which file, so the folder itself is all that is behind this.
  assets: ({ name, assets }) =>
    assets?.binding ? [bindingOf(assets.binding, "service", { name: assetsOf(name) })] : [],
};

const assetsOf = (worker: string): string => `${worker}:assets`;

/** The stores that a worker is bound to. Two processes must not have one: each opens its database when it starts. */
const storesOf = (workers: readonly RunWorker[]): StoreName[] =>
  (Object.keys(STORES) as StoreName[]).filter((name) =>
    workers.some(({ config }) => (config[STORES[name].boundBy] ?? []).length > 0),
  );

/** The services that the workers share: their stores, the way out, and the services of Node. */
function sharedServices(input: RuntimeInput): Value[] {
  const embed = embeddedIn(input.folder);
  const stores = storesOf(input.workers);
  for (const folder of [OBJECTS, ...stores.map((name) => STORES[name].folder)])
    mkdirSync(join(input.state, folder), { recursive: true });
  return [
    ...stores.flatMap((name) => servicesOf(name, input.state, embed)),
    { name: "objects:disk", disk: { path: join(input.state, OBJECTS), writable: true } },
    ...input.workers.flatMap(({ config: { name, assets } }) =>
      assets ? [{ name: assetsOf(name), disk: { path: assets.directory } }] : [],
    ),
    ...Object.entries(input.elsewhere ?? {}).map(([name, { address, secret }]) => ({
      name,
      external: { address, http: { capnpConnectHost: secret } },
    })),
    // Code of strangers asks the workspace, which asks on its behalf and refuses what is not public.
    {
      name: "internet",
      network: { allow: input.host ? ["public", "private"] : [], tlsOptions: { trustBrowserCas: true } },
    },
    ...(input.host ? [hostService("images", input.host), hostService("pages", input.host)] : []),
    { name: ALIVE, worker: ALIVE_WORKER },
  ];
}

/** Answers that its process is alive, where no other worker answers requests. */
export const ALIVE = "alive";
const ALIVE_WORKER: Value = {
  modules: [{ name: "index.js", esModule: "export default { fetch: () => new Response(null, { status: 204 }) };" }],
  compatibilityDate: "2026-08-01",
};

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

/** The header that names the service meant. */
export const HOST_SERVICE_HEADER = "x-drawbridge-host-service";
