import { can } from '#contract/roles.ts';
import type { Team } from '#contract/team-answers.ts';
import { reasonOf } from '#frontend/api/client.ts';
import { SkeletonLines } from '#frontend/ui/skeleton.tsx';
import { AuditLog } from './audit-log.tsx';
import { GOOGLE_SIGN_IN_URL } from '#frontend/api/user.ts';
import { useState, type FormEvent } from 'react';
import { DAY, MAX_DATASET_DAYS, MIN_DATASET_DAYS, RETENTION_NOTICE_MS } from '#contract/limits.ts';
import { type TeamRules, retentionRuleSchema } from '#contract/organisation.ts';
import { describeFailure } from '#frontend/api/ask.ts';
import { useTeamRules, useRuleCalls } from '#frontend/api/organisation.ts';
import { formatDate } from '#frontend/lib/format-date.ts';
import { countNoun } from '#frontend/lib/format.ts';
import { cx } from '#frontend/lib/class-names.ts';
import { Button } from '#frontend/ui/button.tsx';
import { ConfirmDialog, useConfirmed } from '#frontend/ui/dialog.tsx';
import { TextField } from '#frontend/ui/field.tsx';
import { FailedNotice, Notice } from '#frontend/ui/notice.tsx';
import { TeamSection } from '#frontend/features/account/team-section.tsx';

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

interface DomainRuleProps {
  rules: TeamRules;
  isAdmin: boolean;
}

/** Which sign-in opens the team. An admin can require the domain of their own session. */
function DomainRuleSection({ rules, isAdmin }: DomainRuleProps) {
  const { domain, sessionDomain } = rules;
  return (
    <TeamSection title="Sign-in">
      <div className="flex max-w-prose flex-col gap-2 text-14">
        {domain === null ? (
          <p>This team opens however its members sign in.</p>
        ) : (
          <p>
            This team opens only for members who have signed in with Google through{' '}
            <strong className="font-semibold">{domain}</strong>. Shared links, inboxes and scheduled runs go
            on without a sign-in.
          </p>
        )}
        {isAdmin && domain === null && (
          <p className="text-muted">
            {sessionDomain === null ? (
              <>
                You can require sign-in through the Google Workspace of your organisation once you are signed
                in through it yourself:{' '}
                <a href={GOOGLE_SIGN_IN_URL} className="font-medium underline">
                  Continue with Google
                </a>
                .
              </>
            ) : (
              `You are signed in through ${sessionDomain}, so you can require this domain.`
            )}
          </p>
        )}
      </div>
      {isAdmin && <DomainChoice rules={rules} />}
    </TeamSection>
  );
}

/** The button that sets or ends the rule, and the question before. */
function DomainChoice({ rules: { domain, sessionDomain } }: Omit<DomainRuleProps, 'isAdmin'>) {
  const { requireDomain } = useRuleCalls();
  const { ask, isBusy, problem, dialog } = useConfirmed(
    (rule: { domain: string | null }) => requireDomain(rule.domain),
    describeFailure,
  );
  const next = domain === null ? sessionDomain : null;
  if (domain === null && next === null) return null;
  return (
    <>
      {problem && <Notice tone="error">{problem}</Notice>}
      <Button className="self-start" onClick={() => ask({ domain: next })}>
        {next === null ? 'Allow any sign-in' : `Require ${next}`}
      </Button>
      <ConfirmDialog
        {...dialog}
        title={next === null ? 'Allow any sign-in?' : `Require sign-in through ${next}?`}
        description={
          next === null
            ? 'Members can open the team again however they sign in, also with a password.'
            : `Members who have signed in with a password or another Google account can no longer open the team. They are told to sign in with Google through ${next}; an account elsewhere needs a new invitation for its ${next} account.`
        }
        confirmLabel={isBusy ? 'Saving...' : next === null ? 'Allow any sign-in' : `Require ${next}`}
        tone="primary"
      />
    </>
  );
}

interface RetentionProps {
  rules: TeamRules;
  isAdmin: boolean;
}

const NOTICE_DAYS = RETENTION_NOTICE_MS / DAY;

/** How long the team keeps the rows of its files. */
function RetentionSection({ rules, isAdmin }: RetentionProps) {
  const { datasetDays, datasets } = rules;
  return (
    <TeamSection title="Datasets">
      <div className="flex max-w-prose flex-col gap-2 text-14">
        {datasetDays === null ? (
          <p>The rows of saved files stay as long as their analyses: {countNoun(datasets, 'dataset')} now.</p>
        ) : (
          <p>
            The rows of a saved file are deleted {countNoun(datasetDays, 'day')} after they were stored, and
            this is announced on the page of the analysis {NOTICE_DAYS} days before. Figures, rules and
            versions stay.
          </p>
        )}
        {datasetDays !== null && <Ending rules={rules} />}
      </div>
      {isAdmin && <RetentionForm key={datasetDays} rules={rules} />}
    </TeamSection>
  );
}

function Ending({ rules: { datasets, ending, nextEndsAt } }: { rules: TeamRules }) {
  return (
    <p className="text-muted tabular-nums">
      {nextEndsAt === null
        ? `${countNoun(datasets, 'dataset')}, none of which ends in the next ${NOTICE_DAYS} days.`
        : `${ending} of ${countNoun(datasets, 'dataset')} end next, the first on ${formatDate(new Date(nextEndsAt))}.`}
    </p>
  );
}

/** The number of days, and the question before it counts. */
function RetentionForm({ rules: { datasetDays } }: Omit<RetentionProps, 'isAdmin'>) {
  const [text, setText] = useState(datasetDays === null ? '' : String(datasetDays));
  const [error, setError] = useState<string | null>(null);
  const { endDatasetsAfter } = useRuleCalls();
  const { asked, ask, isBusy, problem, dialog } = useConfirmed(
    ({ days }: { days: number | null }) => endDatasetsAfter(days),
    describeFailure,
  );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const read = retentionRuleSchema.safeParse({
      datasetDays: text.trim() === '' ? Number.NaN : Number(text),
    });
    if (read.success) ask({ days: read.data.datasetDays });
    else setError(read.error.issues[0]?.message ?? null);
  };
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-3">
      {problem && <Notice tone="error">{problem}</Notice>}
      <div className="flex flex-wrap items-start gap-2">
        <TextField
          label="Delete datasets after days"
          type="number"
          inputMode="numeric"
          min={MIN_DATASET_DAYS}
          max={MAX_DATASET_DAYS}
          value={text}
          error={error}
          onChange={(event) => {
            setText(event.target.value);
            setError(null);
          }}
          className="w-56"
        />
        {/* One button stands beside the field on a small screen too; two of them go below it. */}
        <div className={cx('flex flex-wrap gap-2', datasetDays === null ? 'pt-6.5' : 'sm:pt-6.5')}>
          <Button type="submit">{datasetDays === null ? 'Set' : 'Change'}</Button>
          {datasetDays !== null && <Button onClick={() => ask({ days: null })}>Keep datasets</Button>}
        </div>
      </div>
      <ConfirmDialog
        {...dialog}
        title={
          asked?.days === null
            ? 'Keep the datasets?'
            : `Delete datasets after ${countNoun(asked?.days ?? 0, 'day')}?`
        }
        description={
          asked?.days === null
            ? 'No dataset of this team ends any more. Those that were deleted do not come back.'
            : `The rows of older files are deleted too, ${NOTICE_DAYS} days from now at the earliest. Without its rows an analysis keeps its figures and rules, but cannot be counted anew with other choices.`
        }
        confirmLabel={
          isBusy ? 'Saving...' : asked?.days === null ? 'Keep datasets' : 'Delete after these days'
        }
        tone={asked?.days === null ? 'primary' : 'danger'}
      />
    </form>
  );
}
