-- email_proved_at: since when it is known that the user reads the mail of the address, by Google's word or a mailed link.
-- alert_mail_at: since when the user wants alerts by e-mail; null: not.
ALTER TABLE users ADD COLUMN email_proved_at INTEGER;
ALTER TABLE users ADD COLUMN alert_mail_at INTEGER;
-- An account has a Google identity only where Google has verified the same address.
UPDATE users SET email_proved_at = updated_at WHERE google_id IS NOT NULL;

-- Links in mails to users: the SHA-256 of their tokens. 'confirm' proves the address and 'reset' takes a new password, once each;
-- 'stop' ends the alerts by e-mail, as often as it is opened.
CREATE TABLE mail_links (
  token_hash TEXT PRIMARY KEY NOT NULL,
  user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  purpose TEXT NOT NULL,
  expires_at INTEGER NOT NULL
);
CREATE INDEX mail_links_user ON mail_links (user_id, purpose);
CREATE INDEX mail_links_expiry ON mail_links (expires_at);
