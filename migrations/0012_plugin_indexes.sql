-- Indexes of plugins that operators listed, each with what was last taken from it.
CREATE TABLE plugin_indexes (
  name TEXT PRIMARY KEY CHECK (length(name) BETWEEN 1 AND 40),
  -- The operator's entry; null once it is no longer listed. The rest stays: a return brings no older index back.
  entry TEXT CHECK (entry IS NULL OR json_valid(entry)),
  added_by TEXT NOT NULL,
  added_at INTEGER NOT NULL,
  -- Thumbprints of the keys it was listed with when it was taken, a JSON list.
  listed TEXT,
  digest TEXT,
  text TEXT,
  checked_at INTEGER,
  -- Why the last one was not taken, {reason, detail}.
  refusal TEXT
) STRICT;
