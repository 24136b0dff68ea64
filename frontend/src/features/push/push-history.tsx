import useSWR from 'swr';
import { Badge } from '#frontend/ui/badge.tsx';
import { FailedNotice } from '#frontend/ui/notice.tsx';
import { DifferenceTable, describePushedChanges } from './difference-table.tsx';
import { PushDetails } from './push-outcome.tsx';
import type { Pushes } from './use-pushes.ts';
import { useRef, useState } from 'react';
import type { ListedPush, PushRecord } from '#contract/push-answers.ts';
import type { RuleKind } from '#contract/platforms.ts';
import { reasonOf, isUnauthorized } from '#frontend/api/client.ts';
import { fetchPush, pushKey, undoPush } from '#frontend/api/pushes.ts';
import { useForgetUser } from '#frontend/api/user.ts';
import { formatDateTime } from '#frontend/lib/format-date.ts';
import { Button } from '#frontend/ui/button.tsx';
import { ConfirmDialog, useConfirmed } from '#frontend/ui/dialog.tsx';
import { PushFailure } from './push-failure.tsx';

interface PushHistoryProps {
  kind: RuleKind;
  platformName: string;
  pushes: Pushes;
}

/** All pushes to a platform, with what each has written. */
export function PushHistory({ kind, platformName, pushes }: PushHistoryProps) {
  const { list, error, askAgain, accept, showMore, isLoading } = pushes;
  if (error !== undefined)
    return (
      <div className="border-t border-hairline py-5">
        <FailedNotice title="Your pushes could not be loaded" onRetry={askAgain}>
          {reasonOf(error) ?? 'The server could not be reached. Nothing has changed.'}
        </FailedNotice>
      </div>
    );
  if (!list || list.length === 0) return null;
  return (
    <section aria-labelledby="push-history" className="flex flex-col gap-2 border-t border-hairline py-5">
      <h5 id="push-history" className="text-14 font-semibold">
        Your pushes to {platformName}
      </h5>
      <ul>
        {list.map((push) => (
          <li key={push.id} className="border-b border-hairline last:border-b-0">
            <Entry {...{ kind, platformName, push, onUndone: accept, onLook: askAgain }} />
          </li>
        ))}
      </ul>
      {showMore && (
        <Button size="small" className="self-start" disabled={isLoading} onClick={showMore}>
          {isLoading ? 'Loading...' : 'Show more'}
        </Button>
      )}
    </section>
  );
}

interface EntryProps {
  kind: RuleKind;
  platformName: string;
  push: ListedPush;
  onUndone(push: PushRecord): void;
  onLook(): void;
}

function Entry({ kind, platformName, push, onUndone, onLook }: EntryProps) {
  const { createdAt, account, by, changes, state, undoneAt } = push;
  const { word, tone } = STATES[state];
  const [isOpen, setOpen] = useState(false);
  const summary = useRef<HTMLElement>(null);
  return (
    <div className="flex flex-wrap items-start gap-x-4 gap-y-2 py-1">
      <details
        className="min-w-0 flex-1 basis-72"
        onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
      >
        <summary ref={summary} className="py-2 text-14">
          <span className="font-medium tabular-nums">{formatDateTime(new Date(createdAt))}</span>
          <span className="ml-3 inline-flex flex-wrap items-baseline gap-x-3 gap-y-1">
            <span className="wrap-anywhere">{account.name}</span>
            <span className="text-13 text-muted">{describePushedChanges(changes)}</span>
            <Badge tone={tone}>{word}</Badge>
          </span>
        </summary>
        <div className="flex flex-col gap-3 pt-1 pb-4 text-13">
          <p className="text-muted">
            By {by}
            {undoneAt && `, undone ${formatDateTime(new Date(undoneAt))}`}.
          </p>
          {isOpen && <Record push={push} />}
        </div>
      </details>
      <UndoButton
        {...{ kind, platformName, push, onUndone, onLook }}
        onEnded={() => summary.current?.focus()}
      />
    </div>
  );
}

/** The rules of a push and what was written, read once somebody wants to see them. */
function Record({ push: { id, createdAt } }: { push: ListedPush }) {
  const { data, error, isValidating, mutate } = useSWR<PushRecord, unknown>(pushKey(id), fetchPush, {
    revalidateOnMount: true,
  });
  if (error !== undefined && !isValidating)
    return (
      <FailedNotice title="This push could not be loaded" onRetry={() => void mutate()}>
        {reasonOf(error) ?? 'The server could not be reached. Nothing has changed.'}
      </FailedNotice>
    );
  if (!data) return <p className="text-muted">Loading what was written...</p>;
  return (
    <>
      {data.problem && (
        <p className="max-w-prose text-caution">
          <span aria-hidden>! </span>
          {data.problem}
        </p>
      )}
      <DifferenceTable
        difference={data.difference}
        caption={`Push of ${formatDateTime(new Date(createdAt))}`}
        isPast
      />
      <PushDetails push={data} />
    </>
  );
}

const STATES: Readonly<Record<PushRecord['state'], { word: string; tone: 'neutral' | 'up' | 'caution' }>> = {
  writing: { word: 'Under way', tone: 'neutral' },
  done: { word: 'Written', tone: 'up' },
  stopped: { word: 'Stopped on the way', tone: 'caution' },
  undone: { word: 'Undone', tone: 'neutral' },
  'undo-stopped': { word: 'Undo stopped on the way', tone: 'caution' },
};

interface UndoButtonProps {
  kind: RuleKind;
  platformName: string;
  push: ListedPush;
  onUndone(push: PushRecord): void;
  /** The dialog has closed, and the button has gone. */
  onEnded(): void;
  /** Reads the pushes again after a failure. */
  onLook(): void;
}

/** Restores the effect before a push, once the visitor has confirmed it. Nothing for a push that cannot be undone. */
function UndoButton({ kind, platformName, push, onUndone, onEnded, onLook }: UndoButtonProps) {
  const forgetUser = useForgetUser();
  const { ask, isBusy, problem, setProblem, dialog } = useConfirmed(
    async (id: string) => onUndone(await undoPush(id)),
    (error: unknown) => {
      if (!isUnauthorized(error)) return { error };
      forgetUser();
      return null;
    },
    onEnded,
  );
  if (!push.canUndo && !problem) return null;
  return (
    <>
      <Button
        size="small"
        className="my-1"
        onClick={() => {
          setProblem(null);
          ask(push.id);
        }}
      >
        Undo <span className="sr-only">the push of {formatDateTime(new Date(push.createdAt))}</span>
      </Button>
      <ConfirmDialog
        {...dialog}
        title="Undo this push?"
        description={`Our rules in ${push.account.name} get back the effect that they had before it: conditions, figures, order and state. Other rules stay as they are. It stops if somebody has changed ours since.`}
        confirmLabel={isBusy ? 'Undoing...' : 'Undo the push'}
        tone="primary"
      />
      {problem && (
        <div className="mb-3 w-full">
          <PushFailure
            {...{ kind, platformName }}
            error={problem.error}
            at="undo"
            onRetry={() => {
              setProblem(null);
              onLook();
            }}
          />
        </div>
      )}
    </>
  );
}
