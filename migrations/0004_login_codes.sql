-- Logins on their way to a program on a member's own computer. A row is deleted by whoever asks for it first; the program
-- then gets a login of its own, if the one that allowed it still holds.
CREATE TABLE login_codes (
  -- SHA-256 of the code.
  id TEXT PRIMARY KEY CHECK (length(id) = 64),
  hostname TEXT NOT NULL,
  -- SHA-256 of the verifier only the program knows, in base64url.
  challenge TEXT NOT NULL CHECK (length(challenge) = 43),
  -- Id of the login that allowed it.
  login_session TEXT NOT NULL CHECK (length(login_session) = 64),
  expires_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX login_codes_expiry ON login_codes (expires_at);
