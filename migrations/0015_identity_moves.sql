-- The moves of people to other names that were applied, so that a repeat does not move a person who got an old name later.
CREATE TABLE identity_moves (
  -- SHA-256 of both issuers and both subjects: no name stays here when a person's records are deleted.
  id TEXT PRIMARY KEY CHECK (length(id) = 64),
  identity_id TEXT NOT NULL
) STRICT, WITHOUT ROWID;
