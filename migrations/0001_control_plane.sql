-- The relational control plane: who is hosted, under which name, and who may do what. Content lives in workspaces.
-- Forward only: what has shipped never changes, new needs get a new file. Times are milliseconds since the epoch.

CREATE TABLE tenants (
  id TEXT PRIMARY KEY CHECK (length(id) BETWEEN 1 AND 63),
  name TEXT NOT NULL CHECK (length(name) > 0),
  -- read_only: visitors read, nobody writes. suspended: nothing is served.
  status TEXT NOT NULL DEFAULT 'active' CHECK (status IN ('active', 'read_only', 'suspended')),
  created_at INTEGER NOT NULL
) STRICT;

-- Two tenants may use the same site id: a site is only ever named together with its tenant.
CREATE TABLE sites (
  tenant_id TEXT NOT NULL REFERENCES tenants (id),
  id TEXT NOT NULL CHECK (length(id) BETWEEN 1 AND 63),
  name TEXT NOT NULL CHECK (length(name) > 0),
  created_at INTEGER NOT NULL,
  -- Set by the transaction that wrote all records of the site. From then on provisioning compares and adds nothing,
  -- so that repeating an old request cannot bring back a member who was removed.
  provisioned_at INTEGER,
  -- Set when the workspace has confirmed its snapshots. Hostnames of a site without it are not routed.
  initialised_at INTEGER,
  PRIMARY KEY (tenant_id, id)
) STRICT;

CREATE TABLE domains (
  -- Normalised: lower case, punycode, no port, no trailing dot.
  hostname TEXT PRIMARY KEY CHECK (length(hostname) BETWEEN 1 AND 253 AND hostname = lower(hostname)),
  tenant_id TEXT NOT NULL,
  site_id TEXT NOT NULL,
  -- pending: asked for, not proven. Only verified names are routed.
  status TEXT NOT NULL CHECK (status IN ('pending', 'verified')),
  is_primary INTEGER NOT NULL DEFAULT 0 CHECK (is_primary IN (0, 1)),
  created_at INTEGER NOT NULL,
  FOREIGN KEY (tenant_id, site_id) REFERENCES sites (tenant_id, id)
) STRICT;
CREATE UNIQUE INDEX domains_primary ON domains (tenant_id, site_id) WHERE is_primary = 1;
CREATE INDEX domains_site ON domains (tenant_id, site_id);

-- A person as their identity provider names them. Never derived from an e-mail address.
CREATE TABLE identities (
  -- SHA-256 of issuer and subject: the same person has the same id wherever the record is written.
  id TEXT PRIMARY KEY CHECK (length(id) = 64),
  issuer TEXT NOT NULL CHECK (length(issuer) > 0),
  subject TEXT NOT NULL CHECK (length(subject) > 0),
  created_at INTEGER NOT NULL,
  UNIQUE (issuer, subject)
) STRICT;

CREATE TABLE memberships (
  tenant_id TEXT NOT NULL,
  site_id TEXT NOT NULL,
  identity_id TEXT NOT NULL REFERENCES identities (id),
  role TEXT NOT NULL CHECK (role IN ('owner', 'admin', 'editor', 'author', 'viewer')),
  -- What this tenant calls the person; kept here so that no tenant sees or sets another tenant's wording.
  name TEXT,
  created_at INTEGER NOT NULL,
  PRIMARY KEY (tenant_id, site_id, identity_id),
  FOREIGN KEY (tenant_id, site_id) REFERENCES sites (tenant_id, id)
) STRICT, WITHOUT ROWID;
CREATE INDEX memberships_identity ON memberships (identity_id);

-- Who did what, kept after the tenant is gone: no foreign keys. Holds a digest of the input, never the input.
CREATE TABLE audit (
  id TEXT PRIMARY KEY,
  tenant_id TEXT NOT NULL,
  site_id TEXT,
  actor TEXT NOT NULL,
  command TEXT NOT NULL,
  input_digest TEXT NOT NULL,
  outcome TEXT NOT NULL CHECK (outcome IN ('done', 'replayed', 'refused')),
  request_id TEXT NOT NULL,
  at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX audit_site ON audit (tenant_id, site_id, at);

-- Facts for the operator, such as dead letters. A record is open until resolved_at is set.
CREATE TABLE operational_records (
  id TEXT PRIMARY KEY,
  kind TEXT NOT NULL CHECK (length(kind) BETWEEN 1 AND 64),
  tenant_id TEXT NOT NULL,
  site_id TEXT,
  payload TEXT NOT NULL CHECK (json_valid(payload)),
  created_at INTEGER NOT NULL,
  resolved_at INTEGER
) STRICT, WITHOUT ROWID;
-- Listing is newest first within a kind, and continues after (created_at, id).
CREATE INDEX operational_records_kind ON operational_records (kind, created_at, id);
CREATE INDEX operational_records_open ON operational_records (kind, created_at) WHERE resolved_at IS NULL;
