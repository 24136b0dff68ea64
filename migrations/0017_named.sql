-- The spreadsheets and ad accounts that a team's connections serve: an admin has named each. named_by is NULL for those that were in use
-- before, and once the account is gone. first_read_at: when the server first read it.
CREATE TABLE named_resources (
  team_id TEXT NOT NULL REFERENCES teams (id) ON DELETE CASCADE,
  kind TEXT NOT NULL,
  resource_id TEXT NOT NULL,
  name TEXT NOT NULL,
  named_by TEXT REFERENCES users (id) ON DELETE SET NULL,
  named_at INTEGER NOT NULL,
  first_read_at INTEGER,
  PRIMARY KEY (team_id, kind, resource_id)
);
CREATE INDEX named_resources_named_by ON named_resources (named_by) WHERE named_by IS NOT NULL;

CREATE TRIGGER audit_resource_named AFTER INSERT ON named_resources
BEGIN
  INSERT INTO audit_entries VALUES (NEW.team_id, 'resource.named', NEW.resource_id, NEW.name, NEW.kind);
END;

CREATE TRIGGER audit_resource_unnamed AFTER DELETE ON named_resources
BEGIN
  INSERT INTO audit_entries VALUES (OLD.team_id, 'resource.unnamed', OLD.resource_id, OLD.name, OLD.kind);
END;

CREATE TRIGGER audit_resource_read AFTER UPDATE OF first_read_at ON named_resources
WHEN OLD.first_read_at IS NULL
BEGIN
  INSERT INTO audit_entries VALUES (NEW.team_id, 'resource.read', NEW.resource_id, NEW.name, NEW.kind);
END;

-- Those that a team uses stay in use: sheets that are read on a schedule, and accounts that rules were pushed to.
INSERT INTO named_resources (team_id, kind, resource_id, name, named_at, first_read_at)
SELECT teams.id, 'sheets', spec ->> '$.spreadsheetId', coalesce(max(spec ->> '$.title'), ''), unixepoch() * 1000, min(last_run_at)
FROM sources JOIN teams ON teams.id = sources.user_id
WHERE kind = 'sheet' AND json_valid(spec) AND spec ->> '$.spreadsheetId' IS NOT NULL
GROUP BY teams.id, spec ->> '$.spreadsheetId';

INSERT INTO named_resources (team_id, kind, resource_id, name, named_at, first_read_at)
SELECT teams.id, kind, target_id, max(target_name), unixepoch() * 1000, min(pushes.created_at)
FROM pushes JOIN teams ON teams.id = pushes.user_id
GROUP BY teams.id, kind, target_id;
