-- Logins end with the login that allowed them, and when nobody has used them for a while.
-- The first login of a line of them: that of a browser. Null for the first itself.
ALTER TABLE login_sessions ADD COLUMN parent TEXT;
-- When it was last used, within minutes; null for rows of an older release, which were used when they were made.
ALTER TABLE login_sessions ADD COLUMN seen_at INTEGER;
CREATE INDEX login_sessions_parent ON login_sessions (parent) WHERE parent IS NOT NULL;

-- Logins leave a bounded number of rows in audit: those of the last hour are counted before each.
CREATE INDEX audit_logins ON audit (tenant_id, site_id, command, actor, at) WHERE command GLOB 'login.*';
