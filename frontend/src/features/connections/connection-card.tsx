import { useId, useRef, useState, type ReactNode } from 'react';
import {
  CONNECTION_NAMES,
  consentPageOf,
  TEAM_KINDS,
  type ConnectionKind,
  PLATFORM_OF,
  type RuleKind,
} from '#contract/platforms.ts';
import type { Connection, OfferedConnection } from '#contract/connections.ts';
import { DAY } from '#contract/limits.ts';
import { isUnauthorized } from '#frontend/api/client.ts';
import { describeFailure } from '#frontend/api/ask.ts';
import { useDisconnect } from '#frontend/api/connections.ts';
import { useForgetUser } from '#frontend/api/user.ts';
import { cx } from '#frontend/lib/class-names.ts';
import { formatDate } from '#frontend/lib/format-date.ts';
import { TEAM } from '#frontend/lib/tab-team.ts';
import { Badge } from '#frontend/ui/badge.tsx';
import { Button } from '#frontend/ui/button.tsx';
import { ConfirmDialog, useConfirmed } from '#frontend/ui/dialog.tsx';
import { Notice } from '#frontend/ui/notice.tsx';
import { CheckResult, useChecking } from './connection-check.tsx';
import { listUses, describePushed, WhatStops } from './what-stops.tsx';
import { NamedResources } from './named-resources.tsx';
import { END_AT_GOOGLE } from '#frontend/analysis/platforms/google-ads/google-push.ts';
import type { PushWords } from '#frontend/analysis/platforms/platform.ts';
import { PUSH_WORDS } from '#frontend/analysis/platforms/push-words.ts';
import { isKeyOf } from '#contract/records.ts';

interface ConnectionCardProps {
  offered: OfferedConnection;
  /** Whether the page is about to leave for the consent of this service, or of another one. */
  connecting: 'this' | 'another' | null;
  /** False for a member of a team who may not connect or disconnect. */
  mayChange: boolean;
  /** Why connecting failed. */
  problem: string | null;
  onConnect(): void;
}

const WHOLE_ROW = 'sm:col-span-full';

/** One kind of connection: what it allows, the account behind it, and the buttons that begin and end it. */
export function ConnectionCard({ offered, connecting, mayChange, problem, onConnect }: ConnectionCardProps) {
  const { kind, isTried, connection } = offered;
  const id = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  const [now] = useState(() => Date.now());
  const named = TEAM === null ? undefined : TEAM_KINDS.find((one) => one === kind);
  const isConnectable = TEAM === null || named !== undefined;
  const ending = isConnectable && connection && findEnding(connection, now);
  const isOrphan = named !== undefined && connection?.madeBy === null;
  const disconnecting = useDisconnecting(kind, () => heading.current?.focus());
  const checking = useChecking(kind, () => heading.current?.focus());
  const mayCheck = isConnectable && connection?.mayCheck && !connection.isOver;
  const failure = problem ?? disconnecting.problem ?? checking.problem;
  return (
    <li
      aria-labelledby={id}
      className="grid gap-x-6 gap-y-4 border-t border-hairline py-6 sm:grid-cols-[minmax(0,1fr)_auto]"
    >
      <div className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-1 sm:min-h-control">
        <h2 ref={heading} id={id} tabIndex={-1} className="text-16 font-semibold outline-none">
          {CONNECTION_NAMES[kind]}
        </h2>
        {!isTried && <Badge>Beta: not yet tried with a live account</Badge>}
      </div>
      <Details kind={kind} connection={connection} />
      {mayChange ? (
        <div className="flex flex-wrap items-start gap-2 sm:col-start-2 sm:row-start-1">
          {isConnectable && (!connection || ending || isOrphan) && (
            <Button
              variant={ending || isOrphan ? 'primary' : 'secondary'}
              disabled={connecting !== null}
              aria-describedby={id}
              onClick={onConnect}
            >
              {connecting === 'this' ? 'Connecting...' : connection ? 'Connect again' : 'Connect'}
            </Button>
          )}
          {mayCheck && (
            <Button
              className="min-w-28"
              disabled={connecting !== null}
              aria-disabled={checking.isBusy}
              aria-describedby={id}
              onClick={() => void checking.run()}
            >
              {checking.isBusy ? 'Checking...' : 'Check'}
            </Button>
          )}
          {connection && (
            <Button disabled={connecting !== null} aria-describedby={id} onClick={disconnecting.begin}>
              Disconnect
            </Button>
          )}
        </div>
      ) : (
        <p className="text-13 text-muted sm:col-start-2 sm:row-start-1 sm:self-center">
          {connection ? 'Connected' : 'Not connected'}
        </p>
      )}
      {mayCheck && <CheckResult check={connection.check} checking={checking} className={WHOLE_ROW} />}
      {ending && <Notice tone="caution" title={ending} className={WHOLE_ROW} />}
      {isOrphan && (
        <Notice tone="caution" title="Please connect again" className={WHOLE_ROW}>
          The admin who connected this account is not known, or is no admin any more. A connection ends with
          its admin, so an admin should connect again, with an account of their own.
        </Notice>
      )}
      {connection && named && <NamedResources kind={named} mayChange={mayChange} className={WHOLE_ROW} />}
      {!connection && disconnecting.message !== null && <Ended kind={kind}>{disconnecting.message}</Ended>}
      {failure !== null && (
        <Notice tone="error" className={WHOLE_ROW}>
          {failure}
        </Notice>
      )}
      <Question {...{ kind, isConnectable, connection, disconnecting }} />
    </li>
  );
}

interface QuestionProps extends Pick<OfferedConnection, 'kind' | 'connection'> {
  isConnectable: boolean;
  disconnecting: Disconnecting;
}

/** Asks before a connection ends. */
function Question({ kind, isConnectable, connection, disconnecting }: QuestionProps) {
  const { end } = connectionWords(kind, TEAM !== null);
  const { account = '', uses } = connection ?? {};
  const stops = uses ? listUses(uses) : [];
  return (
    <ConfirmDialog
      {...disconnecting.dialog}
      title={`Disconnect ${CONNECTION_NAMES[kind]}?`}
      description={
        <WhatStops
          stops={stops}
          stays={[
            uses && stops.length === 0 ? 'No schedule, push or send depends on it now.' : null,
            describePushed([uses]),
            end,
            isConnectable ? 'You can connect again at any time.' : null,
          ]}
        >
          {describeEnd(account, TEAM !== null && isConnectable)}
        </WhatStops>
      }
      confirmLabel={disconnecting.dialog.isBusy ? 'Disconnecting...' : 'Disconnect'}
    />
  );
}

/** The answer of the server after a connection has ended. It can name the page of the service where a right is left. */
function Ended({ kind, children }: { kind: ConnectionKind; children: string }) {
  return (
    <output className={cx('block rounded-surface bg-hover px-4 py-3 text-14 wrap-anywhere', WHOLE_ROW)}>
      {withLink(children, consentPageOf(kind))}
    </output>
  );
}

const WARNED_BEFORE_MS = 14 * DAY;

/** The warning that a connection has ended or soon ends; null while its end is far away. */
function findEnding({ endsAt, isOver }: Connection, now: number): string | null {
  const end = endsAt === null ? null : new Date(endsAt);
  const left = end === null ? Infinity : end.getTime() - now;
  if (isOver || left <= 0)
    return end && left <= 0 ? `Ended on ${formatDate(end)}, connect again` : 'Ended, connect again';
  return end && left <= WARNED_BEFORE_MS ? `Ends on ${formatDate(end)}, connect again` : null;
}

type Disconnecting = ReturnType<typeof useDisconnecting>;

/** The question before a connection ends, and what came of it. */
function useDisconnecting(kind: ConnectionKind, onEnded: () => void) {
  const [message, setMessage] = useState<string | null>(null);
  const disconnect = useDisconnect();
  const forgetUser = useForgetUser();
  const { ask, problem, setProblem, dialog } = useConfirmed(
    async (ended: ConnectionKind) => setMessage(await disconnect(ended)),
    (error) => {
      if (!isUnauthorized(error)) return describeFailure(error);
      forgetUser();
      return null;
    },
    onEnded,
  );
  const begin = () => {
    setProblem(null);
    ask(kind);
  };
  return { begin, problem, message, dialog };
}

/** The rights of a connection, the account behind it, the admin of a team who has made it, and its dates. */
function Details({ kind, connection }: Pick<OfferedConnection, 'kind' | 'connection'>) {
  const { right, use } = connectionWords(kind, TEAM !== null);
  return (
    <div className={cx('flex max-w-prose flex-col gap-2 text-14 sm:gap-1', WHOLE_ROW)}>
      <dl className="flex flex-col gap-2 sm:gap-1">
        <Detail name="Permission">{right}</Detail>
        <Detail name="Used for">{use}</Detail>
        {connection && <Detail name="Account">{connection.account}</Detail>}
        {connection?.madeBy && (
          <Detail name="Connected by">{`${connection.madeBy}. It ends when ${connection.madeBy} is no admin of the team any more.`}</Detail>
        )}
      </dl>
      {connection && <Dates {...connection} />}
    </div>
  );
}

function Detail({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="sm:grid sm:grid-cols-[6rem_1fr] sm:gap-x-4">
      <dt className="text-muted max-sm:text-13">{name}</dt>
      <dd className="wrap-anywhere">{children}</dd>
    </div>
  );
}

function Dates({ connectedAt, lastUsedAt, endsAt }: Connection) {
  return (
    <dl className="flex flex-wrap gap-x-5 gap-y-1 text-13 text-muted tabular-nums sm:pl-28">
      <Moment name="Connected since">{dateOf(connectedAt) ?? 'before November 2026'}</Moment>
      <Moment name="Last used">{dateOf(lastUsedAt) ?? 'not yet'}</Moment>
      {endsAt !== null && <Moment name="Ends">{dateOf(endsAt)}</Moment>}
    </dl>
  );
}

function Moment({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex gap-1.5">
      <dt>{name}</dt>
      <dd className="text-text">{children}</dd>
    </div>
  );
}

const dateOf = (time: string | null): string | null => (time === null ? null : formatDate(new Date(time)));

/** A text in which an address of the service can be followed. */
function withLink(text: string, address: string): ReactNode {
  const [before, ...after] = text.split(address);
  if (after.length === 0) return text;
  return (
    <>
      {before}
      <a href={address} target="_blank" rel="noreferrer" className="font-medium underline">
        {address}
      </a>
      {after.join(address)}
    </>
  );
}

type ConnectionWords = Pick<PushWords, 'right' | 'use' | 'teamUse' | 'end'>;

/** The effect of ending a connection of the user or of a team, in one sentence. */
const describeEnd = (account: string, isOfTeam: boolean): string =>
  isOfTeam
    ? `Until an admin connects again, nothing of the team is read or written with ${account}.`
    : `This site no longer reads or writes anything with ${account}.`;

/** The connections that are not for rules. */
const OTHERS: Readonly<Record<Exclude<ConnectionKind, RuleKind>, ConnectionWords>> = {
  sheets: {
    right: 'See the spreadsheets of a Google account. It cannot change or share them.',
    use: 'Your browser imports the tab whose address you enter.',
    teamUse: 'This site reads on a schedule, and only the spreadsheets that an admin has named below.',
    end: END_AT_GOOGLE,
  },
  'google-values': {
    right:
      'Add, change and delete customer data in Google Ads, Google Analytics and Google’s marketing platform. It cannot change campaigns.',
    use: 'Your browser sends lead values to the conversion action that you choose.',
    teamUse: 'Nothing any more: members send values with connections of their own. Please disconnect it.',
    end: END_AT_GOOGLE,
  },
};

/** The sentences about a connection of the user, or of a team. @internal */
export function connectionWords(kind: ConnectionKind, isOfTeam: boolean): ConnectionWords {
  const words = isKeyOf(OTHERS, kind) ? OTHERS[kind] : PUSH_WORDS[PLATFORM_OF[kind]];
  return isOfTeam ? { ...words, use: words.teamUse } : words;
}
