-- A team owns what a user can own: it is a row of users with its id, without an address, a password or a Google account, and so every
-- table with user_id holds what is a team's. made_by is NULL once the account of its maker is gone.
CREATE TABLE teams (
  id TEXT PRIMARY KEY NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  name TEXT NOT NULL,
  editors_push INTEGER NOT NULL DEFAULT 0,
  made_by TEXT REFERENCES users (id) ON DELETE SET NULL,
  created_at INTEGER NOT NULL
);
CREATE INDEX teams_made_by ON teams (made_by);

-- role: viewer, editor or admin.
CREATE TABLE members (
  team_id TEXT NOT NULL REFERENCES teams (id) ON DELETE CASCADE,
  user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  role TEXT NOT NULL,
  joined_at INTEGER NOT NULL,
  PRIMARY KEY (team_id, user_id)
);
CREATE INDEX members_user ON members (user_id);

-- Invitations that can still be used: one that is used or ended goes. token_hash is the SHA-256 of the token in the link. Only an
-- account with this proved address uses one with an email; mailed_at says when that address got the link, which nobody else has.
CREATE TABLE invitations (
  id TEXT PRIMARY KEY NOT NULL,
  team_id TEXT NOT NULL REFERENCES teams (id) ON DELETE CASCADE,
  user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  role TEXT NOT NULL,
  token_hash TEXT NOT NULL,
  email TEXT,
  made_at INTEGER NOT NULL,
  expires_at INTEGER NOT NULL,
  mailed_at INTEGER
);
CREATE UNIQUE INDEX invitations_token ON invitations (token_hash);
CREATE INDEX invitations_team ON invitations (team_id);
CREATE INDEX invitations_user ON invitations (user_id);
CREATE INDEX invitations_expires ON invitations (expires_at);

-- Who saved an analysis and who changed it last: shown in a team. NULL once the account is gone, and in what is older than this file.
ALTER TABLE saved_analyses ADD COLUMN made_by TEXT REFERENCES users (id) ON DELETE SET NULL;
ALTER TABLE saved_analyses ADD COLUMN updated_by TEXT REFERENCES users (id) ON DELETE SET NULL;
CREATE INDEX saved_analyses_made_by ON saved_analyses (made_by) WHERE made_by IS NOT NULL;
CREATE INDEX saved_analyses_updated_by ON saved_analyses (updated_by) WHERE updated_by IS NOT NULL;

-- Nobody signs in to a team, whatever a query does.
CREATE TRIGGER teams_have_no_session BEFORE INSERT ON sessions
WHEN EXISTS (SELECT 1 FROM teams WHERE id = NEW.user_id)
BEGIN
  SELECT RAISE(ABORT, 'a team has no session');
END;

CREATE TRIGGER teams_have_no_credential BEFORE UPDATE OF email, password_hash, google_id ON users
WHEN EXISTS (SELECT 1 FROM teams WHERE id = NEW.id)
BEGIN
  SELECT RAISE(ABORT, 'a team has no credential');
END;
