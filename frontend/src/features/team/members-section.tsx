import { UserRoundX } from 'lucide-react';
import { ROLES, type Role } from '#contract/roles.ts';
import type { Member, Team } from '#contract/team-answers.ts';
import { reasonOf } from '#frontend/api/client.ts';
import { describeFailure } from '#frontend/api/ask.ts';
import { useMembers, useTeamCalls } from '#frontend/api/teams.ts';
import { afterEnding, describeEnding, WhatStops } from '#frontend/features/connections/what-stops.tsx';
import { formatDate } from '#frontend/lib/format-date.ts';
import { IconButton } from '#frontend/ui/button.tsx';
import { ConfirmDialog, useConfirmed } from '#frontend/ui/dialog.tsx';
import { Dropdown } from '#frontend/ui/dropdown.tsx';
import { FailedNotice, Notice } from '#frontend/ui/notice.tsx';
import { SkeletonLines } from '#frontend/ui/skeleton.tsx';
import { ROLE_NAMES, withArticle } from '#frontend/features/account/role-words.ts';
import { TeamSection } from '#frontend/features/account/team-section.tsx';

/** A change that is asked for before it is made. */
type Asked = { member: Member; role: Role | null };

/** The members with their roles. Admins change and remove them. */
export function MembersSection({ team }: { team: Team }) {
  const { data: members, error, mutate } = useMembers();
  const { changeRole, removeMember } = useTeamCalls();
  const { asked, ask, isBusy, problem, run, dialog } = useConfirmed(
    ({ member, role }: Asked) => (role ? changeRole(member.id, role) : removeMember(member.id)),
    describeFailure,
  );
  const change = (member: Member, role: Role) => {
    if (role === member.role) return;
    // Nobody else can give the role back, unless there is another admin; and connections end with the role.
    if (member.isYou || (role !== 'admin' && member.endsWith.length > 0)) ask({ member, role });
    else void run({ member, role });
  };
  return (
    <TeamSection title="Members">
      {members ? (
        <ul className="border-b border-hairline">
          {members.map((member) => (
            <MemberRow
              key={member.id}
              member={member}
              mayManage={team.role === 'admin'}
              isLastAdmin={member.role === 'admin' && team.admins === 1}
              isBusy={isBusy}
              onRole={(role) => change(member, role)}
              onRemove={() => ask({ member, role: null })}
            />
          ))}
        </ul>
      ) : error ? (
        <FailedNotice title="The members could not be loaded" onRetry={() => void mutate()}>
          {reasonOf(error) ?? 'The server could not be reached. Nothing has changed.'}
        </FailedNotice>
      ) : (
        <SkeletonLines label="Loading the members…" lines={3} />
      )}
      {problem && <Notice tone="error">{problem}</Notice>}
      {team.role !== 'admin' && (
        <p className="text-13 text-muted">Admins invite members, and change and end memberships.</p>
      )}
      <ConfirmDialog
        {...dialog}
        {...(asked ? describeQuestion(asked) : { title: '', description: '', confirmLabel: '' })}
      />
    </TeamSection>
  );
}

/** The question before a change, with what stops by it. */
function describeQuestion({ member, role }: Asked) {
  const { name, isYou, endsWith } = member;
  const withEnding = (text: string, stays: string | null = null) => (
    <WhatStops stops={endsWith.map(describeEnding)} stays={[stays, ...afterEnding(endsWith)]}>
      {text}
    </WhatStops>
  );
  if (!role)
    return {
      title: `Remove ${name}?`,
      description: withEnding(
        'The membership ends at once, on every open page.',
        'What this member has made stays with the team.',
      ),
      confirmLabel: 'Remove member',
    };
  if (isYou)
    return {
      title: `Become ${withArticle(role)}?`,
      description: withEnding('You give up the role of an admin. Another admin can give it back to you.'),
      confirmLabel: 'Give up the role',
    };
  return {
    title: `Make ${name} ${withArticle(role)}?`,
    description: withEnding('The role of an admin ends at once.'),
    confirmLabel: 'Change the role',
  };
}

interface MemberRowProps {
  member: Member;
  mayManage: boolean;
  isLastAdmin: boolean;
  isBusy: boolean;
  onRole(role: Role): void;
  onRemove(): void;
}

function MemberRow({ member, mayManage, isLastAdmin, isBusy, onRole, onRemove }: MemberRowProps) {
  const { name, email, role, joinedAt, isYou } = member;
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 gap-y-2 border-t border-hairline py-3 sm:grid-cols-[minmax(0,1fr)_8rem_2.25rem]">
      <div className="min-w-0 text-14">
        <p className="font-medium wrap-anywhere">
          {name}
          {isYou && <span className="font-normal text-muted"> (you)</span>}
        </p>
        <p className="text-13 wrap-anywhere text-muted">
          {email !== name && `${email}, `}since {formatDate(new Date(joinedAt))}
        </p>
      </div>
      {mayManage && !isLastAdmin ? (
        <Dropdown
          label={`Role of ${name}`}
          isLabelHidden
          options={ROLES.map((one) => ({ value: one, label: ROLE_NAMES[one] }))}
          value={role}
          disabled={isBusy}
          onChange={(chosen) => onRole(ROLES.find((one) => one === chosen) ?? role)}
          className="w-32"
        />
      ) : (
        <p className="text-14 text-muted">{isLastAdmin && mayManage ? 'Last admin' : ROLE_NAMES[role]}</p>
      )}
      {mayManage && !isYou && (
        <IconButton
          label={`Remove ${name}`}
          icon={<UserRoundX />}
          disabled={isBusy}
          onClick={onRemove}
          className="hover:text-down max-sm:col-start-2 max-sm:row-start-1"
        />
      )}
    </li>
  );
}
