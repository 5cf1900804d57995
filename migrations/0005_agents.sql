-- Agents that act for members. What an authorization server may use once, or has to take back at once, is kept here and
-- not in a store that is only eventually consistent.

CREATE TABLE agent_records (
  -- `grant:<user>:<grant>` or `token:<user>:<grant>:<token>`: secrets are in it as digests only.
  key TEXT PRIMARY KEY CHECK (length(key) BETWEEN 1 AND 512),
  value TEXT NOT NULL CHECK (json_valid(value)),
  metadata TEXT CHECK (metadata IS NULL OR json_valid(metadata)),
  -- Raised by every write. A write names the one it has read, so that of two at once only one happens.
  revision INTEGER NOT NULL,
  expires_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX agent_records_expiry ON agent_records (expires_at);

-- Every refresh token a grant ever had, so that one that has been used up is known when it comes back.
CREATE TABLE agent_refresh_tokens (
  -- SHA-256 of the token.
  id TEXT PRIMARY KEY,
  grant_key TEXT NOT NULL REFERENCES agent_records (key) ON DELETE CASCADE
) STRICT, WITHOUT ROWID;
CREATE INDEX agent_refresh_tokens_grant ON agent_refresh_tokens (grant_key);

-- What agents called and how it ended; never what they sent or were answered.
CREATE TABLE agent_calls (
  id TEXT PRIMARY KEY,
  tenant_id TEXT NOT NULL,
  site_id TEXT NOT NULL,
  identity_id TEXT NOT NULL,
  client TEXT NOT NULL,
  name TEXT NOT NULL,
  outcome TEXT NOT NULL,
  duration_ms INTEGER NOT NULL,
  at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX agent_calls_site ON agent_calls (tenant_id, site_id, at);
CREATE INDEX agent_calls_at ON agent_calls (at);

-- The program that acted for the actor; null when they acted themselves.
ALTER TABLE audit ADD COLUMN via TEXT;
