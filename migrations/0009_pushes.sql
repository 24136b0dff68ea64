-- Pushes of rules to ad accounts (target_id, through via): what the visitor approved, what the account held before and after, and every write. ids names all that
-- was made, so that what is ours is told from what is not: it stays when the other parts of an old push are emptied. pending is a write
-- that got no answer. One push or undo of a user to an account writes at a time, until busy_until at the latest.
CREATE TABLE pushes (
  id TEXT NOT NULL PRIMARY KEY,
  user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  kind TEXT NOT NULL,
  target_id TEXT NOT NULL,
  via TEXT,
  target_name TEXT NOT NULL,
  made_by TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  state TEXT NOT NULL,
  busy_until INTEGER NOT NULL,
  rules TEXT NOT NULL,
  difference TEXT NOT NULL,
  before_rules TEXT,
  after_rules TEXT,
  ids TEXT NOT NULL,
  pending TEXT,
  written TEXT NOT NULL,
  problem TEXT,
  next TEXT NOT NULL,
  kept TEXT NOT NULL,
  undone_at INTEGER
);
CREATE INDEX pushes_of_target ON pushes (user_id, kind, target_id, created_at);
