/**
 * The parts that one machine takes from the platform's simulator, with the reasons. Everything else of it stays out.
 * That is its proxy before the workers, its entry worker, router of static files, page cache, queues and file watching.
 * `stores.test.ts` holds these files and their wiring to what they did when they were chosen.
 *
 * Before the workers run, the simulator itself writes into the same stores: migrations and the demo's pictures
 * in `storageSteps.ts`, a tenant's resources in `tenantSteps.ts`. Only a first start and an upgrade wait for it, about
 * three seconds. Workers of our own would write the same rows, with one more program to keep.
 */
import { join } from "node:path";
import type { Embedded, Value } from "./capnp.ts";
import { simulatorFile } from "./platform.ts";

/** A kind of store that Miniflare implements with a Durable Object's database, and files for large values. */
interface Store {
  /** The service for bindings. */
  readonly entry: string;
  readonly object: string;
  readonly className: string;
  readonly objectFile: string;
  readonly entryFile: string;
  readonly entryFlags: readonly string[];
  /** The data's folder below the state folder. Earlier releases used the same one, so it may not change. */
  readonly folder: string;
  /** The member of a wrangler configuration with its bindings. */
  readonly boundBy: "d1_databases" | "kv_namespaces" | "r2_buckets";
  readonly why: string;
}

export const STORES = {
  d1: {
    entry: "d1",
    object: "d1:object",
    className: "D1DatabaseObject",
    objectFile: "d1/database",
    entryFile: "d1/entry",
    entryFlags: ["enhanced_error_serialization"],
    folder: "v3/d1",
    boundBy: "d1_databases",
    why: "It runs statements in workerd's own SQLite, in one transaction a batch, with full sync: what the service promises.",
  },
  kv: {
    entry: "kv",
    object: "kv:object",
    className: "KVNamespaceObject",
    objectFile: "kv/namespace",
    entryFile: "shared/object-entry",
    entryFlags: [],
    folder: "v3/kv",
    boundBy: "kv_namespaces",
    why: "It expires, lists and pages as the service does, and is read by agents and logins only, not for pages.",
  },
  r2: {
    entry: "r2",
    object: "r2:object",
    className: "R2BucketObject",
    objectFile: "r2/bucket",
    entryFile: "shared/object-entry",
    entryFlags: [],
    folder: "v3/r2",
    boundBy: "r2_buckets",
    why: "It streams bodies to files, answers ranges and conditions, and puts an object in one transaction.",
  },
} as const satisfies Readonly<Record<string, Store>>;

export type StoreName = keyof typeof STORES;

/** The compatibility date of Miniflare's own workers. */
const WRITTEN_FOR = "2023-07-24";
const DOOR_WRITTEN_FOR = "2026-08-01";

/** Modules that Miniflare's workers import. */
const SHARED = { "miniflare:shared": "shared/index", "miniflare:zod": "shared/zod" };

/** Embeds a file by its path. */
export type Embedding = (path: string) => Embedded;

export const simulatorExtension = (embed: Embedding): Value => ({
  modules: Object.entries(SHARED).map(([name, file]) => ({ name, esModule: embed(simulatorFile(file)) })),
});

export interface StorePlace {
  /** The state folder. */
  readonly state: string;
  readonly embed: Embedding;
  /** The bundle of the worker in front of the files, and the service that it asks. Without it, nothing syncs them. */
  readonly door: { readonly script: string; readonly host: string } | undefined;
}

/** The services of a store: its folder, the worker in front of it, its Durable Object, and the entry for bindings. */
export function servicesOf(name: StoreName, { state, embed, door }: StorePlace): Value[] {
  const { entry, object, className, objectFile, entryFile, entryFlags, folder } = STORES[name];
  const [disk, blobs] = [`${name}:disk`, `${name}:blobs`];
  return [
    { name: disk, disk: { path: join(state, folder), writable: true } },
    ...(door ? [{ name: blobs, worker: doorOf(name, disk, { script: embed(door.script), host: door.host }) }] : []),
    {
      name: object,
      worker: {
        modules: [{ name: "object.js", esModule: embed(simulatorFile(objectFile)) }],
        compatibilityDate: WRITTEN_FOR,
        compatibilityFlags: ["nodejs_compat", "experimental"],
        bindings: [{ name: "MINIFLARE_BLOBS", service: { name: door ? blobs : disk } }],
        durableObjectNamespaces: [{ className, uniqueKey: `miniflare-${className}` }],
        durableObjectStorage: { localDisk: disk },
      },
    },
    {
      name: entry,
      worker: {
        modules: [{ name: "entry.js", esModule: embed(simulatorFile(entryFile)) }],
        compatibilityDate: WRITTEN_FOR,
        compatibilityFlags: entryFlags,
        bindings: [{ name: "MINIFLARE_OBJECT", durableObjectNamespace: { serviceName: object, className } }],
      },
    },
  ];
}

/** The simulator writes large values through this worker, and reads them through it. */
const doorOf = (store: StoreName, disk: string, { script, host }: { script: Embedded; host: string }): Value => ({
  modules: [{ name: "index.js", esModule: script }],
  compatibilityDate: DOOR_WRITTEN_FOR,
  bindings: [
    { name: "DISK", service: { name: disk } },
    { name: "HOST", service: { name: host } },
    { name: "STORE", text: store },
  ],
});

/** A binding to one database, namespace or bucket, by its id or name. */
export const storeOf = (name: StoreName, id: string): Value => ({
  name: STORES[name].entry,
  props: { json: JSON.stringify({ MINIFLARE_NAMESPACE: id }) },
});

/** A binding with methods from one of workerd's modules, around a service. */
export const wrapped = (moduleName: string, service: Value): Value => ({
  moduleName,
  innerBindings: [{ name: "fetcher", service }],
});
