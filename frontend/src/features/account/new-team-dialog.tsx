import { useId } from 'react';
import { MAX_MEMBERS, MAX_TEAM_ANALYSES } from '#contract/limits.ts';
import { PAGES } from '#contract/pages.ts';
import { newTeamSchema } from '#contract/teams.ts';
import { createTeam } from '#frontend/api/teams.ts';
import { workIn } from '#frontend/lib/choose-team.ts';
import { formatCount } from '#frontend/lib/format.ts';
import { FormDialog } from '#frontend/ui/form-dialog.tsx';
import { TextField } from '#frontend/ui/field.tsx';
import { Notice } from '#frontend/ui/notice.tsx';
import { useForm } from '#frontend/ui/use-form.ts';
import { describePreferencesFailure } from './preferences-dialog.tsx';

const FAILED = 'The team could not be made. Please try again.';

/** Makes a team and leads to its page. */
export function NewTeamDialog({ onClose }: { onClose(): void }) {
  const formId = useId();
  const { isPending, problem, formProps, fieldProps } = useForm({
    schema: newTeamSchema,
    submit: async ({ name }) => workIn(await createTeam(name), PAGES.team.path),
    describeFailure: (error) => describePreferencesFailure(error, 'make a team', FAILED),
  });
  return (
    <FormDialog
      onClose={onClose}
      isBusy={isPending}
      title="New team"
      description={`A team has analyses and connections of its own: up to ${MAX_MEMBERS} members and ${formatCount(MAX_TEAM_ANALYSES)} analyses. You are its admin, and invite others by a link.`}
      formId={formId}
      submitLabel={isPending ? 'Making...' : 'Make team'}
    >
      <form {...formProps} id={formId} className="flex flex-col gap-5 pt-2">
        <TextField {...fieldProps('name')} label="Name" autoComplete="off" />
        {problem && <Notice tone="error">{problem}</Notice>}
      </form>
    </FormDialog>
  );
}
