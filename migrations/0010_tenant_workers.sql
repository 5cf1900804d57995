-- One worker per tenant (managed-isolated). A row without ready_at is not routed. No foreign key: the worker is there
-- before its tenant is provisioned, and its row outlives an erasure.
CREATE TABLE tenant_workers (
  tenant_id TEXT PRIMARY KEY CHECK (length(tenant_id) BETWEEN 1 AND 48),
  worker TEXT NOT NULL UNIQUE CHECK (length(worker) BETWEEN 1 AND 63),
  namespace TEXT NOT NULL CHECK (length(namespace) BETWEEN 1 AND 63),
  release TEXT NOT NULL CHECK (length(release) BETWEEN 1 AND 100),
  -- SHA-256 of the artifact that runs there.
  artifact_sha256 TEXT NOT NULL CHECK (length(artifact_sha256) = 64),
  bucket TEXT NOT NULL UNIQUE CHECK (length(bucket) BETWEEN 3 AND 63),
  queue TEXT NOT NULL UNIQUE CHECK (length(queue) BETWEEN 1 AND 63),
  -- Set by the deployer once everything was read back and the script has said who it is; removed before it changes anything.
  ready_at INTEGER
) STRICT, WITHOUT ROWID;
