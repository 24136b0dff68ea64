import { useId, useState } from 'react';
import { DAY, INVITATION_MS } from '#contract/limits.ts';
import { PAGES } from '#contract/pages.ts';
import { ROLES, type Role } from '#contract/roles.ts';
import { newInvitationSchema } from '#contract/teams.ts';
import type { Invitation, MadeInvitation } from '#contract/team-answers.ts';
import { reasonOf } from '#frontend/api/client.ts';
import { describeFailure } from '#frontend/api/ask.ts';
import { useInvitations, useTeamCalls } from '#frontend/api/teams.ts';
import { formatDate } from '#frontend/lib/format-date.ts';
import { Button } from '#frontend/ui/button.tsx';
import { Dropdown } from '#frontend/ui/dropdown.tsx';
import { TextField } from '#frontend/ui/field.tsx';
import { FailedNotice, Notice } from '#frontend/ui/notice.tsx';
import { SkeletonLines } from '#frontend/ui/skeleton.tsx';
import { useAction } from '#frontend/ui/use-action.ts';
import { useForm } from '#frontend/ui/use-form.ts';
import { ROLE_NAMES, ROLE_RIGHTS, withArticle } from '#frontend/features/account/role-words.ts';
import { TeamSection } from '#frontend/features/account/team-section.tsx';

/** Invites by a link, and lists the invitations that wait. For admins. */
export function InvitationsSection() {
  const [made, setMade] = useState<MadeInvitation | null>(null);
  return (
    <TeamSection title="Invitations">
      <InviteForm onMade={setMade} />
      {made && <Made made={made} />}
      <Waiting onEnded={(id) => made?.invitation.id === id && setMade(null)} />
    </TeamSection>
  );
}

function InviteForm({ onMade }: { onMade(made: MadeInvitation): void }) {
  const [role, setRole] = useState<Role>('editor');
  const { invite } = useTeamCalls();
  const { isPending, problem, formProps, fieldProps } = useForm({
    // An empty field binds the invitation to no address.
    schema: {
      safeParse: (entries) => {
        const { email } = entries as { email: string }; // the fields of the form
        return newInvitationSchema.safeParse({ role, email: email.trim() === '' ? null : email });
      },
    },
    submit: async (invitation) => onMade(await invite(invitation)),
    describeFailure,
  });
  const noteId = useId();
  return (
    <form {...formProps} aria-describedby={noteId} className="flex flex-col gap-4">
      <div className="grid items-start gap-4 sm:grid-cols-[10rem_minmax(0,1fr)_auto]">
        <Dropdown
          label="Role"
          options={ROLES.map((one) => ({ value: one, label: ROLE_NAMES[one] }))}
          value={role}
          disabled={isPending}
          onChange={(chosen) => setRole(ROLES.find((one) => one === chosen) ?? role)}
        />
        <TextField
          {...fieldProps('email')}
          label="E-mail address (optional)"
          inputMode="email"
          autoComplete="off"
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
          hint="With an address, only an account with this very address can join. The address must be proved: by Google, or by a mailed link."
        />
        <Button type="submit" disabled={isPending} className="sm:mt-[1.65rem]">
          {isPending ? 'Inviting...' : 'Invite'}
        </Button>
      </div>
      {problem && <Notice tone="error">{problem}</Notice>}
      <p id={noteId} className="text-13 text-muted">
        {withArticle(role).replace(/^a/, 'A')} may {ROLE_RIGHTS[role]}. An invitation works once, for{' '}
        {INVITATION_MS / DAY} days, and its role is fixed.
      </p>
    </form>
  );
}

/** The link of a new invitation, which is shown this once, or where it was mailed to. */
function Made({ made: { token, invitation } }: { made: MadeInvitation }) {
  if (token === null)
    return (
      <output className="block rounded-surface bg-hover px-4 py-3 text-14 wrap-anywhere">
        The invitation was mailed to {invitation.email}.
      </output>
    );
  return (
    <div className="flex flex-col gap-2 rounded-surface bg-hover px-4 py-3">
      <LinkField link={`${location.origin}${PAGES.join.path}#${token}`} />
      <p className="text-13 text-muted">
        Copy it now and send it yourself: it is shown this once. Whoever opens it can join as{' '}
        {withArticle(invitation.role)}
        {invitation.email === null ? '' : `, with the address ${invitation.email} only`}.
      </p>
    </div>
  );
}

const COPY_WORDS = { copied: 'Copied', refused: 'Copying was refused' } as const;

/** The copy button of the results would come with their code, and theirs without it would be larger. */
function LinkField({ link }: { link: string }) {
  const [outcome, setOutcome] = useState<keyof typeof COPY_WORDS | null>(null);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(link);
      setOutcome('copied');
    } catch {
      setOutcome('refused');
    }
  };
  return (
    <div className="flex items-end gap-2">
      <TextField
        label="Link"
        readOnly
        value={link}
        onFocus={(event) => event.target.select()}
        className="min-w-0 flex-1"
      />
      <Button onClick={() => void copy()} aria-live="polite">
        {outcome ? COPY_WORDS[outcome] : 'Copy link'}
      </Button>
    </div>
  );
}

function Waiting({ onEnded }: { onEnded(id: string): void }) {
  const { data: invitations, error, mutate } = useInvitations(true);
  const { endInvitation } = useTeamCalls();
  const { isBusy, problem, run } = useAction(async (id: string) => {
    await endInvitation(id);
    onEnded(id);
  }, describeFailure);
  if (!invitations)
    return error ? (
      <FailedNotice title="The invitations could not be loaded" onRetry={() => void mutate()}>
        {reasonOf(error) ?? 'The server could not be reached. Nothing has changed.'}
      </FailedNotice>
    ) : (
      <SkeletonLines label="Loading the invitations…" lines={1} />
    );
  return (
    <>
      {invitations.length === 0 ? (
        <p className="text-14 text-muted">No open invitations.</p>
      ) : (
        <ul aria-label="Waiting invitations" className="border-b border-hairline">
          {invitations.map((invitation) => (
            <li
              key={invitation.id}
              className="flex items-center justify-between gap-4 border-t border-hairline py-3 text-14"
            >
              <InvitationWords invitation={invitation} />
              <Button size="small" disabled={isBusy} onClick={() => void run(invitation.id)}>
                End
              </Button>
            </li>
          ))}
        </ul>
      )}
      {problem && <Notice tone="error">{problem}</Notice>}
    </>
  );
}

function InvitationWords({ invitation }: { invitation: Invitation }) {
  const { role, email, isMailed, madeBy, madeAt, expiresAt } = invitation;
  return (
    <div className="min-w-0">
      <p className="wrap-anywhere">
        {ROLE_NAMES[role]}, {email === null ? 'for whoever has the link' : `for ${email}`}
      </p>
      <p className="text-13 wrap-anywhere text-muted">
        {isMailed ? 'Mailed' : 'Made'} by {madeBy} on {formatDate(new Date(madeAt))}, until{' '}
        {formatDate(new Date(expiresAt))}
      </p>
    </div>
  );
}
