-- made_by of a team is the user whom its bytes count for: the one who made it, as long as this is an admin of it. With that role the
-- team passes to the admin who has been in it the longest, so that nobody pays for what others store and they cannot delete.
CREATE TRIGGER members_payer_left AFTER DELETE ON members
BEGIN
  UPDATE teams SET made_by = coalesce((SELECT user_id FROM members WHERE team_id = OLD.team_id AND role = 'admin'
    ORDER BY joined_at, rowid LIMIT 1), made_by)
  WHERE id = OLD.team_id AND made_by = OLD.user_id;
END;

CREATE TRIGGER members_payer_role AFTER UPDATE OF role ON members
WHEN NEW.role <> 'admin'
BEGIN
  UPDATE teams SET made_by = coalesce((SELECT user_id FROM members WHERE team_id = NEW.team_id AND role = 'admin'
    ORDER BY joined_at, rowid LIMIT 1), made_by)
  WHERE id = NEW.team_id AND made_by = NEW.user_id;
END;

-- SQLite does not say whether made_by or the memberships go first with an account.
CREATE TRIGGER users_payer_gone BEFORE DELETE ON users
BEGIN
  UPDATE teams SET made_by = coalesce((SELECT user_id FROM members WHERE team_id = teams.id AND role = 'admin' AND user_id <> OLD.id
    ORDER BY joined_at, rowid LIMIT 1), made_by)
  WHERE made_by = OLD.id;
END;

UPDATE teams SET made_by = coalesce((SELECT user_id FROM members WHERE team_id = teams.id AND role = 'admin'
  ORDER BY joined_at, rowid LIMIT 1), made_by)
WHERE made_by IS NULL OR made_by NOT IN (SELECT user_id FROM members WHERE team_id = teams.id AND role = 'admin');

-- The undo of a push that was interrupted is written again, by whoever takes it up.
DROP TRIGGER audit_push_undone;

CREATE TRIGGER audit_push_undone AFTER UPDATE OF state ON pushes
WHEN NEW.state = 'undoing'
BEGIN
  INSERT INTO audit_entries VALUES (NEW.user_id, 'push.undone', NEW.id, NEW.target_name, NEW.kind);
END;
