import { useState, type ReactNode } from 'react';
import { useNavigate } from 'react-router-dom';
import useSWR from 'swr';
import { PAGES } from '#contract/pages.ts';
import type { OpenedInvitation } from '#contract/team-answers.ts';
import { CallFailure, reasonOf } from '#frontend/api/client.ts';
import { describeFailure } from '#frontend/api/ask.ts';
import { acceptInvitation, openInvitation } from '#frontend/api/teams.ts';
import { useUser } from '#frontend/api/user.ts';
import { workIn } from '#frontend/lib/choose-team.ts';
import { formatDate } from '#frontend/lib/format-date.ts';
import { Button, buttonClasses } from '#frontend/ui/button.tsx';
import { Link } from '#frontend/ui/link.tsx';
import { Notice } from '#frontend/ui/notice.tsx';
import { SkeletonLines } from '#frontend/ui/skeleton.tsx';
import { useAction } from '#frontend/ui/use-action.ts';
import { useHashToken } from '#frontend/ui/use-hash-token.ts';
import { ROLE_RIGHTS, withArticle } from '#frontend/features/account/role-words.ts';
import { keepInvitation } from '#frontend/features/account/waiting-invitation.ts';

/** The page behind the link of an invitation. It names the team to a signed-in user only. */
export function JoinTeam() {
  const { user, isLoading } = useUser();
  const token = useHashToken();
  return (
    <div className="mx-auto flex w-full max-w-sm flex-1 flex-col gap-6 px-4 py-12 sm:py-18">
      {/* React moves this into the head. It hides the address of this page from other sites. */}
      <meta name="referrer" content="no-referrer" />
      {token === '' ? (
        <Over />
      ) : isLoading ? (
        <Looking />
      ) : user ? (
        <Invitation token={token} email={user.email} />
      ) : (
        <SignInFirst token={token} />
      )}
    </div>
  );
}

const Looking = () => <SkeletonLines label="Looking at the invitation…" lines={4} />;

function Column({ title, text, children }: { title: string; text: ReactNode; children: ReactNode }) {
  return (
    <>
      <div className="flex flex-col gap-2">
        <h1 className="text-28 tracking-[-0.02em] wrap-anywhere">{title}</h1>
        <p className="text-14 wrap-anywhere text-muted">{text}</p>
      </div>
      {children}
    </>
  );
}

function SignInFirst({ token }: { token: string }) {
  const keep = () => keepInvitation(token);
  return (
    <Column
      title="You are invited to a team"
      text="Sign in, or make an account: then you see which team it is and decide."
    >
      <div className="flex flex-col gap-2">
        <Link to={PAGES.login.path} onClick={keep} className={buttonClasses('primary')}>
          Sign in
        </Link>
        <Link to={PAGES.signup.path} onClick={keep} className={buttonClasses('secondary')}>
          Sign up
        </Link>
      </div>
    </Column>
  );
}

function Invitation({ token, email }: { token: string; email: string }) {
  const { data, error, mutate, isValidating } = useSWR<OpenedInvitation, unknown>(
    ['/api/invitations', token, email],
    () => openInvitation(token),
  );
  const isOver = error instanceof CallFailure && error.status === 404;
  if (isOver) return <Over />;
  if (error && !isValidating)
    return (
      <Column
        title="The invitation could not be opened"
        text={reasonOf(error) ?? 'The server could not be reached. Nothing has changed.'}
      >
        <Button onClick={() => void mutate()}>Try Again</Button>
      </Column>
    );
  if (!data) return <Looking />;
  return data.isForYou ? (
    <Decision token={token} invitation={data} />
  ) : (
    <OtherAddress email={email} invitation={data} />
  );
}

/** A link that was used, was ended, is too old or never existed: the server does not tell which. */
function Over() {
  return (
    <Column
      title="This invitation does not work"
      text="It was used already, an admin of the team has ended it, or it is older than 7 days. Ask for a new one."
    >
      <Link to={PAGES.home.path} className={buttonClasses('secondary')}>
        Analyze a File
      </Link>
    </Column>
  );
}

function OtherAddress({ email, invitation }: { email: string; invitation: OpenedInvitation }) {
  return (
    <Column
      title={`Join ${invitation.team}?`}
      text={`This invitation is for ${invitation.email}. You are signed in as ${email}.`}
    >
      <Notice tone="caution">
        {email === invitation.email
          ? 'Nobody has proved yet that this address is yours. Sign in with Google, or ask for an invitation without an address.'
          : 'Log out and sign in with that address, or ask for an invitation without an address.'}
      </Notice>
      <Link to={PAGES.home.path} className={buttonClasses('secondary')}>
        Not now
      </Link>
    </Column>
  );
}

function Decision({ token, invitation }: { token: string; invitation: OpenedInvitation }) {
  const { team, role, isMember, expiresAt } = invitation;
  const navigate = useNavigate();
  const [isDeclined, setDeclined] = useState(false);
  const { isBusy, problem, run } = useAction(
    async () => workIn(await acceptInvitation(token), PAGES.saved.path),
    describeFailure,
  );
  if (isDeclined)
    return (
      <Column
        title="You did not join"
        text={`The link works until ${formatDate(new Date(expiresAt))}, if you change your mind.`}
      >
        <Link to={PAGES.home.path} className={buttonClasses('secondary')}>
          Analyze a File
        </Link>
      </Column>
    );
  if (isMember)
    return (
      <Column
        title={`You are in ${team} already`}
        text="Choose the team beside the account menu. The invitation stays for somebody else."
      >
        <Button onClick={() => void navigate(PAGES.saved.path)}>Saved Analyses</Button>
      </Column>
    );
  return (
    <Column
      title={`Join ${team}?`}
      text={`You are invited as ${withArticle(role)}: you may ${ROLE_RIGHTS[role]}.`}
    >
      <p className="text-14 text-muted">
        Members of the team see your name and e-mail address. Your personal analyses and connections stay
        yours: the team sees none of them.
      </p>
      {problem && <Notice tone="error">{problem}</Notice>}
      <div className="flex flex-col gap-2">
        <Button variant="primary" disabled={isBusy} onClick={() => void run()}>
          {isBusy ? 'Joining...' : 'Join'}
        </Button>
        <Button disabled={isBusy} onClick={() => setDeclined(true)}>
          Decline
        </Button>
      </div>
    </Column>
  );
}
