import { can } from '#contract/roles.ts';
import type { Team } from '#contract/team-answers.ts';
import { reasonOf } from '#frontend/api/client.ts';
import { useTeamRules } from '#frontend/api/organisation.ts';
import { FailedNotice } from '#frontend/ui/notice.tsx';
import { SkeletonLines } from '#frontend/ui/skeleton.tsx';
import { AuditLog } from './audit-log.tsx';
import { DomainRuleSection } from './domain-rule.tsx';
import { RetentionSection } from './retention.tsx';

/** The rules of a team on sign-in and datasets, and for its admins the log. */
export function OrganisationSections({ team }: { team: Team }) {
  const { data: rules, error, mutate } = useTeamRules();
  const isAdmin = can(team.role, 'manage', team);
  return (
    <>
      {rules ? (
        <>
          <DomainRuleSection rules={rules} isAdmin={isAdmin} />
          <RetentionSection rules={rules} isAdmin={isAdmin} />
        </>
      ) : error ? (
        <FailedNotice title="The rules of this team could not be read" onRetry={() => void mutate(undefined)}>
          {reasonOf(error) ?? 'The server could not be reached. Nothing has changed.'}
        </FailedNotice>
      ) : (
        <SkeletonLines label="Loading the rules..." lines={4} />
      )}
      {/* A changed rule has its entry. */}
      {isAdmin && <AuditLog key={`${rules?.domain} ${rules?.datasetDays}`} />}
    </>
  );
}
