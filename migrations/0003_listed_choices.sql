-- What an analysis is about, as JSON for the list: status column, converted values, attributes with their ranges, all cut
-- to a few. NULL in records of earlier releases.
ALTER TABLE saved_analyses ADD COLUMN choices TEXT;
