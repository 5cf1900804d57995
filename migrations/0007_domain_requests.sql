-- Hostnames that sites have asked for. Several sites may ask for one name: a request proves nothing and keeps nobody from
-- it, so it is no row of `domains`, which from here on holds proven names only.
CREATE TABLE domain_requests (
  hostname TEXT NOT NULL CHECK (length(hostname) BETWEEN 1 AND 253 AND hostname = lower(hostname)),
  tenant_id TEXT NOT NULL,
  site_id TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  PRIMARY KEY (hostname, tenant_id, site_id),
  FOREIGN KEY (tenant_id, site_id) REFERENCES sites (tenant_id, id)
) STRICT, WITHOUT ROWID;
CREATE INDEX domain_requests_site ON domain_requests (tenant_id, site_id);
CREATE INDEX domain_requests_age ON domain_requests (created_at);

INSERT INTO domain_requests (hostname, tenant_id, site_id, created_at)
  SELECT hostname, tenant_id, site_id, created_at FROM domains WHERE status = 'pending';
DELETE FROM domains WHERE status = 'pending';

-- Provisionings that were begun and never opened, for the operator who lists them.
CREATE INDEX sites_unopened ON sites (tenant_id, id) WHERE initialised_at IS NULL;
