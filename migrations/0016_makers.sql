-- Who has connected. A connection of a team ends with the account of its maker, with the membership, and with the role of an admin. NULL
-- where the log of a team does not tell, or names somebody who is no admin any more: admins are asked to connect again. Old rows of users
-- are their own.
ALTER TABLE connections ADD COLUMN made_by TEXT REFERENCES users (id) ON DELETE CASCADE;
CREATE INDEX connections_made_by ON connections (made_by) WHERE made_by IS NOT NULL;
-- Rights of one account at a service end together.
CREATE INDEX connections_account ON connections (account);

UPDATE connections SET made_by = user_id WHERE user_id NOT IN (SELECT id FROM teams);
UPDATE connections SET made_by = (
  SELECT members.user_id FROM members WHERE members.team_id = connections.user_id AND members.role = 'admin' AND members.user_id = (
    SELECT audit_people.id FROM audit LEFT JOIN audit_people ON audit_people.person = audit.person
    WHERE audit.team_id = connections.user_id AND audit.action = 'connection.made' AND audit.object = connections.kind
    ORDER BY audit.id DESC LIMIT 1))
WHERE user_id IN (SELECT id FROM teams);

-- Rights that have ended here and may still exist at their service, until they are given back: with the token as it was sealed for
-- owner_id, who may be gone. due_at: the next attempt.
CREATE TABLE ended_rights (
  id INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL,
  owner_id TEXT NOT NULL,
  kind TEXT NOT NULL,
  account TEXT NOT NULL,
  key_version TEXT NOT NULL,
  refresh_token TEXT NOT NULL,
  ended_at INTEGER NOT NULL,
  due_at INTEGER NOT NULL,
  tries INTEGER NOT NULL DEFAULT 0
);
CREATE INDEX ended_rights_due ON ended_rights (due_at);
CREATE INDEX ended_rights_token ON ended_rights (refresh_token);
CREATE INDEX ended_rights_ended ON ended_rights (ended_at);

-- A token that is empty stands for a right that its service has ended already.
CREATE TRIGGER connections_right_left AFTER DELETE ON connections
WHEN OLD.refresh_token <> ''
BEGIN
  INSERT INTO ended_rights (owner_id, kind, account, key_version, refresh_token, ended_at, due_at)
  VALUES (OLD.user_id, OLD.kind, OLD.account, OLD.key_version, OLD.refresh_token, unixepoch() * 1000, unixepoch() * 1000);
END;

-- A consent replaces a connection to another account. One to the same account has given the new right in place of the old one.
CREATE TRIGGER connections_right_replaced AFTER UPDATE OF account ON connections
WHEN NEW.account <> OLD.account
BEGIN
  INSERT INTO ended_rights (owner_id, kind, account, key_version, refresh_token, ended_at, due_at)
  VALUES (OLD.user_id, OLD.kind, OLD.account, OLD.key_version, OLD.refresh_token, unixepoch() * 1000, unixepoch() * 1000);
END;

-- Whatever ends a membership or the role of an admin ends the connections of that person to the team in the same transaction.
CREATE TRIGGER members_connections_left AFTER DELETE ON members
BEGIN
  DELETE FROM connections WHERE user_id = OLD.team_id AND made_by = OLD.user_id;
END;

CREATE TRIGGER members_connections_role AFTER UPDATE OF role ON members
WHEN NEW.role <> 'admin'
BEGIN
  DELETE FROM connections WHERE user_id = NEW.team_id AND made_by = NEW.user_id;
END;

-- Pushes of a team name their maker by the address, which goes with the membership. The account goes before its memberships do.
CREATE TRIGGER members_forget_maker AFTER DELETE ON members
BEGIN
  UPDATE pushes SET made_by = 'a former member'
  WHERE user_id = OLD.team_id AND made_by = (SELECT email FROM users WHERE id = OLD.user_id);
END;

CREATE TRIGGER users_forget_maker BEFORE DELETE ON users
BEGIN
  UPDATE pushes SET made_by = 'a former member'
  WHERE made_by = OLD.email AND user_id IN (SELECT team_id FROM members WHERE user_id = OLD.id);
END;

-- The log: a connection that its service has ended was ended by nobody here, whoever's call has found it out.
DROP TRIGGER audit_connection_ended;

CREATE TRIGGER audit_connection_ended AFTER DELETE ON connections
WHEN OLD.refresh_token <> ''
BEGIN
  INSERT INTO audit_entries VALUES (OLD.user_id, 'connection.ended', OLD.kind, OLD.kind, NULL);
END;

CREATE TRIGGER audit_connection_over AFTER DELETE ON connections
WHEN OLD.refresh_token = ''
BEGIN
  INSERT INTO audit (team_id, at, action, object, label)
  SELECT id, unixepoch() * 1000, 'connection.over', OLD.kind, OLD.kind FROM teams WHERE id = OLD.user_id;
END;
