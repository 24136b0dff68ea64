-- The log of values that a user's browser has sent to Google Ads: where, counts, and Google's ids of requests; never a lead.
-- fingerprint is a keyed hash over all events, by which an interrupted send is found again. made_at is the moment at which the leads
-- were chosen. done counts the leads that were dealt with, refused those of them that Google did not take. requests is an object of
-- JSON: {id: {"events": count, "outcome": what Google says of it later}}.
CREATE TABLE sends (
  id TEXT NOT NULL PRIMARY KEY,
  user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  account TEXT NOT NULL,
  manager TEXT,
  action TEXT NOT NULL,
  fingerprint TEXT NOT NULL,
  total INTEGER NOT NULL,
  made_at INTEGER NOT NULL,
  done INTEGER NOT NULL,
  refused INTEGER NOT NULL,
  requests TEXT NOT NULL,
  started_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL
);
CREATE INDEX sends_of_user ON sends (user_id, started_at);
