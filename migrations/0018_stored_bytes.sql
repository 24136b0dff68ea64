-- The bytes that each owner, a user or a team, has stored: the texts of its rows, and its uploads. bucket_bytes are those of them
-- that lie in object storage. Triggers keep both, so that asking for room reads one row. `db/stored-bytes.ts` lists what counts, and
-- a test holds the triggers to that list.
ALTER TABLE users ADD COLUMN stored_bytes INTEGER NOT NULL DEFAULT 0;
ALTER TABLE users ADD COLUMN bucket_bytes INTEGER NOT NULL DEFAULT 0;
CREATE INDEX users_pooled ON users (id, stored_bytes, bucket_bytes) WHERE google_id IS NULL AND stored_bytes > 0;

-- The log of a team outlives it, and counts for the user who made the team until its entries are too old.
CREATE TABLE gone_logs (
  team_id TEXT PRIMARY KEY NOT NULL,
  user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  bytes INTEGER NOT NULL
);
CREATE INDEX gone_logs_user ON gone_logs (user_id);

UPDATE users SET bucket_bytes = coalesce((SELECT sum(bytes) FROM uploads WHERE user_id = users.id AND object_key IS NOT NULL), 0),
  stored_bytes = coalesce((SELECT sum(octet_length(file_name) + octet_length(top_metrics) + coalesce(octet_length(choices), 0) +
    coalesce(octet_length(name), 0) + octet_length(note)) FROM saved_analyses WHERE saved_analyses.user_id = users.id), 0) +
  coalesce((SELECT sum(octet_length(figures)) FROM shared_analyses WHERE shared_analyses.user_id = users.id), 0) +
  coalesce((SELECT sum(bytes) FROM uploads WHERE uploads.user_id = users.id), 0) +
  coalesce((SELECT sum(octet_length(rules) + octet_length(difference) + coalesce(octet_length(before_rules), 0) +
    coalesce(octet_length(after_rules), 0) + octet_length(ids) + coalesce(octet_length(pending), 0) + octet_length(written) +
    coalesce(octet_length(problem), 0) + octet_length(next) + octet_length(kept)) FROM pushes WHERE pushes.user_id = users.id), 0) +
  coalesce((SELECT sum(octet_length(account) + coalesce(octet_length(manager), 0) + octet_length(action) + octet_length(fingerprint)
    + octet_length(requests)) FROM sends WHERE sends.user_id = users.id), 0) +
  coalesce((SELECT sum(coalesce(octet_length(spec), 0) + coalesce(octet_length(schedule), 0) + coalesce(octet_length(token_hash),
    0)) FROM sources WHERE sources.user_id = users.id), 0) +
  coalesce((SELECT sum(octet_length(new_values) + octet_length(metrics) + octet_length(figures) + coalesce(octet_length(latest), 0))
    FROM versions WHERE versions.user_id = users.id), 0) +
  coalesce((SELECT sum(octet_length(reference) + octet_length(rules)) FROM watched_rules WHERE watched_rules.user_id = users.id), 0)
    +
  coalesce((SELECT sum(octet_length(reference) + octet_length(figures)) FROM alerts WHERE alerts.user_id = users.id), 0) +
  coalesce((SELECT sum(octet_length(token_hash) + coalesce(octet_length(email), 0)) FROM invitations WHERE invitations.team_id =
    users.id), 0) +
  coalesce((SELECT sum(octet_length(team_id) + coalesce(octet_length(person), 0) + octet_length(action) +
    coalesce(octet_length(object), 0) + coalesce(octet_length(label), 0) + coalesce(octet_length(detail), 0) +
    coalesce(octet_length(network), 0)) FROM audit WHERE audit.team_id = users.id), 0);

CREATE TRIGGER stored_saved_analyses_added AFTER INSERT ON saved_analyses
BEGIN
  UPDATE users SET stored_bytes = stored_bytes + (octet_length(NEW.file_name) + octet_length(NEW.top_metrics) +
    coalesce(octet_length(NEW.choices), 0) + coalesce(octet_length(NEW.name), 0) + octet_length(NEW.note))
  WHERE id = NEW.user_id;
END;

CREATE TRIGGER stored_saved_analyses_changed AFTER UPDATE OF user_id, file_name, top_metrics, choices, name, note ON saved_analyses
BEGIN
  UPDATE users SET stored_bytes = stored_bytes - (octet_length(OLD.file_name) + octet_length(OLD.top_metrics) +
    coalesce(octet_length(OLD.choices), 0) + coalesce(octet_length(OLD.name), 0) + octet_length(OLD.note))
  WHERE id = OLD.user_id;
  UPDATE users SET stored_bytes = stored_bytes + (octet_length(NEW.file_name) + octet_length(NEW.top_metrics) +
    coalesce(octet_length(NEW.choices), 0) + coalesce(octet_length(NEW.name), 0) + octet_length(NEW.note))
  WHERE id = NEW.user_id;
END;

CREATE TRIGGER stored_saved_analyses_deleted AFTER DELETE ON saved_analyses
BEGIN
  UPDATE users SET stored_bytes = stored_bytes - (octet_length(OLD.file_name) + octet_length(OLD.top_metrics) +
    coalesce(octet_length(OLD.choices), 0) + coalesce(octet_length(OLD.name), 0) + octet_length(OLD.note))
  WHERE id = OLD.user_id;
END;

CREATE TRIGGER stored_shared_analyses_added AFTER INSERT ON shared_analyses
BEGIN
  UPDATE users SET stored_bytes = stored_bytes + (octet_length(NEW.figures))
  WHERE id = NEW.user_id;
END;

CREATE TRIGGER stored_shared_analyses_changed AFTER UPDATE OF user_id, figures ON shared_analyses
BEGIN
  UPDATE users SET stored_bytes = stored_bytes - (octet_length(OLD.figures))
  WHERE id = OLD.user_id;
  UPDATE users SET stored_bytes = stored_bytes + (octet_length(NEW.figures))
  WHERE id = NEW.user_id;
END;

CREATE TRIGGER stored_shared_analyses_deleted AFTER DELETE ON shared_analyses
BEGIN
  UPDATE users SET stored_bytes = stored_bytes - (octet_length(OLD.figures))
  WHERE id = OLD.user_id;
END;

CREATE TRIGGER stored_uploads_added AFTER INSERT ON uploads
BEGIN
  UPDATE users SET stored_bytes = stored_bytes + (NEW.bytes),
    bucket_bytes = bucket_bytes + iif(NEW.object_key IS NULL, 0, NEW.bytes)
  WHERE id = NEW.user_id;
END;

CREATE TRIGGER stored_uploads_changed AFTER UPDATE OF user_id, bytes, object_key ON uploads
BEGIN
  UPDATE users SET stored_bytes = stored_bytes - (OLD.bytes),
    bucket_bytes = bucket_bytes - iif(OLD.object_key IS NULL, 0, OLD.bytes)
  WHERE id = OLD.user_id;
  UPDATE users SET stored_bytes = stored_bytes + (NEW.bytes),
    bucket_bytes = bucket_bytes + iif(NEW.object_key IS NULL, 0, NEW.bytes)
  WHERE id = NEW.user_id;
END;

CREATE TRIGGER stored_uploads_deleted AFTER DELETE ON uploads
BEGIN
  UPDATE users SET stored_bytes = stored_bytes - (OLD.bytes),
    bucket_bytes = bucket_bytes - iif(OLD.object_key IS NULL, 0, OLD.bytes)
  WHERE id = OLD.user_id;
END;

CREATE TRIGGER stored_pushes_added AFTER INSERT ON pushes
BEGIN
  UPDATE users SET stored_bytes = stored_bytes + (octet_length(NEW.rules) + octet_length(NEW.difference) +
    coalesce(octet_length(NEW.before_rules), 0) + coalesce(octet_length(NEW.after_rules), 0) + octet_length(NEW.ids) +
    coalesce(octet_length(NEW.pending), 0) + octet_length(NEW.written) + coalesce(octet_length(NEW.problem), 0) +
    octet_length(NEW.next) + octet_length(NEW.kept))
  WHERE id = NEW.user_id;
END;

CREATE TRIGGER stored_pushes_changed AFTER UPDATE OF user_id, rules, difference, before_rules, after_rules, ids, pending, written,
  problem, next, kept ON pushes
BEGIN
  UPDATE users SET stored_bytes = stored_bytes - (octet_length(OLD.rules) + octet_length(OLD.difference) +
    coalesce(octet_length(OLD.before_rules), 0) + coalesce(octet_length(OLD.after_rules), 0) + octet_length(OLD.ids) +
    coalesce(octet_length(OLD.pending), 0) + octet_length(OLD.written) + coalesce(octet_length(OLD.problem), 0) +
    octet_length(OLD.next) + octet_length(OLD.kept))
  WHERE id = OLD.user_id;
  UPDATE users SET stored_bytes = stored_bytes + (octet_length(NEW.rules) + octet_length(NEW.difference) +
    coalesce(octet_length(NEW.before_rules), 0) + coalesce(octet_length(NEW.after_rules), 0) + octet_length(NEW.ids) +
    coalesce(octet_length(NEW.pending), 0) + octet_length(NEW.written) + coalesce(octet_length(NEW.problem), 0) +
    octet_length(NEW.next) + octet_length(NEW.kept))
  WHERE id = NEW.user_id;
END;

CREATE TRIGGER stored_pushes_deleted AFTER DELETE ON pushes
BEGIN
  UPDATE users SET stored_bytes = stored_bytes - (octet_length(OLD.rules) + octet_length(OLD.difference) +
    coalesce(octet_length(OLD.before_rules), 0) + coalesce(octet_length(OLD.after_rules), 0) + octet_length(OLD.ids) +
    coalesce(octet_length(OLD.pending), 0) + octet_length(OLD.written) + coalesce(octet_length(OLD.problem), 0) +
    octet_length(OLD.next) + octet_length(OLD.kept))
  WHERE id = OLD.user_id;
END;

CREATE TRIGGER stored_sends_added AFTER INSERT ON sends
BEGIN
  UPDATE users SET stored_bytes = stored_bytes + (octet_length(NEW.account) + coalesce(octet_length(NEW.manager), 0) +
    octet_length(NEW.action) + octet_length(NEW.fingerprint) + octet_length(NEW.requests))
  WHERE id = NEW.user_id;
END;

CREATE TRIGGER stored_sends_changed AFTER UPDATE OF user_id, account, manager, action, fingerprint, requests ON sends
BEGIN
  UPDATE users SET stored_bytes = stored_bytes - (octet_length(OLD.account) + coalesce(octet_length(OLD.manager), 0) +
    octet_length(OLD.action) + octet_length(OLD.fingerprint) + octet_length(OLD.requests))
  WHERE id = OLD.user_id;
  UPDATE users SET stored_bytes = stored_bytes + (octet_length(NEW.account) + coalesce(octet_length(NEW.manager), 0) +
    octet_length(NEW.action) + octet_length(NEW.fingerprint) + octet_length(NEW.requests))
  WHERE id = NEW.user_id;
END;

CREATE TRIGGER stored_sends_deleted AFTER DELETE ON sends
BEGIN
  UPDATE users SET stored_bytes = stored_bytes - (octet_length(OLD.account) + coalesce(octet_length(OLD.manager), 0) +
    octet_length(OLD.action) + octet_length(OLD.fingerprint) + octet_length(OLD.requests))
  WHERE id = OLD.user_id;
END;

CREATE TRIGGER stored_sources_added AFTER INSERT ON sources
BEGIN
  UPDATE users SET stored_bytes = stored_bytes + (coalesce(octet_length(NEW.spec), 0) + coalesce(octet_length(NEW.schedule), 0) +
    coalesce(octet_length(NEW.token_hash), 0))
  WHERE id = NEW.user_id;
END;

CREATE TRIGGER stored_sources_changed AFTER UPDATE OF user_id, spec, schedule, token_hash ON sources
BEGIN
  UPDATE users SET stored_bytes = stored_bytes - (coalesce(octet_length(OLD.spec), 0) + coalesce(octet_length(OLD.schedule), 0) +
    coalesce(octet_length(OLD.token_hash), 0))
  WHERE id = OLD.user_id;
  UPDATE users SET stored_bytes = stored_bytes + (coalesce(octet_length(NEW.spec), 0) + coalesce(octet_length(NEW.schedule), 0) +
    coalesce(octet_length(NEW.token_hash), 0))
  WHERE id = NEW.user_id;
END;

CREATE TRIGGER stored_sources_deleted AFTER DELETE ON sources
BEGIN
  UPDATE users SET stored_bytes = stored_bytes - (coalesce(octet_length(OLD.spec), 0) + coalesce(octet_length(OLD.schedule), 0) +
    coalesce(octet_length(OLD.token_hash), 0))
  WHERE id = OLD.user_id;
END;

CREATE TRIGGER stored_versions_added AFTER INSERT ON versions
BEGIN
  UPDATE users SET stored_bytes = stored_bytes + (octet_length(NEW.new_values) + octet_length(NEW.metrics) +
    octet_length(NEW.figures) + coalesce(octet_length(NEW.latest), 0))
  WHERE id = NEW.user_id;
END;

CREATE TRIGGER stored_versions_changed AFTER UPDATE OF user_id, new_values, metrics, figures, latest ON versions
BEGIN
  UPDATE users SET stored_bytes = stored_bytes - (octet_length(OLD.new_values) + octet_length(OLD.metrics) +
    octet_length(OLD.figures) + coalesce(octet_length(OLD.latest), 0))
  WHERE id = OLD.user_id;
  UPDATE users SET stored_bytes = stored_bytes + (octet_length(NEW.new_values) + octet_length(NEW.metrics) +
    octet_length(NEW.figures) + coalesce(octet_length(NEW.latest), 0))
  WHERE id = NEW.user_id;
END;

CREATE TRIGGER stored_versions_deleted AFTER DELETE ON versions
BEGIN
  UPDATE users SET stored_bytes = stored_bytes - (octet_length(OLD.new_values) + octet_length(OLD.metrics) +
    octet_length(OLD.figures) + coalesce(octet_length(OLD.latest), 0))
  WHERE id = OLD.user_id;
END;

CREATE TRIGGER stored_watched_rules_added AFTER INSERT ON watched_rules
BEGIN
  UPDATE users SET stored_bytes = stored_bytes + (octet_length(NEW.reference) + octet_length(NEW.rules))
  WHERE id = NEW.user_id;
END;

CREATE TRIGGER stored_watched_rules_changed AFTER UPDATE OF user_id, reference, rules ON watched_rules
BEGIN
  UPDATE users SET stored_bytes = stored_bytes - (octet_length(OLD.reference) + octet_length(OLD.rules))
  WHERE id = OLD.user_id;
  UPDATE users SET stored_bytes = stored_bytes + (octet_length(NEW.reference) + octet_length(NEW.rules))
  WHERE id = NEW.user_id;
END;

CREATE TRIGGER stored_watched_rules_deleted AFTER DELETE ON watched_rules
BEGIN
  UPDATE users SET stored_bytes = stored_bytes - (octet_length(OLD.reference) + octet_length(OLD.rules))
  WHERE id = OLD.user_id;
END;

CREATE TRIGGER stored_alerts_added AFTER INSERT ON alerts
BEGIN
  UPDATE users SET stored_bytes = stored_bytes + (octet_length(NEW.reference) + octet_length(NEW.figures))
  WHERE id = NEW.user_id;
END;

CREATE TRIGGER stored_alerts_changed AFTER UPDATE OF user_id, reference, figures ON alerts
BEGIN
  UPDATE users SET stored_bytes = stored_bytes - (octet_length(OLD.reference) + octet_length(OLD.figures))
  WHERE id = OLD.user_id;
  UPDATE users SET stored_bytes = stored_bytes + (octet_length(NEW.reference) + octet_length(NEW.figures))
  WHERE id = NEW.user_id;
END;

CREATE TRIGGER stored_alerts_deleted AFTER DELETE ON alerts
BEGIN
  UPDATE users SET stored_bytes = stored_bytes - (octet_length(OLD.reference) + octet_length(OLD.figures))
  WHERE id = OLD.user_id;
END;

CREATE TRIGGER stored_invitations_added AFTER INSERT ON invitations
BEGIN
  UPDATE users SET stored_bytes = stored_bytes + (octet_length(NEW.token_hash) + coalesce(octet_length(NEW.email), 0))
  WHERE id = NEW.team_id;
END;

CREATE TRIGGER stored_invitations_changed AFTER UPDATE OF team_id, token_hash, email ON invitations
BEGIN
  UPDATE users SET stored_bytes = stored_bytes - (octet_length(OLD.token_hash) + coalesce(octet_length(OLD.email), 0))
  WHERE id = OLD.team_id;
  UPDATE users SET stored_bytes = stored_bytes + (octet_length(NEW.token_hash) + coalesce(octet_length(NEW.email), 0))
  WHERE id = NEW.team_id;
END;

CREATE TRIGGER stored_invitations_deleted AFTER DELETE ON invitations
BEGIN
  UPDATE users SET stored_bytes = stored_bytes - (octet_length(OLD.token_hash) + coalesce(octet_length(OLD.email), 0))
  WHERE id = OLD.team_id;
END;

CREATE TRIGGER stored_audit_added AFTER INSERT ON audit
BEGIN
  UPDATE users SET stored_bytes = stored_bytes + (octet_length(NEW.team_id) + coalesce(octet_length(NEW.person), 0) +
    octet_length(NEW.action) + coalesce(octet_length(NEW.object), 0) + coalesce(octet_length(NEW.label), 0) +
    coalesce(octet_length(NEW.detail), 0) + coalesce(octet_length(NEW.network), 0))
  WHERE id = NEW.team_id;
END;

CREATE TRIGGER stored_audit_changed AFTER UPDATE OF team_id, person, action, object, label, detail, network ON audit
BEGIN
  UPDATE users SET stored_bytes = stored_bytes - (octet_length(OLD.team_id) + coalesce(octet_length(OLD.person), 0) +
    octet_length(OLD.action) + coalesce(octet_length(OLD.object), 0) + coalesce(octet_length(OLD.label), 0) +
    coalesce(octet_length(OLD.detail), 0) + coalesce(octet_length(OLD.network), 0))
  WHERE id = OLD.team_id;
  UPDATE users SET stored_bytes = stored_bytes + (octet_length(NEW.team_id) + coalesce(octet_length(NEW.person), 0) +
    octet_length(NEW.action) + coalesce(octet_length(NEW.object), 0) + coalesce(octet_length(NEW.label), 0) +
    coalesce(octet_length(NEW.detail), 0) + coalesce(octet_length(NEW.network), 0))
  WHERE id = NEW.team_id;
END;

CREATE TRIGGER stored_audit_deleted AFTER DELETE ON audit
BEGIN
  UPDATE users SET stored_bytes = stored_bytes - (octet_length(OLD.team_id) + coalesce(octet_length(OLD.person), 0) +
    octet_length(OLD.action) + coalesce(octet_length(OLD.object), 0) + coalesce(octet_length(OLD.label), 0) +
    coalesce(octet_length(OLD.detail), 0) + coalesce(octet_length(OLD.network), 0))
  WHERE id = OLD.team_id;
END;

CREATE TRIGGER stored_gone_logs_added AFTER INSERT ON gone_logs
BEGIN
  UPDATE users SET stored_bytes = stored_bytes + (NEW.bytes)
  WHERE id = NEW.user_id;
END;

CREATE TRIGGER stored_gone_logs_changed AFTER UPDATE OF user_id, bytes ON gone_logs
BEGIN
  UPDATE users SET stored_bytes = stored_bytes - (OLD.bytes)
  WHERE id = OLD.user_id;
  UPDATE users SET stored_bytes = stored_bytes + (NEW.bytes)
  WHERE id = NEW.user_id;
END;

CREATE TRIGGER stored_gone_logs_deleted AFTER DELETE ON gone_logs
BEGIN
  UPDATE users SET stored_bytes = stored_bytes - (OLD.bytes)
  WHERE id = OLD.user_id;
END;

CREATE TRIGGER gone_logs_begin AFTER DELETE ON teams
BEGIN
  INSERT INTO gone_logs (team_id, user_id, bytes)
  SELECT OLD.id, OLD.made_by, sum(octet_length(audit.team_id) + coalesce(octet_length(audit.person), 0) + octet_length(audit.action)
    + coalesce(octet_length(audit.object), 0) + coalesce(octet_length(audit.label), 0) + coalesce(octet_length(audit.detail), 0) +
    coalesce(octet_length(audit.network), 0))
  FROM audit WHERE team_id = OLD.id AND EXISTS (SELECT 1 FROM users WHERE id = OLD.made_by)
  GROUP BY team_id;
END;

CREATE TRIGGER gone_logs_network AFTER UPDATE OF network ON audit
BEGIN
  UPDATE gone_logs SET bytes = bytes - coalesce(octet_length(OLD.network), 0) + coalesce(octet_length(NEW.network), 0)
  WHERE team_id = OLD.team_id;
END;

CREATE TRIGGER gone_logs_end AFTER DELETE ON audit
BEGIN
  UPDATE gone_logs SET bytes = bytes - (octet_length(OLD.team_id) + coalesce(octet_length(OLD.person), 0) + octet_length(OLD.action)
    + coalesce(octet_length(OLD.object), 0) + coalesce(octet_length(OLD.label), 0) + coalesce(octet_length(OLD.detail), 0) +
    coalesce(octet_length(OLD.network), 0))
  WHERE team_id = OLD.team_id;
  DELETE FROM gone_logs WHERE team_id = OLD.team_id AND bytes <= 0;
END;

-- The log takes 3,000 entries a day of a team and 1,000 of a person, and as many more of what ends something. Beyond that a change is
-- refused with its entry. Entries of nobody, as of the hourly run, are always taken. A day ends at midnight, UTC.
CREATE TRIGGER audit_day_of_team BEFORE INSERT ON audit
WHEN NEW.person IS NOT NULL AND EXISTS (SELECT 1 FROM rate_limits
  WHERE key = 'log-team:' || NEW.team_id AND expires_at > NEW.at AND count >= 3000 * iif(NEW.action IN (
    'analysis.deleted', 'dataset.ended', 'link.ended', 'source.ended', 'source.paused', 'connection.ended',
    'resource.unnamed', 'push.undone', 'member.left', 'member.removed', 'invitation.ended', 'team.deleted'), 2, 1))
BEGIN
  SELECT RAISE(ABORT, 'the log of the team is full today');
END;

CREATE TRIGGER audit_day_of_person BEFORE INSERT ON audit
WHEN NEW.person IS NOT NULL AND EXISTS (SELECT 1 FROM rate_limits
  WHERE key = 'log-person:' || NEW.person AND expires_at > NEW.at AND count >= 1000 * iif(NEW.action IN (
    'analysis.deleted', 'dataset.ended', 'link.ended', 'source.ended', 'source.paused', 'connection.ended',
    'resource.unnamed', 'push.undone', 'member.left', 'member.removed', 'invitation.ended', 'team.deleted'), 2, 1))
BEGIN
  SELECT RAISE(ABORT, 'the log of the person is full today');
END;

CREATE TRIGGER audit_day_counted AFTER INSERT ON audit
WHEN NEW.person IS NOT NULL
BEGIN
  INSERT INTO rate_limits (key, count, expires_at)
  VALUES ('log-team:' || NEW.team_id, 1, (NEW.at / 86400000 + 1) * 86400000),
    ('log-person:' || NEW.person, 1, (NEW.at / 86400000 + 1) * 86400000)
  ON CONFLICT (key) DO UPDATE SET count = iif(rate_limits.expires_at <= NEW.at, 1, rate_limits.count + 1),
    expires_at = excluded.expires_at;
END;
