import { useRef } from 'react';
import type { PushRecord } from '#contract/push-answers.ts';
import type { RuleKind } from '#contract/pushes.ts';
import { reasonOf } from '#frontend/api/client.ts';
import { formatDateTime } from '#frontend/lib/format-date.ts';
import { Badge } from '#frontend/ui/badge.tsx';
import { FailedNotice } from '#frontend/ui/notice.tsx';
import { DifferenceTable, wordDifference } from './difference-table.tsx';
import { PushDetails } from './push-outcome.tsx';
import { UndoButton } from './undo-button.tsx';
import type { Pushes } from './use-pushes.ts';

interface PushHistoryProps {
  kind: RuleKind;
  platformName: string;
  pushes: Pushes;
}

/** All pushes to a platform, with what each has written. */
export function PushHistory({ kind, platformName, pushes }: PushHistoryProps) {
  const { list, error, askAgain, accept } = pushes;
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
      <h4 id="push-history" className="text-14 font-semibold">
        Your pushes to {platformName}
      </h4>
      <ul>
        {list.map((push) => (
          <li key={push.id} className="border-b border-hairline last:border-b-0">
            <Entry {...{ kind, platformName, push, onUndone: accept, onLook: askAgain }} />
          </li>
        ))}
      </ul>
    </section>
  );
}

interface EntryProps {
  kind: RuleKind;
  platformName: string;
  push: PushRecord;
  onUndone(push: PushRecord): void;
  onLook(): void;
}

function Entry({ kind, platformName, push, onUndone, onLook }: EntryProps) {
  const { createdAt, account, by, difference, state, undoneAt, problem } = push;
  const { word, tone } = STATES[state];
  const summary = useRef<HTMLElement>(null);
  return (
    <div className="flex flex-wrap items-start gap-x-4 gap-y-2 py-1">
      <details className="min-w-0 flex-1 basis-72">
        <summary ref={summary} className="py-2 text-14">
          <span className="font-medium tabular-nums">{formatDateTime(new Date(createdAt))}</span>
          <span className="ml-3 inline-flex flex-wrap items-baseline gap-x-3 gap-y-1">
            <span className="wrap-anywhere">{account.name}</span>
            <span className="text-13 text-muted">{wordDifference(difference)}</span>
            <Badge tone={tone}>{word}</Badge>
          </span>
        </summary>
        <div className="flex flex-col gap-3 pt-1 pb-4 text-13">
          <p className="text-muted">
            By {by}
            {undoneAt && `, undone ${formatDateTime(new Date(undoneAt))}`}.
          </p>
          {problem && (
            <p className="max-w-prose text-caution">
              <span aria-hidden>! </span>
              {problem}
            </p>
          )}
          <DifferenceTable
            difference={difference}
            caption={`Push of ${formatDateTime(new Date(createdAt))}`}
            isPast
          />
          <PushDetails push={push} />
        </div>
      </details>
      <UndoButton
        {...{ kind, platformName, push, onUndone, onLook }}
        onEnded={() => summary.current?.focus()}
      />
    </div>
  );
}

const STATES: Readonly<Record<PushRecord['state'], { word: string; tone: 'neutral' | 'up' | 'caution' }>> = {
  writing: { word: 'Under way', tone: 'neutral' },
  done: { word: 'Written', tone: 'up' },
  stopped: { word: 'Stopped on the way', tone: 'caution' },
  undone: { word: 'Undone', tone: 'neutral' },
  'undo-stopped': { word: 'Undo stopped on the way', tone: 'caution' },
};
