-- A team may open for sessions alone whose sign-in Google has named this Google Workspace domain for, and may let its datasets end
-- so many days after they were stored. NULL: neither.
ALTER TABLE teams ADD COLUMN required_domain TEXT;
ALTER TABLE teams ADD COLUMN dataset_days INTEGER;

-- The datasets of teams that end, announced for some days before. Another rule of the team, or another owner, takes an announcement back.
CREATE TABLE dataset_ends (
  upload_id TEXT PRIMARY KEY NOT NULL REFERENCES uploads (id) ON DELETE CASCADE,
  ends_at INTEGER NOT NULL
);
CREATE INDEX dataset_ends_at ON dataset_ends (ends_at);

CREATE TRIGGER dataset_ends_rule AFTER UPDATE OF dataset_days ON teams
BEGIN
  DELETE FROM dataset_ends WHERE upload_id IN (SELECT id FROM uploads WHERE user_id = NEW.id);
END;

CREATE TRIGGER dataset_ends_owner AFTER UPDATE OF user_id ON uploads
BEGIN
  DELETE FROM dataset_ends WHERE upload_id = NEW.id;
END;

-- The log of what was changed in a team. It is only added to: entries go by their age alone, and so do their networks. It has neither
-- names nor addresses of people. at: milliseconds. person: see audit_people; NULL where nobody was signed in, as in the hourly run. label
-- is the name of an analysis, an account or the team. network: a hash.
CREATE TABLE audit (
  id INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL,
  team_id TEXT NOT NULL,
  at INTEGER NOT NULL,
  person TEXT,
  action TEXT NOT NULL,
  object TEXT,
  label TEXT,
  detail TEXT,
  network TEXT
);
CREATE INDEX audit_team ON audit (team_id, id);
CREATE INDEX audit_person ON audit (team_id, person, id);
CREATE INDEX audit_at ON audit (at);
CREATE INDEX audit_network ON audit (at) WHERE network IS NOT NULL;

-- 30 and 400 days.
CREATE TRIGGER audit_keeps_entries BEFORE DELETE ON audit
WHEN OLD.at > (unixepoch() - 400 * 86400) * 1000
BEGIN
  SELECT RAISE(ABORT, 'the log is only added to');
END;

CREATE TRIGGER audit_keeps_text BEFORE UPDATE ON audit
WHEN NEW.network IS NOT NULL OR OLD.at > (unixepoch() - 30 * 86400) * 1000
  OR (NEW.id, NEW.team_id, NEW.at, NEW.person, NEW.action, NEW.object, NEW.label, NEW.detail)
    IS NOT (OLD.id, OLD.team_id, OLD.at, OLD.person, OLD.action, OLD.object, OLD.label, OLD.detail)
BEGIN
  SELECT RAISE(ABORT, 'the log is only added to');
END;

-- INSERT OR REPLACE deletes without asking the trigger of deletions.
CREATE TRIGGER audit_keeps_place BEFORE INSERT ON audit
WHEN EXISTS (SELECT 1 FROM audit WHERE id = NEW.id)
BEGIN
  SELECT RAISE(ABORT, 'the log is only added to');
END;

-- The random name of a user in the log. Once the account is gone, nothing says any more whose it was.
CREATE TABLE audit_people (
  id TEXT PRIMARY KEY NOT NULL,
  person TEXT NOT NULL
);
CREATE UNIQUE INDEX audit_people_person ON audit_people (person);

INSERT INTO audit_people (id, person)
SELECT id, lower(hex(randomblob(16))) FROM users WHERE id IN (SELECT user_id FROM members);

CREATE TRIGGER audit_people_join BEFORE INSERT ON members
BEGIN
  INSERT INTO audit_people (id, person) VALUES (NEW.user_id, lower(hex(randomblob(16))))
  ON CONFLICT DO NOTHING;
END;

-- After the cascade, which writes that the user has left.
CREATE TRIGGER audit_people_leave AFTER DELETE ON users
BEGIN
  DELETE FROM audit_people WHERE id = OLD.id;
END;

-- Who makes the changes of a transaction: a row that it writes first and deletes last.
CREATE TABLE acting (
  id INTEGER PRIMARY KEY NOT NULL,
  person TEXT NOT NULL,
  network TEXT,
  at INTEGER NOT NULL
);

-- The triggers below write into this view. What belongs to a user leaves no entry.
CREATE VIEW audit_entries AS SELECT team_id, action, object, label, detail FROM audit;

CREATE TRIGGER audit_write INSTEAD OF INSERT ON audit_entries
WHEN EXISTS (SELECT 1 FROM teams WHERE id = NEW.team_id)
BEGIN
  INSERT INTO audit (team_id, at, person, action, object, label, detail, network)
  SELECT NEW.team_id, coalesce((SELECT at FROM acting), unixepoch() * 1000), (SELECT person FROM acting),
    NEW.action, NEW.object, NEW.label, NEW.detail, (SELECT network FROM acting);
END;

-- An analysis is there once its dataset is: until then nobody sees it.
CREATE TRIGGER audit_analysis_saved AFTER INSERT ON saved_analyses
WHEN NEW.awaits_dataset = 0
BEGIN
  INSERT INTO audit_entries VALUES (NEW.user_id, 'analysis.saved', NEW.id, coalesce(NEW.name, NEW.file_name), NULL);
END;

CREATE TRIGGER audit_analysis_changed AFTER UPDATE OF version, awaits_dataset ON saved_analyses
WHEN NEW.awaits_dataset = 0 AND NEW.user_id = OLD.user_id
BEGIN
  INSERT INTO audit_entries VALUES (NEW.user_id, CASE
    WHEN OLD.awaits_dataset = 1 THEN 'analysis.saved'
    WHEN NEW.name IS NOT OLD.name THEN 'analysis.renamed'
    WHEN NEW.note IS NOT OLD.note THEN 'analysis.noted'
    ELSE 'analysis.changed' END, NEW.id, coalesce(NEW.name, NEW.file_name), NULL);
END;

CREATE TRIGGER audit_analysis_moved AFTER UPDATE OF user_id ON saved_analyses
WHEN NEW.user_id <> OLD.user_id
BEGIN
  INSERT INTO audit_entries VALUES (OLD.user_id, 'analysis.moved-away', NEW.id, coalesce(NEW.name, NEW.file_name), NULL);
  INSERT INTO audit_entries VALUES (NEW.user_id, 'analysis.moved-here', NEW.id, coalesce(NEW.name, NEW.file_name), NULL);
END;

CREATE TRIGGER audit_analysis_deleted AFTER DELETE ON saved_analyses
WHEN OLD.awaits_dataset = 0
BEGIN
  INSERT INTO audit_entries VALUES (OLD.user_id, 'analysis.deleted', OLD.id, coalesce(OLD.name, OLD.file_name), NULL);
END;

-- The hourly run alone deletes a dataset and keeps its analysis: a save that replaces one has an actor.
CREATE TRIGGER audit_dataset_ended AFTER DELETE ON uploads
WHEN OLD.kind = 'dataset' AND NOT EXISTS (SELECT 1 FROM acting)
BEGIN
  INSERT INTO audit_entries
  SELECT user_id, 'dataset.ended', id, coalesce(name, file_name), NULL FROM saved_analyses
  WHERE id = OLD.analysis_id AND awaits_dataset = 0;
END;

CREATE TRIGGER audit_link_made AFTER INSERT ON shared_analyses
BEGIN
  INSERT INTO audit_entries
  SELECT user_id, 'link.made', id, coalesce(name, file_name), NULL FROM saved_analyses WHERE id = NEW.analysis_id;
END;

CREATE TRIGGER audit_link_changed AFTER UPDATE OF token_hash, figures, expires_at ON shared_analyses
BEGIN
  INSERT INTO audit_entries
  SELECT user_id, iif(NEW.token_hash <> OLD.token_hash, 'link.made', 'link.changed'), id, coalesce(name, file_name), NULL
  FROM saved_analyses WHERE id = NEW.analysis_id;
END;

CREATE TRIGGER audit_link_ended AFTER DELETE ON shared_analyses
BEGIN
  INSERT INTO audit_entries
  SELECT user_id, 'link.ended', id, coalesce(name, file_name), NULL FROM saved_analyses WHERE id = OLD.analysis_id;
END;

CREATE TRIGGER audit_source_made AFTER INSERT ON sources
BEGIN
  INSERT INTO audit_entries
  SELECT user_id, 'source.made', id, coalesce(name, file_name), NEW.kind FROM saved_analyses WHERE id = NEW.analysis_id;
END;

-- A run moves the next time on, and pauses a source that fails: the first is no change, the second one of nobody. Somebody who wants a
-- run makes the source due at once.
CREATE TRIGGER audit_source_changed AFTER UPDATE OF spec, schedule, token_hash, state, next_due_at ON sources
WHEN (NEW.spec, NEW.schedule, NEW.token_hash, NEW.state) IS NOT (OLD.spec, OLD.schedule, OLD.token_hash, OLD.state)
  OR NEW.next_due_at <= (SELECT at FROM acting) AND NEW.next_due_at IS NOT OLD.next_due_at
BEGIN
  INSERT INTO audit_entries
  SELECT user_id, CASE
    WHEN NEW.token_hash IS NOT OLD.token_hash THEN 'source.renewed'
    WHEN (NEW.spec, NEW.schedule) IS NOT (OLD.spec, OLD.schedule) THEN 'source.changed'
    WHEN NEW.state = OLD.state THEN 'source.run'
    WHEN NEW.state = 'paused' THEN 'source.paused'
    ELSE 'source.resumed' END, id, coalesce(name, file_name), NEW.kind
  FROM saved_analyses WHERE id = NEW.analysis_id;
END;

CREATE TRIGGER audit_source_ended AFTER DELETE ON sources
BEGIN
  INSERT INTO audit_entries
  SELECT user_id, 'source.ended', id, coalesce(name, file_name), OLD.kind FROM saved_analyses WHERE id = OLD.analysis_id;
END;

-- The first run of a source begins to watch rules as well, and nobody has entered them then.
CREATE TRIGGER audit_rules_first AFTER INSERT ON watched_rules
WHEN EXISTS (SELECT 1 FROM acting)
BEGIN
  INSERT INTO audit_entries
  SELECT user_id, 'rules.entered', id, coalesce(name, file_name), NEW.version FROM saved_analyses WHERE id = NEW.analysis_id;
END;

CREATE TRIGGER audit_rules_entered AFTER UPDATE OF reference ON watched_rules
BEGIN
  INSERT INTO audit_entries
  SELECT user_id, 'rules.entered', id, coalesce(name, file_name), NEW.version FROM saved_analyses WHERE id = NEW.analysis_id;
END;

CREATE TRIGGER audit_connection_made AFTER INSERT ON connections
BEGIN
  INSERT INTO audit_entries VALUES (NEW.user_id, 'connection.made', NEW.kind, NEW.kind, NULL);
END;

-- An access token that is refreshed is no change: a consent writes connected_at.
CREATE TRIGGER audit_connection_again AFTER UPDATE OF connected_at ON connections
BEGIN
  INSERT INTO audit_entries VALUES (NEW.user_id, 'connection.made', NEW.kind, NEW.kind, NULL);
END;

CREATE TRIGGER audit_connection_ended AFTER DELETE ON connections
BEGIN
  INSERT INTO audit_entries VALUES (OLD.user_id, 'connection.ended', OLD.kind, OLD.kind, NULL);
END;

-- A push and its undo are written before the platform hears of them, so that none is there without its entry.
CREATE TRIGGER audit_push_begun AFTER INSERT ON pushes
BEGIN
  INSERT INTO audit_entries VALUES (NEW.user_id, 'push.begun', NEW.id, NEW.target_name, NEW.kind);
END;

CREATE TRIGGER audit_push_undone AFTER UPDATE OF state ON pushes
WHEN NEW.state = 'undoing' AND OLD.state <> 'undoing'
BEGIN
  INSERT INTO audit_entries VALUES (NEW.user_id, 'push.undone', NEW.id, NEW.target_name, NEW.kind);
END;

CREATE TRIGGER audit_send_begun AFTER INSERT ON sends
BEGIN
  INSERT INTO audit_entries VALUES (NEW.user_id, 'send.begun', NEW.id, NEW.account, NEW.total);
END;

CREATE TRIGGER audit_member_joined AFTER INSERT ON members
BEGIN
  INSERT INTO audit_entries
  SELECT NEW.team_id, 'member.joined', person, NULL, NEW.role FROM audit_people WHERE id = NEW.user_id;
END;

CREATE TRIGGER audit_member_role AFTER UPDATE OF role ON members
WHEN NEW.role <> OLD.role
BEGIN
  INSERT INTO audit_entries
  SELECT NEW.team_id, 'member.role', person, NULL, NEW.role FROM audit_people WHERE id = NEW.user_id;
END;

CREATE TRIGGER audit_member_left AFTER DELETE ON members
BEGIN
  INSERT INTO audit_entries
  SELECT OLD.team_id, iif(person IS (SELECT person FROM acting), 'member.left', 'member.removed'), person, NULL, OLD.role
  FROM audit_people WHERE id = OLD.user_id;
END;

CREATE TRIGGER audit_invitation_made AFTER INSERT ON invitations
BEGIN
  INSERT INTO audit_entries VALUES (NEW.team_id, 'invitation.made', NEW.id, NULL, NEW.role);
END;

-- Ended, over or used: then the entry of the new member stands beside it.
CREATE TRIGGER audit_invitation_ended AFTER DELETE ON invitations
BEGIN
  INSERT INTO audit_entries VALUES (OLD.team_id, 'invitation.ended', OLD.id, NULL, OLD.role);
END;

CREATE TRIGGER audit_team_made AFTER INSERT ON teams
BEGIN
  INSERT INTO audit_entries VALUES (NEW.id, 'team.made', NEW.id, NEW.name, NULL);
END;

CREATE TRIGGER audit_team_renamed AFTER UPDATE OF name ON teams
WHEN NEW.name <> OLD.name
BEGIN
  INSERT INTO audit_entries VALUES (NEW.id, 'team.renamed', NEW.id, NEW.name, NULL);
END;

CREATE TRIGGER audit_team_pushing AFTER UPDATE OF editors_push ON teams
WHEN NEW.editors_push <> OLD.editors_push
BEGIN
  INSERT INTO audit_entries VALUES (NEW.id, 'team.pushing', NEW.id, NEW.name, iif(NEW.editors_push, 'editor', 'admin'));
END;

CREATE TRIGGER audit_team_domain AFTER UPDATE OF required_domain ON teams
WHEN NEW.required_domain IS NOT OLD.required_domain
BEGIN
  INSERT INTO audit_entries VALUES (NEW.id, 'team.domain', NEW.id, NEW.name, NEW.required_domain);
END;

CREATE TRIGGER audit_team_retention AFTER UPDATE OF dataset_days ON teams
WHEN NEW.dataset_days IS NOT OLD.dataset_days
BEGIN
  INSERT INTO audit_entries VALUES (NEW.id, 'team.retention', NEW.id, NEW.name, NEW.dataset_days);
END;

-- Before: the team is still there, and what the cascade takes afterwards leaves no entries of its own.
CREATE TRIGGER audit_team_deleted BEFORE DELETE ON teams
BEGIN
  INSERT INTO audit_entries VALUES (OLD.id, 'team.deleted', OLD.id, OLD.name, NULL);
END;
