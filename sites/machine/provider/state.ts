/** The part of a provider's account that deployments use. */
import type { DatabaseSync } from "node:sqlite";

export interface Binding {
  readonly type: string;
  readonly name: string;
  readonly [member: string]: unknown;
}

/** Static files by their paths. */
export type AssetManifest = Readonly<Record<string, { readonly hash: string; readonly size: number }>>;

/** The settings that a version runs with, from its upload. */
export interface VersionRuntime {
  readonly compatibility_date?: string;
  readonly compatibility_flags?: readonly string[];
  readonly limits?: { readonly cpu_ms?: number };
}

export interface UploadedVersion {
  readonly id: string;
  readonly number: number;
  readonly etag: string;
  /** The code of the main module. */
  readonly code: Uint8Array;
  readonly runtime: VersionRuntime;
  readonly annotations: Readonly<Record<string, string>>;
  /** Bindings as the API shows them: secrets without values, inherited ones resolved. */
  readonly bindings: readonly Binding[];
  readonly assets?: { readonly files: AssetManifest; readonly config: unknown };
}

export interface Script {
  readonly name: string;
  readonly tag: string;
  readonly versions: UploadedVersion[];
  /** The newest first. */
  readonly deployments: {
    readonly id: string;
    readonly versions: readonly { readonly version_id: string; readonly percentage: number }[];
  }[];
  /** Values of secrets by name, for tests that check the upload. */
  readonly secrets: Map<string, string>;
  migrationTag: string | undefined;
  logpush: boolean;
  tailConsumers: readonly { readonly service: string }[];
  crons: readonly string[];
  subdomain: { enabled: boolean; previews_enabled: boolean };
}

export interface StoredQueue {
  readonly queue_id: string;
  readonly queue_name: string;
  readonly consumers: { consumer_id: string; type: string; script: string; [member: string]: unknown }[];
  settings?: { delivery_paused?: boolean };
}

export interface StoredDomain {
  readonly id: string;
  readonly hostname: string;
  service: string;
}

/** The metadata of an upload to a dispatch namespace. */
export interface TenantMetadata {
  readonly main_module: string;
  readonly bindings: readonly Binding[];
  readonly compatibility_date: string;
  readonly compatibility_flags?: readonly string[];
  readonly migrations?: {
    readonly old_tag?: string;
    readonly new_tag: string;
    readonly steps: readonly { readonly new_sqlite_classes: readonly string[] }[];
  };
  readonly tags?: readonly string[];
}

/** An uploaded script of a tenant, complete enough to run it. */
export interface TenantScript {
  readonly script: {
    readonly id: string;
    readonly tag: string;
    readonly etag: string;
    readonly tags: readonly string[];
    readonly migration_tag?: string;
  };
  readonly metadata: TenantMetadata;
  readonly modules: ReadonlyMap<string, Uint8Array>;
  /** Durable Object classes from the migrations of all uploads. */
  readonly classes: readonly string[];
}

/** The objects in an account's R2 buckets. */
export interface ObjectStore {
  put(bucket: string, key: string, bytes: Uint8Array): Promise<void>;
  get(bucket: string, key: string): Promise<Uint8Array | undefined>;
  isEmpty(bucket: string): Promise<boolean>;
}

export function objectsInMemory(): ObjectStore {
  const kept = new Map<string, Uint8Array>();
  return {
    put: async (bucket, key, bytes) => void kept.set(`${bucket}/${key}`, bytes),
    get: async (bucket, key) => kept.get(`${bucket}/${key}`),
    isEmpty: async (bucket) => ![...kept.keys()].some((key) => key.startsWith(`${bucket}/`)),
  };
}

/** The credential of accounts in tests. */
export const TOKEN = "stand-in-token";

export interface AccountState {
  readonly id: string;
  readonly name: string;
  readonly scripts: Map<string, Script>;
  readonly queues: StoredQueue[];
  readonly domains: StoredDomain[];
  /** The API token of this account. */
  readonly token: string;
  readonly buckets: Set<string>;
  readonly objects: ObjectStore;
  /** Starts the code of an upload, and answers why it does not start. Undefined if no code is started. */
  readonly startFault: ((uploaded: TenantScript) => Promise<string | undefined>) | undefined;
  /** Titles of KV namespaces by id. */
  readonly namespaces: Map<string, string>;
  readonly databases: Map<string, { readonly name: string; readonly rows: DatabaseSync }>;
  /** Static files by wrangler's hashes. */
  readonly assetFiles: Map<string, Uint8Array>;
  /** Upload sessions of static files by token. */
  readonly assetTokens: Map<
    string,
    { readonly script: string; readonly manifest: AssetManifest; readonly isComplete: boolean }
  >;
  readonly zones: {
    readonly id: string;
    readonly name: string;
    readonly records: { id: string; name: string; type: string }[];
  }[];
  /** Dispatch namespaces; undefined if the account is not entitled to them. */
  dispatch: Set<string> | undefined;
  /** Scripts by namespace and name, such as `production/tenant-one`. */
  readonly tenants: Map<string, TenantScript>;
}

export const emptyAccount = (
  id: string,
  name: string,
  {
    token = TOKEN,
    objects = objectsInMemory(),
    startFault,
  }: Partial<Pick<AccountState, "token" | "objects" | "startFault">> = {},
): AccountState => ({
  token,
  objects,
  startFault,
  id,
  name,
  scripts: new Map(),
  queues: [],
  domains: [],
  buckets: new Set(),
  namespaces: new Map(),
  databases: new Map(),
  assetFiles: new Map(),
  assetTokens: new Map(),
  zones: [],
  dispatch: undefined,
  tenants: new Map(),
});
