-- Invitations by a link: whoever opens one, proves who they are and agrees becomes a member with exactly its role. The
-- link holds a secret, and only the secret's SHA-256 is kept: whoever reads this table can join nothing.

CREATE TABLE invitation_links (
  id TEXT PRIMARY KEY CHECK (length(id) = 64),
  tenant_id TEXT NOT NULL,
  site_id TEXT NOT NULL,
  role TEXT NOT NULL CHECK (role IN ('owner', 'admin', 'editor', 'author', 'viewer')),
  -- What the site calls the person; null where the maker gave no name.
  name TEXT,
  -- A link counts only while its maker may still invite with its role.
  maker_id TEXT NOT NULL REFERENCES identities (id),
  created_at INTEGER NOT NULL,
  expires_at INTEGER NOT NULL CHECK (expires_at > created_at),
  -- Either of both ends it for good.
  used_at INTEGER,
  used_by TEXT,
  revoked_at INTEGER,
  FOREIGN KEY (tenant_id, site_id) REFERENCES sites (tenant_id, id)
) STRICT, WITHOUT ROWID;
CREATE INDEX invitation_links_site ON invitation_links (tenant_id, site_id, created_at, id);
CREATE INDEX invitation_links_maker ON invitation_links (tenant_id, site_id, maker_id);
CREATE INDEX invitation_links_expiry ON invitation_links (expires_at);

-- Browsers that have opened a link, for the minutes until their person agrees. Identity: who they proved to be.
CREATE TABLE joinings (
  -- SHA-256 of the secret in the browser's cookie.
  id TEXT PRIMARY KEY CHECK (length(id) = 64),
  link_id TEXT NOT NULL,
  hostname TEXT NOT NULL,
  issuer TEXT,
  subject TEXT,
  expires_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX joinings_expiry ON joinings (expires_at);
