-- What a push has done to the rules in use of the analysis whose plan it wrote; one row for each push that has marked them. reference is
-- theirs, as of version and since then. entered is JSON: the figures that were pushed. before_rules is JSON: the rules in use before with
-- their alerts, and when the version was marked before, so that the undo of the push restores them.
CREATE TABLE push_marks (
  push_id TEXT PRIMARY KEY NOT NULL REFERENCES pushes (id) ON DELETE CASCADE,
  analysis_id TEXT NOT NULL REFERENCES saved_analyses (id) ON DELETE CASCADE,
  user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  reference TEXT NOT NULL,
  version INTEGER NOT NULL,
  since INTEGER NOT NULL,
  entered TEXT,
  before_rules TEXT NOT NULL
);
CREATE INDEX push_marks_analysis ON push_marks (analysis_id);
CREATE INDEX push_marks_user ON push_marks (user_id);

-- NULL for a push that names no analysis, such as all of earlier releases.
ALTER TABLE pushes ADD COLUMN in_use TEXT;

CREATE TRIGGER stored_push_marks_added AFTER INSERT ON push_marks
BEGIN
  UPDATE users SET stored_bytes = stored_bytes + (octet_length(NEW.reference) + coalesce(octet_length(NEW.entered), 0) +
    octet_length(NEW.before_rules))
  WHERE id = NEW.user_id;
END;

CREATE TRIGGER stored_push_marks_changed AFTER UPDATE OF user_id, reference, entered, before_rules ON push_marks
BEGIN
  UPDATE users SET stored_bytes = stored_bytes - (octet_length(OLD.reference) + coalesce(octet_length(OLD.entered), 0) +
    octet_length(OLD.before_rules))
  WHERE id = OLD.user_id;
  UPDATE users SET stored_bytes = stored_bytes + (octet_length(NEW.reference) + coalesce(octet_length(NEW.entered), 0) +
    octet_length(NEW.before_rules))
  WHERE id = NEW.user_id;
END;

CREATE TRIGGER stored_push_marks_deleted AFTER DELETE ON push_marks
BEGIN
  UPDATE users SET stored_bytes = stored_bytes - (octet_length(OLD.reference) + coalesce(octet_length(OLD.entered), 0) +
    octet_length(OLD.before_rules))
  WHERE id = OLD.user_id;
END;
