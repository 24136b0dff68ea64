import { useId, useState } from 'react';
import { NOTICE_SEPARATOR } from '#contract/google.ts';
import { PAGES } from '#contract/pages.ts';
import { teamDeletionSchema } from '#contract/teams.ts';
import type { Team } from '#contract/team-answers.ts';
import { CallFailure } from '#frontend/api/client.ts';
import { describeFailure } from '#frontend/api/ask.ts';
import { deleteTeam, useTeamCalls } from '#frontend/api/teams.ts';
import { afterEnding, describeEnding, WhatStops } from '#frontend/features/connections/what-stops.tsx';
import { workIn } from '#frontend/lib/choose-team.ts';
import { countNoun } from '#frontend/lib/format.ts';
import { Button } from '#frontend/ui/button.tsx';
import { ConfirmDialog } from '#frontend/ui/dialog.tsx';
import { FormDialog } from '#frontend/ui/form-dialog.tsx';
import { TextField } from '#frontend/ui/field.tsx';
import { Notice } from '#frontend/ui/notice.tsx';
import { useAction } from '#frontend/ui/use-action.ts';
import { useForm } from '#frontend/ui/use-form.ts';
import { TeamSection } from '#frontend/features/account/team-section.tsx';

/** The two ways to end it: for the user alone, and for all members. */
export function TeamEnd({ team }: { team: Team }) {
  const [asked, setAsked] = useState<'leave' | 'delete' | null>(null);
  const isAdmin = team.role === 'admin';
  const isLast = isAdmin && team.admins === 1;
  return (
    <TeamSection title={isAdmin ? 'Leave or delete' : 'Leave'}>
      {isLast && (
        <p className="text-14 text-muted">
          You are the last admin, so you can neither leave nor give up the role. Make somebody else an admin
          first, or delete the team.
        </p>
      )}
      <div className="flex flex-wrap gap-2">
        {!isLast && <Button onClick={() => setAsked('leave')}>Leave team</Button>}
        {isAdmin && <Button onClick={() => setAsked('delete')}>Delete team</Button>}
      </div>
      {asked === 'leave' && <LeaveDialog team={team} onClose={() => setAsked(null)} />}
      {asked === 'delete' && <DeleteDialog team={team} onClose={() => setAsked(null)} />}
    </TeamSection>
  );
}

function LeaveDialog({ team, onClose }: { team: Team; onClose(): void }) {
  const { leave } = useTeamCalls();
  const { isBusy, problem, run } = useAction(async () => {
    await leave();
    await workIn(null, `${PAGES.home.path}?notice=team-left`);
  }, describeFailure);
  return (
    <ConfirmDialog
      onClose={onClose}
      title={`Leave ${team.name}?`}
      description={
        <WhatStops
          stops={team.endsWithYou.map(describeEnding)}
          stays={[
            'What you have made stays with the team.',
            ...afterEnding(team.endsWithYou),
            'To come back you need an invitation.',
          ]}
        >
          You see nothing of the team any more.
        </WhatStops>
      }
      confirmLabel={isBusy ? 'Leaving...' : 'Leave team'}
      isBusy={isBusy}
      onConfirm={() => void run()}
    >
      {problem && <Notice tone="error">{problem}</Notice>}
    </ConfirmDialog>
  );
}

/** The belongings that a team loses, in the order of the page: '3 analyses with their datasets', '1 read-only link'. */
function listLosses({ quotas, owns, members }: Team): string[] {
  const losses: [number, string][] = [
    [quotas.analyses.used, countNoun(quotas.analyses.used, 'analysis', 'analyses') + ' with their datasets'],
    [owns.links, countNoun(owns.links, 'read-only link')],
    [owns.sources, `${countNoun(owns.sources, 'source')} with all versions`],
    [owns.connections, countNoun(owns.connections, 'connection')],
    [owns.pushes, `the record of ${countNoun(owns.pushes, 'push', 'pushes')}`],
    [members, countNoun(members, 'membership')],
  ];
  return losses.flatMap(([count, text]) => (count > 0 ? text : []));
}

function DeleteDialog({ team, onClose }: { team: Team; onClose(): void }) {
  const formId = useId();
  const { isPending, problem, formProps, fieldProps } = useForm({
    schema: teamDeletionSchema,
    async submit({ name }) {
      const accessLeft = await deleteTeam(name);
      const notice = ['team-deleted', ...accessLeft].join(NOTICE_SEPARATOR);
      await workIn(null, `${PAGES.home.path}?notice=${notice}`);
    },
    describeFailure: (error) =>
      error instanceof CallFailure && error.code === 'WRONG_NAME'
        ? { name: error.reason ?? 'This is not the name of the team.' }
        : describeFailure(error),
  });
  return (
    <FormDialog
      onClose={onClose}
      isBusy={isPending}
      title="Delete this team?"
      description="It goes for all its members, at once. This cannot be undone."
      formId={formId}
      submitLabel={isPending ? 'Deleting...' : 'Delete team'}
      tone="danger"
    >
      <div className="flex flex-col gap-4 text-14">
        <div>
          <p>What goes with it:</p>
          <ul className="mt-1 list-disc pl-5">
            {listLosses(team).map((loss) => (
              <li key={loss}>{loss}</li>
            ))}
          </ul>
        </div>
        <p className="text-muted">
          Rules that were pushed stay in the ad accounts. Move analyses that you want to keep to your personal
          work first.
        </p>
        <form {...formProps} id={formId}>
          <TextField
            {...fieldProps('name')}
            label="Name of the team, to confirm"
            hint={<span className="wrap-anywhere">{team.name}</span>}
            autoComplete="off"
          />
        </form>
        {problem && <Notice tone="error">{problem}</Notice>}
      </div>
    </FormDialog>
  );
}
