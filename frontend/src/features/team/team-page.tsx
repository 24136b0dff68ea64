import type { ComponentType } from 'react';
import { PAGES } from '#contract/pages.ts';
import { isUnauthorized, reasonOf } from '#frontend/api/client.ts';
import { useUser } from '#frontend/api/user.ts';
import { ListState } from '#frontend/features/saved/failed-list.tsx';
import { useLoginRequired } from '#frontend/features/saved/login-required.tsx';
import { formatDate } from '#frontend/lib/format-date.ts';
import { countNoun, formatCount, formatFileSize } from '#frontend/lib/format.ts';
import { TEAM } from '#frontend/lib/tab-team.ts';
import { Link } from '#frontend/ui/link.tsx';
import { PageMeta } from '#frontend/ui/page-meta.tsx';
import { SkeletonLines } from '#frontend/ui/skeleton.tsx';
import { ROLE_NAMES, ROLE_RIGHTS, withArticle } from '#frontend/features/account/role-words.ts';
import { InvitationsSection } from './invitations-section.tsx';
import { MembersSection } from './members-section.tsx';
import { TeamEnd } from './team-end.tsx';
import { teamChangeSchema } from '#contract/teams.ts';
import type { Team } from '#contract/team-answers.ts';
import { describeFailure } from '#frontend/api/ask.ts';
import { useTeam, useTeamCalls } from '#frontend/api/teams.ts';
import { Button, buttonClasses } from '#frontend/ui/button.tsx';
import { Checkbox, TextField } from '#frontend/ui/field.tsx';
import { Notice } from '#frontend/ui/notice.tsx';
import { useAction } from '#frontend/ui/use-action.ts';
import { useForm } from '#frontend/ui/use-form.ts';
import { TeamSection } from '#frontend/features/account/team-section.tsx';

interface TeamPageProps {
  /** Further sections of the team, before those that end it. */
  More?: ComponentType<{ team: Team }>;
}

/** The team of this tab: its members, and for its admins what they decide. */
export function TeamSections({ More }: TeamPageProps) {
  const { user, isLoading } = useUser();
  const isSignedOut = !isLoading && !user;
  return (
    <div className="mx-auto flex w-full max-w-step flex-1 flex-col gap-10 px-4 py-12">
      {isSignedOut ? <SignInFirst /> : TEAM === null ? <NoTeam /> : user && <Sheet More={More} />}
    </div>
  );
}

function SignInFirst() {
  useLoginRequired({
    isMissing: true,
    description: 'Please log in to view your team.',
    to: PAGES.login.path,
  });
  return <SkeletonLines label="Loading..." lines={4} />;
}

function NoTeam() {
  return (
    <ListState
      title="This tab shows your personal work"
      text="Choose a team beside the account menu, or make one in the account menu."
    >
      <Link to={PAGES.saved.path} className={buttonClasses('primary')}>
        Saved Analyses
      </Link>
    </ListState>
  );
}

function Sheet({ More }: TeamPageProps) {
  const { data: team, error, mutate } = useTeam();
  useLoginRequired({
    isMissing: isUnauthorized(error),
    description: 'Please log in to view your team.',
    to: PAGES.login.path,
  });
  if (team) return <Loaded team={team} More={More} />;
  if (error === undefined || isUnauthorized(error))
    return <SkeletonLines label="Loading the team…" lines={6} />;
  return (
    <ListState
      title="The team could not be loaded"
      text={reasonOf(error) ?? 'The server could not be reached. Nothing has changed: please try again.'}
    >
      <Button onClick={() => void mutate()}>Try Again</Button>
    </ListState>
  );
}

function Loaded({ team, More }: TeamPageProps & { team: Team }) {
  const { name, role, createdAt, members } = team;
  const mayManage = role === 'admin';
  return (
    <>
      <PageMeta title={name} />
      <div>
        <h1 className="text-28 tracking-[-0.02em] wrap-anywhere">{name}</h1>
        <p className="mt-1 text-16 text-muted">
          {countNoun(members, 'member')}, since {formatDate(new Date(createdAt))}. You are {withArticle(role)}
          .
        </p>
      </div>
      <MembersSection team={team} />
      {mayManage && <InvitationsSection />}
      <Roles isPushing={team.editorsPush} />
      <Quotas team={team} />
      {mayManage && <TeamSettings team={team} />}
      {More && <More team={team} />}
      <TeamEnd team={team} />
    </>
  );
}

function Roles({ isPushing }: { isPushing: boolean }) {
  return (
    <TeamSection title="What roles may do">
      <dl className="flex flex-col gap-2 text-14">
        {(['viewer', 'editor', 'admin'] as const).map((role) => (
          <div key={role} className="sm:grid sm:grid-cols-[6rem_1fr] sm:gap-x-4">
            <dt className="text-muted">{ROLE_NAMES[role]}</dt>
            <dd>
              May {ROLE_RIGHTS[role]}.
              {role === 'editor' && isPushing && ' In this team they may also push to ad platforms.'}
            </dd>
          </div>
        ))}
      </dl>
    </TeamSection>
  );
}

/** The use that the team makes of its quotas. */
function Quotas({ team: { quotas } }: { team: Team }) {
  const rows = [
    { name: 'Analyses', text: formatCount, ...quotas.analyses },
    { name: 'Storage', text: formatFileSize, ...quotas.bytes },
    { name: 'Members', text: formatCount, ...quotas.members },
  ];
  return (
    <TeamSection title="Usage">
      <dl className="grid gap-x-8 gap-y-4 sm:grid-cols-3">
        {rows.map(({ name, text, used, most }) => (
          <div key={name} className="flex flex-col gap-1 border-t border-hairline pt-3 text-14">
            <dt className="text-13 text-muted">{name}</dt>
            <dd className="tabular-nums">
              <span className="text-16 font-semibold">{text(used)}</span> of {text(most)}
            </dd>
          </div>
        ))}
      </dl>
    </TeamSection>
  );
}

/** The name of the team, and whether its editors push. For admins. */
function TeamSettings({ team }: { team: Team }) {
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
