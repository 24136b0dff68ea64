-- What keeps an analysis current, one for each. An inbox has token_hash, the SHA-256 of its token. spec, schedule, failures and
-- next_due_at are of sources that are read on a schedule. One run of a source at a time: the one that has the lease. last_error is for
-- the owner, and names columns at most.
CREATE TABLE sources (
  id TEXT PRIMARY KEY NOT NULL,
  user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  analysis_id TEXT NOT NULL REFERENCES saved_analyses (id) ON DELETE CASCADE,
  kind TEXT NOT NULL,
  spec TEXT,
  schedule TEXT,
  token_hash TEXT,
  state TEXT NOT NULL,
  failures INTEGER NOT NULL DEFAULT 0,
  last_error TEXT,
  last_run_at INTEGER,
  next_due_at INTEGER,
  lease TEXT,
  lease_until INTEGER NOT NULL DEFAULT 0,
  created_at INTEGER NOT NULL
);
CREATE UNIQUE INDEX sources_analysis ON sources (analysis_id);
CREATE INDEX sources_user ON sources (user_id);

-- The figures of each run, and no row: new_values, metrics and figures are JSON of counts by the names of values. The numbers of an
-- analysis go on when its source ends and another one begins. body_hash is the SHA-256 of what was delivered with delivery_key.
CREATE TABLE versions (
  analysis_id TEXT NOT NULL REFERENCES saved_analyses (id) ON DELETE CASCADE,
  number INTEGER NOT NULL,
  user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  source_id TEXT NOT NULL,
  made_at INTEGER NOT NULL,
  leads INTEGER NOT NULL,
  converted INTEGER NOT NULL,
  new_values TEXT NOT NULL,
  metrics TEXT NOT NULL,
  figures TEXT NOT NULL,
  delivery_key TEXT,
  body_hash TEXT,
  entered_at INTEGER,
  PRIMARY KEY (analysis_id, number)
);
CREATE UNIQUE INDEX versions_delivery ON versions (source_id, delivery_key);
CREATE INDEX versions_user ON versions (user_id);
