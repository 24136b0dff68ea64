-- A sheet that is read on a schedule: spec says which tab, schedule when, both as JSON. next_due_at is the time of the run that comes, or
-- that is under way; starts counts how often that one was begun, and failures the runs without success since the last one that had it.
ALTER TABLE sources ADD COLUMN starts INTEGER NOT NULL DEFAULT 0;
CREATE INDEX sources_due ON sources (next_due_at) WHERE next_due_at IS NOT NULL;
