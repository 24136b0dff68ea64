-- A dataset may lie in object storage instead of upload_parts; the row then names its object.
ALTER TABLE uploads ADD COLUMN object_key TEXT;

-- Objects to delete from that time on. An object is on the list except while an analysis has it: whatever deletes rows,
-- and whatever breaks off, leaves no object behind.
CREATE TABLE objects_to_delete (
  object_key TEXT PRIMARY KEY NOT NULL,
  due_at INTEGER NOT NULL
);
CREATE INDEX objects_to_delete_due ON objects_to_delete (due_at);

CREATE TRIGGER uploads_keep_object AFTER UPDATE OF analysis_id ON uploads
WHEN NEW.object_key IS NOT NULL AND NEW.analysis_id IS NOT NULL
BEGIN
  DELETE FROM objects_to_delete WHERE object_key = NEW.object_key;
END;

CREATE TRIGGER uploads_list_object AFTER DELETE ON uploads
WHEN OLD.object_key IS NOT NULL
BEGIN
  INSERT INTO objects_to_delete (object_key, due_at) VALUES (OLD.object_key, 0)
  ON CONFLICT (object_key) DO UPDATE SET due_at = 0;
END;
