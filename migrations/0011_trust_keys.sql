-- Keys that operators trusted or revoked since the deployment, beside PLUGIN_TRUST_KEYS.
CREATE TABLE trust_keys (
  -- RFC 7638 thumbprint of the key.
  kid TEXT PRIMARY KEY CHECK (length(kid) = 43),
  -- The public JWK; null for a key of the deployment's own list that was only revoked.
  jwk TEXT CHECK (jwk IS NULL OR json_valid(jwk)),
  added_by TEXT,
  added_at INTEGER,
  -- Final: a revoked key is never trusted again.
  revoked_by TEXT,
  revoked_at INTEGER,
  CHECK (jwk IS NOT NULL OR revoked_at IS NOT NULL)
) STRICT, WITHOUT ROWID;
