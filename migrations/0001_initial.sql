-- Times are milliseconds since 1970. E-mail addresses are stored as they are compared: trimmed, NFC, lower case.

CREATE TABLE users (
  id TEXT PRIMARY KEY NOT NULL,
  google_id TEXT,
  email TEXT NOT NULL,
  password_hash TEXT,
  first_name TEXT,
  last_name TEXT,
  profile_image_url TEXT,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL
);
CREATE UNIQUE INDEX users_google_id ON users (google_id);
CREATE UNIQUE INDEX users_email ON users (email);

-- sid is the SHA-256 of the token in the cookie.
CREATE TABLE sessions (
  sid TEXT PRIMARY KEY NOT NULL,
  user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  sess TEXT NOT NULL,
  expire INTEGER NOT NULL
);
CREATE INDEX sessions_user ON sessions (user_id);
CREATE INDEX sessions_expire ON sessions (expire);

-- What the list shows, and never more: its cost does not grow with datasets.
CREATE TABLE saved_analyses (
  id TEXT PRIMARY KEY NOT NULL,
  user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  idempotency_key TEXT,
  file_name TEXT NOT NULL,
  conversion_value REAL NOT NULL,
  significance_threshold REAL NOT NULL,
  overall_rate REAL NOT NULL,
  total_leads INTEGER NOT NULL,
  total_qualified INTEGER NOT NULL,
  top_metrics TEXT NOT NULL,
  awaits_dataset INTEGER NOT NULL,
  created_at INTEGER NOT NULL
);
CREATE INDEX saved_analyses_user ON saved_analyses (user_id, created_at);
CREATE UNIQUE INDEX saved_analyses_idempotency ON saved_analyses (user_id, idempotency_key);
CREATE INDEX saved_analyses_unfinished ON saved_analyses (created_at) WHERE awaits_dataset = 1;

-- A long text of one analysis (kind: configuration, analysis or dataset), compressed and cut into parts, because D1
-- takes at most 2 MB in one value. An upload without analysis is not finished, or was given up.
CREATE TABLE uploads (
  id TEXT PRIMARY KEY NOT NULL,
  user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  analysis_id TEXT REFERENCES saved_analyses (id) ON DELETE CASCADE,
  kind TEXT NOT NULL,
  parts INTEGER NOT NULL,
  bytes INTEGER NOT NULL,
  created_at INTEGER NOT NULL
);
CREATE INDEX uploads_user ON uploads (user_id);
CREATE UNIQUE INDEX uploads_analysis ON uploads (analysis_id, kind);
CREATE INDEX uploads_unfinished ON uploads (created_at) WHERE analysis_id IS NULL;

CREATE TABLE upload_parts (
  upload_id TEXT NOT NULL REFERENCES uploads (id) ON DELETE CASCADE,
  position INTEGER NOT NULL,
  content TEXT NOT NULL,
  PRIMARY KEY (upload_id, position)
);

CREATE TABLE user_preferences (
  id TEXT PRIMARY KEY NOT NULL,
  user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  default_conversion_value REAL NOT NULL,
  default_significance_threshold REAL NOT NULL,
  updated_at INTEGER NOT NULL
);
CREATE UNIQUE INDEX user_preferences_user ON user_preferences (user_id);

CREATE TABLE rate_limits (
  key TEXT PRIMARY KEY NOT NULL,
  count INTEGER NOT NULL,
  expires_at INTEGER NOT NULL
);
CREATE INDEX rate_limits_expires ON rate_limits (expires_at);

-- Google sign-ins that came back: each counts once.
CREATE TABLE used_states (
  state TEXT PRIMARY KEY NOT NULL,
  expires_at INTEGER NOT NULL
);
CREATE INDEX used_states_expires ON used_states (expires_at);

CREATE TABLE settings (
  name TEXT PRIMARY KEY NOT NULL,
  value TEXT NOT NULL
);
