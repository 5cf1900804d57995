-- Tokens of operators with a name and an end, beside the provisioning secret.
CREATE TABLE operator_tokens (
  -- SHA-256 of the token.
  id TEXT PRIMARY KEY CHECK (length(id) = 64),
  -- How audit names the operator. Never given twice, so that a name in audit stays one operator's.
  name TEXT NOT NULL UNIQUE CHECK (length(name) BETWEEN 1 AND 40),
  created_at INTEGER NOT NULL,
  expires_at INTEGER NOT NULL CHECK (expires_at > created_at),
  last_used_at INTEGER,
  revoked_at INTEGER
) STRICT, WITHOUT ROWID;

-- What operators did to tokens, and bearers that were refused. The oldest rows make room for new ones.
CREATE TABLE security_events (
  number INTEGER PRIMARY KEY,
  at INTEGER NOT NULL,
  event TEXT NOT NULL CHECK (length(event) BETWEEN 1 AND 64),
  host TEXT NOT NULL,
  request_id TEXT NOT NULL,
  -- The operator, or a keyed digest of the network address.
  actor TEXT NOT NULL,
  outcome TEXT NOT NULL CHECK (outcome IN ('done', 'refused'))
) STRICT;
