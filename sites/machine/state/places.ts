/** Folders of the stores, below the state folder. */
export const PLACES = {
  controlPlane: "v3/d1/miniflare-D1DatabaseObject",
  workspaces: "v3/do/drawbridge-workspace-TenantWorkspaceDO",
  queues: "v3/do/drawbridge-queues-Queue",
  publicStore: "v3/do/drawbridge-public-store-PublicValues",
  bucketIndex: "v3/r2/miniflare-R2BucketObject",
  buckets: "v3/r2",
  storeIndex: "v3/kv/miniflare-KVNamespaceObject",
  stores: "v3/kv",
} as const;

/** The id of the public store in the committed configurations, and the name of its object. */
export const PUBLIC_STORE = "replace-public-content-id";
