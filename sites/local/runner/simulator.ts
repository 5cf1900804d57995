/**
 * The parts that one machine takes from the platform's simulator, with the reasons. Everything else of it stays out.
 * That is its proxy before the workers, its entry worker, router of static files, page cache, queues and file watching.
 * `stores.test.ts` holds these files and their wiring to what they did when they were chosen.
 *
 * Before the workers run, wrangler's `getPlatformProxy` writes into the same stores: migrations and the demo's pictures
 * in `storageSteps.ts`, a tenant's resources in `tenantSteps.ts`. Only a first start and an upgrade wait for it, about
 * three seconds. Workers of our own would write the same rows, with one more program to keep.
 */
import { join } from "node:path";
import type { Embedded, Value } from "./capnp.ts";
import { simulatorFile } from "./platform.ts";

/** A kind of store whose data the simulator keeps in a database of an object, with large values in files beside it. */
interface Store {
  /** The service that bindings name. */
  readonly entry: string;
  readonly object: string;
  readonly className: string;
  readonly objectFile: string;
  readonly entryFile: string;
  readonly entryFlags: readonly string[];
  /** The folder of its data below the state folder. It stays what earlier releases used. */
  readonly folder: string;
  /** The member of a worker's configuration that lists bindings to it. */
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

/** The simulator's workers are written for this date. */
const WRITTEN_FOR = "2023-07-24";

/** Modules that the simulator's workers import. */
const SHARED = { "miniflare:shared": "shared/index", "miniflare:zod": "shared/zod" };

/** Says where a file is for the configuration that embeds it. */
export type Embedding = (path: string) => Embedded;

export const simulatorExtension = (embed: Embedding): Value => ({
  modules: Object.entries(SHARED).map(([name, file]) => ({ name, esModule: embed(simulatorFile(file)) })),
});

/** The three services of a store: its folder, its object, and the entry that bindings name. */
export function servicesOf(name: StoreName, state: string, embed: Embedding): Value[] {
  const { entry, object, className, objectFile, entryFile, entryFlags, folder } = STORES[name];
  const disk = `${name}:disk`;
  return [
    { name: disk, disk: { path: join(state, folder), writable: true } },
    {
      name: object,
      worker: {
        modules: [{ name: "object.js", esModule: embed(simulatorFile(objectFile)) }],
        compatibilityDate: WRITTEN_FOR,
        compatibilityFlags: ["nodejs_compat", "experimental"],
        bindings: [{ name: "MINIFLARE_BLOBS", service: { name: disk } }],
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

/** The part of a store's data that a binding means: the id of a database or namespace, or the name of a bucket. */
export const storeOf = (name: StoreName, id: string): Value => ({
  name: STORES[name].entry,
  props: { json: JSON.stringify({ MINIFLARE_NAMESPACE: id }) },
});

/** Bindings whose methods are modules of workerd, around a service. */
export const wrapped = (moduleName: string, service: Value): Value => ({
  moduleName,
  innerBindings: [{ name: "fetcher", service }],
});
