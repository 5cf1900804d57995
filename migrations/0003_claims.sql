-- Idempotency claims of control-plane commands, written in the transaction of their effect: a claim exists exactly when
-- its effect does. Claims of commands on content are kept in the workspaces, for the same reason.
CREATE TABLE claims (
  -- JSON of tenant, site, identity, command and key: the same key of another member is another claim.
  id TEXT PRIMARY KEY,
  input_digest TEXT NOT NULL CHECK (length(input_digest) = 64),
  -- The answer as it was sent, for an exact repeat. NULL is how a batch refuses itself when its conditions do not hold.
  answer TEXT NOT NULL CHECK (json_valid(answer)),
  at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX claims_at ON claims (at);

-- Audit is read newest first within a site, and goes on after (at, id).
CREATE INDEX audit_site_newest ON audit (tenant_id, site_id, at, id);
DROP INDEX audit_site;
-- Members are listed in the order they came.
CREATE INDEX memberships_site_order ON memberships (tenant_id, site_id, created_at, identity_id);
