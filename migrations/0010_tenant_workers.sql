-- Managed deployments: the worker each tenant has for itself. A self-hosted deployment has no rows here.
CREATE TABLE tenant_workers (
  -- Written before the tenant's own record, because a site is created in a worker that runs.
  tenant TEXT PRIMARY KEY CHECK (length(tenant) BETWEEN 1 AND 57),
  -- No two tenants share a worker, a bucket or a queue. The queue's name tells whose a message is.
  worker TEXT NOT NULL UNIQUE CHECK (length(worker) BETWEEN 1 AND 63),
  namespace TEXT NOT NULL CHECK (length(namespace) BETWEEN 1 AND 63),
  release TEXT NOT NULL CHECK (length(release) BETWEEN 1 AND 64),
  artifact_sha256 TEXT NOT NULL CHECK (length(artifact_sha256) = 64),
  bucket TEXT NOT NULL UNIQUE CHECK (length(bucket) BETWEEN 3 AND 63),
  queue TEXT NOT NULL UNIQUE CHECK (length(queue) BETWEEN 1 AND 63),
  -- When the deployer had compared everything. Null routes nobody: something is being made, is wrong, or is gone.
  ready_at INTEGER
) STRICT, WITHOUT ROWID;
