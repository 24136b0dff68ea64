-- The rules in use of an analysis, one row for each. reference names this set: it is new whenever rules come into use. version 0 is the
-- analysis as it was saved. newest_day: the days since 1970 of the newest lead behind the rules. rules is JSON: the counts of each rule and of all leads,
-- and the weights of its column. missing says why no alert can come.
CREATE TABLE watched_rules (
  analysis_id TEXT PRIMARY KEY NOT NULL REFERENCES saved_analyses (id) ON DELETE CASCADE,
  user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  reference TEXT NOT NULL,
  version INTEGER NOT NULL,
  since INTEGER NOT NULL,
  used_by TEXT NOT NULL,
  newest_day INTEGER,
  judged_at INTEGER,
  missing TEXT,
  by_value INTEGER NOT NULL,
  rules TEXT NOT NULL
);
CREATE INDEX watched_rules_user ON watched_rules (user_id);

-- A rule in use no longer holds: rule is its place among the rules of the reference, figures are JSON. One alert of a rule per reference.
-- version is the one that raised it. A message is marked in mailed_at before it is sent.
CREATE TABLE alerts (
  analysis_id TEXT NOT NULL REFERENCES saved_analyses (id) ON DELETE CASCADE,
  reference TEXT NOT NULL,
  rule INTEGER NOT NULL,
  user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  version INTEGER NOT NULL,
  figures TEXT NOT NULL,
  made_at INTEGER NOT NULL,
  seen_at INTEGER,
  mailed_at INTEGER,
  PRIMARY KEY (analysis_id, reference, rule)
);
CREATE INDEX alerts_user ON alerts (user_id, seen_at);

-- The newest day of the leads of a version, and JSON of the latest leads of each rule in use where the version is to be judged.
ALTER TABLE versions ADD COLUMN newest_day INTEGER;
ALTER TABLE versions ADD COLUMN latest TEXT;
