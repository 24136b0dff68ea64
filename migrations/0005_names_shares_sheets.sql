-- What the user calls an analysis (NULL: its file's name), and a note on it.
ALTER TABLE saved_analyses ADD COLUMN name TEXT;
ALTER TABLE saved_analyses ADD COLUMN note TEXT NOT NULL DEFAULT '';

-- The read-only link of an analysis: figures as they were when published, as JSON. token_hash is the SHA-256 of the token
-- in the address. expires_at is NULL for a link that its owner keeps.
CREATE TABLE shared_analyses (
  analysis_id TEXT PRIMARY KEY NOT NULL REFERENCES saved_analyses (id) ON DELETE CASCADE,
  user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  token_hash TEXT NOT NULL,
  figures TEXT NOT NULL,
  published_at INTEGER NOT NULL,
  expires_at INTEGER,
  opens INTEGER NOT NULL
);
CREATE UNIQUE INDEX shared_analyses_token ON shared_analyses (token_hash);
CREATE INDEX shared_analyses_user ON shared_analyses (user_id);
CREATE INDEX shared_analyses_expires ON shared_analyses (expires_at);

-- A user's right to read spreadsheets at Google. Both tokens are sealed; key_version names the key. One request at a time
-- refreshes the access token: the one that has the lease.
CREATE TABLE sheets_connections (
  user_id TEXT PRIMARY KEY NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  email TEXT NOT NULL,
  key_version TEXT NOT NULL,
  refresh_token TEXT NOT NULL,
  access_token TEXT,
  access_expires_at INTEGER NOT NULL,
  lease TEXT,
  lease_until INTEGER NOT NULL
);
