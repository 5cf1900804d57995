-- Who is logged in. The cookie names a row by a secret; only the secret's SHA-256 is kept, so that whoever reads this
-- table can log in as nobody.

CREATE TABLE login_sessions (
  id TEXT PRIMARY KEY CHECK (length(id) = 64),
  identity_id TEXT NOT NULL REFERENCES identities (id),
  tenant_id TEXT NOT NULL,
  site_id TEXT NOT NULL,
  -- The only name under which the cookie counts; checked against the domains at every use, since a name can change hands.
  hostname TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  expires_at INTEGER NOT NULL CHECK (expires_at > created_at),
  revoked_at INTEGER,
  FOREIGN KEY (tenant_id, site_id) REFERENCES sites (tenant_id, id)
) STRICT, WITHOUT ROWID;
CREATE INDEX login_sessions_identity ON login_sessions (identity_id);
CREATE INDEX login_sessions_site ON login_sessions (tenant_id, site_id);
CREATE INDEX login_sessions_expiry ON login_sessions (expires_at);

-- Logins that have gone to the identity provider and not come back. A row is deleted by the callback that uses it.
CREATE TABLE login_attempts (
  -- SHA-256 of `state`.
  id TEXT PRIMARY KEY CHECK (length(id) = 64),
  -- SHA-256 of the secret in the cookie of the browser that began it.
  browser TEXT NOT NULL CHECK (length(browser) = 64),
  hostname TEXT NOT NULL,
  nonce TEXT NOT NULL,
  verifier TEXT NOT NULL,
  return_to TEXT NOT NULL,
  expires_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX login_attempts_expiry ON login_attempts (expires_at);

-- How much of a limit is used: the time at which all of it will be free again (generic cell rate algorithm).
CREATE TABLE rate_limits (
  -- A keyed digest of the limit's name and of who is limited, so that no network address is kept.
  id TEXT PRIMARY KEY CHECK (length(id) = 64),
  free_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX rate_limits_free ON rate_limits (free_at);
