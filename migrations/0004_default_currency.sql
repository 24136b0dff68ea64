-- The currency of a user's new analyses, as a code of ISO 4217.
ALTER TABLE user_preferences ADD COLUMN default_currency TEXT NOT NULL DEFAULT 'USD';
