-- A user's right at another service, one of each kind. The tokens are sealed; key_version names the key. refresh_token is the token
-- that lasts; ends_at is the time after which the user must connect again, NULL: no fixed end. connected_at is NULL for what was
-- connected before this file. One request at a time refreshes the access token: the one that has the lease.
CREATE TABLE connections (
  user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  kind TEXT NOT NULL,
  account TEXT NOT NULL,
  key_version TEXT NOT NULL,
  refresh_token TEXT NOT NULL,
  access_token TEXT,
  access_expires_at INTEGER NOT NULL,
  ends_at INTEGER,
  connected_at INTEGER,
  last_used_at INTEGER,
  lease TEXT,
  lease_until INTEGER NOT NULL,
  PRIMARY KEY (user_id, kind)
);
INSERT INTO connections (user_id, kind, account, key_version, refresh_token, access_token, access_expires_at, lease_until)
  SELECT user_id, 'sheets', email, key_version, refresh_token, access_token, access_expires_at, 0 FROM sheets_connections;
-- Emptied and not dropped: a Worker of the release before still asks it while this one is deployed, and then sees no connection.
-- A migration of the next release drops it.
DELETE FROM sheets_connections;
