import { useState } from 'react';
import { CONNECTION_KINDS, type ConnectionKind } from '#contract/platforms.ts';
import { findOutcomeText, type OfferedConnection } from '#contract/connections.ts';
import { PAGES } from '#contract/pages.ts';
import { isUnauthorized, reasonOf } from '#frontend/api/client.ts';
import { describeFailure } from '#frontend/api/ask.ts';
import { askConsent, useConnections } from '#frontend/api/connections.ts';
import { useMay } from '#frontend/api/teams.ts';
import { useForgetUser, useUser } from '#frontend/api/user.ts';
import { ListState } from '#frontend/features/saved/failed-list.tsx';
import { useLoginRequired } from '#frontend/features/saved/login-required.tsx';
import { leaveDocument } from '#frontend/lib/leave-document.ts';
import { TEAM } from '#frontend/lib/tab-team.ts';
import { Button, buttonClasses } from '#frontend/ui/button.tsx';
import { Link } from '#frontend/ui/link.tsx';
import { Skeleton } from '#frontend/ui/skeleton.tsx';
import { toast } from '#frontend/ui/toast-store.ts';
import { useAddressMessage } from '#frontend/ui/use-address-message.ts';
import { untilReturn, useAction } from '#frontend/ui/use-action.ts';
import { ConnectionCard } from './connection-card.tsx';

/** The connections of the user to other services, one card for each that the site offers. */
export function ConnectionsList() {
  const { user, isLoading } = useUser();
  const { offered, error, askAgain } = useConnections(user !== null);
  useLoginRequired({
    isMissing: (!isLoading && !user) || isUnauthorized(error),
    description: 'Please log in to view your connections.',
    to: PAGES.login.path,
  });
  return (
    <div className="mx-auto flex w-full max-w-step flex-1 flex-col gap-6 px-4 py-12">
      {CONNECTION_KINDS.map((kind) => (
        <OutcomeMessage key={kind} kind={kind} />
      ))}
      <div>
        <h1 className="text-28 tracking-[-0.02em]">{PAGES.connections.title}</h1>
        <p className="mt-1 max-w-prose text-16 text-muted">
          {TEAM === null
            ? 'The services that you let this site use. You allow each of them separately, and can disconnect it at any time.'
            : 'The services that this team lets the site use by itself: to read sheets on a schedule, and to push rules. Its admins connect them, with accounts of their own, and name what they serve. No member gets into these accounts: what your browser imports and sends, it does with your own connections.'}
        </p>
      </div>
      {TEAM !== null && (
        <p className="text-14">
          <a
            href={PAGES.connections.path}
            target="_blank"
            rel="noreferrer"
            className="font-medium underline underline-offset-2"
          >
            Your own connections, in another tab
          </a>
        </p>
      )}
      {offered ? (
        <Cards offered={offered} />
      ) : error && !isUnauthorized(error) ? (
        <ListState
          title="Your connections could not be loaded"
          text={reasonOf(error) ?? 'The server could not be reached. Nothing has changed: please try again.'}
        >
          <Button onClick={() => void askAgain()}>Try Again</Button>
        </ListState>
      ) : (
        <LoadingCards />
      )}
    </div>
  );
}

/** Tells how the visit to a service ended. */
function OutcomeMessage({ kind }: { kind: ConnectionKind }): null {
  useAddressMessage(kind, (outcome) => {
    const description = findOutcomeText(kind, outcome);
    if (description === null) return;
    if (outcome === 'connected') toast({ title: 'Connected', description });
    else
      toast({
        title: 'Not connected',
        description,
        ...(outcome !== 'cancelled' && { tone: 'destructive' }),
      });
  });
  return null;
}

function Cards({ offered }: { offered: readonly OfferedConnection[] }) {
  const { leavingFor, problem, connect } = useConnect();
  const mayChange = useMay()('connect');
  if (offered.length === 0)
    return (
      <ListState
        title="This site offers no connections."
        text="Files, pasted cells, downloads and step sheets work without them."
      >
        <Link to={PAGES.home.path} className={buttonClasses('primary')}>
          Analyze a File
        </Link>
      </ListState>
    );
  return (
    <ul className="border-b border-hairline">
      {offered.map((one) => (
        <ConnectionCard
          key={one.kind}
          offered={one}
          mayChange={mayChange}
          connecting={leavingFor === one.kind ? 'this' : leavingFor && 'another'}
          problem={problem?.kind === one.kind ? problem.text : null}
          onConnect={() => void connect(one.kind)}
        />
      ))}
    </ul>
  );
}

/** Leads to the page of consent of a service. Only one visit can begin at a time, since the second would end the first. */
function useConnect() {
  const forgetUser = useForgetUser();
  const [leavingFor, setLeavingFor] = useState<ConnectionKind | null>(null);
  const { problem, run } = useAction(
    async (kind: ConnectionKind) => {
      setLeavingFor(kind);
      try {
        leaveDocument(await askConsent(kind, 'connections'));
        await untilReturn();
      } finally {
        setLeavingFor(null);
      }
    },
    (error, kind) => {
      if (!isUnauthorized(error)) return { kind, text: describeFailure(error) };
      forgetUser();
      return null;
    },
  );
  return { leavingFor, problem, connect: run };
}

function LoadingCards() {
  return (
    <output className="flex flex-col">
      <span className="sr-only">Loading...</span>
      {[0, 1].map((card) => (
        <span key={card} className="flex flex-col gap-3 border-t border-hairline py-6">
          <span className="flex items-start justify-between gap-6">
            <Skeleton className="h-6 w-48" />
            <Skeleton className="h-control w-24" />
          </span>
          <Skeleton className="h-4 w-4/5" />
          <Skeleton className="h-4 w-3/5" />
        </span>
      ))}
    </output>
  );
}
