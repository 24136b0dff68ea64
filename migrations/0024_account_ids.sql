-- The id of the account at a service whose names are not unique: two people at Meta may have one name. NULL for the other services, and for
-- connections from before, which only the name tells apart.
ALTER TABLE connections ADD COLUMN account_id TEXT;
ALTER TABLE ended_rights ADD COLUMN account_id TEXT;
CREATE INDEX connections_account_id ON connections (account_id) WHERE account_id IS NOT NULL;

DROP TRIGGER connections_right_left;
DROP TRIGGER connections_right_replaced;

-- A token that is empty stands for a right that its service has ended already.
CREATE TRIGGER connections_right_left AFTER DELETE ON connections
WHEN OLD.refresh_token <> ''
BEGIN
  INSERT INTO ended_rights (owner_id, kind, account, account_id, key_version, refresh_token, ended_at, due_at)
  VALUES (OLD.user_id, OLD.kind, OLD.account, OLD.account_id, OLD.key_version, OLD.refresh_token, unixepoch() * 1000,
    unixepoch() * 1000);
END;

-- A consent replaces a connection to another account. One to the same account has given the new right in place of the old one.
CREATE TRIGGER connections_right_replaced AFTER UPDATE OF account ON connections
WHEN NOT coalesce(NEW.account_id = OLD.account_id, NEW.account = OLD.account)
BEGIN
  INSERT INTO ended_rights (owner_id, kind, account, account_id, key_version, refresh_token, ended_at, due_at)
  VALUES (OLD.user_id, OLD.kind, OLD.account, OLD.account_id, OLD.key_version, OLD.refresh_token, unixepoch() * 1000,
    unixepoch() * 1000);
END;
