/** The part of a provider's account that deployments touch. */
import type { DatabaseSync } from "node:sqlite";

export interface Binding {
  readonly type: string;
  readonly name: string;
  readonly [member: string]: unknown;
}

/** Static files by their paths. */
export type AssetManifest = Readonly<Record<string, { readonly hash: string; readonly size: number }>>;

export interface UploadedVersion {
  readonly id: string;
  readonly number: number;
  readonly etag: string;
  readonly annotations: Readonly<Record<string, string>>;
  /** As the API shows them: secrets without their values, nothing inherited. */
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
  /** Values of secrets by name, so that a test can look at what arrived. */
  readonly secrets: Map<string, string>;
  migrationTag: string | undefined;
  subdomain: { enabled: boolean; previews_enabled: boolean };
}

export interface StoredQueue {
  readonly queue_id: string;
  readonly queue_name: string;
  readonly consumers: { consumer_id: string; type: string; script: string; [member: string]: unknown }[];
}

export interface StoredDomain {
  readonly id: string;
  readonly hostname: string;
  service: string;
}

/** The metadata of an upload into a dispatch namespace. */
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

/** A tenant's script as it was uploaded, so that a runner can start exactly that. */
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
  /** Classes with objects, of this upload's migrations and of earlier ones. */
  readonly classes: readonly string[];
}

/** The objects in the buckets of an account. */
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

/** The credential of accounts that are made for a test. */
export const TOKEN = "stand-in-token";

export interface AccountState {
  readonly id: string;
  readonly name: string;
  readonly scripts: Map<string, Script>;
  readonly queues: StoredQueue[];
  readonly domains: StoredDomain[];
  /** The credential that reaches this account. */
  readonly token: string;
  readonly buckets: Set<string>;
  readonly objects: ObjectStore;
  /** Titles of KV namespaces by id. */
  readonly namespaces: Map<string, string>;
  readonly databases: Map<string, { readonly name: string; readonly rows: DatabaseSync }>;
  /** Static files by the hashes that wrangler gives them. */
  readonly assetFiles: Map<string, Uint8Array>;
  /** Sessions of uploads by their tokens. */
  readonly assetTokens: Map<
    string,
    { readonly script: string; readonly manifest: AssetManifest; readonly isComplete: boolean }
  >;
  readonly zones: {
    readonly id: string;
    readonly name: string;
    readonly records: { id: string; name: string; type: string }[];
  }[];
  /** Dispatch namespaces; undefined where the account has not bought them. */
  dispatch: Set<string> | undefined;
  /** Scripts by namespace and name, as `production/tenant-one`. */
  readonly tenants: Map<string, TenantScript>;
}

export const emptyAccount = (
  id: string,
  name: string,
  { token, objects }: Pick<AccountState, "token" | "objects"> = { token: TOKEN, objects: objectsInMemory() },
): AccountState => ({
  token,
  objects,
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
