-- Whoever takes the name of a sheet or account back ends something: the log of a day has as many more entries of it (0018).
DROP TRIGGER audit_day_of_team;
CREATE TRIGGER audit_day_of_team BEFORE INSERT ON audit
WHEN NEW.person IS NOT NULL AND EXISTS (SELECT 1 FROM rate_limits
  WHERE key = 'log-team:' || NEW.team_id AND expires_at > NEW.at AND count >= 3000 * iif(NEW.action IN (
    'analysis.deleted', 'dataset.ended', 'link.ended', 'source.ended', 'source.paused', 'connection.ended',
    'resource.unnamed', 'push.undone', 'member.left', 'member.removed', 'invitation.ended', 'team.deleted'), 2, 1))
BEGIN
  SELECT RAISE(ABORT, 'the log of the team is full today');
END;

DROP TRIGGER audit_day_of_person;
CREATE TRIGGER audit_day_of_person BEFORE INSERT ON audit
WHEN NEW.person IS NOT NULL AND EXISTS (SELECT 1 FROM rate_limits
  WHERE key = 'log-person:' || NEW.person AND expires_at > NEW.at AND count >= 1000 * iif(NEW.action IN (
    'analysis.deleted', 'dataset.ended', 'link.ended', 'source.ended', 'source.paused', 'connection.ended',
    'resource.unnamed', 'push.undone', 'member.left', 'member.removed', 'invitation.ended', 'team.deleted'), 2, 1))
BEGIN
  SELECT RAISE(ABORT, 'the log of the person is full today');
END;
