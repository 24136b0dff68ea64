import { useEffect, useEffectEvent, type ReactNode } from 'react';
import { CONNECTION_NAMES, type ConnectionKind } from '#contract/platforms.ts';
import type { Connection } from '#contract/connections.ts';
import { PAGES } from '#contract/pages.ts';
import { isUnauthorized, reasonOf } from '#frontend/api/client.ts';
import { useConnections, type Whose } from '#frontend/api/connections.ts';
import { useMay, useTabTeam } from '#frontend/api/teams.ts';
import { SIGN_IN_AGAIN_URL, useAskUser, useForgetUser, useUser } from '#frontend/api/user.ts';
import { addressInTeam, TEAM } from '#frontend/lib/tab-team.ts';
import { Button } from '#frontend/ui/button.tsx';
import { FailedNotice } from '#frontend/ui/notice.tsx';
import { SkeletonLines } from '#frontend/ui/skeleton.tsx';

/** Sentences about what the connection is needed for. */
export interface AccessWords {
  signedOut: string;
  /** There is no connection yet. */
  missing: string;
  /** The site no longer offers this connection. */
  notOffered: string;
  /** Ends the sentence that sends the visitor to another tab: 'your plan stays here'. */
  stays: string;
}

interface ConnectionAccessProps {
  kind: ConnectionKind;
  words: AccessWords;
  /** 'own' for what a browser does, also in the tab of a team. */
  whose?: Whose;
  /** The steps, once the visitor is signed in and connected. */
  children(isTried: boolean, connection: Connection): ReactNode;
}

/** Leads to what some steps need first: a session, and a connection. Both begin in another tab, so that nothing here is lost. */
export function ConnectionAccess({ kind, words, whose = 'work', children }: ConnectionAccessProps) {
  const { user, isLoading } = useUser();
  const askUser = useAskUser();
  const { offered, error, askAgain } = useConnections(user !== null, whose);
  const team = useTabTeam();
  const may = useMay();
  const forgetUser = useForgetUser();
  const isOver = isUnauthorized(error);
  useEffect(() => {
    if (isOver) forgetUser();
  }, [isOver, forgetUser]);
  const found = offered?.find((one) => one.kind === kind);
  const isConnected = found?.connection?.isOver === false;
  useReturn(() => {
    if (!user) void askUser();
    else if (!isConnected) void askAgain();
  });

  if (isLoading) return <Loading />;
  if (!user)
    return (
      <Missing
        text={words.signedOut}
        stays={words.stays}
        href={SIGN_IN_AGAIN_URL}
        link="Sign in in another tab"
        onDone={() => void askUser()}
      />
    );
  if (error && !isOver)
    return (
      <div className="py-5">
        <FailedNotice title="Your connections could not be loaded" onRetry={() => void askAgain()}>
          {reasonOf(error) ?? 'The server could not be reached. Nothing has changed.'}
        </FailedNotice>
      </div>
    );
  if (!offered || (TEAM !== null && !team)) return <Loading />;
  if (team && !may(kind === 'sheets' ? 'edit' : 'push'))
    return (
      <p className="max-w-prose py-5 text-14">
        In {team.name}, {kind === 'sheets' || team.editorsPush ? 'editors and admins' : 'admins'} may do this.
      </p>
    );
  if (!found) return <p className="py-5 text-14">{words.notOffered}</p>;
  if (team && whose === 'work' && !isConnected && !may('connect'))
    return (
      <p className="max-w-prose py-5 text-14">
        An admin of {team.name} connects {CONNECTION_NAMES[kind]} first.
      </p>
    );
  if (!found.connection || !isConnected)
    return (
      <Missing
        text={found.connection ? `The connection ${CONNECTION_NAMES[kind]} has ended.` : words.missing}
        stays={words.stays}
        href={whose === 'own' ? PAGES.connections.path : addressInTeam(PAGES.connections.path)}
        link={`Connect ${CONNECTION_NAMES[kind]}${found.connection ? ' again' : ''} in another tab`}
        onDone={() => void askAgain()}
      />
    );
  return children(found.isTried, found.connection);
}

interface MissingProps extends Pick<AccessWords, 'stays'> {
  text: string;
  href: string;
  link: string;
  /** The visitor has been there. */
  onDone(): void;
}

function Missing({ text, href, link, stays, onDone }: MissingProps) {
  return (
    <div className="flex flex-col items-start gap-3 py-5 text-14">
      <p className="max-w-prose">
        {text}{' '}
        <a href={href} target="_blank" rel="noreferrer" className="font-medium underline underline-offset-2">
          {link}
        </a>
        , then come back: {stays}.
      </p>
      <Button size="small" onClick={onDone}>
        Look Again
      </Button>
    </div>
  );
}

/** Calls back when the visitor comes back to this tab. */
function useReturn(onReturn: () => void): void {
  const onFocus = useEffectEvent(onReturn);
  useEffect(() => {
    const listen = () => onFocus();
    window.addEventListener('focus', listen);
    return () => window.removeEventListener('focus', listen);
  }, []);
}

const Loading = () => <SkeletonLines label="Loading…" lines={4} className="py-6" />;
