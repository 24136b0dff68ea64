import { useEffect, useEffectEvent, useState } from 'react';
import { useSWRConfig } from 'swr';
import { PAGES } from '#contract/pages.ts';
import { CallFailure, REFUSAL_EVENT } from '#frontend/api/client.ts';
import { useTeams } from '#frontend/api/teams.ts';
import { GOOGLE_SIGN_IN_URL } from '#frontend/api/user.ts';
import { workIn } from '#frontend/lib/tab-team.ts';
import { Button, buttonClasses } from '#frontend/ui/button.tsx';
import { Dialog } from '#frontend/ui/dialog.tsx';
import { useAction } from '#frontend/ui/use-action.ts';

interface LostTeamProps {
  /** The team of this tab is not among those of the user. */
  isGone: boolean;
  name: string;
}

/**
 * Says that this tab cannot show its team any more: the membership has ended, or the team asks for another sign-in. It looks at every
 * refusal, so that an open page says so with its next call.
 */
export function LostTeam({ isGone, name }: LostTeamProps) {
  const [asked, setAsked] = useState<string | null>(null);
  const { mutate: lookAgain } = useTeams();
  const { cache } = useSWRConfig();
  const notice = useEffectEvent(({ code, reason }: CallFailure) => {
    // The membership has ended, or the role is another one now.
    if (code === 'NO_TEAM' || code === 'NOT_ALLOWED') void lookAgain();
    if (code === 'DOMAIN_REQUIRED') setAsked(reason ?? '');
  });
  useEffect(() => {
    const listen = (event: Event) => {
      const failure: unknown = event instanceof CustomEvent ? event.detail : null;
      if (failure instanceof CallFailure) notice(failure);
    };
    // The page may have asked before this code was there.
    const looking = setTimeout(() => {
      for (const key of cache.keys()) {
        const failure: unknown = cache.get(key)?.error;
        if (failure instanceof CallFailure) notice(failure);
      }
    });
    addEventListener(REFUSAL_EVENT, listen);
    return () => {
      clearTimeout(looking);
      removeEventListener(REFUSAL_EVENT, listen);
    };
  }, [cache]);
  // The first page may have an open file, which comes along.
  const leaving = useAction(() =>
    workIn(null, location.pathname === PAGES.home.path ? PAGES.home.path : PAGES.saved.path),
  );
  if (!isGone && asked === null) return null;
  const leave = () => void leaving.run();
  return (
    <Dialog
      onClose={leave}
      title={isGone ? 'You are no longer in this team' : 'This team asks for another sign-in'}
      description={
        isGone
          ? `${name} has ended your membership, or the team was deleted. A file that you have open stays in this browser, marked with the team.`
          : asked
      }
      footer={
        <>
          {!isGone && (
            <a href={GOOGLE_SIGN_IN_URL} className={buttonClasses('primary')}>
              Continue with Google
            </a>
          )}
          <Button variant={isGone ? 'primary' : 'secondary'} disabled={leaving.isBusy} onClick={leave}>
            Go to Personal
          </Button>
        </>
      }
    />
  );
}
