-- The last check of a connection: its date and its answer, as JSON. NULL until somebody checks it. A new consent is a new connection, and
-- has no check, also where a Worker of the release before stores it.
ALTER TABLE connections ADD COLUMN last_check TEXT;

CREATE TRIGGER connections_again_unchecked AFTER UPDATE OF connected_at ON connections
WHEN NEW.last_check IS NOT NULL
BEGIN
  UPDATE connections SET last_check = NULL WHERE user_id = NEW.user_id AND kind = NEW.kind;
END;
