-- version counts the changes of an analysis: a change that was made for an older one is refused. updated_at is the time of the
-- last change; NULL: none since it was saved.
ALTER TABLE saved_analyses ADD COLUMN version INTEGER NOT NULL DEFAULT 1;
ALTER TABLE saved_analyses ADD COLUMN updated_at INTEGER;
