-- What people see of the agents they have allowed, and what they end: found without reading every grant.
ALTER TABLE agent_records ADD COLUMN grant_id TEXT GENERATED ALWAYS AS (CASE WHEN key GLOB 'grant:*' THEN json_extract(value, '$.id') END) VIRTUAL;
ALTER TABLE agent_records ADD COLUMN tenant_id TEXT GENERATED ALWAYS AS (json_extract(value, '$.metadata.tenant')) VIRTUAL;
ALTER TABLE agent_records ADD COLUMN site_id TEXT GENERATED ALWAYS AS (json_extract(value, '$.metadata.site')) VIRTUAL;
ALTER TABLE agent_records ADD COLUMN identity_id TEXT GENERATED ALWAYS AS (json_extract(value, '$.metadata.identity')) VIRTUAL;
-- When the agent last called. A call does not change what the grant says, so it raises no revision.
ALTER TABLE agent_records ADD COLUMN used_at INTEGER;
CREATE UNIQUE INDEX agent_records_grant ON agent_records (grant_id) WHERE grant_id IS NOT NULL;
CREATE INDEX agent_records_identity ON agent_records (identity_id) WHERE identity_id IS NOT NULL;
CREATE INDEX agent_records_site ON agent_records (tenant_id, site_id) WHERE tenant_id IS NOT NULL;

-- The answer a refresh token was used up for, sealed with that very token, for a client that has lost it.
ALTER TABLE agent_refresh_tokens ADD COLUMN answer TEXT;
ALTER TABLE agent_refresh_tokens ADD COLUMN answer_until INTEGER;
CREATE INDEX agent_refresh_tokens_answer ON agent_refresh_tokens (answer_until) WHERE answer IS NOT NULL;
