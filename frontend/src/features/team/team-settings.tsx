import { teamChangeSchema } from '#contract/teams.ts';
import type { Team } from '#contract/team-answers.ts';
import { describeFailure } from '#frontend/api/describe-failure.ts';
import { useTeamCalls } from '#frontend/api/teams.ts';
import { Button } from '#frontend/ui/button.tsx';
import { Checkbox, TextField } from '#frontend/ui/field.tsx';
import { Notice } from '#frontend/ui/notice.tsx';
import { useAction } from '#frontend/ui/use-action.ts';
import { useForm } from '#frontend/ui/use-form.ts';
import { TeamSection } from '#frontend/features/account/team-section.tsx';

/** The name of the team, and whether its editors push. For admins. */
export function TeamSettings({ team }: { team: Team }) {
  const { change } = useTeamCalls();
  const naming = useForm({ schema: teamChangeSchema, submit: change, describeFailure });
  const pushing = useAction((editorsPush: boolean) => change({ editorsPush }), describeFailure);
  const problem = naming.problem ?? pushing.problem;
  return (
    <TeamSection title="Settings">
      <form {...naming.formProps} className="flex items-start gap-2">
        <TextField
          {...naming.fieldProps('name')}
          // Another admin may give another name meanwhile.
          key={team.name}
          label="Name"
          defaultValue={team.name}
          autoComplete="off"
          className="max-w-80 min-w-0 flex-1"
        />
        <Button type="submit" disabled={naming.isPending} className="mt-[1.65rem]">
          {naming.isPending ? 'Saving...' : 'Rename'}
        </Button>
      </form>
      <Checkbox
        label="Editors may push and send to ad platforms"
        checked={team.editorsPush}
        disabled={pushing.isBusy}
        onChange={(isChecked) => void pushing.run(isChecked)}
      />
      {problem && <Notice tone="error">{problem}</Notice>}
    </TeamSection>
  );
}
