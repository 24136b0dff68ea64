import { useId, useRef, useState, type ReactNode } from 'react';
import { CONNECTION_NAMES, CONSENT_PAGES, type ConnectionKind } from '#contract/connection-kinds.ts';
import type { Connection, OfferedConnection } from '#contract/connections.ts';
import { DAY } from '#contract/limits.ts';
import { isUnauthorized, reasonOf } from '#frontend/api/client.ts';
import { useDisconnect } from '#frontend/api/connections.ts';
import { useForgetUser } from '#frontend/api/user.ts';
import { formatDate } from '#frontend/lib/format-date.ts';
import { Badge } from '#frontend/ui/badge.tsx';
import { Button } from '#frontend/ui/button.tsx';
import { ConfirmDialog } from '#frontend/ui/dialog.tsx';
import { Notice } from '#frontend/ui/notice.tsx';
import { useAction } from '#frontend/ui/use-action.ts';
import { CONNECTION_WORDS } from './connection-words.ts';

interface ConnectionCardProps {
  offered: OfferedConnection;
  /** Whether the page is about to leave for the consent of this service, or of another one. */
  connecting: 'this' | 'another' | null;
  /** Why connecting failed. */
  problem: string | null;
  onConnect(): void;
}

/** One kind of connection: what it allows, the account behind it, and the buttons that begin and end it. */
export function ConnectionCard({ offered, connecting, problem, onConnect }: ConnectionCardProps) {
  const { kind, isTried, connection } = offered;
  const id = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  const [now] = useState(() => Date.now());
  const ending = connection && findEnding(connection, now);
  const disconnecting = useDisconnecting(kind, () => heading.current?.focus());
  const failure = problem ?? disconnecting.problem;
  const button = { disabled: connecting !== null, 'aria-describedby': id };
  return (
    <li aria-labelledby={id} className="flex flex-col gap-4 border-t border-hairline py-6">
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-4">
        <div className="min-w-0 flex-1 basis-72">
          <h2 ref={heading} id={id} tabIndex={-1} className="text-16 font-semibold outline-none">
            {CONNECTION_NAMES[kind]}
          </h2>
          {!isTried && <Badge className="mt-1">Beta: not yet tried with a live account</Badge>}
          <Words kind={kind} />
        </div>
        <div className="flex flex-wrap gap-2">
          {(!connection || ending) && (
            <Button {...button} variant={ending ? 'primary' : 'secondary'} onClick={onConnect}>
              {connecting === 'this' ? 'Connecting...' : connection ? 'Connect again' : 'Connect'}
            </Button>
          )}
          {connection && (
            <Button {...button} onClick={disconnecting.ask}>
              Disconnect
            </Button>
          )}
        </div>
      </div>
      {connection && <Facts connection={connection} />}
      {ending && <Notice tone="caution" title={ending} />}
      {!connection && disconnecting.message !== null && <Ended kind={kind}>{disconnecting.message}</Ended>}
      {failure !== null && <Notice tone="error">{failure}</Notice>}
      <Question kind={kind} disconnecting={disconnecting} />
    </li>
  );
}

/** Asks before a connection ends. */
function Question({ kind, disconnecting }: { kind: ConnectionKind; disconnecting: Disconnecting }) {
  const { isAsked, isBusy, leave, confirm } = disconnecting;
  return (
    <ConfirmDialog
      open={isAsked}
      onOpenChange={(open) => !open && leave()}
      title={`Disconnect ${CONNECTION_NAMES[kind]}?`}
      description={`${CONNECTION_WORDS[kind].end} You can connect again at any time.`}
      confirmLabel={isBusy ? 'Disconnecting...' : 'Disconnect'}
      isBusy={isBusy}
      onConfirm={() => void confirm()}
    />
  );
}

/** The answer of the server after a connection has ended. It can name the page of the service where a right is left. */
function Ended({ kind, children }: { kind: ConnectionKind; children: string }) {
  return (
    <output className="block rounded-surface bg-hover px-4 py-3 text-14 wrap-anywhere">
      {withLink(children, CONSENT_PAGES[kind])}
    </output>
  );
}

const WARNED_BEFORE_MS = 14 * DAY;

/** What the visitor must know about the end of a connection; null while it is far away. */
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
  const [isAsked, setAsked] = useState(false);
  const [message, setMessage] = useState<string | null>(null);
  const disconnect = useDisconnect();
  const forgetUser = useForgetUser();
  const { isBusy, problem, setProblem, run } = useAction(
    async () => setMessage(await disconnect(kind)),
    (error) => {
      if (!isUnauthorized(error))
        return reasonOf(error) ?? 'That did not work. Please check your connection and try again.';
      forgetUser();
      return null;
    },
  );
  const confirm = async () => {
    const hasEnded = await run();
    setAsked(false);
    // The closing dialog first returns the focus to the Disconnect button, which is gone by then.
    if (hasEnded) setTimeout(onEnded);
  };
  const ask = () => {
    setProblem(null);
    setAsked(true);
  };
  return { isAsked, ask, leave: () => !isBusy && setAsked(false), confirm, isBusy, problem, message };
}

function Words({ kind }: { kind: ConnectionKind }) {
  const { right, use } = CONNECTION_WORDS[kind];
  return (
    <dl className="mt-2 flex max-w-prose flex-col gap-1 text-14">
      <Line name="Permission">{right}</Line>
      <Line name="Used for">{use}</Line>
    </dl>
  );
}

function Line({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="sm:grid sm:grid-cols-[6rem_1fr] sm:gap-x-3">
      <dt className="text-muted">{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

/** The account behind a connection, and its dates. */
function Facts({ connection }: { connection: Connection }) {
  const { account, connectedAt, lastUsedAt, endsAt } = connection;
  return (
    <dl className="grid grid-cols-2 gap-x-6 gap-y-3 text-14 tabular-nums sm:grid-cols-[minmax(0,1fr)_repeat(3,auto)]">
      <Fact name="Account" className="max-sm:col-span-full">
        {account}
      </Fact>
      <Fact name="Connected since">{dateOf(connectedAt) ?? 'Before November 2026'}</Fact>
      <Fact name="Last used">{dateOf(lastUsedAt) ?? 'Not yet'}</Fact>
      {endsAt !== null && <Fact name="Ends">{dateOf(endsAt)}</Fact>}
    </dl>
  );
}

const dateOf = (time: string | null): string | null => (time === null ? null : formatDate(new Date(time)));

function Fact({ name, className, children }: { name: string; className?: string; children: ReactNode }) {
  return (
    <div className={className}>
      <dt className="text-12 text-muted">{name}</dt>
      <dd className="wrap-anywhere">{children}</dd>
    </div>
  );
}

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
