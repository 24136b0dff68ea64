-- What the list of devices shows of a session. id is its name there, since sid is the hash of the token and stays in the database.
-- browser, such as 'Firefox on Linux', and country, such as 'DE', are those of its last visit, and seen_at the time of it, which is noted
-- at most once an hour. All three are NULL for a session of an earlier release until its next visit.
ALTER TABLE sessions ADD COLUMN id TEXT;
ALTER TABLE sessions ADD COLUMN browser TEXT;
ALTER TABLE sessions ADD COLUMN country TEXT;
ALTER TABLE sessions ADD COLUMN seen_at INTEGER;
UPDATE sessions SET id = lower(hex(randomblob(16)));
CREATE UNIQUE INDEX sessions_id ON sessions (id);

-- Also for a session that a Worker of the release before begins during the upgrade.
CREATE TRIGGER sessions_have_id AFTER INSERT ON sessions
WHEN NEW.id IS NULL
BEGIN
  UPDATE sessions SET id = lower(hex(randomblob(16))) WHERE sid = NEW.sid;
END;
